import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { applyEdits, type EditRequest } from "../lib/apply-edits.ts";
import { EditError, type EditErrorCode, type EditPosition, type RefusalFacts } from "../lib/edit-error.ts";
import { refusalText } from "../lib/refusal-text.ts";
import fc from "./support/fast-check.ts";
import { shownBlocks } from "./support/mechanical-client.ts";

const only: EditPosition = { where: "a.ts", editIndex: 0, editCount: 1 };
const second: EditPosition = { where: "a.ts", editIndex: 1, editCount: 3 };
const place = { startLine: 3, endLine: 4, drift: ["line-trimmed" as const] };

const openings: [opening: string, facts: RefusalFacts][] = [
	["Could not find the exact text in a.ts.", { code: "not-found", ...only }],
	["Could not find edits[1] in a.ts.", { code: "not-found", ...second }],
	["Found 2 occurrences of the text in a.ts, at lines 3-4", { code: "not-unique", places: [place], count: 2, ...only }],
	[
		"Found 2 occurrences of edits[1] in a.ts, at lines 3-4",
		{ code: "ambiguous", places: [place], count: 2, ...second },
	],
	["Could not edit file: a.ts. Error code: ENOENT.", { code: "not-readable", where: "a.ts", errorCode: "ENOENT" }],
	["Could not edit file: a.ts. Error code: EACCES.", { code: "read-only", where: "a.ts", errorCode: "EACCES" }],
	[
		"Could not edit file: a.ts. Error code: EISDIR.",
		{ code: "not-regular", where: "a.ts", found: "directory", errorCode: "EISDIR" },
	],
	["No changes made to a.ts.", { code: "no-changes", where: "a.ts", editCount: 1 }],
	["No changes made to a.ts.", { code: "no-op-edit", ...second }],
	["oldText must not be empty in a.ts.", { code: "empty-old-text", ...only }],
	["edits[1].oldText must not be empty in a.ts.", { code: "empty-old-text", ...second }],
	["Operation aborted.", { code: "aborted", where: "a.ts" }],
];

describe("the opening of a refusal is pi's own", () => {
	for (const [opening, facts] of openings) {
		it(`${facts.code}: ${opening}`, () => assert.ok(refusalText(facts).startsWith(opening), refusalText(facts)));
	}
});

function refusalOf(text: string, edits: EditRequest[], where = "a.ts"): string {
	try {
		applyEdits(text, edits, where);
	} catch (error) {
		assert.ok(error instanceof EditError);
		return error.message;
	}
	return assert.fail("the call was not refused");
}

function edit(oldText: string, newText = "wanted"): EditRequest {
	return { oldText, newText };
}

/** Control characters save tab and LF, and direction overrides. */
const UNFIT = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

function assertBounded(text: string): void {
	assert.ok(text.length <= 4000, `${text.length} characters`);
	assert.ok(text.split("\n").length <= 40, `${text.split("\n").length} lines`);
	assert.doesNotMatch(text, UNFIT);
}

const hostile: [title: string, text: string, edits: EditRequest[], where?: string][] = [
	["a line of 5 MB", `x = ${"word ".repeat(1_000_000)}\n`, [edit(`y = ${"word ".repeat(1_000_000)}!`)]],
	["a file of control characters", "\x01\x1b[2J\x9b\n".repeat(50_000), [edit("\x01\x1b[3J\x9b\nmore text")]],
	["right-to-left overrides", "const a = 1; // \u202eabc\n", [edit("const a = 1; // \u202eabd")]],
	["100,000 candidates", "same line\n".repeat(100_000), [edit("same")]],
	["100,000 candidates that drifted", "same  line\n".repeat(100_000), [edit("same line")]],
	["a path of control characters", "text\n", [edit("missing")], "\x1b]0;\u202e".repeat(100_000)],
	["a placeholder of overrides", "one\ntwo\n", [edit("one", `// ... existing code ${"\u202e".repeat(90)}`)]],
	[
		"an end marker in the text",
		"a\n--- to here ---\nfunction f(a, b) {\n",
		[edit("--- to here ---\nfunction f(a, c) {")],
	],
];

describe("a refusal keeps its bounds and sends no control character on", () => {
	for (const [title, text, edits, where] of hostile) {
		it(title, () => {
			const refusal = refusalOf(text, edits, where);
			assertBounded(refusal);
			assert.deepEqual(shownBlocks(refusal), []);
		});
	}

	it("a call of 10,000 edits", () => {
		const edits = Array.from({ length: 10_000 }, (_none, index) => edit(`missing ${index}`));
		assertBounded(refusalOf("text\n", edits));
	});

	it("an edit whose texts are long, for every code that may show them", () => {
		const lines = Array.from({ length: 20_000 }, (_none, index) => `\x1bline ${index} \u202e`).join("\n");
		assertBounded(refusalOf(`${lines}\n`, [edit(lines, "one line")]));
		assertBounded(refusalOf("short\n", [edit(lines)]));
		assertBounded(refusalOf(`${lines}\n${lines}\n`, [edit(lines)]));
	});

	it("whatever the facts hold, for every code", () => {
		const wild = fc.oneof(fc.string({ unit: "binary", maxLength: 6000 }), fc.constant("\x1b\u202e\n".repeat(3000)));
		fc.assert(
			fc.property(wild, wild, fc.nat(), (where, text, number) => {
				for (const facts of factsOfEveryCode(where, text, number)) assertBounded(refusalText(facts));
			}),
			{ numRuns: 100 },
		);
	});

	it("whatever file and edits hold", () => {
		const piece = fc.constantFrom(
			..."\x1b[2J \u202e \u2066 \0 \x9b \ud800 \u2028 \u200f \ufeff --- foo foo(bar) const }".split(" "),
			..."\t|\r\n|\n|\r|  |--- to here ---|\n--- to here ---\n|--- copy from here (lines 1-2) ---\n|edits[7]".split(
				"|",
			),
		);
		const text = fc.array(piece, { minLength: 1, maxLength: 40 }).map((pieces) => pieces.join(""));
		const edits = fc.array(fc.record({ oldText: text, newText: text }), { minLength: 1, maxLength: 3 });
		fc.assert(
			fc.property(text, edits, text, (file, sent, where) => {
				let refusal: string;
				try {
					applyEdits(file.repeat(2), sent, where);
					return;
				} catch (error) {
					assert.ok(error instanceof EditError);
					refusal = error.message;
				}
				assertBounded(refusal);
				// A block that the file could close, or a marker that it could forge, would be copied in part.
				const markers = refusal.split("\n").filter((line) => line === "--- to here ---").length;
				assert.equal(shownBlocks(refusal).length, markers);
			}),
			{ numRuns: 1000 },
		);
	});
});

function factsOfEveryCode(where: string, text: string, number: number): RefusalFacts[] {
	const copy = { startLine: number, endLine: number, text };
	const difference = { line: number, file: text, sent: `${text}x` };
	const wild = { startLine: number, endLine: number, drift: [], copy, difference, label: text };
	const at = { where, editIndex: number, editCount: number + 1 };
	const evidence = { closest: wild, newTextLine: number };
	const lost = { first: text, last: text, heads: Array.from({ length: 6 }, () => ({ line: number, text })) };
	const errorCode = "EIO";
	const byCode: { [Code in EditErrorCode]: Extract<RefusalFacts, { code: Code }>[] } = {
		"no-edits": [{ code: "no-edits", where }],
		"invalid-edit": [{ code: "invalid-edit", field: "oldText", ...at }],
		"duplicate-edit": [{ code: "duplicate-edit", firstIndex: number, ...at }],
		"empty-old-text": [{ code: "empty-old-text", ...at }],
		"no-op-edit": [{ code: "no-op-edit", ...at }],
		"no-changes": [{ code: "no-changes", where, editCount: number }],
		"not-found": [
			{ code: "not-found", evidence, changedSinceSeen: number, exactOnly: true, ...at },
			{ code: "not-found", place: wild, unproved: "lines", earlier: { editIndex: number, effect: "changed" }, ...at },
			{ code: "not-found", evidence: { closest: { ...wild, difference: { sent: text } } }, ...at },
		],
		"not-unique": [{ code: "not-unique", places: Array(9).fill(wild), count: number, replaceAll: true, ...at }],
		ambiguous: [{ code: "ambiguous", places: Array(9).fill(wild), count: number, isLeastCount: true, ...at }],
		"too-short": [{ code: "too-short", nonBlankCharacters: 1, limit: 5, evidence, ...at }],
		binary: [{ code: "binary", ...at }],
		"too-large": [{ code: "too-large", size: number, limit: number, unit: "bytes", ...at }],
		"over-scope": [
			{ code: "over-scope", place: wild, spanLines: number, newLines: 1, limitLines: 20, ratio: 0.5, lost, ...at },
		],
		disproportionate: [{ code: "disproportionate", place: wild, ...at }],
		"elided-new-text": [{ code: "elided-new-text", placeholder: text, ...at }],
		"line-numbers": [{ code: "line-numbers", field: "oldText", place: wild, ...at }],
		indentation: [{ code: "indentation", place: wild, reason: "unproved", indent: text, ...at }],
		"escaped-new-text": [{ code: "escaped-new-text", place: wild, kinds: [...text], ...at }],
		"ill-formed-text": [{ code: "ill-formed-text", offset: number, ...at }],
		unencodable: [{ code: "unencodable", characters: text, encoding: text, ...at }],
		"conflicting-arguments": [{ code: "conflicting-arguments", where, conflicts: [text, text] }],
		"not-readable": [{ code: "not-readable", where, errorCode }],
		"not-regular": [{ code: "not-regular", where, found: "folder", errorCode }],
		"read-only": [{ code: "read-only", where, errorCode }],
		"outside-workspace": [
			{ code: "outside-workspace", where, target: text, reason: "linked" },
			{ code: "outside-workspace", where, target: text, reason: "outside" },
		],
		"changed-on-disk": [{ code: "changed-on-disk", where, reason: "locked" }],
		"write-failed": [{ code: "write-failed", where, errorCode }],
		aborted: [{ code: "aborted", where }],
	};
	return Object.values(byCode).flat();
}

describe("what a refusal shows", () => {
	const file =
		"function one() {\n\tconst value = compute(1);\n\treturn value;\n}\n\nfunction two() {\n\treturn 2;\n}\n";

	it("the file's text for the whole of oldText, and the first line that differs outside of it", () => {
		const refusal = refusalOf(file, [edit("function one() {\n\tconst value = compute(2);\n\treturn value;\n}\n")]);
		assert.deepEqual(shownBlocks(refusal), [
			{ startLine: 1, endLine: 4, text: "function one() {\n\tconst value = compute(1);\n\treturn value;\n}\n" },
		]);
		assert.match(
			refusal,
			/^differs: line 2 is "→const·value·=·compute\(1\);", oldText has "→const·value·=·compute\(2\);"$/m,
		);
	});

	it("LF line breaks for a file that has CRLF", () => {
		const refusal = refusalOf(file.replaceAll("\n", "\r\n"), [edit("\tconst value = compute(2);\n\treturn value;\n}")]);
		assert.equal(shownBlocks(refusal)[0]!.text, "\tconst value = compute(1);\n\treturn value;\n}");
	});

	it("each of several places with the shortest run of lines that makes it the only one", () => {
		const text = "a\nsame\nb\nsame\nb\nsame here\n";
		const blocks = shownBlocks(refusalOf(text, [edit("same")]));
		assert.deepEqual(
			blocks.map((block) => block.text),
			["a\nsame", "b\nsame\nb", "same here"],
		);
		for (const block of blocks) assert.equal(text.split(block.text).length, 2);
	});

	it("no text to copy for a line that others resemble as much", () => {
		const list = Array.from({ length: 9 }, (_none, index) => `export const limit${index} = ${index};`).join("\n");
		assert.deepEqual(shownBlocks(refusalOf(list, [edit("export const limitX = 11;")])), []);
	});

	it("no text to copy where the edit was made already", () => {
		const refusal = refusalOf("one();\n\tconst value = compute(1, second);\ntwo();\n", [
			edit("\tconst value = compute(1, first);", "\tconst value = compute(1, second);"),
		]);
		assert.match(refusal, /newText is in the file already, from line 2 on\./);
		assert.deepEqual(shownBlocks(refusal), []);
	});

	it("where newText already stands", () => {
		const refusal = refusalOf("a();\nnewCall(first, second);\n", [edit("oldStuff: [1, 2]", "newCall(first, second);")]);
		assert.match(refusal, /newText is in the file already, from line 2 on\./);
	});

	it("which earlier edit is the cause", () => {
		const refusal = refusalOf("one two three\n", [edit("two", "2"), edit("one two three", "1")]);
		assert.match(refusal, /^Could not find edits\[1\] in a\.ts\.\nedits\[0\] of this call changes that text first\./);
	});

	it("what a large replacement would take away", () => {
		const block = Array.from({ length: 10 }, (_none, index) => `function f${index}() {\n\treturn ${index};\n}`).join(
			"\n",
		);
		const refusal = refusalOf(`${block}\n`, [edit(block, "function f0() {}")]);
		assert.match(refusal, /would replace 30 lines \(lines 1-30\) by 1\./);
		assert.match(refusal, /Not in newText: 1 "function f0\(\) \{", 4 "function f1\(\) \{"/);
	});
});

describe("a place among several", () => {
	it("has no heading where its text can not be shown", () => {
		assert.equal(
			refusalOf("\x1bfoo bar\n\x1bfoo bar\n", [edit("foo bar")]),
			`Found 2 occurrences of the text in a.ts, at lines 1, 2.
Nothing was written. Send the edit again with more of the lines around the place you mean, in oldText and newText.`,
		);
	});

	it("has none either where only the text of another can be shown", () => {
		assert.equal(
			refusalOf("foo\nfoo\nfoo\n", [edit("foo\nfoo\n")]),
			`Found 2 occurrences of the text in a.ts, at lines 1-2, 2-3.
At lines 1-2:
--- copy from here (lines 1-3) ---
foo
foo
foo
--- to here ---
Nothing was written. Send the edit again with the block of the place you mean as oldText, and its added lines in newText too.`,
		);
	});
});

describe("the number of places", () => {
	it("is exact where places are exact or differ in line breaks only", () => {
		assert.match(refusalOf("foo bar\n".repeat(3000), [edit("foo bar")]), /^Found 3000 occurrences .* and 2995 more\./);
		assert.match(
			refusalOf("foo bar\r\n".repeat(3000), [edit("foo bar\n")]),
			/^Found 3000 occurrences .* and 2995 more\./,
		);
	});

	it("is said to be a least one where not every place was looked at", () => {
		const refusal = refusalOf("foo  bar\n".repeat(3000), [edit("foo bar")]);
		assert.match(
			refusal,
			/^Found \d+ occurrences of the text in a\.ts, at lines 1, 2, 3, 4, 5 and at least \d+ more\./,
		);
	});
});

describe("where newText would join two lines", () => {
	const joining: [file: string, oldText: string][] = [
		["foo bar baz\nnext\n", "foo  bar baz\n"],
		["prev\nfoo bar baz\nnext\n", "\nfoo  bar baz"],
		["prev\r\nfoo bar baz\r\nnext\r\n", "\nfoo  bar baz\n"],
	];
	for (const [file, oldText] of joining) {
		it(`the text to copy from ${JSON.stringify(file)} has no line break at either end`, () => {
			const [block] = shownBlocks(refusalOf(file, [edit(oldText)]));
			assert.equal(block?.text, "foo bar baz");
			const { content } = applyEdits(file, [edit("foo bar baz")], "a.ts");
			assert.equal(content, file.replace("foo bar baz", "wanted"));
		});
	}
});
