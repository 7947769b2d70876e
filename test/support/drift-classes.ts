/**
 * The ways in which a model's copy of a file's lines drifts. A class says what the file has (so that there is something
 * to lose) and what the call has instead. Each is one map from a line to a line, or from a text to a text.
 */
import type { Choices } from "./choices.ts";

export interface DriftClass {
	name: string;
	/** The file's own form of a line, for drift that needs one. */
	file?(line: string, choices: Choices): string;
	/** The call's form of a line of the file. Drawn anew for `oldText` and `newText` unless it ignores `choices`. */
	call?(line: string, drawn: number, unit: string): string;
	/** Whether the call's form applies to lines that the edit brings in, too. */
	bringsIn?: true;
	/** Whether `newText` keeps the file's form, so that only `oldText` has drifted. */
	oldTextOnly?: true;
	/** Whether the call's form is another indentation, and whether it needs every line to be indented. */
	indents?: "all" | "any";
	/** The whole text of both, after its lines are joined. */
	text?(text: string): string;
	/** The line break of the file. */
	lineBreak?: "\r\n" | "mixed" | "\r";
	/** Whether blank lines differ. */
	blankLines?: "dropped" | "added" | "around" | "doubled in the file";
	/** Whether the file has no last line break, while the call's texts end with one. */
	lacksLastBreak?: true;
}

const INDENT = /^[ \t]*/;
const indentOf = (line: string) => INDENT.exec(line)![0];
const isBlankLine = (line: string) => line.trim() === "";

export const DRIFT_CLASSES: readonly DriftClass[] = [
	{ name: "none" },
	{
		name: "trailing blanks in the file",
		file: (line, choices) => (line.trim().length < 3 ? line : line + choices.oneOf(["  ", "", " ", "\t"])),
		call: (line) => line.trimEnd(),
	},
	{ name: "trailing blanks in oldText", call: (line, drawn) => line + ["", "  ", "\t"][drawn % 3], oldTextOnly: true },
	{ name: "one indent short", indents: "all", call: oneShort, bringsIn: true },
	{
		name: "one indent more",
		indents: "any",
		call: (line, _, unit) => (isBlankLine(line) ? line : unit + line),
		bringsIn: true,
	},
	{ name: "one indent short in oldText", indents: "all", call: oneShort, oldTextOnly: true },
	{ name: "first line trimmed", text: (text) => text.replace(/^[ \t]+/, "") },
	{
		name: "spaces for tabs",
		indents: "any",
		call: (line, drawn) => reindent(line, "\t", [4, 2, 8][drawn % 3]!, " "),
		bringsIn: true,
	},
	{
		name: "tabs for spaces",
		call: (line, _, unit) => (unit === "\t" ? line : reindent(line, unit, 1, "\t")),
		bringsIn: true,
	},
	{
		name: "spaces for tabs in oldText",
		indents: "any",
		call: (line, drawn) => reindent(line, "\t", [4, 2, 8][drawn % 3]!, " "),
		oldTextOnly: true,
	},
	{
		name: "half the unit",
		call: (line, _, unit) => (unit === "    " ? reindent(line, unit, 2, " ") : line),
		bringsIn: true,
	},
	{
		name: "twice the unit",
		call: (line, _, unit) => (unit === "  " ? reindent(line, unit, 4, " ") : line),
		bringsIn: true,
	},
	{ name: "a file with CRLF", lineBreak: "\r\n" },
	{ name: "a file with mixed breaks", lineBreak: "mixed" },
	{ name: "a file with lone CR", lineBreak: "\r" },
	{ name: "a call with CRLF", text: (text) => text.replace(/\n/g, "\r\n") },
	{ name: "no last break", lacksLastBreak: true },
	{ name: "smart punctuation in the file", file: (line) => smart(line), call: plain },
	{ name: "smart punctuation in the call", call: smart },
	{ name: "special spaces in the file", file: (line) => line.replace(/(?<=\S) (?=\S)/g, "\u00a0"), call: plain },
	{ name: "decomposed in the file", file: (line) => line.normalize("NFD"), call: (line) => line.normalize("NFC") },
	{ name: "decomposed in the call", call: (line) => line.normalize("NFD") },
	{
		name: "zero-width in the file",
		file: (line) => line.replace(/(?<=said|update|return|about)/, "\u200b"),
		call: (line) => line.replaceAll("\u200b", ""),
	},
	{
		name: "inner runs in the file",
		file: (line) => line.replace(/(?<=\S) (?=\S)/, "   "),
		call: (line) => line.replace(/(?<=\S)[ \t\u00a0]+(?=\S)/g, " "),
	},
	{ name: "inner runs in the call", call: (line) => line.replace(/(?<=\S) (?=\S)/, "  ") },
	{ name: "blank lines dropped", blankLines: "dropped" },
	{ name: "blank lines added", blankLines: "added" },
	{ name: "blank lines around", blankLines: "around" },
	{ name: "blank lines doubled in the file", blankLines: "doubled in the file" },
	{ name: "escaped twice", text: (text) => JSON.stringify(text).slice(1, -1) },
	{
		name: "entities",
		text: (text) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;").replace(/>/g, "&gt;"),
	},
];

function oneShort(line: string, _: number, unit: string): string {
	return line.slice(line.startsWith(unit) ? unit.length : 0);
}

function reindent(line: string, unit: string, count: number, character: string): string {
	const indent = indentOf(line);
	const depth = Math.floor(indent.length / unit.length);
	if (indent !== unit.repeat(depth)) return line;
	return character.repeat(count * depth) + line.slice(indent.length);
}

function smart(line: string): string {
	return line
		.replace(/"([^"]*)"/g, "\u201c$1\u201d")
		.replace(/'/g, "\u2019")
		.replace(/(?<=\S) - (?=\S)/g, " \u2014 ");
}

function plain(line: string): string {
	return line
		.replace(/[\u201c\u201d]/g, '"')
		.replace(/\u2019/g, "'")
		.replace(/\u2014/g, "-")
		.replace(/\u00a0/g, " ");
}
