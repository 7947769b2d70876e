/** The search against the oracle: the same hand-written tables run over both, then small random cases compare them. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { DriftKind } from "../../lib/match/drift-kinds.ts";
import { findSpan } from "../../lib/match/find-span.ts";
import { matchCase, matchDifference } from "../fuzz/match-cases.ts";
import { oracleFindSpan } from "../support/oracle.ts";

/** In `file` the brackets mark the span that is right; without them the edit is refused as `expected` says. */
interface Row {
	title: string;
	file: string;
	oldText: string;
	newText?: string;
	expected: DriftKind[] | "not-found" | "not-unique" | "ambiguous" | "gated";
}

const EXACT: Row[] = [
	{ title: "one occurrence is the span", file: "a = 1\n⟦b = 2⟧\n", oldText: "b = 2", expected: [] },
	{ title: "short text is not gated while exact", file: "a⟦b⟧c", oldText: "b", expected: [] },
	{ title: "occurrences that overlap are two", file: "banana", oldText: "ana", expected: "not-unique" },
	{ title: "an occurrence inside a character is none", file: "cafe\u0301 ⟦cafe⟧", oldText: "cafe", expected: [] },
	{
		title: "an occurrence that cuts a syllable is none",
		file: "\u1100\u1161x",
		oldText: "\u1161x",
		expected: "not-found",
	},
	{ title: "a CRLF is taken whole", file: "one⟦\r\ntwo two⟧", oldText: "\ntwo two", expected: ["line-endings"] },
	{
		title: "an occurrence in the indentation is exact while one line comes",
		file: "if x:\n  ⟦  run(one)⟧\n",
		oldText: "  run(one)",
		newText: "  run(two)",
		expected: [],
	},
	{
		title: "an occurrence in the indentation needs line-trimmed when more lines come",
		file: "if x:\n⟦    run(one)⟧\n",
		oldText: "  run(one)",
		newText: "  run(one)\n  run(two)",
		expected: ["line-trimmed"],
	},
	{
		title: "a whole line beats an occurrence in the indentation when more lines come",
		file: "if x:\n    run(one)\n⟦  run(one)⟧\n",
		oldText: "  run(one)",
		newText: "  run(one)\n  run(two)",
		expected: [],
	},
];

const ONE_KIND: Row[] = [
	{ title: "LF finds CRLF", file: "⟦one\r\ntwo⟧\r\n", oldText: "one\ntwo", expected: ["line-endings"] },
	{ title: "CRLF finds LF", file: "⟦one\ntwo⟧\n", oldText: "one\r\ntwo", expected: ["line-endings"] },
	{
		title: "LF finds a lone CR in a file that has no LF",
		file: "⟦one\rtwo⟧\r",
		oldText: "one\ntwo",
		expected: ["line-endings"],
	},
	{
		title: "a lone CR beside an LF is no break",
		file: "one one\rtwo\nx",
		oldText: "one one\ntwo",
		expected: "not-found",
	},
	{ title: "a match by line endings is not gated", file: "⟦a\r\n⟧b", oldText: "a\n", expected: ["line-endings"] },
	{
		title: "the last break may be missing",
		file: "one\n⟦last one⟧",
		oldText: "last one\n",
		expected: ["line-endings"],
	},
	{ title: "a break in the middle may not", file: "one\nlast one x", oldText: "last one\n", expected: "not-found" },
	{ title: "two places by line endings", file: "ab\r\nab\r\n", oldText: "ab\n", expected: "not-unique" },
	{
		title: "blanks that end a line",
		file: "⟦one one \t\ntwo⟧\n",
		oldText: "one one\ntwo",
		expected: ["trailing-whitespace"],
	},
	{
		title: "blanks after the last line are taken in",
		file: "⟦one one  \ntwo  ⟧\nthree",
		oldText: "one one\ntwo",
		expected: ["trailing-whitespace"],
	},
	{
		title: "blanks that only oldText has at its end",
		file: "say ⟦hello⟧.",
		oldText: "hello ",
		expected: ["trailing-whitespace"],
	},
	{
		title: "special spaces end a line",
		file: "⟦one one\u3000\ntwo⟧",
		oldText: "one one\ntwo",
		expected: ["trailing-whitespace"],
	},
	{ title: "curly quotes", file: "x = ⟦\u201cabc\u201d⟧;", oldText: '"abc"', expected: ["unicode"] },
	{ title: "dashes and a minus", file: "⟦pages 1\u20132\u22123⟧", oldText: "pages 1-2-3", expected: ["unicode"] },
	{ title: "a special space for a space", file: "⟦five\u00a0cars⟧", oldText: "five cars", expected: ["unicode"] },
	{ title: "a decomposed letter", file: "⟦the cafe\u0301⟧", oldText: "the caf\u00e9", expected: ["unicode"] },
	{ title: "a ligature, whole", file: "⟦the \ufb01nal⟧", oldText: "the final", expected: ["unicode"] },
	{ title: "a ligature is not cut", file: "the \ufb01nal", oldText: "the f", expected: "not-found" },
	{ title: "half of a ligature is not found", file: "on the of\ufb01ce", oldText: "on the off", expected: "not-found" },
	{ title: "characters nobody sees", file: "⟦zero\u200bwidth⟧", oldText: "zerowidth", expected: ["unicode"] },
	{ title: "an acute accent is no blank", file: "abcd\u00b4\nefg", oldText: "abcd\nefg", expected: "not-found" },
	{ title: "indentation", file: "⟦\tone one\n\ttwo⟧", oldText: "one one\ntwo", expected: ["line-trimmed"] },
	{
		title: "indentation is taken in from the line's start",
		file: "x\n⟦    one one⟧\n",
		oldText: "\tone one",
		expected: ["line-trimmed"],
	},
	{
		title: "indentation starts at a line's start",
		file: "x one one\n    two",
		oldText: "one one\ntwo",
		expected: "not-found",
	},
	{ title: "inner blanks", file: "x ⟦a  =\t12345⟧;", oldText: "a = 12345", expected: ["whitespace"] },
	{ title: "no inner blank is not one blank", file: "x abc=12345;", oldText: "abc = 12345", expected: "not-found" },
	{ title: "a line break is no inner blank", file: "abc\ndef", oldText: "abc def", expected: "not-found" },
	{ title: "blank lines between", file: "⟦abc\n\ndef⟧\n", oldText: "abc\ndef", expected: ["blank-lines"] },
	{
		title: "blank lines that only oldText has",
		file: "⟦abc\ndef⟧\n",
		oldText: "abc\n\n\ndef",
		expected: ["blank-lines"],
	},
	{ title: "a blank line around", file: "xyz\n⟦abcdef⟧\nxyz\n", oldText: "\n\nabcdef", expected: ["blank-lines"] },
	{ title: "blank lines take whole lines", file: "xabc\n\ndef\n", oldText: "abc\ndef", expected: "not-found" },
	{ title: "a double escape", file: '⟦say("hi")⟧;', oldText: 'say(\\"hi\\")', expected: ["escape"] },
	{ title: "an escaped line break", file: "⟦abc\ndef⟧;", oldText: "abc\\ndef", expected: ["escape"] },
	{ title: "an entity", file: "⟦abc && def⟧;", oldText: "abc &amp;&amp; def", expected: ["escape"] },
];

const SEVERAL: Row[] = [
	{
		title: "kinds add up, in the table's order",
		file: "x\r\n⟦\tone\u00a0one \r\n\ttwo⟧\r\n",
		oldText: "one one\ntwo",
		expected: ["line-endings", "trailing-whitespace", "unicode", "line-trimmed"],
	},
	{
		title: "escape comes last and starts the search over",
		file: "⟦\tabc\n\tdef⟧",
		oldText: "abc\\ndef",
		expected: ["line-trimmed", "escape"],
	},
	{
		title: "escape is not tried beside another candidate",
		file: '⟦a  \\"bcdef\\"⟧\n\ta "bcdef"',
		oldText: 'a \\"bcdef\\"',
		expected: ["whitespace"],
	},
	{
		title: "places that drifted in different ways are an ambiguity",
		file: "one two  three\none\u00a0two three",
		oldText: "one two three",
		expected: "ambiguous",
	},
	{
		title: "places that drifted alike are an ambiguity",
		file: "one two  three\none  two three",
		oldText: "one two three",
		expected: "ambiguous",
	},
	{
		title: "a place whose drift is a proper subset wins",
		file: '\u201cone\u201d two\t\tthree\n⟦"one" two\t\tthree⟧\n',
		oldText: '"one" two three',
		expected: ["whitespace"],
	},
	{
		title: "fewer kinds are not enough: it must be a subset",
		file: "one\u00a0two three\n\tone  two  three\n",
		oldText: "\t\tone two three",
		expected: "ambiguous",
	},
	{ title: "too short for drift", file: "a  b", oldText: "a b", expected: "gated" },
	{ title: "no drift in a binary file", file: "\0one  two", oldText: "one two", expected: "gated" },
	{ title: "exact in a binary file", file: "\0⟦one two⟧", oldText: "one two", expected: [] },
];

for (const [name, rows] of Object.entries({ EXACT, ONE_KIND, SEVERAL })) {
	describe(`hand-written places: ${name.toLowerCase().replace("_", " ")}`, () => {
		for (const row of rows) {
			const file = row.file.replace(/[⟦⟧]/g, "");
			const span = { start: row.file.indexOf("⟦"), end: row.file.indexOf("⟧") - 1 };
			const newText = row.newText ?? "new";
			test(`oracle: ${row.title}`, () => {
				const found = oracleFindSpan(file, row.oldText, newText);
				if (found.kind !== "found") return assert.equal(found.kind, row.expected);
				assert.deepEqual(found.candidate.drift, row.expected);
				assert.ok(found.candidate.spans.some(({ start, end }) => start === span.start && end === span.end));
			});
			test(`search: ${row.title}`, () => {
				const found = findSpan(file, row.oldText, newText);
				if (found.kind !== "found") return assert.equal(found.kind, row.expected);
				assert.deepEqual(found.candidate, { drift: row.expected, span });
			});
		}
	});
}

/** Cases in one run of the suite, some seconds; `npm run fuzz:match` runs for minutes. */
const CASES = 5_000;

test("the search agrees with the oracle on small random cases", () => {
	fc.assert(
		fc.property(matchCase, (one) => assert.equal(matchDifference(one), undefined)),
		{ numRuns: CASES },
	);
});
