/**
 * A first line that lost its indentation, and what its words say about the further lines: below one that opens a block a
 * line at the file's depth may have lost some too, and one that is a step deeper may not.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { applyEdits } from "../../lib/apply-edits.ts";
import { EditError } from "../../lib/edit-error.ts";

const FILE = "top {\n    say “a” now\n}\n";
const SENT = 'say "a" now';

/** What becomes of `first`, sent without its indentation, and of a line below it with `indent`. */
function editedWith(first: string, indent: string): string {
	try {
		const edit = { oldText: SENT, newText: `${first}\n${indent}${SENT}` };
		return applyEdits(FILE, [edit], "a.txt").content;
	} catch (error) {
		return error instanceof EditError ? error.code : String(error);
	}
}

const OPENING = [
	..."if elif elsif else unless for foreach while until do begin try with case when switch def class module".split(" "),
	..."function func fn proc sub".split(" "),
	...[
		"if x",
		"- x",
		"* x",
		"+ x",
		"1. x",
		"123) x",
		"x {",
		"x(",
		"x[",
		"x:",
		"x =",
		"x \\",
		"x >",
		"x &",
		"x |",
		"x +",
	],
	...["x -", "f(a,", "{a: [b,", "key: value", "key:\tvalue"],
];

const OTHERS = [
	...[
		"x",
		"iffy",
		"xif x",
		"substr x",
		"end if",
		"1234. x",
		"1.x",
		"x1. x",
		"-x",
		"a - x",
		"f(a),",
		"f(a",
		"(a, b),",
		"a:b",
	],
	...["x, y", "a > b", "x)", "f(a) { b }"],
];

describe("a line that opens a block", () => {
	for (const first of OPENING) {
		test(first, () => {
			assert.equal(editedWith(first, "    "), "indentation");
			assert.equal(editedWith(first, "        "), `top {\n    ${first}\n        say “a” now\n}\n`);
		});
	}
});

describe("a line that opens none", () => {
	for (const first of OTHERS) {
		test(first, () => {
			assert.equal(editedWith(first, "    "), `top {\n    ${first}\n    say “a” now\n}\n`);
			assert.equal(editedWith(first, "        "), "indentation");
		});
	}
});
