/**
 * What a refusal shows of places in the file. Pure. One place: its lines, its text, where it differs from what was sent.
 * Several: for the first few, what tells each from the others.
 */
import type { Place } from "../edit-error.ts";
import type { Candidate, Span } from "../match/find-span.ts";
import { copyTextAt, lineFeedOffset, lineFeedText, lineRange, lineStartAt } from "./copy-text.ts";
import { enclosingLabel } from "./enclosing-label.ts";
import { firstDifference } from "./not-found.ts";
import { UniqueContext } from "./unique-context.ts";

/** Places that are described. Each takes lines of a bounded text from the others. */
const DESCRIBED_PLACES = 5;

/** @param from `line-start` lets the copied text begin with the indentation of its first line */
export function describePlace(
	content: string,
	{ span, drift }: Candidate,
	oldText: string,
	from?: "line-start",
): Place {
	const text = lineFeedText(content);
	const { start, end } = lineFeedSpan(content, span);
	const copy = copyTextAt(text, { start: from === "line-start" ? lineStartAt(text, start) : start, end });
	const lines = lineRange(text, { start, end });
	const difference = copy && firstDifference(copy.text.split("\n"), lineFeedText(oldText).split("\n"), lines.startLine);
	return { ...lines, drift, ...(copy && { copy }), ...(difference && { difference }) };
}

export function describePlaces(content: string, candidates: readonly Candidate[]): Place[] {
	const text = lineFeedText(content);
	const context = new UniqueContext(text);
	return candidates.slice(0, DESCRIBED_PLACES).map(({ span, drift }) => {
		const place = lineFeedSpan(content, span);
		const unique = context.around(place);
		const copy = unique && copyTextAt(text, unique);
		const label = enclosingLabel(text, place.start);
		return {
			...lineRange(text, place),
			drift,
			...(copy && { copy }),
			...(label !== undefined && { label }),
		};
	});
}

function lineFeedSpan(content: string, { start, end }: Span): Span {
	return { start: lineFeedOffset(content, start), end: lineFeedOffset(content, end) };
}
