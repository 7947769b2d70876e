/**
 * Where `oldText` stands in the file but for its line endings, to the letter otherwise. Pure. The search for what the
 * drifted search does not look for: a text without a visible character, and a file that is too large.
 */
import { hasLoneReturnBreaks, isCharacterBoundary } from "./characters.ts";
import type { Span } from "./exact-occurrences.ts";
import { findAll } from "./linear-search.ts";

/**
 * Calls `onSpan` for each such span, overlap-aware, in order. Both texts are compared with LF for every line break, so
 * that places overlap in a mixed file as in any other.
 */
export function findWithOtherBreaks(text: string, oldText: string, onSpan: (span: Span) => void): void {
	const plainText = withLineFeeds(text, text);
	const needle = withLineFeeds(oldText, text);
	const startsAt = offsetsIn(text, plainText);
	const endsAt = offsetsIn(text, plainText);
	const report = (plainStart: number, plainEnd: number): true => {
		const span = { start: startsAt(plainStart), end: endsAt(plainEnd) };
		if (isCharacterBoundary(text, span.start) && isCharacterBoundary(text, span.end)) onSpan(span);
		return true;
	};
	findAll(plainText, needle, (start) => report(start, start + needle.length));
	const beforeBreak = needle.slice(0, -1);
	const mayLackBreak = beforeBreak !== "" && needle.endsWith("\n") && !plainText.endsWith("\n");
	if (mayLackBreak && plainText.endsWith(beforeBreak)) {
		report(plainText.length - beforeBreak.length, plainText.length);
	}
}

/** `text` with LF for each line break; whether a lone CR is one, `file` decides. */
function withLineFeeds(text: string, file: string): string {
	if (!text.includes("\r")) return text;
	const plain = text.replaceAll("\r\n", "\n");
	return hasLoneReturnBreaks(file) ? plain.replaceAll("\r", "\n") : plain;
}

/** From offsets in `plainText` to those in `text`. To be asked in ascending order, so that all answers cost one pass. */
function offsetsIn(text: string, plainText: string): (plainOffset: number) => number {
	if (plainText.length === text.length) return (plainOffset) => plainOffset;
	let breaksBefore = 0;
	let nextBreak = text.indexOf("\r\n");
	return (plainOffset) => {
		while (nextBreak !== -1 && nextBreak - breaksBefore < plainOffset) {
			breaksBefore++;
			nextBreak = text.indexOf("\r\n", nextBreak + 2);
		}
		return plainOffset + breaksBefore;
	};
}
