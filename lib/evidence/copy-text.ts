/**
 * Text of the file that a refusal offers for copying. Pure. Line breaks are LF, since that is what models write and every
 * line ending matches; nothing else differs from the file.
 */
import { hasLoneReturnBreaks } from "../match/characters.ts";
import type { Span } from "../match/exact-occurrences.ts";

export interface CopyText {
	/** 1-based, inclusive: the lines that the text stands on. */
	startLine: number;
	endLine: number;
	text: string;
}

/** Longer text is not extracted: no refusal could hold it. */
export const COPY_CHARACTERS = 4000;

export function lineFeedText(text: string): string {
	if (!text.includes("\r")) return text;
	return hasLoneReturnBreaks(text) ? text.replaceAll("\r", "\n") : text.replaceAll("\r\n", "\n");
}

/** Where an offset of `text` lies in `lineFeedText(text)`. */
export function lineFeedOffset(text: string, offset: number): number {
	if (!text.includes("\r") || hasLoneReturnBreaks(text)) return offset;
	let removed = 0;
	for (let at = text.indexOf("\r\n"); at !== -1 && at < offset; at = text.indexOf("\r\n", at + 2)) removed++;
	return offset - removed;
}

/** `undefined` if it is too long to be shown. `text` has LF line breaks only. */
export function copyTextAt(text: string, { start, end }: Span): CopyText | undefined {
	if (end - start > COPY_CHARACTERS) return undefined;
	return { ...lineRange(text, { start, end }), text: text.slice(start, end) };
}

/** Without the line breaks at both ends: what replaces them can not join two lines. */
export function withoutOuterBreaks({ startLine, text }: CopyText): CopyText {
	let start = 0;
	let end = text.length;
	while (start < end && text[start] === "\n") start++;
	while (end > start && text[end - 1] === "\n") end--;
	const first = startLine + start;
	const inner = text.slice(start, end);
	return { startLine: first, endLine: first + countLineFeeds(inner), text: inner };
}

/** The lines that a span stands on, 1-based and inclusive. */
export function lineRange(text: string, { start, end }: Span): { startLine: number; endLine: number } {
	const startLine = lineNumberAt(text, start);
	// A line break at the span's end belongs to the last line and starts no further one.
	return { startLine, endLine: startLine + countLineFeeds(text.slice(start, Math.max(start, end - 1))) };
}

export function lineNumberAt(text: string, offset: number): number {
	return 1 + countLineFeeds(text.slice(0, offset));
}

export function lineStartAt(text: string, offset: number): number {
	return offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

export function lineEndAt(text: string, offset: number): number {
	const end = text.indexOf("\n", offset);
	return end === -1 ? text.length : end;
}

function countLineFeeds(text: string): number {
	let count = 0;
	for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
	return count;
}
