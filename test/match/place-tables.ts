/**
 * Texts and the one place that is right in them: exact matches, several kinds of drift, and what must be refused. The
 * tables of the kinds stand in `drift-tables.ts`.
 */
import type { DriftKind } from "../../lib/match/drift-kinds.ts";

/** In `file` the brackets mark the span that is right; without them the edit is refused as `expected` says. */
export interface PlaceRow {
	title: string;
	file: string;
	oldText: string;
	newText?: string;
	expected: DriftKind[] | "not-found" | "not-unique" | "ambiguous" | "too-short" | "binary";
}

const EXACT: PlaceRow[] = [
	{ title: "one occurrence is the span", file: "a = 1\n⟦b = 2⟧\n", oldText: "b = 2", expected: [] },
	{ title: "short text is not gated", file: "a⟦b⟧c", oldText: "b", expected: [] },
	{ title: "a file with NUL characters is not gated", file: "\0⟦one two⟧", oldText: "one two", expected: [] },
	{ title: "blanks and breaks alone", file: "a⟦ \n⟧b \tc", oldText: " \n", expected: [] },
	{ title: "blanks inside a line", file: "a⟦  ⟧b c", oldText: "  ", expected: [] },
	{ title: "an invisible character is looked for like any other", file: "a⟦\u200b⟧b", oldText: "\u200b", expected: [] },
	{ title: "the whole file", file: "⟦a\r\nb⟧", oldText: "a\r\nb", expected: [] },
	{ title: "a text longer than the file", file: "abcdef", oldText: "abcdefg", expected: "not-found" },
	{ title: "an empty file", file: "", oldText: "abcdef", expected: "not-found" },
	{ title: "occurrences that overlap are two", file: "banana", oldText: "ana", expected: "not-unique" },
	{ title: "breaks that overlap are two", file: "a\n\n\nb", oldText: "\n\n", expected: "not-unique" },
	{ title: "exact wins over every drift", file: "a  bcde\n⟦a bcde⟧\na\tbcde", oldText: "a bcde", expected: [] },
	{ title: "exact wins over other line endings", file: "ab\r\n⟦ab\n⟧ab\r\n", oldText: "ab\n", expected: [] },
	{ title: "exact wins over other endings of blank lines", file: "a\r\n\r\nb⟦\n\n⟧c", oldText: "\n\n", expected: [] },
	{ title: "two exact ones are refused whatever else", file: "abcde abcde", oldText: "abcde", expected: "not-unique" },
	{ title: "letters of another case", file: "Abcdef", oldText: "abcdef", expected: "not-found" },
	{ title: "one more letter", file: "abcdef ghi", oldText: "abcdef ghij", expected: "not-found" },
];

/** What may not be cut is no occurrence, so another place is the one, or none. */
const CHARACTERS: PlaceRow[] = [
	{ title: "a letter before its mark", file: "cafe\u0301 ⟦cafe⟧", oldText: "cafe", expected: [] },
	{ title: "a mark without its letter", file: "cafe\u0301", oldText: "\u0301", expected: "not-found" },
	{ title: "a letter with the first of two marks", file: "e\u0323\u0301", oldText: "e\u0323", expected: "not-found" },
	{ title: "the vowel of a syllable", file: "\u1100\u1161x", oldText: "\u1161x", expected: "not-found" },
	{ title: "a syllable without its final", file: "abcde\uac00\u11a8", oldText: "abcde\uac00", expected: "not-found" },
	{ title: "half of a surrogate pair", file: "\u{1f600}abc", oldText: "\ude00abc", expected: "not-found" },
	{ title: "the first half of a pair", file: "abc\u{1f600}", oldText: "abc\ud83d", expected: "not-found" },
	{ title: "a kana before its voicing mark", file: "abcd\uff76\uff9e", oldText: "abcd\uff76", expected: "not-found" },
	{ title: "a variation selector may be left behind", file: "⟦a \u2764⟧\ufe0f", oldText: "a \u2764", expected: [] },
	{ title: "a joiner may be cut", file: "⟦\u{1f469}⟧\u200d\u{1f4bb}", oldText: "\u{1f469}", expected: [] },
	{ title: "a blank that carries a mark may be cut", file: "⟦abcde ⟧\u0301", oldText: "abcde ", expected: [] },
	{ title: "a CRLF is taken whole at the start", file: "a⟦\r\nb⟧", oldText: "\nb", expected: ["line-endings"] },
	{ title: "a CRLF is taken whole at the end", file: "⟦a\r\n⟧b", oldText: "a\r", expected: ["line-endings"] },
	{ title: "the CR of a CRLF alone", file: "a⟦\r\n⟧b\nc", oldText: "\r", expected: ["line-endings"] },
	{ title: "the LF of a CRLF alone", file: "a⟦\r\n⟧b", oldText: "\n", expected: ["line-endings"] },
	{ title: "a CR that no LF follows is not cut", file: "⟦a\r⟧b\n", oldText: "a\r", expected: [] },
];

const INSIDE_INDENTATION: PlaceRow[] = [
	{
		title: "exact while one line comes",
		file: "if x:\n  ⟦  run(one)⟧\n",
		oldText: "  run(one)",
		newText: "  run(two)",
		expected: [],
	},
	{
		title: "line-trimmed, the whole line, when more lines come",
		file: "if x:\n⟦    run(one)⟧\n",
		oldText: "  run(one)",
		newText: "  run(one)\n  run(two)",
		expected: ["line-trimmed"],
	},
	{
		title: "exact when the further lines are blank",
		file: "if x:\n  ⟦  run(one)⟧\n",
		oldText: "  run(one)",
		newText: "  run(one)\n \n",
		expected: [],
	},
	{
		title: "exact without blanks of its own",
		file: "if x:\n    ⟦run(one)⟧\n",
		oldText: "run(one)",
		newText: "run(one)\nrun(two)",
		expected: [],
	},
	{
		title: "exact from the line's start",
		file: "if x:\n⟦    run(one)⟧\n",
		oldText: "    run(one)",
		newText: "    run(one)\n    run(two)",
		expected: [],
	},
	{
		title: "exact after other text of the line",
		file: "x =  ⟦ run(one)⟧\n",
		oldText: " run(one)",
		newText: " run(one)\n run(two)",
		expected: [],
	},
	{
		title: "a whole line beats one inside the indentation when more lines come",
		file: "if x:\n    run(one)\n⟦  run(one)⟧\n",
		oldText: "  run(one)",
		newText: "  run(one)\n  run(two)",
		expected: [],
	},
	{
		title: "too short to drift, it is gated when more lines come",
		file: "if x:\n    y()\n",
		oldText: "  y()",
		newText: "  y()\n  z()",
		expected: "too-short",
	},
];

const SEVERAL_KINDS: PlaceRow[] = [
	{
		title: "kinds add up, in the table's order",
		file: "x\r\n⟦\tone\u00a0one \r\n\ttwo⟧\r\n",
		oldText: "one one\ntwo",
		expected: ["line-endings", "trailing-whitespace", "unicode", "line-trimmed"],
	},
	{
		title: "of sets of one size the first in the table's order is taken",
		file: "⟦abc\tdefg⟧",
		oldText: "abc  defg\n\n",
		expected: ["whitespace", "blank-lines"],
	},
	{
		title: "a place whose drift is a proper subset wins",
		file: '\u201cone\u201d two\t\tthree\n⟦"one" two\t\tthree⟧\n',
		oldText: '"one" two three',
		expected: ["whitespace"],
	},
	{
		title: "the subset of all others wins, however many there are",
		file: '  \u201ca\u201d  bcd\n⟦  "a"  bcd\n⟧\t"a"  bcd\n',
		oldText: '  "a" bcd\n',
		expected: ["whitespace"],
	},
];

const MUST_REFUSE: PlaceRow[] = [
	{
		title: "places that drifted in different ways",
		file: "one two  three\none\u00a0two three",
		oldText: "one two three",
		expected: "ambiguous",
	},
	{
		title: "quotes here, indentation there",
		file: "  f(\u2018a\u2019, b)\n\tf('a', b)\n",
		oldText: "  f('a', b)\n",
		expected: "ambiguous",
	},
	{
		title: "trailing blanks here, a blank line there",
		file: "abc \ndef\nabc\n\ndef\n",
		oldText: "abc\ndef",
		expected: "ambiguous",
	},
	{
		title: "inner blanks here, other dashes there",
		file: "a b \u2013 c d\na b - c  d\n",
		oldText: "a b - c d",
		expected: "ambiguous",
	},
	{
		title: "fewer kinds that are no subset",
		file: "one\u00a0two three\n\tone  two  three\n",
		oldText: "\t\tone two three",
		expected: "ambiguous",
	},
	{
		title: "three places, of which none is stricter than both others",
		file: "abc\u2013d\nabc-d \nabc\u2013d \n",
		oldText: "\tabc-d\n",
		expected: "ambiguous",
	},
	{ title: "the same drift twice", file: "one two  six\none two  six", oldText: "one two six", expected: "ambiguous" },
	{ title: "drifted places that overlap", file: "abc\tabc\tabc", oldText: "abc abc", expected: "ambiguous" },
	{ title: "one word that differs", file: "one two three four", oldText: "one two  tree four", expected: "not-found" },
	{ title: "the first and the last line only", file: "abc\nx\ndef\n", oldText: "abc\ny\ndef", expected: "not-found" },
	{ title: "lines in another order", file: "abc\ndef\n", oldText: "def\nabc", expected: "not-found" },
	{ title: "too short for drift", file: "a  b", oldText: "a b", expected: "too-short" },
	{ title: "four characters", file: "\tabcd", oldText: "  abcd", expected: "too-short" },
	{
		title: "characters are counted, not their marks",
		file: "\te\u0301e\u0301",
		oldText: "  e\u0301e\u0301",
		expected: "too-short",
	},
	{ title: "invisible ones count as nothing", file: "\tabcd", oldText: "  ab\u200bcd", expected: "too-short" },
	{ title: "drift in a binary file", file: "\0one  two", oldText: "one two", expected: "binary" },
];

export const PLACE_TABLES: Record<string, PlaceRow[]> = {
	exact: EXACT,
	"what may not be cut": CHARACTERS,
	"inside an indentation": INSIDE_INDENTATION,
	"several kinds": SEVERAL_KINDS,
	"must be refused": MUST_REFUSE,
};
