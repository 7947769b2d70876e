/**
 * A slow search, too simple to be wrong: every span of a small text is tried under every set of kinds of drift, and
 * two texts are the same under a set of kinds if their canonical forms are. It shares no code with `lib/match` but the
 * names of the kinds. Where several spans of one place need the same kinds, all of them are right answers.
 */
import type { DriftKind } from "../../lib/match/drift-kinds.ts";
import {
	candidatesOf,
	LINE_ENDINGS_ONLY,
	lacksIndentation,
	type OracleCandidate,
	type OracleSpan,
	SETS_OF_KINDS,
} from "./oracle/candidates.ts";
import { undoOneLevel } from "./oracle/escapes.ts";
import { type FileView, isVisibleCut, viewOf } from "./oracle/file-view.ts";

export type OracleResult =
	| { kind: "found"; candidate: OracleCandidate; oldText: string }
	| { kind: "not-found" }
	| { kind: "not-unique"; candidates: OracleCandidate[] }
	| { kind: "ambiguous"; candidates: OracleCandidate[] }
	| { kind: "gated"; gate: "too-short" | "binary" };

/** Fewest non-blank characters of an `oldText` that may have drifted. */
const FEWEST_CHARACTERS = 5;

export function oracleFindSpan(file: string, oldText: string, newText: string): OracleResult {
	if (oldText === "") return { kind: "not-found" };
	const view = viewOf(file);
	const search = oneSearch(view, oldText, newText);
	return search.kind === "not-found" ? searchUnescaped(view, oldText, newText) : search;
}

/** Design 3.1 to 3.4 for one `oldText`, without the last kind. */
function oneSearch(view: FileView, oldText: string, newText: string): OracleResult {
	const exact = exactSpans(view, oldText).filter((span) => !lacksIndentation(view, span, newText));
	if (exact.length === 1) return { kind: "found", candidate: { drift: [], spans: exact }, oldText };
	if (exact.length > 1) {
		return { kind: "not-unique", candidates: exact.map((span) => ({ drift: [], spans: [span] })) };
	}
	const all = driftedCandidates(view, oldText, newText);
	if (all.length === 0) return { kind: "not-found" };
	const winner = all.find((one) => all.every((other) => one === other || isStricter(one, other)));
	const byLineEndings = all.filter(({ drift }) => drift.join() === "line-endings");
	const gate = gateOf(view, oldText, winner?.drift);
	if (gate && byLineEndings.length === 0) return { kind: "gated", gate };
	if (winner) return { kind: "found", candidate: winner, oldText };
	return byLineEndings.length > 1
		? { kind: "not-unique", candidates: byLineEndings }
		: { kind: "ambiguous", candidates: all };
}

function exactSpans(view: FileView, oldText: string): OracleSpan[] {
	const spans: OracleSpan[] = [];
	for (let start = 0; start + oldText.length <= view.file.length; start++) {
		const end = start + oldText.length;
		const isWhole = view.isCut[start] && view.isCut[end];
		if (isWhole && view.file.slice(start, end) === oldText) spans.push({ start, end });
	}
	return spans;
}

function driftedCandidates(view: FileView, oldText: string, newText: string): OracleCandidate[] {
	const all = candidatesOf(view, oldText, newText, setsFor(view, oldText));
	if (!isCutFromBreak(view, oldText)) return all;
	const whole = `${oldText}\n`;
	const withLineEndings = setsFor(view, whole).filter((kinds) => kinds.includes("line-endings"));
	const endsWithBreak = ({ end }: OracleSpan) => view.file.slice(0, end).endsWith("\r\n");
	const ended = candidatesOf(view, whole, newText, withLineEndings)
		.map((candidate) => ({ ...candidate, spans: candidate.spans.filter(endsWithBreak) }))
		.filter(({ spans }) => spans.length > 0);
	return [...all, ...ended];
}

/** Text without a non-blank character has no place that could drift; its line endings may still differ. */
function setsFor(view: FileView, oldText: string): readonly (readonly DriftKind[])[] {
	const hasPlace = view.tokensOf(oldText).some((token) => token.type === "text");
	return hasPlace ? SETS_OF_KINDS : LINE_ENDINGS_ONLY;
}

/** Whether `oldText` ends with the first half of a CRLF of the file: a match takes in the whole break. */
function isCutFromBreak({ file }: FileView, oldText: string): boolean {
	return oldText.endsWith("\r") && file.includes(`${oldText}\n`);
}

function isStricter(one: OracleCandidate, other: OracleCandidate): boolean {
	return one.drift.length < other.drift.length && one.drift.every((kind) => other.drift.includes(kind));
}

function gateOf(
	view: FileView,
	oldText: string,
	winnerDrift: readonly DriftKind[] | undefined,
): "too-short" | "binary" | undefined {
	if (view.file.includes("\0")) return "binary";
	const texts = view.tokensOf(oldText).filter((token) => token.type === "text");
	const characters = texts.filter(({ start }) => isVisibleCut(oldText, start));
	if (characters.length >= FEWEST_CHARACTERS) return undefined;
	// The one exception: three words on a line that stand at other distances.
	const hasThreeWords = oldText.split(/[ \t]+/).filter((word) => word !== "").length >= 3;
	const isExcepted = characters.length === FEWEST_CHARACTERS - 1 && hasThreeWords;
	return isExcepted && winnerDrift?.join() === "whitespace" ? undefined : "too-short";
}

/** Design 3.3, `escape`: one level undone, in each of the two styles, and the search over again. */
function searchUnescaped(view: FileView, oldText: string, newText: string): OracleResult {
	const newTexts = undoOneLevel(newText);
	const found: { result: OracleResult; undone: string }[] = [];
	let gate: "too-short" | "binary" | undefined;
	for (const [style, undone] of undoOneLevel(oldText).entries()) {
		if (undone === oldText) continue;
		const result = oneSearch(view, undone, newTexts[style]!);
		if (result.kind === "not-found") continue;
		const closed = result.kind === "gated" ? result.gate : gateOf(view, undone, undefined);
		if (closed) gate ??= closed;
		else found.push({ result, undone });
	}
	const candidates = found.flatMap(({ result }) => candidatesIn(result)).map(withEscape);
	if (candidates.length === 0) return gate ? { kind: "gated", gate } : { kind: "not-found" };
	const [only] = candidates;
	if (candidates.length > 1) return { kind: "ambiguous", candidates };
	return { kind: "found", candidate: only!, oldText: found[0]!.undone };
}

function candidatesIn(result: OracleResult): OracleCandidate[] {
	if (result.kind === "found") return [result.candidate];
	return "candidates" in result ? result.candidates : [];
}

function withEscape(candidate: OracleCandidate): OracleCandidate {
	return { ...candidate, drift: [...candidate.drift, "escape"] };
}
