/**
 * Finding the one span of the file that `oldText` means. Pure. Owns the search: exact first, then the drifted
 * candidates. What it returns is either one span with its drift or the typed reason why there is not exactly one.
 */
import type { DriftKind } from "./drift-kinds.ts";

/** `[start, end)` in the file's text, in UTF-16 units. */
export interface Span {
	start: number;
	end: number;
}

/** A span that equals `oldText` if `drift` is forgiven. */
export interface Candidate {
	span: Span;
	drift: readonly DriftKind[];
}

/** Why a drifted search was not made. */
export type Gate =
	| { gate: "too-short"; nonBlankCharacters: number; limit: number }
	| { gate: "binary" }
	| { gate: "too-large"; size: number; limit: number };

export type FindResult =
	| {
			kind: "found";
			candidate: Candidate /** `oldText` as it matched: escapes undone if `escape` was needed. */;
			oldText: string /** What was undone, if `escape` was needed. */;
			escape?: { style: "backslash" | "html"; kinds: readonly string[] };
	  }
	| { kind: "not-found" }
	| { kind: "not-unique"; spans: Span[]; count: number }
	| { kind: "ambiguous"; candidates: Candidate[]; count: number }
	| { kind: "gated"; gate: Gate };

/** Most places that a result lists; more are only counted. Raising it costs memory in a refusal, nothing else. */
const LISTED_PLACES = 20;

export function findSpan(text: string, oldText: string, _newText: string): FindResult {
	const spans = exactOccurrences(text, oldText);
	if (spans.count === 1) return { kind: "found", candidate: { span: spans.listed[0]!, drift: [] }, oldText };
	if (spans.count > 1) return { kind: "not-unique", spans: spans.listed, count: spans.count };
	return { kind: "not-found" };
}

function exactOccurrences(text: string, oldText: string): { listed: Span[]; count: number } {
	const listed: Span[] = [];
	let count = 0;
	for (let start = text.indexOf(oldText); start !== -1; start = text.indexOf(oldText, start + 1)) {
		count++;
		if (listed.length < LISTED_PLACES) listed.push({ start, end: start + oldText.length });
	}
	return { listed, count };
}
