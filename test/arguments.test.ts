import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { type EditArguments, prepareEditArguments } from "../lib/arguments.ts";
import fc from "./support/fast-check.ts";

interface CallShape {
	title: string;
	sent: unknown;
	call: EditArguments;
}

const shapes: CallShape[] = JSON.parse(readFileSync(new URL("cases/call-shapes.json", import.meta.url), "utf8"));
const edit = { oldText: "a", newText: "b" };

for (const { title, sent, call } of shapes) {
	test(`${title} is read as meant`, () => assert.deepEqual(prepareEditArguments(sent), call));
}

test("a canonical call is returned as the same object", () => {
	const calls: unknown[] = [
		{ path: "f.ts", edits: [edit, { oldText: "", newText: "" }] },
		{ path: "f.ts", edits: [] },
		{ path: "f.ts", edits: [edit], conflicts: ["path and file"], replaceAll: true },
	];
	for (const call of calls) assert.equal(prepareEditArguments(call), call);
});

test("a key called __proto__ is an extra key like any other", () => {
	const sent = JSON.parse('{"path":"f.ts","__proto__":{"path":"g.ts"},"edits":[{"__proto__":{"oldText":"a"}}]}');
	assert.deepEqual(prepareEditArguments(sent), { path: "f.ts", edits: [{}] });
	assert.deepEqual(prepareEditArguments({ path: "f.ts", "edits[0].__proto__": edit }), { path: "f.ts", edits: [{}] });
	assert.equal(({} as Record<string, unknown>).oldText, undefined);
});

test("what is inherited is not part of the call", () => {
	assert.deepEqual(prepareEditArguments(Object.create({ path: "f.ts", edits: [edit] })), { edits: [] });
});

test("a value that holds itself ends", () => {
	const list: unknown[] = [edit];
	list.push(list, list);
	const call: Record<string, unknown> = { path: "f.ts", edits: list };
	list.push(call, call);
	for (let index = 0; index < 100; index++) call[`edits[${index}].edits`] = call;
	assert.equal(prepareEditArguments(call).path, "f.ts");
	const wrapped: Record<string, unknown> = {};
	wrapped.arguments = wrapped;
	assert.deepEqual(prepareEditArguments(wrapped), { edits: [] });
});

test("a getter or a proxy that throws makes no call", () => {
	const fail = () => {
		throw new Error("no");
	};
	const sent = { path: "f.ts", edits: [Object.defineProperty({}, "oldText", { get: fail })] };
	assert.deepEqual(prepareEditArguments(sent), { edits: [] });
	assert.deepEqual(prepareEditArguments(new Proxy({}, { getOwnPropertyDescriptor: fail })), { edits: [] });
});

test("a nest too deep to be a call is named by validation", () => {
	const nest = "[".repeat(100_000) + "]".repeat(100_000);
	assert.deepEqual(prepareEditArguments({ path: "f.ts", edits: nest }), { path: "f.ts", edits: [{}] });
});

test("a list with holes costs what is in it", () => {
	const list: unknown[] = [];
	list[4_000_000_000] = edit;
	assert.deepEqual(prepareEditArguments({ path: "f.ts", edits: list }), { path: "f.ts", edits: [edit] });
});

const names = fc.constantFrom(
	...[
		"path",
		"file_path",
		"file",
		"edits",
		"replacements",
		"oldText",
		"old_string",
		"newText",
		"replace",
		"edits[0].oldText",
	],
	...["edits.1.newText", "arguments", "input", "conflicts", "replaceAll", "replace_all", "__proto__", "other"],
);
const arbitraryCall = fc.letrec((tie) => ({
	value: fc.oneof(
		{ maxDepth: 5 },
		fc.constantFrom("", "a", "f.ts", "[", "```", null, 0, 2, true),
		fc.string(),
		fc.array(tie("value"), { maxLength: 4 }),
		fc.dictionary(names, tie("value"), { maxKeys: 5 }),
		tie("value").map((value) => JSON.stringify(value)),
		tie("value").map((value) => `\`\`\`json\n${JSON.stringify(value, null, "\t")}\n\`\`\``),
	),
})).value;

test("any JSON value becomes a canonical call or one that validation names, twice over, and stays as it was", () => {
	fc.assert(
		fc.property(fc.oneof(arbitraryCall, fc.jsonValue()), (sent) => {
			const copy = JSON.stringify(sent);
			const call = prepareEditArguments(sent);
			assert.equal(JSON.stringify(sent), copy);
			assertWellFormed(call);
			assert.deepEqual(prepareEditArguments(call), call);
		}),
		{ numRuns: 10_000 },
	);
});

test("any value at all makes no throw", () => {
	const anything = fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withSparseArray: true });
	fc.assert(
		fc.property(fc.oneof(anything, fc.record({ path: anything, edits: anything })), (sent) => {
			assertWellFormed(prepareEditArguments(sent));
		}),
		{ numRuns: 2_000 },
	);
});

function assertWellFormed(call: EditArguments): void {
	const { path, edits, conflicts, replaceAll, ...rest } = call;
	assert.deepEqual(rest, {});
	assert.ok(path === undefined || typeof path === "string");
	for (const entry of edits) {
		for (const [field, text] of Object.entries(entry)) {
			assert.ok(field === "oldText" || field === "newText");
			assert.equal(typeof text, "string");
		}
	}
	assert.ok(conflicts === undefined || (conflicts.length > 0 && conflicts.every((name) => typeof name === "string")));
	assert.ok(replaceAll === undefined || replaceAll === true);
}
