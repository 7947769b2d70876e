/**
 * The core: applying the edits of one call to a text. Pure: text in, text out, or an `EditError`.
 *
 * - Edits apply in order, each against the text as the earlier ones left it; all or none.
 * - Each is located by `findSpan`: exact first, then by the drifted candidate whose drift is a proper subset of every
 *   other's. More than one place, or none: refused.
 * - The guards speak when the place is known, before anything is replaced.
 * - What is written is `newText`, with the span's line endings; for a drifted match, kept text keeps the file's
 *   characters, and a correction is applied only where it is proved (`replacementFor`).
 * - Text outside the spans never changes.
 */
import type { EarlierEdit, Place, RefusalReason } from "./edit-error.ts";
import { EditedText, type Shift } from "./edited-text.ts";
import { describePlace, describePlaces } from "./evidence/describe-place.ts";
import { describeNotFound } from "./evidence/not-found.ts";
import { withoutLineNumbers } from "./guards/line-numbers.ts";
import { type GuardedEdit, guardReason, OVER_SCOPE_LINES, OVER_SCOPE_RATIO } from "./guards.ts";
import { hasLoneReturnBreaks } from "./match/characters.ts";
import { type DriftKind, type MatchedVia, matchedVia } from "./match/drift-kinds.ts";
import { type Candidate, type FindResult, findSpan, type Span } from "./match/find-span.ts";
import { refuse } from "./refusal-text.ts";
import { unescapeNewText } from "./replacement/unescape-new-text.ts";
import {
	type Replacement,
	type ReplacementRequest,
	replacementFor,
	type Unproved,
	verbatimReplacement,
} from "./replacement.ts";

export interface EditRequest {
	oldText: string;
	newText: string;
}

export interface ApplyOptions {
	/** `correct`: the default; `verbatim`: same place, `newText` as it came; `refuse`: exact and line endings only. */
	drift?: "correct" | "verbatim" | "refuse";
	/** A span of at least so many lines is guarded by `over-scope`; 0 switches the guard off. */
	overScopeLines?: number;
	/** Share of the span's lines that `newText` must at least have. */
	overScopeRatio?: number;
}

export interface EditOutcome {
	matchedVia: MatchedVia;
	drift: DriftKind[];
	/** 1-based, inclusive, in the text the edit was applied to. */
	startLine: number;
	endLine: number;
	/** Offsets of the span in the text the edit was applied to, in UTF-16 units, and what was written in its place. */
	start: number;
	end: number;
	replacement: string;
}

export interface ApplyResult {
	/** The text after all edits. Put together when it is first read: who needs only what changed is spared a copy of the text. */
	readonly content: string;
	edits: EditOutcome[];
}

/**
 * @param source text as decoded, byte order mark off, line endings as they are in the file
 * @param where the path as the caller wrote it, for messages and for guards that depend on the kind of file
 * @throws EditError when any edit is refused
 */
export function applyEdits(
	source: string,
	edits: EditRequest[],
	where: string,
	options: ApplyOptions = {},
): ApplyResult {
	refuseUnfitEdits(edits, where);
	const call: Call = { source, edits: withoutCopiedMarks(source, edits), where, options, outcomes: [] };
	const text = new EditedText(source);
	for (const editIndex of edits.keys()) {
		const outcome = applyApart(text, editIndex, call) ?? applyJoined(text, editIndex, call);
		call.outcomes.push(outcome);
	}
	if (!text.differsFrom(source)) refuse({ code: "no-changes", where, editCount: edits.length });
	return {
		get content() {
			return text.joined();
		},
		edits: call.outcomes,
	};
}

interface Call {
	source: string;
	edits: readonly EditRequest[];
	where: string;
	options: ApplyOptions;
	/** Of the edits applied so far. */
	outcomes: EditOutcome[];
}

function refuseUnfitEdits(edits: readonly EditRequest[], where: string): void {
	if (!Array.isArray(edits) || edits.length === 0) refuse({ code: "no-edits", where });
	const seen = new Map<string, number>();
	for (const [editIndex, edit] of edits.entries()) {
		const { oldText, newText }: Partial<EditRequest> = edit ?? {};
		const position = { where, editIndex, editCount: edits.length };
		if (typeof oldText !== "string") refuse({ code: "invalid-edit", field: "oldText", ...position });
		if (typeof newText !== "string") refuse({ code: "invalid-edit", field: "newText", ...position });
		if (oldText === "") refuse({ code: "empty-old-text", ...position });
		if (oldText === newText) refuse({ code: "no-op-edit", ...position });
		const key = JSON.stringify([oldText, newText]);
		const firstIndex = seen.get(key);
		if (firstIndex !== undefined) refuse({ code: "duplicate-edit", firstIndex, ...position });
		seen.set(key, editIndex);
	}
}

/** A byte order mark that was copied into both texts is no text of the file: written back, it would stand there twice. */
function withoutCopiedMarks(source: string, edits: EditRequest[]): EditRequest[] {
	if (!edits.some(({ oldText }) => oldText.startsWith(MARK)) || source.includes(MARK)) return edits;
	return edits.map((edit) => {
		const { oldText, newText } = edit;
		if (!oldText.startsWith(MARK) || oldText === MARK) return edit;
		return { oldText: oldText.slice(1), newText: newText.startsWith(MARK) ? newText.slice(1) : newText };
	});
}

const MARK = "\ufeff";

/**
 * Applies an edit whose one exact occurrence lies apart from all earlier edits, without joining the text.
 * @returns `undefined` if it does not, or if it is to be refused, which the joined text explains
 */
function applyApart(text: EditedText, editIndex: number, call: Call): EditOutcome | undefined {
	const { oldText, newText } = call.edits[editIndex]!;
	const span = text.findApart(oldText, newText);
	if (!span) return undefined;
	const candidate: Candidate = { span, drift: [] };
	const place = () => describePlace(text.base, candidate, oldText);
	if (guardOf(text.base, candidate, { oldText, newText }, place, call)) return undefined;
	const replacement = writtenText({ text: text.base, candidate, oldText, newText }, call.options);
	if (replacement.kind !== "text") return undefined;
	const outcome = outcomeOf(text.base, candidate, replacement.text, text.shiftAt(span.start));
	text.replace(span, replacement.text);
	return outcome;
}

function applyJoined(text: EditedText, editIndex: number, call: Call): EditOutcome {
	const outcome = applyOne(text.joined(), editIndex, call);
	text.replace(outcome, outcome.replacement);
	// Of several edits each would keep a whole text alive to count its lines in.
	return call.edits.length > 1 ? { ...outcome } : outcome;
}

function writtenText(request: ReplacementRequest, { drift }: ApplyOptions): Replacement {
	if (drift !== "verbatim") return replacementFor(request);
	return { kind: "text", text: verbatimReplacement(request), span: request.candidate.span };
}

function guardOf(
	text: string,
	{ span, drift }: Candidate,
	{ oldText, newText }: EditRequest,
	place: GuardedEdit["place"],
	{ where, options }: Call,
): RefusalReason | undefined {
	return guardReason({
		where,
		text,
		span,
		drift,
		oldText,
		newText,
		place,
		overScopeLines: options.overScopeLines ?? OVER_SCOPE_LINES,
		overScopeRatio: options.overScopeRatio ?? OVER_SCOPE_RATIO,
	});
}

function applyOne(content: string, editIndex: number, call: Call): EditOutcome {
	const { oldText, newText } = call.edits[editIndex]!;
	const position = { where: call.where, editIndex, editCount: call.edits.length };
	const found = findSpan(content, oldText, newText);
	if (found.kind !== "found")
		return refuse({
			...missReason(content, oldText, newText, found),
			...earlierFact(editIndex, found, call),
			...position,
		});
	const { candidate } = found;
	const place = (from?: "line-start") => describePlace(content, candidate, oldText, from);
	if (call.options.drift === "refuse" && candidate.drift.some((kind) => kind !== "line-endings")) {
		refuse({ code: "not-found", place: place(), ...position });
	}
	const written = found.escape ? unescapeNewText(oldText, newText, found.escape) : newText;
	if (written === undefined) {
		return refuse({ code: "escaped-new-text", place: place(), kinds: found.escape?.kinds ?? [], ...position });
	}
	const reason = guardOf(content, candidate, { oldText: found.oldText, newText: written }, place, call);
	if (reason) refuse({ ...reason, ...position });
	const request = { text: content, candidate, oldText: found.oldText, newText: written };
	const replacement = writtenText(request, call.options);
	if (replacement.kind === "text") {
		return outcomeOf(content, { span: replacement.span, drift: candidate.drift }, replacement.text);
	}
	return refuse({ ...unprovedReason(replacement.unproved, place()), ...position });
}

type Found = Extract<FindResult, { kind: "found" }>;

function unprovedReason(unproved: Unproved, place: Place): RefusalReason {
	return unproved.what === "indentation"
		? { code: "indentation", place, reason: "unproved", indent: unproved.indent }
		: { code: "not-found", place, unproved: unproved.what };
}

function missReason(
	content: string,
	oldText: string,
	newText: string,
	miss: Exclude<FindResult, Found>,
): RefusalReason {
	switch (miss.kind) {
		case "not-unique":
			return {
				code: "not-unique",
				places: describePlaces(
					content,
					miss.listed.map((span) => ({ span, drift: miss.drift })),
				),
				count: miss.count,
			};
		case "ambiguous":
			return {
				code: "ambiguous",
				places: describePlaces(content, miss.candidates),
				count: miss.count,
				...(miss.isLeastCount && { isLeastCount: true }),
			};
		case "gated":
			if (miss.gate.gate === "too-short") {
				const { nonBlankCharacters, limit } = miss.gate;
				return { code: "too-short", nonBlankCharacters, limit, evidence: describeNotFound(content, oldText, newText) };
			}
			if (miss.gate.gate === "binary") return { code: "binary" };
			return { code: "too-large", size: miss.gate.size, limit: miss.gate.limit, unit: "characters" };
		case "not-found": {
			const unnumbered = withoutLineNumbers(oldText);
			const found = unnumbered && findSpan(content, unnumbered.text, newText);
			if (found?.kind !== "found") {
				return { code: "not-found", evidence: describeNotFound(content, oldText, newText) };
			}
			return {
				code: "line-numbers",
				field: "oldText",
				place: describePlace(content, found.candidate, unnumbered!.text),
			};
		}
	}
}

/** Which earlier edit of the call took or doubled the target, if the original text still had it once. */
function earlierFact(editIndex: number, miss: Exclude<FindResult, Found>, call: Call): { earlier?: EarlierEdit } {
	if (editIndex === 0 || miss.kind === "gated") return {};
	const { oldText, newText } = call.edits[editIndex]!;
	if (findSpan(call.source, oldText, newText).kind !== "found") return {};
	let content = call.source;
	for (const [index, outcome] of call.outcomes.entries()) {
		content = content.slice(0, outcome.start) + outcome.replacement + content.slice(outcome.end);
		if (findSpan(content, oldText, newText).kind === "found") continue;
		return { earlier: { editIndex: index, effect: miss.kind === "not-found" ? "changed" : "duplicated" } };
	}
	return {};
}

function lineRange(content: string, span: Span): { startLine: number; endLine: number } {
	const lineBreak = hasLoneReturnBreaks(content) ? "\r" : "\n";
	const startLine = 1 + countBetween(content, lineBreak, 0, span.start);
	// A line break at the span's end belongs to the last line and starts no further one.
	return { startLine, endLine: startLine + countBetween(content, lineBreak, span.start, span.end - 1) };
}

function countBetween(text: string, lineBreak: string, start: number, end: number): number {
	let count = 0;
	for (let at = text.indexOf(lineBreak, start); at !== -1 && at < end; at = text.indexOf(lineBreak, at + 1)) count++;
	return count;
}

/** Line numbers are counted when they are first read: counting costs more than finding an exact match. */
function outcomeOf(
	content: string,
	{ span, drift }: Candidate,
	replacement: string,
	shift: Shift = { length: 0, lines: 0 },
): EditOutcome {
	let lines: { startLine: number; endLine: number } | undefined;
	const countedLines = () => {
		lines ??= lineRange(content, span);
		return lines;
	};
	return {
		matchedVia: matchedVia(drift),
		drift: [...drift],
		get startLine() {
			return countedLines().startLine + shift.lines;
		},
		get endLine() {
			return countedLines().endLine + shift.lines;
		},
		start: span.start + shift.length,
		end: span.end + shift.length,
		replacement,
	};
}
