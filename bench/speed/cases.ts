/** What the speed bench times: a text of a given size, the edits of one call, and what must become of it. */
import type { EditRequest } from "../../lib/apply-edits.ts";
import type { EditErrorCode } from "../../lib/edit-error.ts";
import type { MatchedVia } from "../../lib/match/drift-kinds.ts";
import { codeAround, FOREIGN_WORDS, JOINED_WORDS, repeated } from "./texts.ts";

export interface SpeedCase {
	name: string;
	/** How the last edit lands, or the code of the refusal. A bench that timed something else would be worth nothing. */
	outcome: MatchedVia | EditErrorCode;
	text(size: number): string;
	edits(size: number): EditRequest[];
	/** Where only some sizes make sense. */
	sizes?: readonly number[];
}

const BLOCK = [
	"\tfunction readEntry(limit) {",
	'\t\tconst first = "start" + limit - 1;',
	"\t\tlet total = first * 7;",
	"",
	"\t\treturn total % limit;",
	"\t}",
];

const blockText = BLOCK.join("\n");
const missing = blockText.replace("% limit", "% entries");
const wordsReordered = [...BLOCK].reverse().join("\n");
const changed = (text: string) => text.replace("first * 7", "first * 8");

/** One edit of the block, sent as it stands in `sent`, found in a text that has the lines of `stored`. */
function oneEdit(
	name: string,
	outcome: SpeedCase["outcome"],
	stored: readonly string[],
	sent = blockText,
	lineBreak = "\n",
): SpeedCase {
	return {
		name,
		outcome,
		text: (size) => codeAround(stored, size, lineBreak),
		edits: () => [{ oldText: sent, newText: changed(sent) }],
	};
}

const FRIENDLY: SpeedCase[] = [
	oneEdit("exact", "exact", BLOCK),
	oneEdit("line-endings", "line-endings", BLOCK, blockText, "\r\n"),
	oneEdit(
		"trailing-whitespace",
		"trailing-whitespace",
		BLOCK.map((line) => `${line}  `),
	),
	oneEdit(
		"unicode",
		"unicode",
		BLOCK.map((line) => line.replaceAll('"', "\u201d").replace(" - ", " \u2013 ")),
	),
	oneEdit("line-trimmed", "line-trimmed", BLOCK, blockText.replaceAll("\t", "    ")),
	oneEdit(
		"whitespace",
		"whitespace",
		BLOCK.map((line) => line.replace(" = ", "  =  ")),
	),
	oneEdit("blank-lines", "blank-lines", BLOCK, blockText.replace("\n\n", "\n")),
	oneEdit("escape", "escape", BLOCK, blockText.replaceAll('"', '\\"')),
	oneEdit("not found", "not-found", BLOCK, missing),
	oneEdit("not unique", "not-unique", [...BLOCK, ...BLOCK, ...BLOCK]),
	oneEdit("ambiguous", "ambiguous", [
		...BLOCK.map((line) => line.replace("\t", "    ")),
		...BLOCK.map((line) => line.replaceAll('"', "\u201d")),
	]),
	{
		name: "100 edits",
		outcome: "exact",
		text: (size) => codeAround(hundredLines, size),
		edits: () => hundredLines.map((line) => ({ oldText: line, newText: line.replace("= ", "= 1 + ") })),
	},
	{
		name: "100 drifted edits",
		outcome: "whitespace",
		text: (size) => codeAround(hundredLines, size),
		edits: () =>
			hundredLines.map((line) => ({ oldText: line.replace(" =", "  ="), newText: line.replace(" = ", "  = 1 + ") })),
	},
	{
		name: "1000 lines rewritten",
		outcome: "exact",
		text: (size) => codeAround(thousandLines, size),
		edits: () => [{ oldText: thousandLines.join("\n"), newText: thousandLines.map((line) => `${line};`).join("\n") }],
	},
];

/** Both texts drifted, as large as calls get. */
const LARGE: SpeedCase[] = [
	{
		name: "8000 drifted lines, half changed",
		outcome: "line-trimmed",
		sizes: [300_000],
		text: () => manyLines("\t", () => "counted"),
		edits: () => [
			{
				oldText: manyLines("    ", () => "counted"),
				newText: manyLines("    ", (index) => (index % 2 === 0 ? "counted" : "summed")),
			},
		],
	},
	{
		name: "one word in a drifted line",
		outcome: "whitespace",
		sizes: [1_000_000],
		text: (size) => `${longLine(size, "  ", "total")}\n`,
		edits: (size) => [{ oldText: longLine(size, " ", "total"), newText: longLine(size, " ", "sum") }],
	},
];

function manyLines(indent: string, word: (index: number) => string): string {
	const lines = Array.from({ length: 8_000 }, (_, index) => {
		return `${indent.repeat((index % 3) + 1)}const ${word(index)}${index} = read(${index});\n`;
	});
	return lines.join("");
}

/** About `size` characters, one of its words apart from the others. */
function longLine(size: number, space: string, word: string): string {
	const count = Math.floor(size / 12);
	const words = Array.from({ length: count }, (_, index) => (index === count >> 1 ? word : `value${index}`));
	return words.join(`;${space}`);
}

const hundredLines = Array.from({ length: 100 }, (_, index) => `let counted${index}x = ${index};`);

const thousandLines = Array.from({ length: 1000 }, (_, index) => `row ${index} of ${index % 7}`);

const blankRun = "\n".repeat(500);

const HOSTILE: SpeedCase[] = [
	hostile("periodic, long needle", "ab", `${"ab".repeat(2_000)}c`),
	hostile("one line alike, many sent", "x = 1;\n", `${"  x = 1;\n".repeat(500)}  y = 2;`),
	hostile("blank lines only", "\n", `first${blankRun}second`),
	hostile("one long line", "word ", "word  word  word  end"),
	hostile("blanks only", " ", `first ${" ".repeat(2_000)} second`),
	hostile("invisible characters", "\u200b", "a\u200bb\u200bc\u200bd\u200be\u200b"),
	hostile("combining marks", "\u0301", "e\u0301e\u0301e\u0301e\u0301e\u0301"),
	hostile("lone carriage returns", "\r", "first\rsecond\rthird"),
	hostile("first line everywhere", "begin {\n", "begin  {\n\tnever there\n}"),
	hostile("backslashes", "\\n", "first\\nsecond\\nthird"),
];

/** A text that repeats one piece, and an edit that is not in it. */
function hostile(name: string, piece: string, oldText: string): SpeedCase {
	return {
		name,
		outcome: "not-found",
		text: (size) => repeated(piece, size),
		edits: () => [{ oldText, newText: `${oldText}!` }],
	};
}

export const CASES: SpeedCase[] = [...FRIENDLY, ...LARGE, ...HOSTILE];

/** What the search alone is timed on: a miss goes through every kind of drift. */
export const MISSES: SpeedCase[] = [
	miss("not found", missing),
	miss("not found, each word there", wordsReordered),
	miss("not found, escaped", missing.replaceAll('"', '\\"').replaceAll("\n", "\\n")),
	miss("not found, not ASCII", missing, FOREIGN_WORDS),
	miss("not found, not ASCII, each word there", wordsReordered, FOREIGN_WORDS),
	miss("not found, not ASCII, escaped", missing.replaceAll('"', '\\"').replaceAll("\n", "\\n"), FOREIGN_WORDS),
	miss("not found, characters of several code units", missing, JOINED_WORDS),
	miss("not found, oldText of such characters", `const first = ${JOINED_WORDS.join(" + ")};`, JOINED_WORDS),
];

function miss(name: string, oldText: string, words?: readonly string[]): SpeedCase {
	return {
		name,
		outcome: "not-found",
		text: (size) => codeAround(BLOCK, size, "\n", words),
		edits: () => [{ oldText, newText: `${oldText}!` }],
	};
}
