/** The call as the model sends it: the span's lines and the wanted ones, both drifted alike, whole or cut inside a line. */
import type { EditRequest } from "../../lib/apply-edits.ts";
import type { Output } from "./changes.ts";
import type { CallDrift, DriftClass } from "./drift-classes.ts";
import { indentOf, isBlank, type Line, wordsOf } from "./lines.ts";
import type { Random } from "./random.ts";

/** Lines `first` to `last` become `outputs`. */
export interface Span {
	first: number;
	last: number;
	outputs: Output[];
}

export interface CallRequest {
	base: readonly Line[];
	drifted: readonly Line[];
	span: Span;
	unit: string;
	random: Random;
}

/** The edit as the model sends it, and where its span starts and ends on the file's first and last line. */
export function makeCall(
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

export function withWord(text: string, { ordinal, word }: { ordinal: number; word: string }): string {
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
