/**
 * Where `oldText` stands in the file to the letter. Pure. An occurrence that cuts a character or a CRLF is none, and one
 * that begins inside its line's indentation is exact only while nothing else would have to be indented.
 */
import {
	CARRIAGE_RETURN,
	hasLoneReturnBreaks,
	isBlank,
	isBlankAt,
	isCharacterBoundary,
	LINE_FEED,
	lineBreakLength,
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
	const bringsIndentation = indentsFurtherLines && startsWithIndentation(text, oldText);
	findAll(text, oldText, (start) => {
		const end = start + oldText.length;
		found.rawCount++;
		if (!isCharacterBoundary(text, end)) {
			if (text.charCodeAt(end) === LINE_FEED) found.endsInsideBreak = true;
			return true;
		}
		if (!isCharacterBoundary(text, start)) return true;
		if (bringsIndentation && isInsideIndentation(text, start)) return true;
		found.count++;
		if (found.listed.length < listedLimit) found.listed.push({ start, end });
		return true;
	});
	return found;
}

/** Whether an occurrence at `start` begins inside its line's indentation, with blanks of its own. */
export function lacksItsIndentation(text: string, oldText: string, start: number): boolean {
	return isInsideIndentation(text, start) && startsWithIndentation(text, oldText);
}

/** Whether the first line of `oldText` is blanks and then something visible. */
function startsWithIndentation(text: string, oldText: string): boolean {
	let offset = 0;
	while (offset < oldText.length && isBlankAt(oldText, offset)) offset++;
	if (offset === 0 || offset === oldText.length) return false;
	return lineBreakLength(oldText, offset, hasLoneReturnBreaks(text)) === 0;
}

/** Whether only blanks, and at least one, stand between the start of the line and `offset`. */
function isInsideIndentation(text: string, offset: number): boolean {
	let start = offset;
	while (start > 0 && isBlank(text.charCodeAt(start - 1))) start--;
	if (start === offset) return false;
	const before = start === 0 ? LINE_FEED : text.charCodeAt(start - 1);
	return before === LINE_FEED || (before === CARRIAGE_RETURN && hasLoneReturnBreaks(text));
}
