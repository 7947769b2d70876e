import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { applyEdits, type EditRequest } from "../lib/apply-edits.ts";
import { EditError, type RefusalFacts } from "../lib/edit-error.ts";

function edit(oldText: string, newText: string): EditRequest {
	return { oldText, newText };
}

function refusal(file: string, edits: EditRequest[]): RefusalFacts {
	try {
		applyEdits(file, edits, "a.txt");
	} catch (error) {
		assert.ok(error instanceof EditError);
		assert.equal(error.code, error.facts.code);
		return error.facts;
	}
	throw new assert.AssertionError({ message: "the call was not refused" });
}

describe("what lands", () => {
	const cases: { title: string; file: string; edits: EditRequest[]; expect: string }[] = [
		{ title: "one exact edit", file: "one\ntwo\n", edits: [edit("two", "2")], expect: "one\n2\n" },
		{
			title: "edits in any order of place",
			file: "first\nmid\nlast\n",
			edits: [edit("last", "LAST"), edit("first", "FIRST")],
			expect: "FIRST\nmid\nLAST\n",
		},
		{
			title: "an edit of what an earlier one wrote",
			file: "a\n",
			edits: [edit("a", "b b2"), edit("b2", "c")],
			expect: "b c\n",
		},
		{
			title: "a byte order mark copied into both texts is no text",
			file: "hello\n",
			edits: [edit("\ufeffhello\n", "\ufeffhallo\nmore\n")],
			expect: "hallo\nmore\n",
		},
		{
			title: "replacement patterns are text like any other",
			file: "x\n",
			edits: [edit("x", "$& $` $' $1 $$")],
			expect: "$& $` $' $1 $$\n",
		},
	];
	for (const { title, file, edits, expect } of cases) {
		test(title, () => assert.equal(applyEdits(file, edits, "a.txt").content, expect));
	}
});

describe("what is refused", () => {
	const cases: { title: string; file: string; edits: EditRequest[]; code: string }[] = [
		{ title: "no edits", file: "a", edits: [], code: "no-edits" },
		{ title: "edits that are no list", file: "a", edits: null as unknown as EditRequest[], code: "no-edits" },
		{ title: "an edit that is nothing", file: "a", edits: [null as unknown as EditRequest], code: "invalid-edit" },
		{ title: "an empty oldText", file: "a", edits: [edit("", "x")], code: "empty-old-text" },
		{ title: "an edit that changes nothing", file: "a", edits: [edit("a", "a")], code: "no-op-edit" },
		{ title: "the same edit twice", file: "a", edits: [edit("a", "b"), edit("a", "b")], code: "duplicate-edit" },
		{ title: "edits that undo each other", file: "a", edits: [edit("a", "b"), edit("b", "a")], code: "no-changes" },
		{
			title: "edits apart from each other that take a line away and bring it back",
			file: "first\nab\nab\nab\nab\nlast",
			edits: [edit("first\nab\n", "first\n"), edit("\nlast", "\nab\nlast")],
			code: "no-changes",
		},
		{ title: "overlapping occurrences", file: "banana\n", edits: [edit("ana", "x")], code: "not-unique" },
		{ title: "overlapping lines", file: "foo\nfoo\nfoo\n", edits: [edit("foo\nfoo\n", "x\n")], code: "not-unique" },
		{
			title: "a field that is no text",
			file: "a",
			edits: [{ oldText: "a" } as unknown as EditRequest],
			code: "invalid-edit",
		},
	];
	for (const { title, file, edits, code } of cases) test(title, () => assert.equal(refusal(file, edits).code, code));
});

describe("the sequence", () => {
	test("an edit whose target an earlier one took says which", () => {
		const facts = refusal("one two\n", [edit("one", "1"), edit("one two", "uno two")]);
		assert.equal(facts.code, "not-found");
		assert.deepEqual("earlier" in facts && facts.earlier, { editIndex: 0, effect: "changed" });
	});
	test("an edit whose target an earlier one doubled says which", () => {
		const facts = refusal("v = a\nw = b\n", [edit("v = a", "v = b"), edit("b", "c")]);
		assert.equal(facts.code, "not-unique");
		assert.deepEqual("earlier" in facts && facts.earlier, { editIndex: 0, effect: "duplicated" });
	});
	test("an edit that was never there blames nobody", () => {
		const facts = refusal("one two\n", [edit("one", "1"), edit("three", "3")]);
		assert.equal("earlier" in facts, false);
	});
});

test("line numbers are those of the text that the edit was applied to", () => {
	const { edits } = applyEdits("a\nb\nc\n", [edit("a", "a1\na2"), edit("c\n", "C\n")], "a.txt");
	assert.deepEqual(
		edits.map(({ startLine, endLine }) => [startLine, endLine]),
		[
			[1, 1],
			[4, 4],
		],
	);
});
