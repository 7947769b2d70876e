import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type ApplyOptions, applyEdits } from "../lib/apply-edits.ts";
import { EditError, type EditErrorCode } from "../lib/edit-error.ts";
import { guardReason } from "../lib/guards.ts";

interface GuardCase {
	title: string;
	file: string;
	oldText: string;
	newText: string;
	where?: string;
	options?: ApplyOptions;
	/** The refusal, or `applied`. */
	expect: EditErrorCode | "applied";
}

function outcome({ file, oldText, newText, where = "a.txt", options = {} }: GuardCase): EditErrorCode | "applied" {
	try {
		const { content } = applyEdits(file, [{ oldText, newText }], where, options);
		assert.equal(
			content,
			file.replace(oldText, () => newText),
		);
		return "applied";
	} catch (error) {
		assert.ok(error instanceof EditError);
		return error.code;
	}
}

function check(title: string, cases: GuardCase[]): void {
	describe(title, () => {
		for (const one of cases) test(one.title, () => assert.equal(outcome(one), one.expect));
	});
}

const numbered = (count: number, word = "line") =>
	Array.from({ length: count }, (_, index) => `${word} ${index}`).join("\n");

check("over-scope", [
	{
		title: "20 lines replaced by 10 pass",
		file: `${numbered(20)}\nend\n`,
		oldText: numbered(20),
		newText: numbered(10, "new"),
		expect: "applied",
	},
	{
		title: "20 lines replaced by 9 are refused",
		file: `${numbered(20)}\nend\n`,
		oldText: numbered(20),
		newText: numbered(9, "new"),
		expect: "over-scope",
	},
	{
		title: "a final line break starts no further line",
		file: `${numbered(19)}\nend\n`,
		oldText: `${numbered(19)}\n`,
		newText: "new\n",
		expect: "applied",
	},
	{
		title: "a plain deletion passes",
		file: `${numbered(30)}\nend\n`,
		oldText: `${numbered(30)}\n`,
		newText: " \n",
		expect: "applied",
	},
	{
		title: "a limit of 0 switches the guard off",
		file: numbered(30),
		oldText: numbered(30),
		newText: "x",
		options: { overScopeLines: 0 },
		expect: "applied",
	},
	{
		title: "both limits can be set",
		file: numbered(4),
		oldText: numbered(4),
		newText: numbered(3, "new"),
		options: { overScopeLines: 4, overScopeRatio: 0.8 },
		expect: "over-scope",
	},
]);

check("elided-new-text", [
	{
		title: "a comment that says the rest is unchanged is refused",
		file: "f() {\n  a();\n  b();\n}\n",
		oldText: "  a();\n  b();",
		newText: "  // ... existing code ...\n  c();",
		expect: "elided-new-text",
	},
	{
		title: "so is one without an ellipsis",
		file: "a\nb\n",
		oldText: "a\nb",
		newText: "x\n# rest of the function remains the same",
		expect: "elided-new-text",
	},
	{
		title: "and a bare ellipsis comment where a line goes",
		file: "a()\nb()\n",
		oldText: "a()\nb()",
		newText: "// ...\nb2()",
		expect: "elided-new-text",
	},
	{
		title: "a bare ellipsis comment in new sample code passes",
		file: "start\n",
		oldText: "start",
		newText: "start\n// ...\nstop",
		expect: "applied",
	},
	{
		title: "a file that has the placeholder keeps it",
		file: "<!-- ... existing code ... -->\n<p>a</p>\n",
		oldText: "<!-- ... existing code ... -->\n<p>a</p>",
		newText: "<!-- ... existing code ... -->\n<p>b</p>",
		expect: "applied",
	},
	{
		title: "a spread, a range and an Ellipsis pass",
		file: "x\n",
		oldText: "x",
		newText: "f(...rest);\nfor i in 0...n\nclass A: ...\n// keep the rest of the cake\nexisting = 1",
		expect: "applied",
	},
]);

check("line-numbers", [
	{
		title: "prefixes that a reader put before the lines of newText are refused",
		file: "a\nalpha\nbeta\n",
		oldText: "alpha\nbeta",
		newText: "2\talpha\n3\tBETA",
		expect: "line-numbers",
	},
	{
		title: "arrows too",
		file: "a\nalpha\n",
		oldText: "alpha",
		newText: "     2→ALPHA",
		expect: "line-numbers",
	},
	{
		title: "in an oldText that is nowhere they are named",
		file: "aa\nbb\ncc\n",
		oldText: "     2\tbb",
		newText: "BB",
		expect: "line-numbers",
	},
	{
		title: "a numbered list passes",
		file: "alpha\nbeta\n",
		oldText: "alpha\nbeta",
		newText: "1. alpha\n2. beta",
		expect: "applied",
	},
	{
		title: "a table of numbers passes",
		file: "id\tsize\n7\t1\n8\t2\n",
		oldText: "7\t1\n8\t2",
		newText: "7\t1\n8\t2\n9\t3",
		expect: "applied",
	},
	{
		title: "numbers that are content pass",
		file: "1: first\n2: second\n",
		oldText: "2: second",
		newText: "2: SECOND",
		expect: "applied",
	},
]);

check("indentation", [
	{
		title: "further lines that may all have lost their indentation are refused where indentation is code",
		file: "def f():\n    a()\n",
		oldText: "a()",
		newText: "a()\nb()",
		where: "x.py",
		expect: "indentation",
	},
	{
		title: "further lines at an indent that oldText's own further lines show pass",
		file: "if x:\n    a()\nb()\n",
		oldText: "a()\nb()",
		newText: "a()\nc()\nb()",
		where: "x.py",
		expect: "applied",
	},
	{
		title: "the same in another language passes",
		file: "f() {\n    a()\n",
		oldText: "a()",
		newText: "a()\nb()",
		where: "x.js",
		expect: "applied",
	},
	{
		title: "lines with their indentation pass",
		file: "def f():\n    a()\n",
		oldText: "a()",
		newText: "a()\n    b()",
		where: "x.py",
		expect: "applied",
	},
	{
		title: "an oldText from the start of its line is taken at its word",
		file: "def f():\n    a()\n",
		oldText: "    a()",
		newText: "    a()\nb()",
		where: "x.py",
		expect: "applied",
	},
	{
		title: "an oldText in mid-line passes",
		file: "x = a()\n",
		oldText: "a()",
		newText: "a()\nb()",
		where: "x.py",
		expect: "applied",
	},
	{
		title: "a line that brings its indentation once more is refused",
		file: "def f():\n    a()\n",
		oldText: "a()",
		newText: "    b()",
		where: "x.py",
		expect: "indentation",
	},
	{
		title: "one that is only one blank deeper passes",
		file: "def f():\n    a()\n",
		oldText: "a()",
		newText: " b()",
		where: "x.py",
		expect: "applied",
	},
	{
		title: "a line deleted without its indentation, which would move the next one, is refused",
		file: "def f():\n    a()\n    b()\n",
		oldText: "a()\n",
		newText: "",
		where: "x.py",
		expect: "indentation",
	},
	{
		title: "one deleted with a part of its indentation, too",
		file: "def f():\n    a()\n    b()\n",
		oldText: "  a()\n",
		newText: "",
		where: "x.py",
		expect: "indentation",
	},
	{
		title: "one before a blank line may be deleted so",
		file: "def f():\n    a()\n\n    b()\n",
		oldText: "a()\n",
		newText: "",
		where: "x.py",
		expect: "applied",
	},
	{
		title: "one without its line break may be deleted so",
		file: "def f():\n    a()\n    b()\n",
		oldText: "a()",
		newText: "",
		where: "x.py",
		expect: "applied",
	},
	{
		title: "a line deleted from its start on may go",
		file: "def f():\n    a()\n    b()\n",
		oldText: "    a()\n",
		newText: "",
		where: "x.py",
		expect: "applied",
	},
	{
		title: "a Makefile recipe that lost its tab is refused",
		file: "all:\n\tcc a.c\n",
		oldText: "cc a.c",
		newText: "cc a.c\ncc b.c",
		where: "sub/Makefile",
		expect: "indentation",
	},
]);

check("ill-formed-text", [
	{
		title: "a lone surrogate is refused",
		file: "m = 'x'\n",
		oldText: "'x'",
		newText: "'x\ud83d'",
		expect: "ill-formed-text",
	},
	{ title: "a pair passes", file: "m = 'x'\n", oldText: "'x'", newText: "'🚀'", expect: "applied" },
]);

test("a file with CRLF is guarded like its twin with LF", () => {
	const edit = { oldText: "a()\nz()", newText: "a()\nz()\n  b()" };
	for (const file of ["def f():\n    a()\nz()\n", "def f():\r\n    a()\r\nz()\r\n"]) {
		assert.throws(() => applyEdits(file, [edit], "x.py"), { code: "indentation" });
	}
});

test("a span far larger than oldText is disproportionate", () => {
	const text = `first();${"\n".repeat(40)}second();\n`;
	const edit = {
		where: "a.js",
		text,
		span: { start: 0, end: text.length },
		drift: ["blank-lines" as const],
		oldText: "first();\nsecond();\n",
		newText: "first();\nthird();\n",
		place: () => ({ startLine: 1, endLine: 41, drift: [] }),
		overScopeLines: 0,
		overScopeRatio: 0.5,
	};
	assert.equal(guardReason(edit)?.code, "disproportionate");
	assert.equal(guardReason({ ...edit, drift: [] }), undefined);
});
