/**
 * Text cut into lines for the replacement: indentation, body, trailing blanks and line break apart. Pure. Joining the
 * parts of all lines in order gives the text back.
 */
import { isBlank } from "../match/characters.ts";
import { foldUnicode } from "../match/folding.ts";

export interface TextLine {
	/** Leading blanks; empty for a blank line and for a first line that starts in mid-line. */
	indent: string;
	/** First through last non-blank character; empty for a blank line. */
	body: string;
	/** Trailing blanks; all the blanks of a blank line. */
	tail: string;
	/** `\r\n`, `\n`, `\r`, or empty for a last line without one. */
	lineBreak: string;
	isBlank: boolean;
	/** Starts at a line's start, so that `indent` is indentation. */
	isWhole: boolean;
}

export interface LineRules {
	/** A lone CR is a line break: true in a file that has no LF. */
	loneReturnBreaks: boolean;
	/** The first line starts in mid-line: its leading blanks are part of its body. */
	startsMidLine: boolean;
	/** Invisible characters count as nothing, so a line of only those is blank. */
	foldsUnicode: boolean;
}

export function splitTextLines(text: string, rules: LineRules): TextLine[] {
	const lines: TextLine[] = [];
	let start = 0;
	while (start < text.length) {
		const end = lineContentEnd(text, start, rules.loneReturnBreaks);
		const breakLength = lineBreakLength(text, end);
		lines.push(textLine(text.slice(start, end), text.slice(end, end + breakLength), lines.length === 0, rules));
		start = end + breakLength;
	}
	return lines;
}

export function lineText(line: TextLine): string {
	return line.indent + line.body + line.tail;
}

/** A line of fewer characters ("});") stands at many places: it may be another than the one it is paired with. */
const TELLING_CHARACTERS = 4;

/** Long enough for two equal lines to be the same line. */
export function isTelling(line: TextLine): boolean {
	return line.body.length >= TELLING_CHARACTERS;
}

/** Offset of the first line break at or after `start`, or the text's length. */
function lineContentEnd(text: string, start: number, loneReturnBreaks: boolean): number {
	const lineFeed = text.indexOf("\n", start);
	if (lineFeed > start && text[lineFeed - 1] === "\r") return lineFeed - 1;
	if (lineFeed !== -1) return loneReturnBreaks ? earlierCarriageReturn(text, start, lineFeed) : lineFeed;
	return loneReturnBreaks ? earlierCarriageReturn(text, start, text.length) : text.length;
}

function earlierCarriageReturn(text: string, start: number, end: number): number {
	const carriageReturn = text.slice(start, end).indexOf("\r");
	return carriageReturn === -1 ? end : start + carriageReturn;
}

function lineBreakLength(text: string, offset: number): number {
	if (offset >= text.length) return 0;
	return text[offset] === "\r" && text[offset + 1] === "\n" ? 2 : 1;
}

function textLine(content: string, lineBreak: string, isFirst: boolean, rules: LineRules): TextLine {
	const isWhole = !(isFirst && rules.startsMidLine);
	let bodyEnd = content.length;
	while (bodyEnd > 0 && isBlank(content.charCodeAt(bodyEnd - 1))) bodyEnd--;
	let bodyStart = 0;
	while (isWhole && bodyStart < bodyEnd && isBlank(content.charCodeAt(bodyStart))) bodyStart++;
	const body = content.slice(bodyStart, bodyEnd);
	if (isBlankBody(body, rules.foldsUnicode)) {
		return { indent: "", body: "", tail: content, lineBreak, isBlank: true, isWhole };
	}
	return {
		indent: content.slice(0, bodyStart),
		body,
		tail: content.slice(bodyEnd),
		lineBreak,
		isBlank: false,
		isWhole,
	};
}

function isBlankBody(body: string, foldsUnicode: boolean): boolean {
	if (body === "") return true;
	if (!foldsUnicode || body.charCodeAt(0) < 0x80) return false;
	return foldUnicode(body).trim() === "";
}
