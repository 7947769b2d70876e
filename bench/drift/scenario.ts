/**
 * One drifted call with its known truth: the file's text, the edits, and line by line what the file must hold afterwards.
 * Undefined comes back where a draw has no room for the class; nothing is left out for what an arm makes of it.
 */
import type { EditRequest } from "../../lib/apply-edits.ts";
import { CHANGES, type ChangeName, makeChange, type Output } from "./changes.ts";
import type { SourceText } from "./corpus.ts";
import type { CallDrift, DriftClass, FileDrift } from "./drift-classes.ts";
import {
	countOccurrences,
	forgiven,
	indentOf,
	indentUnitOf,
	isBlank,
	joinLines,
	type Line,
	splitLines,
	strong,
	wordsOf,
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

interface Span {
	first: number;
	last: number;
	outputs: Output[];
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

interface CallRequest {
	base: readonly Line[];
	drifted: readonly Line[];
	span: Span;
	unit: string;
	random: Random;
}

/** The edit as the model sends it, and where its span starts and ends on the file's first and last line. */
function makeCall(
	drift: DriftClass,
	request: CallRequest,
): { edit: EditRequest; cut: { start: number; end: number } } | undefined {
	const { base, drifted, span, unit, random } = request;
	const own = base.slice(span.first, span.last + 1).map((line) => line.text);
	const call = drift.call ? drift.call({ span: own, unit, random }) : {};
	if (!call || (call.blankAfter !== undefined && touchesNew(span, call.blankAfter))) return undefined;
	if (drift.hidesBlankLines && isAmbiguousAmongBlanks(span, own)) return undefined;
	const sent = own.map((line) => sentLine(line, call));
	if (sent.includes("impossible")) return undefined;
	const oldLines = withBlank(sent as SentLine[], call.blankAfter);
	const newLines = newTextLines(
		drift.oldOnly
			? { span, own, sent: own.map((text) => ({ text })), call: {}, unit }
			: { span, own, sent: sent as SentLine[], call, unit },
	);
	if (!newLines || (drift.name.startsWith("first line") && !startsAlike(own, newLines))) return undefined;
	const cut = { start: 0, end: drifted[span.last]!.text.length };
	if (drift.midLine && random.chance(0.4) && !cutWithinLines(request, oldLines, newLines, cut)) return undefined;
	const finalBreak = !drift.midLine && !drift.atEnd && random.chance(0.25) ? "\n" : "";
	const [oldText, newText] = [textOf(oldLines, finalBreak), textOf(newLines, finalBreak)];
	if (!call.text) return { edit: { oldText, newText }, cut };
	const driftedText = call.text(oldText);
	// A drift that oldText does not show can be known by nobody.
	if (driftedText === oldText) return undefined;
	return { edit: { oldText: driftedText, newText: drift.oldOnly ? newText : call.text(newText) }, cut };
}

function textOf(lines: readonly SentLine[], finalBreak: string): string {
	return lines.flatMap((line) => (line.text === undefined ? [] : [line.text])).join("\n") + finalBreak;
}

/** A line of a call; no text if the model left it out. */
interface SentLine {
	text: string | undefined;
}

function sentLine(line: string, call: CallDrift): SentLine | "impossible" {
	const own = indentOf(line);
	const indent = isBlank(line) ? own : call.indent ? call.indent(own) : own;
	if (indent === undefined) return "impossible";
	const body = call.body ? call.body(line.slice(own.length)) : line.slice(own.length);
	return { text: body === undefined ? undefined : indent + body };
}

function withBlank(lines: readonly SentLine[], blankAfter: number | undefined): SentLine[] {
	return blankAfter === undefined ? [...lines] : lines.toSpliced(blankAfter + 1, 0, { text: "" });
}

interface NewTextRequest {
	span: Span;
	/** The span's lines, undrifted and as the model sends them. */
	own: readonly string[];
	sent: readonly SentLine[];
	call: CallDrift;
	unit: string;
}

function newTextLines(request: NewTextRequest): SentLine[] | undefined {
	const { span, call } = request;
	const lines: SentLine[] = [];
	for (const output of span.outputs) {
		const line = sentOutput(output, request);
		if (line === undefined) return undefined;
		lines.push(line);
		if (output.kind !== "new" && output.index - span.first === call.blankAfter) lines.push({ text: "" });
	}
	return lines;
}

function sentOutput(output: Output, { span, own, sent, call, unit }: NewTextRequest): SentLine | undefined {
	const { first } = span;
	if (output.kind === "new") {
		const line = sentLine(output.text, call);
		return line === "impossible" ? undefined : line;
	}
	const { text } = sent[output.index - first]!;
	if (text === undefined || output.kind === "kept") return { text };
	if (output.kind === "changed") return { text: withWord(text, output) };
	// One step deeper, in the indentation that the model would write for it.
	const deeper = unit + indentOf(own[output.index - first]!);
	const indent = call.indent ? call.indent(deeper) : deeper;
	return indent === undefined ? undefined : { text: indent + text.slice(indentOf(text).length) };
}

function withWord(text: string, { ordinal, word }: { ordinal: number; word: string }): string {
	const own = wordsOf(text)[ordinal]!;
	return text.slice(0, own.start) + word + text.slice(own.end);
}

/**
 * Where the call knows nothing of the file's blank lines, a change beside one has two right places; so has a new line beside
 * a changed one, since either may be the one that the old line became.
 */
function isAmbiguousAmongBlanks(span: Span, own: readonly string[]): boolean {
	const isOpen = (output: Output | undefined, index: number) =>
		output === undefined || output.kind === "new" || output.index !== index;
	return span.outputs.some((output, at) => {
		const neighbours = [span.outputs[at - 1], span.outputs[at + 1]];
		if (output.kind === "new") return neighbours.some((neighbour) => neighbour?.kind === "changed");
		if (!isBlank(own[output.index - span.first]!)) return false;
		return isOpen(neighbours[0], output.index - 1) || isOpen(neighbours[1], output.index + 1);
	});
}

function touchesNew(span: Span, blankAfter: number): boolean {
	const at = span.outputs.findIndex((output) => output.kind !== "new" && output.index - span.first === blankAfter);
	const next = span.outputs[at + 1];
	return at === -1 || next === undefined || next.kind === "new" || next.index - span.first !== blankAfter + 1;
}

function startsAlike(own: readonly string[], newLines: readonly SentLine[]): boolean {
	return indentOf(own[0]!) === indentOf(newLines[0]!.text ?? "");
}

/** Cuts both texts at the same words of the first and last line; false if the change leaves no such words. */
function cutWithinLines(
	{ drifted, span }: CallRequest,
	oldLines: SentLine[],
	newLines: SentLine[],
	cut: { start: number; end: number },
): boolean {
	const [head, tail] = [span.outputs[0]!, span.outputs.at(-1)!];
	if (head.kind === "new" || head.index !== span.first || tail.kind === "new" || tail.index !== span.last) return false;
	if (head.kind === "deeper" || tail.kind === "deeper") return false;
	const firstWords = wordsOf(drifted[span.first]!.text);
	const lastWords = wordsOf(drifted[span.last]!.text);
	const counts = [oldLines[0]!, newLines[0]!].map((line) => wordsOf(line.text!).length);
	const lastCounts = [oldLines.at(-1)!, newLines.at(-1)!].map((line) => wordsOf(line.text!).length);
	if (counts.some((count) => count !== firstWords.length) || lastCounts.some((count) => count !== lastWords.length))
		return false;
	const startOrdinal = head.kind === "changed" ? Math.min(1, head.ordinal) : 1;
	const endOrdinal = Math.max(lastWords.length - 2, tail.kind === "changed" ? tail.ordinal : 0);
	if (startOrdinal >= firstWords.length || endOrdinal < 0 || endOrdinal >= lastWords.length) return false;
	if (span.first === span.last && endOrdinal < startOrdinal) return false;
	cut.start = firstWords[startOrdinal]!.start;
	cut.end = lastWords[endOrdinal]!.end;
	for (const lines of [oldLines, newLines]) {
		const last = lines.at(-1)!;
		last.text = last.text!.slice(0, wordsOf(last.text!)[endOrdinal]!.end);
		lines[0] = { text: lines[0]!.text!.slice(wordsOf(lines[0]!.text!)[startOrdinal]!.start) };
	}
	return true;
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
		truth.push(...spanTruth(drifted, span, /[\r\n]$/.test(edits[at]!.newText), unit));
		position = span.last + 1;
	}
	outside(position, drifted.length);
	return truth;
}

function spanTruth(drifted: readonly Line[], span: Span, hasFinalBreak: boolean, unit: string): TruthLine[] {
	let previousBreak = drifted[span.first]!.lineBreak;
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
