/**
 * What tells equal places apart. Pure. For each place the shortest run of adjacent lines, above or below it, that makes
 * it the only one: looked for among the other places, within a budget that is linear in the file.
 */
import type { Span } from "../match/exact-occurrences.ts";
import { findAll } from "../match/linear-search.ts";
import { COPY_CHARACTERS, lineEndAt, lineStartAt } from "./copy-text.ts";

/** Lines that are added on one side. Higher finds context in very repetitive files, at the price of longer texts. */
const CONTEXT_LINES = 8;

/** Code units compared, per code unit of text, before a file is given up as too repetitive. */
const COMPARISONS = 8;

/** Steps by which the context of a place in a very long line grows, where whole lines would not fit. */
const LONG_LINE_STEP = 40;
const LONG_LINE = 600;

export class UniqueContext {
	readonly #text: string;
	#budget: number;

	/** @param text with LF line breaks only */
	constructor(text: string) {
		this.#text = text;
		this.#budget = COMPARISONS * text.length + 1_000_000;
	}

	/** The span around `place` that occurs once in the text, or `undefined` if there is none short enough. */
	around(place: Span): Span | undefined {
		if (place.end - place.start > COPY_CHARACTERS) return undefined;
		const extents = contextsOf(this.#text, place);
		const others = this.#rivals(place, extents[0]!);
		if (others === undefined) return undefined;
		const needle = this.#text.slice(place.start, place.end);
		return extents.find(
			({ start, end }) =>
				others.every(({ left, right }) => left < place.start - start || right < end - place.end) &&
				holdsOnce(this.#text.slice(start, end), needle),
		);
	}

	/** How far the surroundings of every other place that shares the first context agree with those of `place`. */
	#rivals(place: Span, first: Span): { left: number; right: number }[] | undefined {
		const text = this.#text;
		const needle = text.slice(place.start, place.end);
		const baseLeft = place.start - first.start;
		const baseRight = first.end - place.end;
		const found: { left: number; right: number }[] = [];
		findAll(text, needle, (start) => {
			if (start === place.start) return true;
			const left = commonLeft(text, place.start, start, COPY_CHARACTERS);
			const right = commonRight(text, place.end, start + needle.length, COPY_CHARACTERS);
			this.#budget -= left + right + 1;
			if (left >= baseLeft && right >= baseRight) found.push({ left, right });
			return this.#budget >= 0;
		});
		return this.#budget < 0 ? undefined : found;
	}
}

/** A context that holds another place too would leave open which of the two is meant. */
function holdsOnce(context: string, needle: string): boolean {
	return context.indexOf(needle) === context.lastIndexOf(needle);
}

/** Ever larger surroundings: its own lines, then one line more above, or below, or both. */
function contextsOf(text: string, place: Span): Span[] {
	const lines = wholeLines(text, place);
	if (lines.end - lines.start - (place.end - place.start) > LONG_LINE) return longLineContexts(text, place);
	const starts = [clippedStart(text, place, lines.start)];
	const ends = [clippedEnd(text, place, lines.end)];
	for (let count = 0; count < CONTEXT_LINES; count++) {
		starts.push(starts.at(-1)! > lines.start ? lines.start : lineStartAt(text, Math.max(0, starts.at(-1)! - 1)));
		ends.push(ends.at(-1)! < lines.end ? lines.end : nextLineEnd(text, ends.at(-1)!));
	}
	return combinations(starts, ends);
}

function combinations(starts: readonly number[], ends: readonly number[]): Span[] {
	const spans: Span[] = [];
	for (let total = 0; total <= CONTEXT_LINES; total++) {
		spans.push({ start: starts[total]!, end: ends[0]! }, { start: starts[0]!, end: ends[total]! });
	}
	for (let each = 1; each <= CONTEXT_LINES; each++) spans.push({ start: starts[each]!, end: ends[each]! });
	return spans.filter(({ start, end }) => end - start <= COPY_CHARACTERS);
}

function wholeLines(text: string, place: Span): Span {
	const endsInBreak = place.end > place.start && text[place.end - 1] === "\n";
	return { start: lineStartAt(text, place.start), end: endsInBreak ? place.end : lineEndAt(text, place.end) };
}

/** One line more. The break at the end of `place` already starts it. */
function nextLineEnd(text: string, end: number): number {
	if (end >= text.length) return text.length;
	return lineEndAt(text, text[end - 1] === "\n" ? end : end + 1);
}

/** A line that holds the same text twice: the context leaves the other one out, else it names both. */
function clippedStart(text: string, place: Span, lineStart: number): number {
	const needle = text.slice(place.start, place.end);
	const before = text.slice(lineStart, place.end - 1).lastIndexOf(needle);
	return before === -1 ? lineStart : lineStart + before + 1;
}

function clippedEnd(text: string, place: Span, lineEnd: number): number {
	const needle = text.slice(place.start, place.end);
	const after = text.slice(place.start + 1, lineEnd).indexOf(needle);
	return after === -1 ? lineEnd : place.start + after + needle.length;
}

function longLineContexts(text: string, place: Span): Span[] {
	const starts = [place.start];
	const ends = [place.end];
	for (let count = 1; count <= CONTEXT_LINES; count++) {
		starts.push(characterStart(text, Math.max(0, place.start - count * LONG_LINE_STEP)));
		ends.push(characterStart(text, Math.min(text.length, place.end + count * LONG_LINE_STEP)));
	}
	return combinations(starts, ends);
}

function characterStart(text: string, offset: number): number {
	const codeUnit = text.charCodeAt(offset);
	return codeUnit >= 0xdc00 && codeUnit <= 0xdfff ? offset - 1 : offset;
}

function commonLeft(text: string, first: number, second: number, limit: number): number {
	let length = 0;
	while (
		length < limit &&
		length < first &&
		length < second &&
		text.charCodeAt(first - length - 1) === text.charCodeAt(second - length - 1)
	)
		length++;
	return length;
}

function commonRight(text: string, first: number, second: number, limit: number): number {
	const most = Math.min(limit, text.length - Math.max(first, second));
	let length = 0;
	while (length < most && text.charCodeAt(first + length) === text.charCodeAt(second + length)) length++;
	return length;
}
