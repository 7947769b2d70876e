import assert from "node:assert/strict";
import { test } from "node:test";
import { generateDiffString, generateUnifiedPatch, initTheme, renderDiff } from "@earendil-works/pi-coding-agent";
import { applyPatch } from "diff";
import { changedRanges } from "../lib/diff/changed-ranges.ts";
import { diffRanges, type EditDiff } from "../lib/diff.ts";
import { appliedEdits, type WantedEdit } from "./support/applied-edits.ts";
import fc from "./support/fast-check.ts";

function diffOf(before: string, wanted: readonly WantedEdit[]): EditDiff & { after: string } {
	const { after, applied } = appliedEdits(before, wanted);
	const result = diffRanges(before, changedRanges(applied), "file.ts");
	assert.equal(applyPatch(before, result.patch, { autoConvertLineEndings: false }), after);
	assertTrueLineNumbers(result.diff, before, after);
	return { ...result, after };
}

/** Each line shown is that line of the old text, or of the new one if it was added. */
function assertTrueLineNumbers(diff: string, before: string, after: string): void {
	const lineBreak = before.includes("\n") || !before.includes("\r") ? /\r?\n/ : /\r|\n/;
	const [oldLines, newLines] = [before.split(lineBreak), after.split(lineBreak)];
	for (const line of diff === "" ? [] : diff.split("\n")) {
		const [, sign, number, text] = /^([-+ ]) *(\d+) (.*)$/s.exec(line) ?? [];
		if (sign === undefined) assert.match(line, /^ +\.\.\.$/);
		else assert.equal(text, (sign === "+" ? newLines : oldLines)[Number(number) - 1]?.replaceAll("\r", "␍"));
	}
}

function replacing(before: string, oldText: string, newText: string): WantedEdit[] {
	return [{ start: before.indexOf(oldText), length: oldText.length, replacement: newText }];
}

const numberedLines = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}`);
const tenLines = `${numberedLines(10).join("\n")}\n`;

const shown: { title: string; before: string; oldText: string; newText: string; diff: string[]; firstLine: number }[] =
	[
		{
			title: "a line in the middle has four lines of context",
			before: tenLines,
			oldText: "line 6",
			newText: "LINE 6",
			diff: ["    ...", "  2 line 2", "  3 line 3", "  4 line 4", "  5 line 5", "- 6 line 6", "+ 6 LINE 6"].concat([
				"  7 line 7",
				"  8 line 8",
				"  9 line 9",
				" 10 line 10",
			]),
			firstLine: 6,
		},
		{
			title: "an insertion at the start pushes the rest down",
			before: "a\nb\n",
			oldText: "a",
			newText: "0\na",
			diff: ["+1 0", " 1 a", " 2 b"],
			firstLine: 1,
		},
		{
			title: "a text that grows a line at its end",
			before: "a\nb",
			oldText: "b",
			newText: "b\n",
			diff: [" 1 a", "-2 b", "+2 b"],
			firstLine: 2,
		},
		{
			title: "CRLF lines are shown without their CR",
			before: "a\r\nb\r\n",
			oldText: "b",
			newText: "c",
			diff: [" 1 a", "-2 b", "+2 c"],
			firstLine: 2,
		},
		{
			title: "a lone CR beside line feeds is a character",
			before: "a\rb\nc\n",
			oldText: "c",
			newText: "d",
			diff: [" 1 a␍b", "-2 c", "+2 d"],
			firstLine: 2,
		},
		{
			title: "a lone CR is a line break where there is no line feed",
			before: "a\rb\rc",
			oldText: "b",
			newText: "B\rB",
			diff: [" 1 a", "-2 b", "+2 B", "+3 B", " 3 c"],
			firstLine: 2,
		},
		{
			title: "a text that becomes empty",
			before: "a\n",
			oldText: "a\n",
			newText: "",
			diff: ["-1 a"],
			firstLine: 1,
		},
	];

for (const { title, before, oldText, newText, diff, firstLine } of shown) {
	test(`${title}, in the diff`, () => {
		const result = diffOf(before, replacing(before, oldText, newText));
		assert.deepEqual(result.diff.split("\n"), diff);
		assert.equal(result.firstChangedLine, firstLine);
	});
}

test("edits that change nothing have an empty diff", () => {
	const { diff, firstChangedLine } = diffOf(tenLines, replacing(tenLines, "line 3", "line 3"));
	assert.deepEqual({ diff, firstChangedLine }, { diff: "", firstChangedLine: undefined });
});

const line = fc.constantFrom("one", "two", "three", "  four", "", "five six", "\u2028", "$&", "-", "\\ No newline");
const lineBreak = fc.constantFrom("\n", "\n", "\n", "\r\n");
const text = fc.array(fc.tuple(line, lineBreak), { maxLength: 60 }).map((lines) => lines.flat().join(""));
const wantedEdits = fc.array(fc.record({ start: fc.nat(), length: fc.nat(40), replacement: text }), { maxLength: 5 });

test("in a small text, diff and patch are those of pi", () => {
	fc.assert(
		fc.property(text, line, wantedEdits, (lines, lastLine, wanted) => {
			const before = lines + lastLine;
			const { diff, patch, firstChangedLine, after } = diffOf(before, wanted);
			const pi = generateDiffString(before, after);
			assert.equal(diff.replaceAll("␍", ""), pi.diff.replaceAll("\r", ""));
			assert.equal(firstChangedLine, pi.firstChangedLine);
			assert.equal(patch, generateUnifiedPatch("file.ts", before, after));
		}),
		{ numRuns: 2000 },
	);
});

test("in a long text of different lines, windows show what pi shows over the whole", () => {
	const before = `${numberedLines(1500).join("\n")}\n`;
	const edits = fc.array(fc.record({ start: fc.nat(), length: fc.nat(40), replacement: text }), { maxLength: 8 });
	fc.assert(
		fc.property(edits, (wanted) => {
			const { diff, firstChangedLine, after } = diffOf(before, wanted);
			const pi = generateDiffString(before, after);
			assert.equal(diff.replaceAll("␍", ""), pi.diff.replaceAll("\r", ""));
			assert.equal(firstChangedLine, pi.firstChangedLine);
		}),
		{ numRuns: 200 },
	);
});

test("texts of any line breaks have true line numbers and a patch that applies", () => {
	const piece = fc.constantFrom("a", "b", "\r", "\n", "\r\n", "\u2028", "\u0085", "é", "\ud83d\ude00");
	const anyText = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));
	const anyEdits = fc.array(fc.record({ start: fc.nat(), length: fc.nat(5), replacement: anyText }), { maxLength: 4 });
	fc.assert(
		fc.property(anyText, anyEdits, (before, wanted) => void diffOf(before, wanted)),
		{ numRuns: 3000 },
	);
});

test("pi's renderDiff colours every line that changed", () => {
	initTheme("dark");
	const before = "a\r\nb\r\nc\rd\r\ne\r\n";
	const { diff } = diffOf(before, replacing(before, "b\r\nc", "B\r\nC\r\nC"));
	const context = renderDiff(" 1 x").split(" ")[0]!;
	const changed = renderDiff(diff)
		.split("\n")
		.filter((shownLine) => /[-+]\d/.test(shownLine));
	assert.equal(changed.length, 5);
	for (const shownLine of changed) assert.ok(!shownLine.startsWith(context), shownLine);
});

test("a hundred edits all over a long text are shown where they are", () => {
	const lines = numberedLines(100_000);
	const before = `${lines.join("\n")}\n`;
	const wanted = Array.from({ length: 100 }, (_, index) => {
		const old = `\nline ${index * 1000 + 500}\n`;
		return { start: before.indexOf(old) + index, length: old.length, replacement: `${old.trimEnd()}!\n` };
	});
	const { applied, after } = appliedEdits(before, wanted);
	const { diff, patch, firstChangedLine } = diffRanges(before, changedRanges(applied), "file.ts");
	assert.equal(firstChangedLine, 500);
	assert.equal(diff.split("\n").length, 100 * 11 + 1);
	assert.equal(diff.match(/^\+ *(\d+) line \1!$/gm)?.length, 100);
	assert.equal(applyPatch(before, patch), after);
});

test("a rewrite beyond the bound keeps the lines that both texts hold", () => {
	const oldLines = numberedLines(20_000);
	const before = oldLines.join("\n");
	const after = oldLines.map((old, index) => (index % 4 === 3 ? old : `new ${index}`)).join("\n");
	const { diff } = diffOf(before, [{ start: 0, length: before.length, replacement: after }]);
	assert.equal(diff.split("\n").filter((shownLine) => shownLine.startsWith("-")).length, 15_000);
});

test("a rewrite whose lines are all alike is removed and added beyond the bound", () => {
	const before = Array.from({ length: 20_000 }, (_, index) => "abcdefg"[(index * index) % 7]).join("\n");
	const after = Array.from({ length: 20_000 }, (_, index) => "gfedcba"[(index * index * index) % 7]).join("\n");
	const { diff } = diffOf(before, [{ start: 0, length: before.length, replacement: after }]);
	assert.ok(diff.split("\n").length > 39_000);
});

test("many edits near each other stay apart beyond the bound", () => {
	const before = numberedLines(20_000).join("\n");
	const wanted: WantedEdit[] = [];
	for (let start = before.indexOf("line"); start !== -1; start = before.indexOf("line", start + 300)) {
		wanted.push({ start, length: 4, replacement: "LINE" });
	}
	const { diff } = diffOf(before, wanted);
	assert.equal(diff.split("\n").filter((shownLine) => shownLine.startsWith("+")).length, wanted.length);
});
