import assert from "node:assert/strict";
import { test } from "node:test";
import { applyEdits, type EditOutcome, type EditRequest } from "../lib/apply-edits.ts";
import { EditError } from "../lib/edit-error.ts";
import { EditedText } from "../lib/edited-text.ts";
import fc from "./support/fast-check.ts";

/** Few characters, so that edits meet, double and take away each other's targets. */
const line = fc.string({ unit: fc.constantFrom("a", "b", "c", " ", "é"), minLength: 0, maxLength: 6 });
const lineBreak = fc.constantFrom("\n", "\n", "\r\n");
const text = fc
	.array(fc.tuple(line, lineBreak), { minLength: 3, maxLength: 14 })
	.map((lines) => lines.map(([content, ending], index) => `${content}${index}${ending}`).join(""));

interface Sequence {
	source: string;
	edits: EditRequest[];
}

/** Edits whose `oldText` was cut from the text, most of them findable when their turn comes. */
const sequence: fc.Arbitrary<Sequence> = text.chain((source) => {
	const cut = fc.tuple(fc.nat(source.length - 1), fc.integer({ min: 1, max: 8 }));
	const edit = fc.tuple(cut, fc.oneof(line, text)).map(([[start, length], newText]) => ({
		oldText: source.slice(start, start + length),
		newText,
	}));
	return fc.array(edit, { minLength: 2, maxLength: 6 }).map((edits) => ({ source, edits }));
});

/** One edit at a time, each on the text that the one before it gave. */
function oneByOne({ source, edits }: Sequence): { content: string; outcomes: EditOutcome[] } | undefined {
	let content = source;
	const outcomes: EditOutcome[] = [];
	for (const edit of edits) {
		const result = applyEdits(content, [edit], "a.txt");
		content = result.content;
		outcomes.push(...result.edits);
	}
	return { content, outcomes };
}

test("edits of one call end as the same edits in calls of their own", () => {
	fc.assert(
		fc.property(sequence, (one) => {
			let expected: ReturnType<typeof oneByOne>;
			let code: string | undefined;
			try {
				expected = oneByOne(one);
			} catch (error) {
				assert.ok(error instanceof EditError);
				code = error.code;
			}
			// A call is checked for these before its first edit, and for its sum after its last.
			fc.pre(code !== "no-changes" && code !== "no-op-edit");
			try {
				const result = applyEdits(one.source, one.edits, "a.txt");
				assert.deepEqual({ content: result.content, outcomes: result.edits }, expected);
			} catch (error) {
				assert.ok(error instanceof EditError);
				if (["duplicate-edit", "no-changes", "no-op-edit"].includes(error.code)) return;
				assert.equal(error.code, code);
			}
		}),
		{ numRuns: 20_000 },
	);
});

test("what counts as an occurrence may change with its line", () => {
	const edits = [
		{ oldText: "abcde\n", newText: "x" },
		{ oldText: "zzzzz", newText: "z" },
		{ oldText: " a", newText: "0\n1" },
	];
	// Inside its line's indentation " a" is no exact match for two lines; behind an "x" it is.
	assert.throws(() => applyEdits("abcde\n  a 2\n\n\nzzzzz\n\n a9\n", edits, "a.txt"), { code: "not-unique" });
});

test("an edit is found in the text as it was only where no change can have touched it", () => {
	const edited = new EditedText("one\ntwo\nthree\nfour\nfive\n");
	assert.equal(edited.findApart("five", "5"), undefined, "nothing has changed yet");
	edited.replace({ start: 4, end: 7 }, "2\n2");
	assert.deepEqual(edited.findApart("five", "5"), { start: 19, end: 23 });
	assert.deepEqual(edited.shiftAt(19), { length: 0, lines: 1 });
	assert.deepEqual(edited.findApart("three", "3"), { start: 8, end: 13 }, "on the next line");
	assert.equal(edited.findApart("2", "3"), undefined, "brought in by the change");
	edited.replace({ start: 8, end: 14 }, "3\n");
	assert.deepEqual(edited.findApart("four\n", "4\n"), { start: 14, end: 19 }, "between a change and the next line");
	edited.replace({ start: 19, end: 24 }, "");
	assert.equal(edited.findApart("four\n", "4\n"), undefined, "before a line that is gone");
	assert.equal(edited.joined(), "one\n2\n2\n3\nfour\n");
});

test("edits of neighbouring lines are found in the text as it was, unless a line break between them changed", () => {
	const edited = new EditedText("one\r\ntwo\r\nthree\r\nfour\r\n");
	edited.replace({ start: 5, end: 10 }, "2\r\n");
	assert.deepEqual(edited.findApart("three\r\n", "3\r\n"), { start: 10, end: 17 });
	edited.replace({ start: 10, end: 17 }, "3\n");
	assert.equal(edited.findApart("four", "4\n"), undefined);
});

test("an occurrence that neighbouring changes make together is seen", () => {
	const edited = new EditedText("one\ntwo\nthree\nfour\nfive\n2\n3\n");
	edited.replace({ start: 4, end: 8 }, "2\n");
	edited.replace({ start: 8, end: 14 }, "3\n");
	assert.equal(edited.findApart("2\n3\n", "x\n"), undefined);
	assert.deepEqual(edited.findApart("five\n2\n3\n", "x\n"), { start: 19, end: 28 });
});

test("an outcome's lines stay uncounted when its edit is applied", () => {
	const edited = new EditedText("one\ntwo\n");
	const outcome = {
		start: 4,
		end: 7,
		get startLine(): number {
			throw new Error("the lines were counted");
		},
	};
	edited.replace(outcome, "2");
	assert.equal(edited.joined(), "one\n2\n");
});
