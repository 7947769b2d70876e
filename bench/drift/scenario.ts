/**
 * One drifted call with its known truth: the file's text, the edits, and line by line what the file must hold afterwards.
 * Undefined comes back where a draw has no room for the class; nothing is left out for what an arm makes of it.
 */
import type { EditRequest } from "../../lib/apply-edits.ts";
import { makeCall, type Span, withWord } from "./call.ts";
import { CHANGES, type ChangeName, makeChange, type Output } from "./changes.ts";
import type { SourceText } from "./corpus.ts";
import type { DriftClass, FileDrift } from "./drift-classes.ts";
import {
	countOccurrences,
	forgiven,
	indentUnitOf,
	isBlank,
	joinLines,
	type Line,
	splitLines,
	strong,
} from "./lines.ts";
import type { Random } from "./random.ts";

/** `outside` and `kept` lines must keep their bytes; `changed` and `new` ones must say the same. */
export interface TruthLine extends Line {
	role: "outside" | "kept" | "changed" | "new";
}

export interface Scenario {
	path: string;
	language: string;
	change: ChangeName;
	source: string;
	edits: EditRequest[];
	truth: TruthLine[];
	/** What comes before the first span and after the last one, byte for byte. */
	before: string;
	after: string;
}

/** The span never reaches design's over-scope limit of 20 lines: whether the guard fires is measured elsewhere. */
const LONGEST_SPAN = 14;
/** Shorter texts are refused by a gate on purpose. */
const FEWEST_CHARACTERS = 8;

export function makeScenario(
	drift: DriftClass,
	change: ChangeName,
	file: SourceText,
	random: Random,
): Scenario | undefined {
	const base = splitLines(file.text).map((line) => ({ ...line, text: drift.base?.(line.text) ?? line.text }));
	if (drift.atEnd) base.at(-1)!.lineBreak = "";
	const unit = indentUnitOf(base);
	const spans = pickSpans(drift, change, base, { ...file, unit }, random);
	if (!spans) return undefined;
	const fileDrift = drift.file?.({ unit, random }) ?? {};
	const drifted = driftedFile(base, spans, fileDrift, random);
	const edits: EditRequest[] = [];
	const cuts: { start: number; end: number }[] = [];
	for (const span of spans) {
		const made = makeCall(drift, { base, drifted, span, unit, random });
		if (!made) return undefined;
		edits.push(made.edit);
		cuts.push(made.cut);
	}
	const source = joinLines(drifted);
	if (!isFair(drift, source, base, spans, edits)) return undefined;
	return {
		path: file.path,
		language: file.language,
		change,
		source,
		edits,
		truth: truthOf(drifted, spans, edits, unit),
		before: joinLines(drifted.slice(0, spans[0]!.first)) + drifted[spans[0]!.first]!.text.slice(0, cuts[0]!.start),
		after: textAfter(drifted, spans.at(-1)!.last, cuts.at(-1)!.end),
	};
}

function pickSpans(
	drift: DriftClass,
	change: ChangeName,
	base: readonly Line[],
	{ unit, language }: { unit: string; language: string },
	random: Random,
): Span[] | undefined {
	const isPlain = CHANGES[change] === "plain";
	const wanted = isPlain && !drift.atEnd && random.chance(0.15) ? random.between(2, 4) : 1;
	const spans: Span[] = [];
	for (let attempt = 0; attempt < 4 * wanted && spans.length < wanted; attempt++) {
		// One line after the span stays: where a file ends without a line break, that is a class of its own.
		const last = drift.atEnd ? base.length - 1 : random.between(0, base.length - 2);
		const first = Math.max(0, last + 1 - random.between(1, random.chance(0.3) ? LONGEST_SPAN : 5));
		if (isBlank(base[first]!.text) || isBlank(base[last]!.text)) continue;
		if (spans.some((span) => first <= span.last + 1 && last + 1 >= span.first)) continue;
		const outputs = makeChange(change, { lines: base, first, last, unit, language, random });
		if (outputs && (!drift.atEnd || endsAsBefore(outputs, last))) spans.push({ first, last, outputs });
	}
	return spans.length === wanted ? spans.sort((one, other) => one.first - other.first) : undefined;
}

function endsAsBefore(outputs: readonly Output[], last: number): boolean {
	const output = outputs.at(-1);
	return output !== undefined && output.kind !== "new" && output.index === last;
}

function driftedFile(
	base: readonly Line[],
	spans: readonly Span[],
	{ line, lineBreak }: FileDrift,
	random: Random,
): Line[] {
	return base.map((own, index) => {
		const isInSpan = spans.some((span) => index >= span.first && index <= span.last);
		const text = line && (isInSpan || random.chance(0.5)) ? line(own.text) : own.text;
		return { text, lineBreak: own.lineBreak === "" ? "" : (lineBreak?.(own.lineBreak) ?? own.lineBreak) };
	});
}

/**
 * Fair is a call whose place can be known: its text, all drift forgiven and all blanks off, stands once in the file; and
 * which has the drift of its class.
 */
function isFair(
	drift: DriftClass,
	source: string,
	base: readonly Line[],
	spans: readonly Span[],
	edits: readonly EditRequest[],
): boolean {
	const haystack = strong(source);
	return spans.every((span, at) => {
		const { oldText, newText } = edits[at]!;
		const needle = strong(
			drift.group === "over-escaping" || drift.name.includes("escaped") ? spanText(base, span) : oldText,
		);
		if (needle.length < FEWEST_CHARACTERS || oldText === newText || countOccurrences(haystack, needle) !== 1)
			return false;
		return drift.mayBeExact || !source.includes(oldText);
	});
}

function spanText(base: readonly Line[], span: Span): string {
	return base
		.slice(span.first, span.last + 1)
		.map((line) => line.text)
		.join("\n");
}

function truthOf(
	drifted: readonly Line[],
	spans: readonly Span[],
	edits: readonly EditRequest[],
	unit: string,
): TruthLine[] {
	const truth: TruthLine[] = [];
	const outside = (from: number, to: number) => {
		for (const line of drifted.slice(from, to)) truth.push({ ...line, role: "outside" });
	};
	let position = 0;
	for (const [at, span] of spans.entries()) {
		outside(position, span.first);
		truth.push(...spanTruth(drifted, span, /[\r\n]$/.test(edits[at]!.oldText), unit));
		position = span.last + 1;
	}
	outside(position, drifted.length);
	return truth;
}

function spanTruth(drifted: readonly Line[], span: Span, hasFinalBreak: boolean, unit: string): TruthLine[] {
	// Before a last line without a break of its own, a new line takes the file's.
	let previousBreak = drifted[span.first]!.lineBreak || drifted[0]!.lineBreak;
	const lines = span.outputs.map((output): TruthLine => {
		if (output.kind === "new") return { text: output.text, lineBreak: previousBreak, role: "new" };
		const { text, lineBreak } = drifted[output.index]!;
		previousBreak = lineBreak;
		if (output.kind === "kept") return { text, lineBreak, role: "kept" };
		return { text: output.kind === "deeper" ? unit + text : withWord(text, output), lineBreak, role: "changed" };
	});
	// Without a line break at its end the span stops before the file's own, which stays whatever line now ends in it.
	if (!hasFinalBreak) lines.at(-1)!.lineBreak = drifted[span.last]!.lineBreak;
	return lines;
}

function textAfter(drifted: readonly Line[], last: number, end: number): string {
	const line = drifted[last]!;
	const rest = line.text.slice(end);
	// Blanks at the line's end, and its break, may belong to the span.
	return (isBlank(forgiven(rest)) ? "" : rest + line.lineBreak) + joinLines(drifted.slice(last + 1));
}
