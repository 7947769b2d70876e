/**
 * Where `oldText` stands in the file to the letter. Pure. An occurrence that cuts a character or a CRLF is none, and one
 * that begins inside its line's indentation is exact only while nothing else would have to be indented.
 */
import {
	hasLoneReturnBreaks,
	invisibleLength,
	isBlank,
	isBlankAt,
	isCharacterBoundary,
	LINE_FEED,
	lineBreakLength,
	lineBreakLengthBefore,
} from "./characters.ts";
import { findAll } from "./linear-search.ts";

/** `[start, end)` in the file's text, in UTF-16 units. */
export interface Span {
	start: number;
	end: number;
}

/** The first few, and how many there are. */
export interface Occurrences {
	listed: Span[];
	count: number;
}

export interface ExactOccurrences extends Occurrences {
	/** How many there are of the same characters, those that do not count included. */
	rawCount: number;
	/** Whether an occurrence ends between the CR and the LF of a line break. */
	endsInsideBreak: boolean;
}

export function exactOccurrences(
	text: string,
	oldText: string,
	indentsFurtherLines: boolean,
	listedLimit: number,
): ExactOccurrences {
	const found: ExactOccurrences = { listed: [], count: 0, rawCount: 0, endsInsideBreak: false };
	const isUnindented = indentsFurtherLines ? insideIndentation(text, oldText) : undefined;
	findAll(text, oldText, (start) => {
		const end = start + oldText.length;
		found.rawCount++;
		if (!isCharacterBoundary(text, end)) {
			if (text.charCodeAt(end) === LINE_FEED) found.endsInsideBreak = true;
			return true;
		}
		if (!isCharacterBoundary(text, start)) return true;
		if (isUnindented?.(start)) return true;
		found.count++;
		if (found.listed.length < listedLimit) found.listed.push({ start, end });
		return true;
	});
	return found;
}

/**
 * The question whether an occurrence at an offset begins inside its line's indentation, with blanks of its own. Asked of
 * many occurrences, it reads no more than the blanks before each.
 */
export function insideIndentation(text: string, oldText: string): (start: number) => boolean {
	const loneReturnBreaks = hasLoneReturnBreaks(text);
	if (!startsWithIndentation(oldText, loneReturnBreaks)) return () => false;
	return (start) => {
		let lineStart = start;
		while (lineStart > 0 && isBlank(text.charCodeAt(lineStart - 1))) lineStart--;
		const isAtStart = lineStart === 0 || lineBreakLengthBefore(text, lineStart, loneReturnBreaks) > 0;
		return isAtStart && lineStart < start;
	};
}

/** Whether the first line of `oldText` begins with a blank and has a visible character. */
function startsWithIndentation(oldText: string, loneReturnBreaks: boolean): boolean {
	if (!isBlankAt(oldText, 0)) return false;
	let offset = 1;
	while (offset < oldText.length) {
		const length = isBlankAt(oldText, offset) ? 1 : invisibleLength(oldText, offset);
		if (length === 0) return lineBreakLength(oldText, offset, loneReturnBreaks) === 0;
		offset += length;
	}
	return false;
}
