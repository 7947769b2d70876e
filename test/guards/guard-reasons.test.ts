/** Each guard at its limits, asked directly: what no edit can bring about today, and what would take a long text to. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { countLines, type GuardedEdit, guardReason } from "../../lib/guards.ts";

/** An edit of `span`, which stands in `before` + span + `after`. */
function reasonFor(edit: Partial<GuardedEdit> & { before?: string; spanText: string; after?: string }) {
	const { before = "", spanText, after = "" } = edit;
	return guardReason({
		where: "a.txt",
		text: before + spanText + after,
		span: { start: before.length, end: before.length + spanText.length },
		drift: [],
		oldText: spanText,
		newText: "x",
		place: (from) => ({ startLine: before.split("\n").length, endLine: from === "line-start" ? -1 : 0, drift: [] }),
		overScopeLines: 20,
		overScopeRatio: 0.5,
		...edit,
	});
}

const codeFor = (edit: Parameters<typeof reasonFor>[0]) => reasonFor(edit)?.code;

describe("lines are counted", () => {
	const counts: [text: string, lines: number][] = [
		["", 0],
		["a", 1],
		["\u000e", 1],
		[" \t\v\f\r\n \n", 0],
		["\r", 0],
		["\na", 2],
		["a\n\nb", 3],
		["a\nb\n", 2],
		["a\rb\rc\r", 3],
		["a\rb\nc", 2],
	];
	for (const [text, lines] of counts) test(JSON.stringify(text), () => assert.equal(countLines(text), lines));
});

describe("a deletion is plain where nothing drifted but line endings", () => {
	const spanText = "a\n".repeat(20);
	test("exact", () => assert.equal(codeFor({ spanText, newText: "" }), undefined));
	test("line endings", () => assert.equal(codeFor({ spanText, newText: "\r\n", drift: ["line-endings"] }), undefined));
	test("another kind", () => assert.equal(codeFor({ spanText, newText: "", drift: ["unicode"] }), "over-scope"));
	test("another kind of a single line, where single lines are guarded", () =>
		assert.equal(codeFor({ spanText: "a", newText: "", drift: ["unicode"], overScopeLines: 1 }), "over-scope"));
});

describe("disproportionate is what has more than four times the lines or characters of oldText", () => {
	const cases: [title: string, oldText: string, spanText: string, code: string | undefined][] = [
		["eight lines for two", "aaaa\nbbbb", "a\n\n\n\n\n\n\nb", undefined],
		["nine lines for two", "aaaa\nbbbb", "a\n\n\n\n\n\n\n\nb", "disproportionate"],
		["four lines for none", " ", "\n\n\nb", "disproportionate"],
		["five lines for one", "aaaa", "a\n\n\n\nb", "disproportionate"],
		["four lines for one", "aaaa", "a\n\n\nb", undefined],
		["eight characters for two", "a b", "abcdefgh", undefined],
		["nine characters for two", "a b", "abcdefghi", "disproportionate"],
		["blanks and line breaks aside", "a b", " a b\r\n\tc\u00a0d\r\nefgh ", undefined],
		["and aside in oldText", "\ta \r\n b", "abcdefghi", "disproportionate"],
		["others next to them count", "a b", "abcdef\u000e\t\u0008g", "disproportionate"],
	];
	for (const [title, oldText, spanText, code] of cases) {
		const around = { before: "other\n".repeat(20), after: "\nother".repeat(20) };
		test(title, () => assert.equal(codeFor({ ...around, oldText, spanText, drift: ["unicode"] }), code));
	}
	test("never where the match is exact", () =>
		assert.equal(codeFor({ oldText: "a", spanText: "abcdefghi" }), undefined));
	test("a blank oldText counts as one line", () => {
		const edit = { oldText: " ", spanText: "\u2028", drift: ["unicode" as const] };
		assert.equal(codeFor(edit), "disproportionate");
	});
});

test("a placeholder that the file has elsewhere is brought in all the same", () => {
	const edit = { before: "// ... existing code ...\n", spanText: "a();", newText: "// ... existing code ...\nb();" };
	assert.equal(codeFor({ ...edit, where: "a.ts" }), "elided-new-text");
});

test("numbers are compared with the lines of the span, wherever it stands", () => {
	const edit = { before: "1\n2\n3\n", spanText: "alpha\nbeta\ngamma" };
	assert.equal(codeFor({ ...edit, newText: "4\talpha\nnew\ngamma" }), "line-numbers");
	assert.equal(codeFor({ ...edit, newText: "1\talpha\nnew\ngamma" }), undefined);
});

describe("lost indentation", () => {
	const lost = { before: "if x:\n    ", spanText: "a()", newText: "a()\nb()" };
	const indentationFiles =
		"a.py a.pyi a.pyx a.yaml a.yml a.mk a.mak a.coffee a.nim a.haml a.pug a.slim a.sass a.styl a.hs a.elm a.fs a.fsx a.gd a.rst " +
		"Makefile GNUmakefile SConstruct Snakefile BAZEL BUILD WORKSPACE a/b/Makefile C:\\sub/make\\Makefile /a/b\\c/A.PY";
	for (const where of indentationFiles.split(" ")) {
		test(`in ${where}`, () => assert.equal(codeFor({ ...lost, where }), "indentation"));
	}
	for (const where of ["a.ts", "rebuild", "Makefile/a.ts", "a.py/b.ts", "a.py\\b.ts", "build.ts", "makefile.txt"]) {
		test(`not in ${where}`, () => assert.equal(codeFor({ ...lost, where }), undefined));
	}

	const cases: [title: string, edit: Partial<GuardedEdit> & { before?: string; spanText?: string }, isLost: boolean][] =
		[
			["the place is that of the whole line", {}, true],
			["a drifted match has its own rule", { drift: ["unicode"] }, false],
			["line endings are no such drift", { drift: ["line-endings"] }, true],
			["from the start of the file", { before: "    " }, true],
			["from the start of a line", { before: "if x:\n" }, false],
			["from the start of the line after a blank one", { before: "if x:\n    \n" }, false],
			["from the middle of the indentation", { before: "if x:\n  ", spanText: "  a()" }, false],
			["one character before its line break", { spanText: "a\n", newText: "b\nc\n" }, true],
			["further lines are blank", { newText: "a()\n\n  \t\n" }, false],
			["a further line keeps its indentation behind a blank one", { newText: "a()\n\n    b()" }, false],
			["one column short", { newText: "a()\n   b()" }, true],
			["left of the first line as it was sent", { newText: "  a()\n b()" }, false],
			["as far left as the first line was sent", { newText: "  a()\n  b()" }, true],
			["an indent that oldText shows", { oldText: "a()\nz()", newText: "a()\nb()" }, false],
			["an indent that only a blank line of oldText shows", { oldText: "a()\n\n    z()", newText: "a()\nb()" }, true],
			["lines that end with CRLF", { oldText: "a()\r\n\r\n    z()", newText: "a()\r\nb()\r\n" }, true],
		];
	for (const [title, edit, isLost] of cases) {
		test(title, () => {
			const reason = reasonFor({ ...lost, where: "a.py", ...edit });
			const place = { startLine: (edit.before ?? lost.before).split("\n").length, endLine: -1, drift: [] };
			assert.deepEqual(reason, isLost ? { code: "indentation", place, reason: "lost" } : undefined);
		});
	}
});

describe("half of a surrogate pair is named by its offset", () => {
	const cases: [newText: string, offset: number | undefined][] = [
		["\ud800", 0],
		["\udfff", 0],
		["a\ud83d\ude00\udc00", 3],
		["\ud7ff\ud800", 1],
		["\ue000\udbff", 1],
		["\uffff\ud800", 1],
		["\udc00\ud800", 0],
		["\ud7ff\ue000\uffff\ud83d\ude00", undefined],
	];
	for (const [newText, offset] of cases) {
		test(JSON.stringify(newText), () => {
			const reason = reasonFor({ spanText: "a", newText });
			assert.deepEqual(reason, offset === undefined ? undefined : { code: "ill-formed-text", offset });
		});
	}
});
