/** The straight path through the real pi, several prompts in one rpc process. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { applyPatch } from "diff";
import { PROMPT_GUIDELINES, PROMPT_SNIPPET, TOOL_DESCRIPTION } from "../../lib/words-for-model.ts";
import { openRpc, type PiRpc } from "../support/pi-rpc.ts";
import type { ToolResult } from "../support/pi-run.ts";
import type { Turn } from "../support/pi-scripted-model.ts";
import { detailsOfOurs, editCall, editing, editToolIn, lastAnswer } from "../support/pi-tool.ts";

let pi: PiRpc;
before(async () => {
	pi = await openRpc({ compat: { supportsStrictMode: true } });
});
after(async () => {
	const { code, stderr } = await pi.close();
	assert.equal(code, 0, stderr);
	assert.equal(stderr, "");
});

/** Plays `turns` on a file with `text` and returns the answers and the file's new text. */
async function play(text: string, ...turns: Turn[]): Promise<{ results: ToolResult[]; text: string }> {
	const file = join(pi.sandbox.project, "a.txt");
	writeFileSync(file, text);
	const results = await pi.prompt([...turns, { text: "done" }]);
	return { results, text: readFileSync(file, "utf8") };
}

const lines = (count: number, prefix: string) =>
	Array.from({ length: count }, (_, index) => `${prefix} ${index + 1}\n`);

describe("an edit through the real pi", () => {
	it("changes the file and says where, with pi's own details and ours", async () => {
		const source = "one\ntwo\nthree\n";
		const { results, text } = await play(source, editing("a.txt", ["two", "2"]));
		assert.equal(text, "one\n2\nthree\n");
		const details = detailsOfOurs(results[0]);
		assert.match(results[0]!.text, /^Successfully replaced 1 block\(s\) in a\.txt\./);
		assert.equal(details.firstChangedLine, 2);
		assert.equal(details.path, join(pi.sandbox.project, "a.txt"));
		assert.deepEqual(details.edits, [{ matchedVia: "exact", drift: [], startLine: 2, endLine: 2 }]);
		assert.equal(applyPatch(source, details.patch), text);
		assert.equal(details.diff, " 1 one\n-2 two\n+2 2\n 3 three");
		assert.equal(lastAnswer(pi.model.requests.at(-1)), results[0]!.text);
	});

	it("applies several edits in order, the second on what the first wrote", async () => {
		const { results, text } = await play("one\ntwo\n", editing("a.txt", ["one", "uno"], ["uno\ntwo", "uno\ndos"]));
		assert.equal(text, "uno\ndos\n");
		assert.equal(detailsOfOurs(results[0]).edits.length, 2);
	});

	it("writes replacement patterns as they were typed", async () => {
		const { results, text } = await play("price: 1\n", editing("a.txt", ["1", "$& $` $' $1 $$"]));
		detailsOfOurs(results[0]);
		assert.equal(text, "price: $& $` $' $1 $$\n");
	});

	it("keeps a CRLF file CRLF, and every untouched line break of a mixed file", async () => {
		const crlf = await play("one\r\ntwo\r\n", editing("a.txt", ["one\ntwo", "one\n1.5\ntwo"]));
		assert.equal(crlf.text, "one\r\n1.5\r\ntwo\r\n");
		assert.equal(detailsOfOurs(crlf.results[0]).edits[0]!.matchedVia, "line-endings");
		const mixed = await play("one\r\ntwo\nthree\r\nfour\n", editing("a.txt", ["three", "3"]));
		assert.equal(mixed.text, "one\r\ntwo\n3\r\nfour\n");
	});

	it("takes a call in another tool's shape and shows the tool only its own", async () => {
		const args = { file_path: "a.txt", old_string: "one", new_string: "ONE" };
		const { results, text } = await play("one\n", { toolCalls: [{ name: "edit", args }] });
		detailsOfOurs(results[0]);
		assert.equal(text, "ONE\n");
	});

	it("hands a refusal to the model as an error and leaves the file alone", async () => {
		const { results, text } = await play("foo\nfoo\nfoo\n", editing("a.txt", ["foo\nfoo\n", "bar\n"]));
		assert.equal(text, "foo\nfoo\nfoo\n");
		assert.equal(results[0]!.isError, true);
		assert.match(results[0]!.text, /^Found 2 occurrences of the text in a\.txt/);
		assert.equal(lastAnswer(pi.model.requests.at(-1)), results[0]!.text);
	});

	it("undoes nothing because it writes nothing when the second of two edits is refused", async () => {
		const { results, text } = await play("one\ntwo\n", editing("a.txt", ["one", "uno"], ["absent line", "x"]));
		assert.equal(text, "one\ntwo\n");
		assert.match(results[0]!.text, /^Could not find edits\[1\] in a\.txt/);
	});

	it("refuses 20 lines that shrink to 9 and lets 20 to 10 pass", async () => {
		const old = lines(20, "line").join("");
		const refused = await play(old, editing("a.txt", [old, lines(9, "new").join("")]));
		assert.equal(refused.text, old);
		assert.equal(refused.results[0]!.isError, true);
		const applied = await play(old, editing("a.txt", [old, lines(10, "new").join("")]));
		detailsOfOurs(applied.results[0]);
		assert.equal(applied.text, lines(10, "new").join(""));
	});

	it("deletes a large block and reports its size", async () => {
		const block = lines(30, "line").join("");
		const { results, text } = await play(`head\n${block}tail\n`, editing("a.txt", [block, ""]));
		detailsOfOurs(results[0]);
		assert.equal(text, "head\ntail\n");
		assert.match(results[0]!.text, /\b30 lines\b/);
	});

	it("lands both of two parallel edits of one file", async () => {
		const calls = [editCall("a.txt", ["one", "uno"]), editCall("a.txt", ["two", "dos"])];
		const { results, text } = await play("one\ntwo\n", { toolCalls: calls });
		assert.equal(text, "uno\ndos\n");
		for (const result of results) detailsOfOurs(result);
	});

	it("keeps the order in which the model mixed edit and write", async () => {
		const write = { name: "write", args: { path: "a.txt", content: "written\n" } };
		const calls = [editCall("a.txt", ["one", "uno"]), write, editCall("a.txt", ["written", "edited"])];
		const { results, text } = await play("one\n", { toolCalls: calls });
		assert.equal(text, "edited\n");
		for (const result of results.filter(({ toolName }) => toolName === "edit")) detailsOfOurs(result);
	});

	it("refuses a folder and a missing file at once, in pi's words", async () => {
		const { results } = await play("", { toolCalls: [editCall(".", ["a", "b"]), editCall("absent.txt", ["a", "b"])] });
		assert.ok(results.every(({ isError }) => isError));
		assert.ok(results.some(({ text }) => text.startsWith("Could not edit file: absent.txt. Error code: ENOENT.")));
	});
});

describe("what the model is told", () => {
	it("carries the schema, strict sampling and our description in the request", async () => {
		await play("one\n", editing("a.txt", ["one", "1"]));
		const request = pi.model.requests[0]!;
		const tool = editToolIn(request)!;
		assert.equal(tool.description, TOOL_DESCRIPTION);
		assert.equal(tool.strict, true);
		assert.deepEqual(
			request.tools!.map((each) => each.function.name),
			["read", "bash", "edit", "write"],
		);
		const schema = tool.parameters as {
			properties: Record<string, { minItems?: number; items?: unknown }>;
			required: string[];
		};
		assert.deepEqual(Object.keys(schema.properties), ["path", "edits"]);
		assert.deepEqual(schema.required, ["path", "edits"]);
		assert.equal(schema.properties.edits!.minItems, 1);
		const entry = schema.properties.edits!.items as typeof schema;
		assert.deepEqual(Object.keys(entry.properties), ["oldText", "newText"]);
		assert.deepEqual(entry.required, ["oldText", "newText"]);
	});

	it("lists our snippet under the tools and our guidelines under the rules", () => {
		const prompt = JSON.stringify(pi.model.requests[0]!.messages[0]!.content);
		assert.ok(prompt.includes(`- edit: ${PROMPT_SNIPPET}`), prompt);
		for (const guideline of PROMPT_GUIDELINES) assert.ok(prompt.includes(`- ${guideline}`), guideline);
	});
});
