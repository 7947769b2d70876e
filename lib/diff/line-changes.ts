/**
 * Which lines changed, from the ranges that did, by comparing small windows around them. Pure. Holds when it returns:
 * the changes are in order, and putting the added lines of each in place of its removed ones turns `before` into `after`.
 */
import type { ChangedRange } from "./changed-ranges.ts";
import {
	type Block,
	type Budget,
	blocksByAllLines,
	blocksBySharedLines,
	type LinesOfBoth,
} from "./differing-blocks.ts";
import { lineEnd, lineStart, linesAfter, linesBefore, splitLines } from "./line-feeds.ts";

/** Adjacent lines of the old text, at `[oldStart, oldEnd)`, and those that took their place; each with its line feed. */
export interface LineChange {
	oldStart: number;
	oldEnd: number;
	removed: string[];
	added: string[];
}

/** Whole lines of both texts and the ranges in them. */
interface Window extends ChangedRange {
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

export function changedLines(before: string, after: string, ranges: readonly ChangedRange[]): LineChange[] {
	const budget: Budget = { left: LINES_TIMES_DIFFERENCES };
	return windowsAround(ranges, before, MARGIN_LINES).flatMap((window) => {
		const lines = linesOf(window);
		const blocks = blocksByAllLines(lines, budget);
		if (blocks !== undefined) return changesOf(blocks, lines, window.oldStart);
		return windowsAround(window.ranges, before, 0).flatMap((part) => {
			const partLines = linesOf(part);
			return changesOf(blocksBySharedLines(partLines, budget), partLines, part.oldStart);
		});
	});

	function linesOf(window: Window): LinesOfBoth {
		return {
			oldLines: splitLines(before.slice(window.oldStart, window.oldEnd)),
			newLines: splitLines(after.slice(window.newStart, window.newEnd)),
		};
	}
}

function windowsAround(ranges: readonly ChangedRange[], before: string, marginLines: number): Window[] {
	const windows: Window[] = [];
	let lineEndOfPrevious = 0;
	for (const range of ranges) {
		const previous = windows.at(-1);
		const isOnSameLine = previous !== undefined && range.oldEnd < lineEndOfPrevious;
		if (!isOnSameLine) lineEndOfPrevious = lineEnd(before, range.oldEnd);
		const oldEnd = isOnSameLine ? previous.oldEnd : linesAfter(before, lineEndOfPrevious, marginLines);
		const newEnd = range.newEnd + (oldEnd - range.oldEnd);
		// Looked for only where it can matter: a line may be as long as the file, and hold many ranges.
		const isInside = previous !== undefined && range.oldStart < previous.oldEnd;
		const oldStart = isInside ? previous.oldStart : linesBefore(before, lineStart(before, range.oldStart), marginLines);
		if (previous !== undefined && oldStart < previous.oldEnd) {
			previous.ranges.push(range);
			previous.oldEnd = oldEnd;
			previous.newEnd = newEnd;
		} else {
			const newStart = range.newStart - (range.oldStart - oldStart);
			windows.push({ oldStart, oldEnd, newStart, newEnd, ranges: [range] });
		}
	}
	return windows;
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
