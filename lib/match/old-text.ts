/**
 * `oldText`, taken apart for the drifted search: words (runs of visible text without blanks) and the gaps before, between
 * and after them. Pure.
 */
import { hasLoneReturnBreaks, invisibleLength, isBlankAt, lineBreakLength } from "./characters.ts";
import { type Gap, splitGap } from "./gap-drift.ts";
import { normalView } from "./normal-view.ts";
import { isPlainWord } from "./plain-forms.ts";

export interface OldText {
	text: string;
	/** Whether a lone CR is a line break, which the file decides. */
	loneReturnBreaks: boolean;
	words: string[];
	/** The gap after each word but the last. */
	gaps: string[];
	before: Gap;
	after: Gap;
	/** The normalised view. Empty if there is no visible character. */
	view: Uint16Array;
}

export function takeApart(text: string, file: string): OldText {
	const loneReturnBreaks = hasLoneReturnBreaks(file);
	const words: string[] = [];
	const gaps: string[] = [];
	const firstStart = gapEnd(text, 0, text.length, loneReturnBreaks);
	let lastEnd = firstStart;
	for (let start = firstStart; start < text.length; ) {
		if (words.length > 0) gaps.push(text.slice(lastEnd, start));
		lastEnd = wordEnd(text, start, text.length, loneReturnBreaks);
		words.push(text.slice(start, lastEnd));
		start = gapEnd(text, lastEnd, text.length, loneReturnBreaks);
	}
	return {
		text,
		loneReturnBreaks,
		words,
		gaps,
		before: splitGap(text, 0, firstStart, loneReturnBreaks),
		after: splitGap(text, lastEnd, text.length, loneReturnBreaks),
		view: normalView(text, loneReturnBreaks),
	};
}

/** End of the word that starts at `start`; invisible characters at its end belong to the gap after it. */
export function wordEnd(text: string, start: number, limit: number, loneReturnBreaks: boolean): number {
	let end = start;
	for (let offset = start; offset < limit; ) {
		if (isPlainWord(text.charCodeAt(offset))) {
			end = ++offset;
			continue;
		}
		const invisible = invisibleLength(text, offset);
		if (invisible === 0) {
			if (isBlankAt(text, offset) || lineBreakLength(text, offset, loneReturnBreaks) > 0) break;
			end = offset + 1;
		}
		offset += Math.max(1, invisible);
	}
	return end;
}

/** End of the blanks, line breaks and invisible characters that start at `start`. */
export function gapEnd(text: string, start: number, limit: number, loneReturnBreaks: boolean): number {
	let offset = start;
	while (offset < limit) {
		const length =
			lineBreakLength(text, offset, loneReturnBreaks) ||
			invisibleLength(text, offset) ||
			(isBlankAt(text, offset) ? 1 : 0);
		if (length === 0) break;
		offset += length;
	}
	return offset;
}
