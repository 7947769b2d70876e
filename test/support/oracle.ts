/**
 * A slow search, too simple to be wrong: every span of a small text is tried under every set of kinds of drift, and
 * two texts are the same under a set of kinds if their canonical forms are. It shares no code with `lib/match` but the
 * names of the kinds. Where several spans of one place need the same kinds, all of them are right answers.
 */
import { DRIFT_KINDS, type DriftKind } from "../../lib/match/drift-kinds.ts";

export interface OracleSpan {
	start: number;
	end: number;
}

/** One place: the kinds it needs, and every span of it that needs no others. */
export interface OracleCandidate {
	drift: DriftKind[];
	spans: OracleSpan[];
}

export type OracleResult =
	| { kind: "found"; candidate: OracleCandidate; oldText: string }
	| { kind: "not-found" }
	| { kind: "not-unique"; candidates: OracleCandidate[] }
	| { kind: "ambiguous"; candidates: OracleCandidate[] }
	| { kind: "gated"; gate: "too-short" | "binary" };

/** Fewest non-blank characters of an `oldText` that may have drifted. */
const FEWEST_CHARACTERS = 5;

export function oracleFindSpan(file: string, oldText: string, newText: string): OracleResult {
	const view = viewOf(file);
	const search = oneSearch(view, oldText, newText);
	if (search.kind !== "not-found") return search;
	for (const undone of undoOneLevel(oldText)) {
		if (undone === oldText) continue;
		const again = withEscape(oneSearch(view, undone, newText));
		if (again.kind === "not-found") continue;
		const gate = gateOf(view, undone);
		return gate ? { kind: "gated", gate } : again;
	}
	return search;
}

function withEscape(result: OracleResult): OracleResult {
	const escaped = (candidate: OracleCandidate): OracleCandidate => ({
		...candidate,
		drift: [...candidate.drift, "escape"],
	});
	switch (result.kind) {
		case "found":
			return { ...result, candidate: escaped(result.candidate) };
		case "ambiguous":
			return { ...result, candidates: result.candidates.map(escaped) };
		case "not-unique":
			return { kind: "ambiguous", candidates: result.candidates.map(escaped) };
		default:
			return result;
	}
}

/** Design 3.1 to 3.4 for one `oldText`, without the last kind. */
function oneSearch(view: FileView, oldText: string, newText: string): OracleResult {
	const exact = exactSpans(view, oldText).filter((span) => !lacksIndentation(view, span, newText));
	if (exact.length === 1) return { kind: "found", candidate: { drift: [], spans: exact }, oldText };
	if (exact.length > 1) {
		return { kind: "not-unique", candidates: exact.map((span) => ({ drift: [], spans: [span] })) };
	}
	// Text without a non-blank character has no place that could drift; its line endings may still differ.
	const hasPlace = view.tokensOf(oldText).some((token) => token.type === "text");
	const gate = hasPlace ? gateOf(view, oldText) : undefined;
	const all = candidatesOf(view, oldText, newText, hasPlace ? SETS_OF_KINDS : LINE_ENDINGS_ONLY);
	if (all.length === 0) return { kind: "not-found" };
	const winner = all.find((one) => all.every((other) => one === other || isStricter(one, other)));
	const byLineEndings = all.filter(isByLineEndings);
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

function gateOf(view: FileView, oldText: string): "too-short" | "binary" | undefined {
	if (view.file.includes("\0")) return "binary";
	const visible = [...oldText].filter((character) => character !== "\r" && !isInvisible(character)).join("");
	const characters = view.tokensOf(visible).filter((token) => token.type === "text");
	return characters.length < FEWEST_CHARACTERS ? "too-short" : undefined;
}

function isByLineEndings(candidate: OracleCandidate): boolean {
	return candidate.drift.join() === "line-endings";
}

function isStricter(one: OracleCandidate, other: OracleCandidate): boolean {
	return one.drift.length < other.drift.length && one.drift.every((kind) => other.drift.includes(kind));
}

/** Every set of kinds but `escape`, the smallest first and those of one size in the table's order. */
const SETS_OF_KINDS: readonly (readonly DriftKind[])[] = subsetsInOrder(
	DRIFT_KINDS.filter((kind) => kind !== "escape"),
);
const EVERY_KIND = SETS_OF_KINDS.at(-1)!;
const LINE_ENDINGS_ONLY: readonly (readonly DriftKind[])[] = [["line-endings"]];

function subsetsInOrder(kinds: readonly DriftKind[]): DriftKind[][] {
	const subsets: DriftKind[][] = [[]];
	for (const kind of kinds.toReversed()) subsets.push(...subsets.map((subset) => [kind, ...subset]));
	const order = (subset: DriftKind[]) => subset.map((kind) => DRIFT_KINDS.indexOf(kind)).join("");
	return subsets.sort((one, other) => one.length - other.length || (order(one) < order(other) ? -1 : 1));
}

function candidatesOf(
	view: FileView,
	oldText: string,
	newText: string,
	setsOfKinds: readonly (readonly DriftKind[])[],
): OracleCandidate[] {
	const spansOfPlace = new Map<string, OracleSpan[]>();
	for (const span of spansWithLettersOf(view, oldText)) {
		if (lacksIndentation(view, span, newText)) continue;
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

function lettersOf(text: string): string {
	return text.normalize("NFKD").replace(/[^\p{L}\p{N}]/gu, "");
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

// ---- equality under a set of kinds ----

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
	if (kinds.includes("blank-lines") && form(withoutLastBreak(view, text)) === form(withoutBlankEnd(view, oldText)))
		return true;
	const lacksLastBreak = span.end === view.file.length && !/[\r\n]$/.test(text);
	const mayLackBreak = kinds.includes("line-endings") || kinds.includes("blank-lines");
	if (lacksLastBreak && mayLackBreak && form(`${text}\n`) === form(oldText)) return true;
	// A CR at the end was a CRLF that the call cut.
	const isCutReturn = oldText.endsWith("\r") && kinds.join() === "line-endings";
	return isCutReturn && form(text) === form(`${oldText}\n`);
}

/** Blank lines at the end may take the line break before them along; a text that has none keeps it. */
function withoutBlankEnd(view: FileView, text: string): string {
	const lines = view.linesOf(text);
	const last = lines.findLastIndex((line) => !isBlankLine(line));
	const after = lines.slice(last + 1);
	return after.length > 1 || (after[0]?.tokens.length ?? 0) > 0
		? withoutLastBreak(view, textOf(lines.slice(0, last + 1)))
		: text;
}

function withoutLastBreak(view: FileView, text: string): string {
	const lines = view.linesOf(text);
	return lines.at(-1)!.tokens.length > 0 ? text : text.slice(0, text.length - (lines.at(-2)?.lineBreak.length ?? 0));
}

function textOf(lines: Line[]): string {
	return lines.map(({ tokens, lineBreak }) => tokens.map((token) => token.text).join("") + lineBreak).join("");
}

function mayStartAndEndThere(view: FileView, span: OracleSpan, kinds: readonly DriftKind[]): boolean {
	const startsLine = view.startOfLine(span.start).length === 0;
	const endsLine = view.isAfterBreak(span.end) || view.restOfLine(span.end).length === 0;
	if (kinds.includes("blank-lines")) return startsLine && endsLine;
	return startsLine || !kinds.includes("line-trimmed");
}

export interface LineContext {
	/** Whether a lone CR is a line break. */
	isLoneReturnBreak: boolean;
	/** Whether the text stands in a line that has text before or after it, so that outer blanks are inside that line. */
	isInsideLineBefore?: boolean;
	isInsideLineAfter?: boolean;
}

/** What is left of `text` when `kinds` are forgiven: two texts are the same under these kinds if this is the same. */
export function canonicalForm(text: string, kinds: readonly DriftKind[], context: LineContext): string {
	const isUnicode = kinds.includes("unicode");
	let lines = linesOf(text, context.isLoneReturnBreak);
	if (isUnicode)
		lines = lines.map((line) => ({ ...line, tokens: line.tokens.filter(({ type }) => type !== "invisible") }));
	if (kinds.includes("blank-lines")) lines = lines.filter((line) => !isBlankLine(line));
	return lines
		.map(({ tokens, lineBreak }, index) => {
			const isFirst = index === 0;
			const isLast = index === lines.length - 1 && lineBreak === "";
			const first = tokens.findIndex((token) => token.type !== "blank");
			const afterLast = tokens.findLastIndex((token) => token.type !== "blank") + 1;
			const leading = blanksOf(tokens.slice(0, first === -1 ? tokens.length : first), isUnicode);
			const trailing = first === -1 ? "" : blanksOf(tokens.slice(afterLast), isUnicode);
			const inner = innerOf(tokens.slice(first === -1 ? tokens.length : first, afterLast), kinds);
			return [
				canonicalLeading(leading, inner === "", kinds, isFirst && context.isInsideLineBefore === true),
				inner,
				canonicalTrailing(trailing, kinds, isLast && context.isInsideLineAfter === true),
				kinds.includes("line-endings") && lineBreak !== "" ? "\n" : lineBreak,
			].join("");
		})
		.join("");
}

function canonicalLeading(
	blanks: string,
	isBlankLine: boolean,
	kinds: readonly DriftKind[],
	isInside: boolean,
): string {
	if (kinds.includes("line-trimmed")) return "";
	if (kinds.includes("trailing-whitespace") && isBlankLine) return "";
	return kinds.includes("whitespace") && isInside && !isBlankLine && blanks !== "" ? " " : blanks;
}

function canonicalTrailing(blanks: string, kinds: readonly DriftKind[], isInside: boolean): string {
	if (kinds.includes("trailing-whitespace")) return "";
	return kinds.includes("whitespace") && isInside && blanks !== "" ? " " : blanks;
}

function blanksOf(tokens: Token[], isUnicode: boolean): string {
	const text = tokens.map((token) => token.text).join("");
	return isUnicode ? text.replace(/[^ \t\v\f]/gu, " ") : text;
}

/** From the first through the last non-blank character of a line: folded in runs, so that no character is taken apart. */
function innerOf(tokens: Token[], kinds: readonly DriftKind[]): string {
	let form = "";
	let run = "";
	const endRun = () => {
		form += kinds.includes("unicode") ? folded(run) : run;
		run = "";
	};
	for (const [index, token] of tokens.entries()) {
		if (token.type !== "blank") {
			run += token.text;
			continue;
		}
		endRun();
		if (!kinds.includes("whitespace")) form += blanksOf([token], kinds.includes("unicode"));
		else if (tokens[index - 1]!.type !== "blank") form += " ";
	}
	endRun();
	return form;
}

function folded(text: string): string {
	return text
		.normalize("NFKC")
		.replace(/[\u2018-\u201b]/g, "'")
		.replace(/[\u201c-\u201f]/g, '"')
		.replace(/[\u2010-\u2015\u2212]/g, "-");
}

// ---- words of the design: blank, line break, character, line ----

interface Token {
	type: "text" | "invisible" | "blank" | "break";
	text: string;
	start: number;
	end: number;
}

function tokensOf(text: string, loneReturnBreak: boolean): Token[] {
	const tokens: Token[] = [];
	for (const match of text.matchAll(/\r\n|./gsu)) {
		const start = match.index;
		const end = start + match[0].length;
		const next = text.slice(end);
		const previous = tokens.at(-1);
		if (/^\p{M}/u.test(match[0]) && !isInvisible(match[0]) && previous?.type === "text") {
			tokens[tokens.length - 1] = { ...previous, text: previous.text + match[0], end };
			continue;
		}
		tokens.push({ type: typeOf(match[0], next, loneReturnBreak), text: match[0], start, end });
	}
	return tokens;
}

function typeOf(character: string, next: string, loneReturnBreak: boolean): Token["type"] {
	if (character === "\r\n" || character === "\n") return "break";
	if (character === "\r") return loneReturnBreak ? "break" : "text";
	if (isInvisible(character)) return "invisible";
	const carriesMark = /^\p{M}/u.test(next) && !isInvisible(next);
	return BLANK.test(character) && !carriesMark ? "blank" : "text";
}

const BLANK = /^[ \t\v\f\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]$/u;

/** Soft hyphen, Mongolian and other variation selectors, zero-width characters, inner byte order marks. */
const INVISIBLE =
	/^(?:\u00ad|[\u180b-\u180d]|\u180e|\u180f|[\u200b-\u200f]|[\u2060-\u2064]|[\ufe00-\ufe0f]|\ufeff|[\u{e0100}-\u{e01ef}])/u;

function isInvisible(text: string): boolean {
	return INVISIBLE.test(text);
}

/** What is asked of one file again and again, found once. */
interface FileView {
	file: string;
	tokens: Token[];
	isLoneReturnBreak: boolean;
	/** Whether the file may be cut at an offset. */
	isCut: boolean[];
	lettersBefore: number[];
	tokensOf(text: string): Token[];
	linesOf(text: string): Line[];
	/** What stands before an offset in its line, and from it to the end of its line. */
	startOfLine(offset: number): Token[];
	restOfLine(offset: number): Token[];
	isAfterBreak(offset: number): boolean;
	/** The form found before under that name, so that no text is brought into one form twice. */
	remember(name: string, form: () => string): string;
}

function viewOf(file: string): FileView {
	const isLoneReturnBreak = !file.includes("\n");
	const offsets = Array.from({ length: file.length + 1 }, (_, offset) => offset);
	const starts = offsets.map((offset) => linesOf(file.slice(0, offset), isLoneReturnBreak).at(-1)!.tokens);
	const rests = offsets.map((offset) => linesOf(file.slice(offset), isLoneReturnBreak)[0]!.tokens);
	const remembered = new Map<string, string>();
	return {
		file,
		tokens: tokensOf(file, isLoneReturnBreak),
		isLoneReturnBreak,
		isCut: offsets.map((offset) => isCut(file, offset)),
		lettersBefore: offsets.map((offset) => lettersOf(file.slice(0, offset)).length),
		tokensOf: (text) => tokensOf(text, isLoneReturnBreak),
		linesOf: (text) => linesOf(text, isLoneReturnBreak),
		startOfLine: (offset) => starts[offset]!,
		restOfLine: (offset) => rests[offset]!,
		isAfterBreak: (offset) => offset > 0 && starts[offset]!.length === 0,
		remember: (name, form) => {
			const known = remembered.get(name) ?? form();
			remembered.set(name, known);
			return known;
		},
	};
}

function isBlankLine({ tokens }: Line): boolean {
	return tokens.every((token) => token.type === "blank");
}

interface Line {
	tokens: Token[];
	lineBreak: string;
}

function linesOf(text: string, loneReturnBreak: boolean): Line[] {
	const lines: Line[] = [];
	let tokens: Token[] = [];
	for (const token of tokensOf(text, loneReturnBreak)) {
		if (token.type !== "break") tokens.push(token);
		else {
			lines.push({ tokens, lineBreak: token.text });
			tokens = [];
		}
	}
	return [...lines, { tokens, lineBreak: "" }];
}

function isCut(file: string, offset: number): boolean {
	const before = file.slice(0, offset);
	const after = file.slice(offset);
	if (before === "" || after === "") return true;
	if (before.endsWith("\r") && after.startsWith("\n")) return false;
	if (/[\ud800-\udbff]$/.test(before) && /^[\udc00-\udfff]/.test(after)) return false;
	const last = [...before].at(-1)!;
	if (/^\p{M}/u.test(after) && !isInvisible(after)) return BLANK.test(last) || /[\r\n]/.test(last);
	return before.normalize("NFKC") + after.normalize("NFKC") === file.normalize("NFKC");
}

/** Whether `span` begins inside its line's indentation with blanks of its own while `newText` has lines to indent. */
function lacksIndentation(view: FileView, span: OracleSpan, newText: string): boolean {
	const before = view.startOfLine(span.start);
	const own = view.restOfLine(span.start);
	const beginsInside = before.length > 0 && before.every((token) => token.type === "blank");
	if (!beginsInside || own[0]?.type !== "blank") return false;
	const hasText = own.some((token) => token.type !== "blank" && token.start + span.start < span.end);
	return hasText && hasFurtherLines(newText, view.isLoneReturnBreak);
}

function hasFurtherLines(newText: string, loneReturnBreak: boolean): boolean {
	return linesOf(newText, loneReturnBreak)
		.slice(1)
		.some((line) => line.tokens.some((token) => token.type !== "blank"));
}

// ---- the kind that is tried last ----

/** `text` with one level of backslashes undone, and with one level of entities undone. */
export function undoOneLevel(text: string): string[] {
	return [undoBackslashes(text), undoEntities(text)];
}

function undoBackslashes(text: string): string {
	return text.replace(/\\([ntr"'`$\\])/g, (_, letter: string) => ({ n: "\n", t: "\t", r: "\r" })[letter] ?? letter);
}

function undoEntities(text: string): string {
	const characters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#39": "'" };
	return text.replace(/&(amp|lt|gt|quot|apos|#39);/g, (_, name: string) => characters[name]!);
}
