/**
 * Line endings: which one a replacement takes, and the replacement rewritten with it. Pure. A mixed file is never
 * flattened: what is decided here is decided for one span.
 */
import { hasLoneReturnBreaks } from "./match/characters.ts";
import type { Span } from "./match/find-span.ts";

export type LineEnding = "\n" | "\r\n" | "\r";

/**
 * The line ending that a replacement of `span` takes: that of the span, or of the line the span starts on if it has
 * none; `mixed` if the span holds several; `undefined` if the whole text has none.
 */
export function lineEndingOf(text: string, span: Span): LineEnding | "mixed" | undefined {
	const first = lineEndingAt(text, span.start, span.end);
	if (first === undefined) return lineEndingAt(text, span.end, text.length) ?? lineEndingBefore(text, span.start);
	if (first === "\r") return first;
	for (let at = text.indexOf("\n", span.start); at !== -1 && at < span.end; at = text.indexOf("\n", at + 1)) {
		if ((at > span.start && text[at - 1] === "\r" ? "\r\n" : "\n") !== first) return "mixed";
	}
	return first;
}

/** The first line break in `[start, end)`; a search that ends at the span's end costs no more than the span. */
function lineEndingAt(text: string, start: number, end: number): LineEnding | undefined {
	const stretch = end === text.length ? text : text.slice(start, end);
	const offset = end === text.length ? 0 : start;
	const lineFeed = stretch.indexOf("\n", start - offset);
	if (lineFeed !== -1) return lineFeed > start - offset && stretch[lineFeed - 1] === "\r" ? "\r\n" : "\n";
	const carriageReturn = stretch.indexOf("\r", start - offset);
	return carriageReturn !== -1 && hasLoneReturnBreaks(text) ? "\r" : undefined;
}

function lineEndingBefore(text: string, offset: number): LineEnding | undefined {
	const lineFeed = offset === 0 ? -1 : text.lastIndexOf("\n", offset - 1);
	if (lineFeed !== -1) return text[lineFeed - 1] === "\r" ? "\r\n" : "\n";
	return text.includes("\r") && hasLoneReturnBreaks(text) ? "\r" : undefined;
}

/** `text` with each of its line breaks written as `ending`. A lone CR counts as one only if `loneReturnBreaks`. */
export function withLineEnding(text: string, ending: LineEnding, loneReturnBreaks: boolean): string {
	if (!text.includes("\n") && !text.includes("\r")) return text;
	const withLineFeeds = text.replaceAll("\r\n", "\n");
	const plain = loneReturnBreaks ? withLineFeeds.replaceAll("\r", "\n") : withLineFeeds;
	return ending === "\n" ? plain : plain.replaceAll("\n", ending);
}

/** `text` without its last line break, if it ends with one. */
export function withoutFinalLineBreak(text: string, loneReturnBreaks: boolean): string {
	if (text.endsWith("\r\n")) return text.slice(0, -2);
	if (text.endsWith("\n") || (loneReturnBreaks && text.endsWith("\r"))) return text.slice(0, -1);
	return text;
}

export function endsWithLineBreak(text: string, loneReturnBreaks: boolean): boolean {
	return text.endsWith("\n") || (loneReturnBreaks && text.endsWith("\r"));
}

export function startsWithLineBreak(text: string, loneReturnBreaks: boolean): boolean {
	return text.startsWith("\n") || text.startsWith("\r\n") || (loneReturnBreaks && text.startsWith("\r"));
}
