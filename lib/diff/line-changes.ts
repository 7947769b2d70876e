/**
 * Which lines changed, from the ranges that did, by comparing small windows around them. Pure. Holds when it returns:
 * the changes are in order, and putting the added lines of each in place of its removed ones makes the same text of
 * `before` as the ranges do.
 */
import type { ChangedRange } from "./changed-ranges.ts";
import {
	type Block,
	type Budget,
	blocksByAllLines,
	blocksBySharedLines,
	type LinesOfBoth,
} from "./differing-blocks.ts";
import { LinedText } from "./lined-text.ts";

/** Adjacent lines of the old text, at `[oldStart, oldEnd)`, and those that took their place; each with its line break. */
export interface LineChange {
	oldStart: number;
	oldEnd: number;
	removed: string[];
	added: string[];
}

/** Whole lines of the old text and the ranges in them. */
interface Window {
	oldStart: number;
	oldEnd: number;
	ranges: ChangedRange[];
}

/**
 * Unchanged lines compared on each side of a range. Fewer, and runs of repeated lines are aligned in another way than
 * over the whole text; more, and several edits cost more than they change.
 */
const MARGIN_LINES = 32;

/**
 * jsdiff's cost is the lines of a window times the differences in it: so much of it is spent in one call. Beyond it,
 * lines are aligned by what both texts hold. Higher, and a rewrite takes seconds; lower, and one of a few hundred lines
 * is no longer aligned as pi does it.
 */
const LINES_TIMES_DIFFERENCES = 1_000_000;

export function changedLines(before: LinedText, ranges: readonly ChangedRange[]): LineChange[] {
	const budget: Budget = { left: LINES_TIMES_DIFFERENCES };
	return windowsAround(before, ranges, MARGIN_LINES).flatMap((window) => {
		const lines = linesOf(before, window);
		const blocks = blocksByAllLines(lines, budget);
		if (blocks !== undefined) return changesOf(blocks, lines, window.oldStart);
		return windowsAround(before, window.ranges, 0).flatMap((part) => {
			const partLines = linesOf(before, part);
			return changesOf(blocksBySharedLines(partLines, budget), partLines, part.oldStart);
		});
	});
}

function windowsAround(before: LinedText, ranges: readonly ChangedRange[], marginLines: number): Window[] {
	const windows: Window[] = [];
	let lineEndOfPrevious = 0;
	for (const range of ranges) {
		const previous = windows.at(-1);
		const isOnSameLine = previous !== undefined && range.oldEnd < lineEndOfPrevious;
		if (!isOnSameLine) lineEndOfPrevious = before.lineEnd(range.oldEnd);
		const oldEnd = isOnSameLine ? previous.oldEnd : before.linesAfter(lineEndOfPrevious, marginLines);
		// Looked for only where it can matter: a line may be as long as the file, and hold many ranges.
		const isInside = previous !== undefined && range.oldStart < previous.oldEnd;
		const oldStart = isInside ? previous.oldStart : before.linesBefore(before.lineStart(range.oldStart), marginLines);
		if (previous !== undefined && oldStart < previous.oldEnd) {
			previous.ranges.push(range);
			previous.oldEnd = oldEnd;
		} else windows.push({ oldStart, oldEnd, ranges: [range] });
	}
	return windows;
}

function linesOf(before: LinedText, { oldStart, oldEnd, ranges }: Window): LinesOfBoth {
	const pieces: string[] = [];
	let offset = oldStart;
	for (const range of ranges) {
		pieces.push(before.text.slice(offset, range.oldStart), range.newText);
		offset = range.oldEnd;
	}
	pieces.push(before.text.slice(offset, oldEnd));
	const after = new LinedText(pieces.join(""), before.lineBreak);
	return { oldLines: before.lines(oldStart, oldEnd), newLines: after.lines() };
}

function changesOf(blocks: readonly Block[], { oldLines, newLines }: LinesOfBoth, windowStart: number): LineChange[] {
	let lineIndex = 0;
	let offset = windowStart;
	const offsetOf = (oldIndex: number) => {
		for (; lineIndex < oldIndex; lineIndex++) offset += oldLines[lineIndex]!.length;
		return offset;
	};
	return blocks.map((block) => ({
		oldStart: offsetOf(block.oldStart),
		oldEnd: offsetOf(block.oldEnd),
		removed: oldLines.slice(block.oldStart, block.oldEnd),
		added: newLines.slice(block.newStart, block.newEnd),
	}));
}
