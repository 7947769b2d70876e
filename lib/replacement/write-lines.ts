/**
 * The lines to write for a drifted edit, from the lines of the span, `oldText` and `newText`. Pure. A line that goes on
 * keeps its own line break, blanks and characters where the edit does not change them; a new one comes as it was sent,
 * its indentation corrected.
 */
import type { DriftKind } from "../match/drift-kinds.ts";
import type { AlignedLines } from "./align-lines.ts";
import type { IndentCorrection } from "./indentation.ts";
import { keepCharacters } from "./keep-characters.ts";
import type { LinePairs } from "./pair-lines.ts";
import { isTelling, lineText, type TextLine } from "./text-lines.ts";

export interface WrittenLine {
	text: string;
	/** The line's own line break in the file; empty for a new line, which takes that of the line before it. */
	lineBreak: string;
}

export interface LinesToWrite {
	oldLines: readonly TextLine[];
	newLines: readonly TextLine[];
	aligned: AlignedLines;
	pairs: LinePairs;
	correct: IndentCorrection;
	/** `newText` has the file's indents: one that is like that of `oldText` is so by chance. */
	isIndentAsSent: boolean;
	drift: readonly DriftKind[];
}

export type WriteResult =
	| { kind: "lines"; lines: WrittenLine[] }
	| { kind: "unproved"; what: "indentation"; indent: string }
	| { kind: "unproved"; what: "lines" };

export function writeLines(work: LinesToWrite): WriteResult {
	const lines: WrittenLine[] = [];
	const pendingBlanks = new PendingBlanks(work);
	const moved = movedLines(work);
	const firstFilled = work.newLines.findIndex((line) => !line.isBlank);
	for (const [newIndex, newLine] of work.newLines.entries()) {
		const oldIndex = work.pairs[newIndex];
		const isFirst = newIndex === firstFilled;
		if (oldIndex !== undefined) lines.push(...pendingBlanks.before(oldIndex));
		const written =
			oldIndex === undefined
				? newOrMovedLine(newLine, isFirst, moved, work)
				: continuedLine(newLine, isFirst, oldIndex, work);
		if (written === "absent") continue;
		if ("what" in written) return { kind: "unproved", ...written };
		lines.push(written);
		if (oldIndex !== undefined) lines.push(...pendingBlanks.after(oldIndex));
	}
	lines.push(...pendingBlanks.before(Number.POSITIVE_INFINITY));
	return { kind: "lines", lines };
}

type Written = WrittenLine | "absent" | { what: "indentation"; indent: string } | { what: "lines" };

function continuedLine(newLine: TextLine, isFirst: boolean, oldIndex: number, work: LinesToWrite): Written {
	const oldLine = work.oldLines[oldIndex]!;
	const fileLine = work.aligned.fileLines[oldIndex];
	// A blank line that only the call has: it is no part of the file, before or after.
	if (!fileLine) return "absent";
	const isChance = work.isIndentAsSent && oldLine.indent !== fileLine.indent && !isTelling(newLine);
	if (lineText(newLine) === lineText(oldLine) && !isChance) {
		return { text: lineText(fileLine), lineBreak: fileLine.lineBreak };
	}
	const isSameBody = newLine.body === oldLine.body;
	const indent =
		newLine.indent === oldLine.indent && !work.isIndentAsSent
			? fileLine.indent
			: work.correct({ indent: newLine.indent, isFirst, continues: { fileIndent: fileLine.indent, isSameBody } });
	if (indent === undefined) return { what: "indentation", indent: newLine.indent };
	const body = keepCharacters(fileLine.body, oldLine.body, newLine.body, work.drift);
	if (body === undefined) return { what: "lines" };
	// Blanks at the end that `oldText` has otherwise than the file say nothing when `newText` has none.
	const hasDriftedTail = oldLine.tail !== fileLine.tail && newLine.tail === "";
	const tail = newLine.tail === oldLine.tail || hasDriftedTail ? fileLine.tail : newLine.tail;
	return { text: indent + body + tail, lineBreak: fileLine.lineBreak };
}

function newOrMovedLine(newLine: TextLine, isFirst: boolean, moved: MovedLines, work: LinesToWrite): Written {
	if (newLine.isBlank) return { text: newLine.tail, lineBreak: "" };
	const whole = moved.byText.get(lineText(newLine));
	if (whole) return { text: lineText(whole), lineBreak: "" };
	const indent = newLine.isWhole
		? work.correct({ indent: newLine.indent, isFirst, continues: undefined })
		: newLine.indent;
	if (indent === undefined) return { what: "indentation", indent: newLine.indent };
	const body = moved.byBody.get(newLine.body)?.body ?? newLine.body;
	return { text: indent + body + newLine.tail, lineBreak: "" };
}

/** Lines of the file that `newText` has at another place: they keep their bytes there. */
interface MovedLines {
	byText: Map<string, TextLine>;
	byBody: Map<string, TextLine>;
}

function movedLines({ oldLines, pairs, aligned }: LinesToWrite): MovedLines {
	const paired = new Set(pairs);
	const byText = new Map<string, TextLine | undefined>();
	const byBody = new Map<string, TextLine | undefined>();
	for (const [oldIndex, oldLine] of oldLines.entries()) {
		const fileLine = aligned.fileLines[oldIndex];
		if (paired.has(oldIndex) || oldLine.isBlank || !fileLine) continue;
		addUnlessTwofold(byText, lineText(oldLine), fileLine, (line) => lineText(line));
		addUnlessTwofold(byBody, oldLine.body, fileLine, (line) => line.body);
	}
	return { byText: definedEntries(byText), byBody: definedEntries(byBody) };
}

/** Two lines of the file that are one line of `oldText` and differ: neither is the one that moved. */
function addUnlessTwofold(
	map: Map<string, TextLine | undefined>,
	key: string,
	line: TextLine,
	partOf: (line: TextLine) => string,
): void {
	const known = map.get(key);
	if (map.has(key) && (known === undefined || partOf(known) !== partOf(line))) map.set(key, undefined);
	else map.set(key, line);
}

function definedEntries(map: Map<string, TextLine | undefined>): Map<string, TextLine> {
	const defined = new Map<string, TextLine>();
	for (const [key, line] of map) if (line) defined.set(key, line);
	return defined;
}

/**
 * The blank lines that only the file has. They stay with the blank line above them, or between the filled lines around
 * them if one of those does; lines inserted between those come right after the one above, so the blank ones wait until
 * the line below, or what is left of the text, is written.
 */
class PendingBlanks {
	private readonly waiting: { below: number; lines: WrittenLine[] }[] = [];
	private readonly underBlank = new Map<number, WrittenLine[]>();

	constructor({ oldLines, aligned, pairs }: LinesToWrite) {
		const surviving = new Set(pairs);
		for (const [above, blanks] of aligned.fileOnlyBlanks) {
			const lines = blanks.map((line) => ({ text: lineText(line), lineBreak: line.lineBreak }));
			let below = above + 1;
			let blankAbove: number | undefined;
			for (; below < oldLines.length && oldLines[below]!.isBlank; below++) {
				if (aligned.fileLines[below] && surviving.has(below)) blankAbove = below;
			}
			if (blankAbove !== undefined && above !== -1) this.underBlank.set(blankAbove, lines);
			else if (surviving.has(above) || surviving.has(below)) this.waiting.push({ below, lines });
		}
	}

	/** Those that stand above the line of `oldText` with this index and are not written yet. */
	before(oldIndex: number): WrittenLine[] {
		const due: WrittenLine[] = [];
		while (this.waiting[0] && this.waiting[0].below <= oldIndex) due.push(...this.waiting.shift()!.lines);
		return due;
	}

	/** Those that stay with this blank line of `oldText`. */
	after(oldIndex: number): WrittenLine[] {
		return this.underBlank.get(oldIndex) ?? [];
	}
}
