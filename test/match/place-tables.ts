/**
 * Texts and the one place that is right in them, by kind of drift. The same tables are run over the search and over the
 * oracle. What every kind needs: where it matches, where it must not, what the span takes in at its edges, inside a line.
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

const LINE_ENDINGS: PlaceRow[] = [
	{ title: "LF finds CRLF", file: "⟦one\r\ntwo⟧\r\n", oldText: "one\ntwo", expected: ["line-endings"] },
	{ title: "CRLF finds LF", file: "⟦one\ntwo⟧\n", oldText: "one\r\ntwo", expected: ["line-endings"] },
	{ title: "a CR finds a CRLF inside", file: "x⟦one\r\ntwo⟧\n", oldText: "one\rtwo", expected: "not-found" },
	{ title: "LF finds a lone CR where no LF is", file: "⟦one\rtwo⟧\r", oldText: "one\ntwo", expected: ["line-endings"] },
	{ title: "CRLF finds a lone CR", file: "⟦one\rtwo⟧\r", oldText: "one\r\ntwo", expected: ["line-endings"] },
	{ title: "a lone CR beside an LF is no break", file: "abc\rdef\nx", oldText: "abc\ndef", expected: "not-found" },
	{ title: "it is not gated for its length", file: "⟦a\r\n⟧b", oldText: "a\n", expected: ["line-endings"] },
	{ title: "it is not gated by a NUL", file: "\0⟦abcde\r\n⟧f", oldText: "abcde\n", expected: ["line-endings"] },
	{ title: "it starts and ends inside lines", file: "xa⟦b\r\nc⟧d", oldText: "b\nc", expected: ["line-endings"] },
	{ title: "a text of breaks alone", file: "a\r\nb⟦\r\n\r\n⟧c", oldText: "\n\n", expected: ["line-endings"] },
	{ title: "a text of blanks and breaks", file: "a⟦ \r\n\t\r\n⟧c\r\n", oldText: " \n\t\n", expected: ["line-endings"] },
	{
		title: "breaks that overlap in a mixed file are two",
		file: "a\r\n\r\n\nb",
		oldText: "\n\n",
		expected: "not-unique",
	},
	{ title: "mixed breaks of one text", file: "⟦a\nb\r\nc⟧", oldText: "a\r\nb\nc", expected: ["line-endings"] },
	{ title: "two places", file: "ab\r\nab\r\n", oldText: "ab\n", expected: "not-unique" },
	{ title: "the last break may be missing", file: "x\n⟦last one⟧", oldText: "last one\n", expected: ["line-endings"] },
	{ title: "a CRLF may be missing, too", file: "x\n⟦last one⟧", oldText: "last one\r\n", expected: ["line-endings"] },
	{ title: "one with its break beats one without", file: "x\n⟦ab\n⟧ab", oldText: "ab\n", expected: [] },
	{ title: "a break in the middle may not", file: "last one x", oldText: "last one\n", expected: "not-found" },
	{ title: "two breaks may not", file: "ab", oldText: "ab\n\n", expected: "too-short" },
	{ title: "a file that ends with a break lacks none", file: "x\nab\n", oldText: "ab\n\n", expected: "too-short" },
	{ title: "a break is no blank", file: "abc\ndef", oldText: "abc def", expected: "not-found" },
	{ title: "U+2028 is text and no break", file: "abc\u2028def", oldText: "abc\ndef", expected: "not-found" },
	{ title: "U+0085 is text and no break", file: "abc\u0085def", oldText: "abc\ndef", expected: "not-found" },
];

const TRAILING_WHITESPACE: PlaceRow[] = [
	{
		title: "blanks that the file has",
		file: "⟦one \t\ntwo⟧\n",
		oldText: "one\ntwo",
		expected: ["trailing-whitespace"],
	},
	{ title: "blanks that oldText has", file: "⟦one\ntwo⟧\n", oldText: "one \t\ntwo", expected: ["trailing-whitespace"] },
	{ title: "other blanks", file: "⟦one \ntwo⟧\n", oldText: "one\t\ntwo", expected: ["trailing-whitespace"] },
	{ title: "VT and FF", file: "⟦one\v\f\ntwo⟧", oldText: "one\ntwo", expected: ["trailing-whitespace"] },
	{
		title: "special spaces",
		file: "⟦one\u3000\u00a0\ntwo⟧",
		oldText: "one\ntwo",
		expected: ["trailing-whitespace"],
	},
	{
		title: "those after the last line are taken in",
		file: "⟦one  \ntwo  ⟧\nthree",
		oldText: "one\ntwo",
		expected: ["trailing-whitespace"],
	},
	{
		title: "those after the last line of the file are taken in",
		file: "⟦one  \ntwo\t⟧",
		oldText: "one\ntwo",
		expected: ["trailing-whitespace"],
	},
	{
		title: "those before more text of the line are not",
		file: "⟦one  \ntwo⟧  x",
		oldText: "one\ntwo",
		expected: ["trailing-whitespace"],
	},
	{
		title: "blanks at the end of oldText inside a line",
		file: "say ⟦hello⟧.",
		oldText: "hello ",
		expected: ["trailing-whitespace"],
	},
	{
		title: "a line of blanks between",
		file: "⟦one\n\t\ntwo⟧\n",
		oldText: "one\n\ntwo",
		expected: ["trailing-whitespace"],
	},
	{
		title: "a break after the blanks",
		file: "⟦one two  \n⟧three",
		oldText: "one two\n",
		expected: ["trailing-whitespace"],
	},
	{
		title: "it starts inside a line",
		file: "x ⟦one \ntwo⟧",
		oldText: "one\ntwo",
		expected: ["trailing-whitespace"],
	},
	{
		title: "a zero-width space is no blank",
		file: "⟦one\u200b\ntwo⟧",
		oldText: "one \ntwo",
		expected: ["trailing-whitespace", "unicode"],
	},
	{ title: "U+2028 is no blank", file: "one\u2028\ntwo", oldText: "one\ntwo", expected: "not-found" },
	{ title: "U+0085 is no blank", file: "one\u0085\ntwo", oldText: "one\ntwo", expected: "not-found" },
	{
		title: "a form that begins with a space is none",
		file: "one\u00b4\ntwo",
		oldText: "one\ntwo",
		expected: "not-found",
	},
	{ title: "a space under a mark is none", file: "one \u0301\ntwo", oldText: "one\ntwo", expected: "not-found" },
	{ title: "text after the blanks", file: "one  x\ntwo", oldText: "one\ntwo", expected: "not-found" },
];

const UNICODE: PlaceRow[] = [
	{ title: "curly double quotes", file: "x = ⟦\u201cabc\u201d⟧;", oldText: '"abc"', expected: ["unicode"] },
	{ title: "other double quotes", file: "x = ⟦\u201eabc\u201f⟧;", oldText: '"abc"', expected: ["unicode"] },
	{ title: "curly single quotes", file: "x = ⟦\u2018abc\u2019⟧;", oldText: "'abc'", expected: ["unicode"] },
	{ title: "other single quotes", file: "x = ⟦\u201aabc\u201b⟧;", oldText: "'abc'", expected: ["unicode"] },
	{ title: "curly ones that oldText has", file: 'x = ⟦"abc"⟧;', oldText: "\u201cabc\u201d", expected: ["unicode"] },
	{ title: "a single quote for a double one", file: 'x = "abc";', oldText: "'abc'", expected: "not-found" },
	{ title: "a backtick for a quote", file: "x = `abc`;", oldText: "'abc'", expected: "not-found" },
	{
		title: "hyphens, dashes and the minus",
		file: "⟦1\u20102\u20113\u20124\u20135\u20146\u20157\u22128⟧",
		oldText: "1-2-3-4-5-6-7-8",
		expected: ["unicode"],
	},
	{ title: "an underscore for a dash", file: "one\u2013two", oldText: "one_two", expected: "not-found" },
	{ title: "two hyphens for a dash", file: "one\u2014two", oldText: "one--two", expected: "not-found" },
	{
		title: "special spaces inside a line",
		file: "⟦a\u00a0b\u2009c\u202fd\u205fe\u3000f\u1680g⟧",
		oldText: "a b c d e f g",
		expected: ["unicode"],
	},
	{ title: "special spaces for an indentation", file: "⟦\u00a0abcde⟧", oldText: " abcde", expected: ["unicode"] },
	{ title: "no space for a special one", file: "five\u00a0cars", oldText: "fivecars", expected: "not-found" },
	{ title: "a decomposed letter", file: "⟦the cafe\u0301⟧", oldText: "the caf\u00e9", expected: ["unicode"] },
	{ title: "a composed letter", file: "⟦the caf\u00e9⟧", oldText: "the cafe\u0301", expected: ["unicode"] },
	{ title: "a letter without its mark", file: "the caf\u00e9", oldText: "the cafe", expected: "not-found" },
	{ title: "a decomposed syllable", file: "abcd⟦e\u1112\u1161\u11ab⟧", oldText: "e\ud55c", expected: "too-short" },
	{ title: "decomposed syllables", file: "⟦abcd\u1112\u1161\u11ab⟧x", oldText: "abcd\ud55c", expected: ["unicode"] },
	{ title: "a ligature, whole", file: "⟦the \ufb01nal⟧", oldText: "the final", expected: ["unicode"] },
	{ title: "a ligature in oldText", file: "⟦the final⟧", oldText: "the \ufb01nal", expected: ["unicode"] },
	{ title: "the first half of a ligature", file: "on the \ufb01nal", oldText: "on the f", expected: "not-found" },
	{ title: "the second half of a ligature", file: "\ufb01nal cut", oldText: "inal cut", expected: "not-found" },
	{ title: "an ellipsis for three dots", file: "⟦and so on\u2026⟧", oldText: "and so on...", expected: ["unicode"] },
	{ title: "an ellipsis cut in part", file: "and so on\u2026", oldText: "and so on.", expected: "not-found" },
	{ title: "full-width letters", file: "⟦\uff41\uff42\uff43\uff44\uff45⟧", oldText: "abcde", expected: ["unicode"] },
	{ title: "mathematical letters", file: "⟦\u{1d41a}bcde⟧", oldText: "abcde", expected: ["unicode"] },
	{ title: "a spacing accent and its parts", file: "⟦abcd\u00b4⟧", oldText: "abcd \u0301", expected: ["unicode"] },
	{ title: "a zero-width space", file: "⟦zero\u200bwidth⟧", oldText: "zerowidth", expected: ["unicode"] },
	{ title: "an inner U+FEFF", file: "⟦zero\ufeffwidth⟧", oldText: "zerowidth", expected: ["unicode"] },
	{ title: "a soft hyphen", file: "⟦zero\u00adwidth⟧", oldText: "zerowidth", expected: ["unicode"] },
	{ title: "variation selectors", file: "⟦love \u2764\ufe0f you⟧", oldText: "love \u2764 you", expected: ["unicode"] },
	{ title: "a selector of two units", file: "⟦abc\u{e0100}de⟧", oldText: "abcde", expected: ["unicode"] },
	{ title: "joiners that oldText has", file: "⟦abcde⟧", oldText: "ab\u200dcde\u200c", expected: ["unicode"] },
	{ title: "two places", file: "\u2018abc\u2019 \u2019abc\u2019", oldText: "'abc'", expected: "ambiguous" },
	{ title: "Cyrillic letters for Latin ones", file: "s\u0441ope = 1", oldText: "scope = 1", expected: "not-found" },
];

const LINE_TRIMMED: PlaceRow[] = [
	{ title: "another indentation", file: "⟦\tone\n\ttwo⟧", oldText: "  one\n  two", expected: ["line-trimmed"] },
	{ title: "none in oldText", file: "x\n⟦    one two⟧\n", oldText: "\tone two", expected: ["line-trimmed"] },
	{ title: "none in the file", file: "x\n⟦one\ntwo⟧\n", oldText: "  one\n  two", expected: ["line-trimmed"] },
	{ title: "one line of several", file: "⟦one\n    two⟧", oldText: "one\n  two", expected: ["line-trimmed"] },
	{ title: "it ends inside a line", file: "⟦\tone\n\ttwo⟧ three", oldText: "one\ntwo", expected: ["line-trimmed"] },
	{ title: "it ends with a break", file: "⟦\tone\n\ttwo\n⟧x", oldText: "one\ntwo\n", expected: ["line-trimmed"] },
	{ title: "it does not start inside a line", file: "x one\n    two", oldText: "one\ntwo", expected: "not-found" },
	{ title: "one line is exact inside the line", file: "\t⟦one two⟧", oldText: "one two", expected: [] },
	{
		title: "special spaces as indentation",
		file: "⟦\u3000\tone two⟧",
		oldText: "  one two",
		expected: ["line-trimmed"],
	},
	{
		title: "a zero-width space there is no blank",
		file: "⟦\u200bone two⟧",
		oldText: "\tone two",
		expected: ["unicode", "line-trimmed"],
	},
	{ title: "a mark on the indentation", file: " \u0301one two", oldText: "  one two", expected: "not-found" },
	{ title: "two places", file: "\tone two\n    one two", oldText: "\t\tone two", expected: "ambiguous" },
	{ title: "the same indentation wins", file: "⟦  one two\n⟧\tone two\n", oldText: "  one two\n", expected: [] },
];

const WHITESPACE: PlaceRow[] = [
	{ title: "more blanks in the file", file: "x ⟦a  =\t12345⟧;", oldText: "a = 12345", expected: ["whitespace"] },
	{ title: "fewer blanks in the file", file: "x ⟦a = 12345⟧;", oldText: "a  =   12345", expected: ["whitespace"] },
	{ title: "a tab for a space", file: "x ⟦abc\tdef⟧", oldText: "abc def", expected: ["whitespace"] },
	{ title: "four characters in three words", file: "⟦id    = 7⟧\nx", oldText: "id = 7", expected: ["whitespace"] },
	{ title: "four characters in two words", file: "abc  d", oldText: "abc d", expected: "too-short" },
	{ title: "four characters and another kind, too", file: "\tid    = 7", oldText: "  id = 7", expected: "too-short" },
	{ title: "a blank before the place inside a line", file: "x\t⟦ abcde⟧", oldText: " abcde", expected: [] },
	{ title: "blanks at its start inside a line", file: "x⟦ abcde⟧", oldText: "\tabcde", expected: ["whitespace"] },
	{
		title: "blanks at its end are trailing ones",
		file: "⟦abcde⟧  x",
		oldText: "abcde\t",
		expected: ["trailing-whitespace"],
	},
	{ title: "no blank for one", file: "x abc=12345;", oldText: "abc = 12345", expected: "not-found" },
	{ title: "one for no blank", file: "x abc = 12345;", oldText: "abc=12345", expected: "not-found" },
	{ title: "a break for a blank", file: "abc\ndef", oldText: "abc def", expected: "not-found" },
	{ title: "indentation is another kind", file: "x\n⟦    abcde⟧", oldText: "\tabcde", expected: ["line-trimmed"] },
	{ title: "two places", file: "ab  cde\nab   cde", oldText: "ab cde", expected: "ambiguous" },
];

const BLANK_LINES: PlaceRow[] = [
	{ title: "one that the file has between", file: "⟦abc\n\ndef⟧\n", oldText: "abc\ndef", expected: ["blank-lines"] },
	{ title: "several between", file: "⟦abc\n\n\n\ndef⟧\n", oldText: "abc\n\ndef", expected: ["blank-lines"] },
	{ title: "those that oldText has between", file: "⟦abc\ndef⟧\n", oldText: "abc\n\n\ndef", expected: ["blank-lines"] },
	{ title: "a line of blanks between", file: "⟦abc\n \t\ndef⟧\n", oldText: "abc\ndef", expected: ["blank-lines"] },
	{ title: "before the text", file: "xyz\n⟦abcdef⟧\nxyz\n", oldText: "\n\nabcdef", expected: ["blank-lines"] },
	{ title: "after the text", file: "xyz\n⟦abcdef\n⟧xyz\n", oldText: "abcdef\n\n\n", expected: ["blank-lines"] },
	{ title: "it takes whole lines at its start", file: "xabc\n\ndef\n", oldText: "abc\ndef", expected: "not-found" },
	{ title: "it takes whole lines at its end", file: "abc\n\ndefx\n", oldText: "abc\ndef", expected: "not-found" },
	{ title: "a line that is not blank", file: "abc\n-\ndef\n", oldText: "abc\ndef", expected: "not-found" },
	{ title: "two places", file: "abc\n\ndef\nabc\n\n\ndef\n", oldText: "abc\ndef", expected: "ambiguous" },
	{ title: "no blank line wins", file: "abc\n\ndef\n⟦abc\ndef⟧\n", oldText: "abc\ndef", expected: [] },
];

const ESCAPE: PlaceRow[] = [
	{ title: "escaped quotes", file: '⟦say("hi")⟧;', oldText: 'say(\\"hi\\")', expected: ["escape"] },
	{ title: "an escaped line break", file: "⟦abc\ndef⟧;", oldText: "abc\\ndef", expected: ["escape"] },
	{ title: "an escaped tab", file: "⟦abc\tdef⟧;", oldText: "abc\\tdef", expected: ["escape"] },
	{ title: "an escaped backslash", file: "⟦abc\\def⟧;", oldText: "abc\\\\def", expected: ["escape"] },
	{ title: "a backtick and a dollar", file: "⟦`abc$def`⟧;", oldText: "\\`abc\\$def\\`", expected: ["escape"] },
	{ title: "an entity", file: "⟦abc && def⟧;", oldText: "abc &amp;&amp; def", expected: ["escape"] },
	{ title: "a numbered entity", file: "⟦it's abc⟧;", oldText: "it&#39;s abc", expected: ["escape"] },
	{ title: "exact as it stands", file: "⟦abc\\ndef⟧\nabc\ndef", oldText: "abc\\ndef", expected: [] },
	{ title: "one level only", file: "abc\ndef", oldText: "abc\\\\ndef", expected: "not-found" },
	{ title: "too short", file: 'a"b', oldText: 'a\\"b', expected: "too-short" },
	{ title: "in a file with NUL characters", file: '\0say("hi")', oldText: 'say(\\"hi\\")', expected: "binary" },
	{ title: "two places", file: 'say("hi") say("hi")', oldText: 'say(\\"hi\\")', expected: "ambiguous" },
	{
		title: "not beside another candidate",
		file: '⟦a  \\"bcdef\\"⟧\n\ta "bcdef"',
		oldText: 'a \\"bcdef\\"',
		expected: ["whitespace"],
	},
	{
		title: "after another kind",
		file: "⟦\tabc\n\tdef⟧",
		oldText: "abc\\ndef",
		expected: ["line-trimmed", "escape"],
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
	"line-endings": LINE_ENDINGS,
	"trailing-whitespace": TRAILING_WHITESPACE,
	unicode: UNICODE,
	"line-trimmed": LINE_TRIMMED,
	whitespace: WHITESPACE,
	"blank-lines": BLANK_LINES,
	escape: ESCAPE,
	"several kinds": SEVERAL_KINDS,
	"must be refused": MUST_REFUSE,
};
