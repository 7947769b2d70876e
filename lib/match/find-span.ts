/**
 * Finding the one span of the file that `oldText` means. Pure. Owns the search: exact first, then the drifted
 * candidates. What it returns is either one span with its drift or the typed reason why there is not exactly one.
 */
import {
	CARRIAGE_RETURN,
	characterEnd,
	hasLoneReturnBreaks,
	invisibleLength,
	isBlank,
	isBlankAt,
	LINE_FEED,
	lineBreakLength,
} from "./characters.ts";
import type { DriftKind } from "./drift-kinds.ts";
import { ESCAPE_STYLES, type EscapeStyle, type Unescaped, undoEscapes } from "./escapes.ts";
import { exactOccurrences, insideIndentation, type Occurrences, type Span } from "./exact-occurrences.ts";
import { LINE_ENDINGS, WHITESPACE } from "./gap-drift.ts";
import { searchView } from "./normal-view.ts";
import { takeApart } from "./old-text.ts";
import { findWithOtherBreaks } from "./other-breaks.ts";
import { type DriftedPlace, kindsOf, PlaceDrift } from "./place-drift.ts";

export type { Span } from "./exact-occurrences.ts";

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

/** The escapes that were undone to find the candidate. */
export interface UndoneEscape {
	style: EscapeStyle;
	/** The characters that had been escaped, each once. */
	kinds: readonly string[];
}

export type FindResult =
	| {
			kind: "found";
			candidate: Candidate;
			/** `oldText` as it matched: escapes undone if `escape` was needed. */
			oldText: string;
			/** Present if `escape` is in the candidate's drift. */
			escape?: UndoneEscape;
	  }
	| { kind: "not-found" }
	/** Several places that are exact, or that drifted in their line endings only. */
	| ({ kind: "not-unique"; drift: readonly DriftKind[] } & Occurrences)
	/** `isLeastCount`: not every place was looked at. */
	| { kind: "ambiguous"; candidates: Candidate[]; count: number; isLeastCount: boolean }
	| { kind: "gated"; gate: Gate };

/** Most places that a result lists; more are only counted. Raising it costs memory in a refusal, nothing else. */
const LISTED_PLACES = 20;

/** Shorter texts occur by chance. Raising it refuses small true edits, lowering it lets chance decide. */
const MINIMUM_NON_BLANK_CHARACTERS = 5;

/**
 * Code units of text that a drifted search takes on. A miss through every kind took 0.1 s for 16 MB of source text and
 * grows in proportion: raising it makes a miss in a huge file slower, lowering it refuses drift in files that take no
 * noticeable time.
 */
const LARGEST_TEXT = 64 * 1024 * 1024;

/** Most candidates that are measured: more places than that are not told apart. Raising it makes hostile input slower. */
const MAXIMUM_CANDIDATES = 1000;

export function findSpan(text: string, oldText: string, newText: string): FindResult {
	if (oldText === "") return { kind: "not-found" };
	const found = findAsWritten(text, oldText, newText);
	return found.kind === "not-found" ? findUnescaped(text, oldText, newText) : found;
}

/**
 * The one exact occurrence of `oldText`, or `undefined` if there is none or more than one, those included that do not
 * count where they stand. Never looks for drift.
 */
export function exactSpan(text: string, oldText: string, newText: string): Span | undefined {
	const { listed, rawCount } = exactOccurrences(text, oldText, hasFurtherLines(newText), 1);
	return rawCount === 1 ? listed[0] : undefined;
}

function findAsWritten(text: string, oldText: string, newText: string): FindResult {
	const indentsFurtherLines = hasFurtherLines(newText);
	const exact = exactOccurrences(text, oldText, indentsFurtherLines, LISTED_PLACES);
	if (exact.count === 1) return { kind: "found", candidate: { span: exact.listed[0]!, drift: [] }, oldText };
	if (exact.count > 1) return { kind: "not-unique", listed: exact.listed, count: exact.count, drift: [] };
	const searches: Search[] = [{ text, oldText, isCut: false, indentsFurtherLines }];
	if (exact.endsInsideBreak) searches.push({ text, oldText: `${oldText}\n`, isCut: true, indentsFurtherLines });
	const { places, isComplete } = driftedPlaces(searches);
	if (places.length === 0)
		return text.length > LARGEST_TEXT ? { kind: "gated", gate: tooLarge(text) } : { kind: "not-found" };
	const onlyLineEndings = places.filter(({ kinds }) => kinds === LINE_ENDINGS);
	if (onlyLineEndings.length > 1) {
		return { kind: "not-unique", drift: ["line-endings"], ...occurrencesWithOtherBreaks(searches) };
	}
	// Where not every place was measured, one that was not could match as well.
	const winner = isComplete ? winnerOf(places) : undefined;
	const gate = onlyLineEndings.length === 0 ? gateBefore(text, oldText) : undefined;
	if (gate !== undefined && !isLongEnoughInWords(oldText, gate, winner)) return { kind: "gated", gate };
	if (winner !== undefined) return { kind: "found", candidate: candidateOf(winner), oldText };
	const candidates = places.slice(0, LISTED_PLACES).map(candidateOf);
	return { kind: "ambiguous", candidates, count: places.length, isLeastCount: !isComplete };
}

/**
 * Whether a text that is one character too short is long enough all the same: three words or more on one line, of which
 * only the distances drifted (`id = 7` for an aligned `id      = 7`).
 */
function isLongEnoughInWords(oldText: string, gate: Gate, winner: DriftedPlace | undefined): boolean {
	if (gate.gate !== "too-short" || gate.nonBlankCharacters < gate.limit - 1 || winner?.kinds !== WHITESPACE)
		return false;
	return oldText.split(/[ \t]/).filter((word) => word !== "").length >= 3;
}

function candidateOf({ span, kinds }: DriftedPlace): Candidate {
	return { span, drift: kindsOf(kinds) };
}

/** One reading of `oldText` that drifted places are looked for by. */
interface Search {
	text: string;
	oldText: string;
	/** Whether the call cut `oldText` inside a CRLF of the file: it is whole here, and a span ends with such a break. */
	isCut: boolean;
	indentsFurtherLines: boolean;
}

interface DriftedPlaces {
	places: DriftedPlace[];
	/** Whether all places were measured: neither their number nor the work on them hit its bound. */
	isComplete: boolean;
}

function driftedPlaces(searches: readonly Search[]): DriftedPlaces {
	const all = searches.map(placesOf);
	return { places: all.flatMap(({ places }) => places), isComplete: all.every(({ isComplete }) => isComplete) };
}

function placesOf(search: Search): DriftedPlaces {
	const { text, oldText, isCut, indentsFurtherLines } = search;
	const old = takeApart(oldText, text);
	const places: DriftedPlace[] = [];
	// Text without a visible character has no place that could drift; its line endings may differ all the same.
	if (old.view.length === 0 || text.length > LARGEST_TEXT) {
		const { listed } = occurrencesWithOtherBreaks([search]);
		return { places: listed.map((span) => ({ span, kinds: LINE_ENDINGS })), isComplete: true };
	}
	const drift = new PlaceDrift(text, old, indentsFurtherLines);
	const isBounded = () => places.length >= MAXIMUM_CANDIDATES || drift.isExhausted;
	searchView(text, old.view, old.loneReturnBreaks, (place) => {
		const candidate = drift.candidateAt(place, isCut ? LINE_ENDINGS : 0);
		if (candidate !== undefined && endsAsAsked(candidate.span, search)) places.push(candidate);
		return !isBounded();
	});
	return { places, isComplete: !isBounded() };
}

/** The places that need `line-endings` only, counted to the last. */
function occurrencesWithOtherBreaks(searches: readonly Search[]): Occurrences {
	const found: Occurrences = { listed: [], count: 0 };
	for (const search of searches) {
		const { text, oldText, indentsFurtherLines } = search;
		const isUnindented = indentsFurtherLines ? insideIndentation(text, oldText) : undefined;
		findWithOtherBreaks(text, oldText, (span) => {
			if (isUnindented?.(span.start) || !endsAsAsked(span, search)) return;
			found.count++;
			if (found.listed.length < LISTED_PLACES) found.listed.push(span);
		});
	}
	return found;
}

function endsAsAsked({ end }: Span, { text, isCut }: Search): boolean {
	return !isCut || text.startsWith("\r\n", end - 2);
}

/** The candidate whose drift is a proper subset of every other's. */
function winnerOf(places: readonly DriftedPlace[]): DriftedPlace | undefined {
	let shared = -1;
	for (const { kinds } of places) shared &= kinds;
	const smallest = places.filter(({ kinds }) => kinds === shared);
	return smallest.length === 1 ? smallest[0] : undefined;
}

/** Whether `newText` has a line after its first that is not blank. */
function hasFurtherLines(newText: string): boolean {
	let seenBreak = false;
	for (let offset = 0; offset < newText.length; offset++) {
		const codeUnit = newText.charCodeAt(offset);
		if (codeUnit === LINE_FEED || codeUnit === CARRIAGE_RETURN) seenBreak = true;
		else if (seenBreak && !isBlank(codeUnit)) return true;
	}
	return false;
}

function gateBefore(text: string, oldText: string): Gate | undefined {
	const nonBlankCharacters = countNonBlank(oldText, MINIMUM_NON_BLANK_CHARACTERS, hasLoneReturnBreaks(text));
	if (nonBlankCharacters < MINIMUM_NON_BLANK_CHARACTERS) {
		return { gate: "too-short", nonBlankCharacters, limit: MINIMUM_NON_BLANK_CHARACTERS };
	}
	if (text.includes("\0")) return { gate: "binary" };
	return text.length > LARGEST_TEXT ? tooLarge(text) : undefined;
}

function tooLarge(text: string): Gate {
	return { gate: "too-large", size: text.length, limit: LARGEST_TEXT };
}

/** How many visible characters `oldText` has, counted up to `limit`. */
function countNonBlank(oldText: string, limit: number, loneReturnBreaks: boolean): number {
	let count = 0;
	for (let offset = 0; offset < oldText.length && count < limit; ) {
		const isGap = isBlankAt(oldText, offset) || lineBreakLength(oldText, offset, loneReturnBreaks) > 0;
		const skipped = isGap ? 1 : invisibleLength(oldText, offset);
		if (skipped === 0) count++;
		offset = skipped === 0 ? characterEnd(oldText, offset) : offset + skipped;
	}
	return count;
}

/** The search started over with one level of escapes undone, for each style that `oldText` shows. */
function findUnescaped(text: string, oldText: string, newText: string): FindResult {
	const found: { result: FindResult; unescaped: Unescaped; style: EscapeStyle }[] = [];
	let gate: Gate | undefined;
	for (const style of ESCAPE_STYLES) {
		const unescaped = undoEscapes(oldText, style);
		if (unescaped === undefined) continue;
		const result = findAsWritten(text, unescaped.text, undoEscapes(newText, style)?.text ?? newText);
		if (result.kind === "not-found") continue;
		const closed = result.kind === "gated" ? result.gate : gateBefore(text, unescaped.text);
		if (closed === undefined) found.push({ result, unescaped, style });
		else gate ??= closed;
	}
	const [only, ...others] = found;
	if (only === undefined) return gate === undefined ? { kind: "not-found" } : { kind: "gated", gate };
	if (others.length === 0 && only.result.kind === "found") {
		return {
			kind: "found",
			candidate: withEscape(only.result.candidate),
			oldText: only.unescaped.text,
			escape: { style: only.style, kinds: only.unescaped.kinds },
		};
	}
	return {
		kind: "ambiguous",
		candidates: found.flatMap(({ result }) => candidatesOf(result).map(withEscape)).slice(0, LISTED_PLACES),
		count: found.reduce((sum, { result }) => sum + ("count" in result ? result.count : 1), 0),
		isLeastCount: found.some(({ result }) => result.kind === "ambiguous" && result.isLeastCount),
	};
}

function candidatesOf(result: FindResult): Candidate[] {
	if (result.kind === "found") return [result.candidate];
	if (result.kind === "not-unique") return result.listed.map((span) => ({ span, drift: result.drift }));
	return result.kind === "ambiguous" ? result.candidates : [];
}

function withEscape({ span, drift }: Candidate): Candidate {
	return { span, drift: [...drift, "escape"] };
}
