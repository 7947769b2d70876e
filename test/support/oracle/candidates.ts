/** Every place of a small file that equals a text under some set of kinds, found by trying all spans. */
import { DRIFT_KINDS, type DriftKind } from "../../../lib/match/drift-kinds.ts";
import { canonicalForm, type LineContext, withoutFinalBreak } from "./canonical-form.ts";
import { type FileView, lettersOf, linesOf, type Token } from "./file-view.ts";

export interface OracleSpan {
	start: number;
	end: number;
}

/** One place: the kinds it needs, and every span of it that needs no others. */
export interface OracleCandidate {
	drift: DriftKind[];
	spans: OracleSpan[];
}

/** Every set of kinds but `escape`, the smallest first and those of one size in the table's order. */
export const SETS_OF_KINDS: readonly (readonly DriftKind[])[] = subsetsInOrder(
	DRIFT_KINDS.filter((kind) => kind !== "escape"),
);
const EVERY_KIND = SETS_OF_KINDS.at(-1)!;
export const LINE_ENDINGS_ONLY: readonly (readonly DriftKind[])[] = [["line-endings"]];

function subsetsInOrder(kinds: readonly DriftKind[]): DriftKind[][] {
	const subsets: DriftKind[][] = [[]];
	for (const kind of kinds.toReversed()) subsets.push(...subsets.map((subset) => [kind, ...subset]));
	const order = (subset: DriftKind[]) => subset.map((kind) => DRIFT_KINDS.indexOf(kind)).join("");
	return subsets.sort((one, other) => one.length - other.length || (order(one) < order(other) ? -1 : 1));
}

export function candidatesOf(
	view: FileView,
	oldText: string,
	newText: string,
	setsOfKinds: readonly (readonly DriftKind[])[],
): OracleCandidate[] {
	const spansOfPlace = new Map<string, OracleSpan[]>();
	for (const span of spansWithLettersOf(view, oldText)) {
		if (lacksIndentation(view, span, newText)) continue;
		if (!view.isVisibleCut[span.start] || !view.isVisibleCut[span.end]) continue;
		if (![EVERY_KIND, ["line-endings" as const]].some((kinds) => isEqualText(view, span, oldText, kinds))) continue;
		const place = placeOf(view, span);
		spansOfPlace.set(place, [...(spansOfPlace.get(place) ?? []), span]);
	}
	const candidates: OracleCandidate[] = [];
	for (const spans of spansOfPlace.values()) {
		for (const kinds of setsOfKinds) {
			const equal = spans.filter((span) => isEqualSpan(view, span, oldText, kinds));
			if (equal.length === 0) continue;
			candidates.push({ drift: [...kinds], spans: withBlanksTakenIn(view, equal, kinds) });
			break;
		}
	}
	return candidates;
}

/** The spans that hold the letters and digits of `oldText`, which no kind of drift forgives. Saves time only. */
function spansWithLettersOf(view: FileView, oldText: string): OracleSpan[] {
	const wanted = lettersOf(oldText);
	const { file, isCut, lettersBefore } = view;
	const letters = lettersOf(file);
	const spans: OracleSpan[] = [];
	for (let start = 0; start < file.length; start++) {
		if (!isCut[start] || !letters.startsWith(wanted, lettersBefore[start])) continue;
		for (let end = start + 1; end <= file.length; end++) {
			if (isCut[end] && lettersBefore[end]! - lettersBefore[start]! === wanted.length) spans.push({ start, end });
		}
	}
	return spans;
}

/** First through last non-blank character; a span that has none is its own place. */
function placeOf(view: FileView, span: OracleSpan): string {
	const isInside = ({ type, start, end }: Token) => type === "text" && start >= span.start && end <= span.end;
	const first = view.tokens.find(isInside);
	return first ? `${first.start}:${view.tokens.findLast(isInside)!.end}` : `${span.start}-${span.end}`;
}

/** Where trailing blanks are forgiven and only blanks follow on the last line, the span takes them all in. */
function withBlanksTakenIn(view: FileView, spans: OracleSpan[], kinds: readonly DriftKind[]): OracleSpan[] {
	if (!kinds.includes("trailing-whitespace")) return spans;
	const takenIn = spans.filter(({ end }) => {
		const rest = view.restOfLine(end);
		return view.isAfterBreak(end) || rest.length === 0 || rest.some((token) => token.type !== "blank");
	});
	return takenIn.length === 0 ? spans : takenIn;
}

function isEqualSpan(view: FileView, span: OracleSpan, oldText: string, kinds: readonly DriftKind[]): boolean {
	return mayStartAndEndThere(view, span, kinds) && isEqualText(view, span, oldText, kinds);
}

function isEqualText(view: FileView, span: OracleSpan, oldText: string, kinds: readonly DriftKind[]): boolean {
	const text = view.file.slice(span.start, span.end);
	const context: LineContext = {
		isLoneReturnBreak: view.isLoneReturnBreak,
		isInsideLineBefore: view.startOfLine(span.start).some((token) => token.type === "text"),
		isInsideLineAfter: view.restOfLine(span.end).some((token) => token.type === "text"),
	};
	const form = (one: string) =>
		view.remember(`${kinds}|${Object.values(context)}|${one}`, () => canonicalForm(one, kinds, context));
	if (form(text) === form(oldText)) return true;
	const endsInBlankLines = kinds.includes("blank-lines") && hasBlankEnd(view, oldText, kinds);
	if (endsInBlankLines && withoutFinalBreak(form(text)) === withoutFinalBreak(form(oldText))) return true;
	const lacksLastBreak = span.end === view.file.length && !view.isAfterBreak(span.end);
	const mayLackBreak = kinds.includes("line-endings") || kinds.includes("blank-lines");
	return lacksLastBreak && mayLackBreak && form(text) === withoutFinalBreak(form(oldText));
}

/** Whether blank lines follow the last other line of `text`; the break before them is forgiven with them. */
function hasBlankEnd(view: FileView, text: string, kinds: readonly DriftKind[]): boolean {
	const isShown = ({ type }: Token) => type === "text" || (type === "invisible" && !kinds.includes("unicode"));
	const lines = view.linesOf(text);
	const after = lines.slice(lines.findLastIndex(({ tokens }) => tokens.some(isShown)) + 1);
	return after.length > 1 || (after[0]?.tokens.length ?? 0) > 0;
}

function mayStartAndEndThere(view: FileView, span: OracleSpan, kinds: readonly DriftKind[]): boolean {
	const startsLine = view.startOfLine(span.start).length === 0;
	const endsLine = view.isAfterBreak(span.end) || view.restOfLine(span.end).length === 0;
	if (kinds.includes("blank-lines")) return startsLine && endsLine;
	return startsLine || !kinds.includes("line-trimmed");
}

/** Whether `span` begins inside its line's indentation with blanks of its own while `newText` has lines to indent. */
export function lacksIndentation(view: FileView, span: OracleSpan, newText: string): boolean {
	const before = view.startOfLine(span.start);
	const own = view.restOfLine(span.start);
	const beginsInside = before.length > 0 && before.every((token) => token.type === "blank");
	if (!beginsInside || own[0]?.type !== "blank") return false;
	const hasText = own.some((token) => token.type === "text" && token.start + span.start < span.end);
	return hasText && hasFurtherLines(newText, view.isLoneReturnBreak);
}

function hasFurtherLines(newText: string, loneReturnBreak: boolean): boolean {
	return linesOf(newText, loneReturnBreak)
		.slice(1)
		.some((line) => line.tokens.some((token) => token.type !== "blank"));
}
