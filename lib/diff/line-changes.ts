/**
 * Which lines changed, from the ranges that did: jsdiff in small windows around them. Pure. Holds when it returns:
 * the changes are in order, and replacing the old lines of each by its new ones turns `before` into `after`.
 */
import { diffArrays } from "diff";
import type { ChangedRange } from "./changed-ranges.ts";
import { lineEnd, lineStart, linesAfter, linesBefore, splitLines } from "./line-feeds.ts";

export interface DiffLine {
	sign: " " | "-" | "+";
	/** With its line feed, if it has one. */
	text: string;
}

/** Adjacent lines removed and added, in jsdiff's order, in place of `[oldStart, oldEnd)` of the old text. */
export interface LineChange {
	oldStart: number;
	oldEnd: number;
	lines: DiffLine[];
}

/** A piece of whole lines of both texts and the ranges in it. */
interface Window extends ChangedRange {
	ranges: ChangedRange[];
}

/**
 * Unchanged lines diffed on each side of a range. Fewer, and runs of repeated lines are aligned in another way than
 * over the whole text; more, and several edits cost more than they change.
 */
const MARGIN_LINES = 32;

/**
 * jsdiff's cost is the lines of a window times the differences in it. Beyond so much of it in one call the rest is
 * shown as removed and added. Higher, and a hostile rewrite takes seconds; lower, and large honest ones lose detail.
 */
const LINES_TIMES_DIFFERENCES = 10_000_000;

export function changedLines(before: string, after: string, ranges: readonly ChangedRange[]): LineChange[] {
	let budget = LINES_TIMES_DIFFERENCES;
	return windowsAround(ranges, before, MARGIN_LINES).flatMap((window) => compare(window, true));

	/** A window that costs too much is tried once more without its margins, range by range. */
	function compare(window: Window, divisible: boolean): LineChange[] {
		const oldLines = splitLines(before.slice(window.oldStart, window.oldEnd));
		const newLines = splitLines(after.slice(window.newStart, window.newEnd));
		const lineCount = oldLines.length + newLines.length;
		const affordable = Math.floor(budget / Math.max(lineCount, 1));
		const lines = diffOf(oldLines, newLines, affordable);
		budget -= lineCount * (lines?.filter(({ sign }) => sign !== " ").length ?? affordable);
		if (lines !== undefined) return changesIn(lines, window.oldStart);
		if (!divisible) return changesIn(replacementOf(oldLines, newLines), window.oldStart);
		return windowsAround(window.ranges, before, 0).flatMap((part) => compare(part, false));
	}
}

function windowsAround(ranges: readonly ChangedRange[], before: string, marginLines: number): Window[] {
	const windows: Window[] = [];
	for (const range of ranges) {
		const oldStart = linesBefore(before, lineStart(before, range.oldStart), marginLines);
		const oldEnd = linesAfter(before, lineEnd(before, range.oldEnd), marginLines);
		const newEnd = range.newEnd + (oldEnd - range.oldEnd);
		const previous = windows.at(-1);
		if (previous !== undefined && oldStart < previous.oldEnd) {
			previous.ranges.push(range);
			previous.oldEnd = oldEnd;
			previous.newEnd = newEnd;
		} else {
			windows.push({
				oldStart,
				oldEnd,
				newStart: range.newStart - (range.oldStart - oldStart),
				newEnd,
				ranges: [range],
			});
		}
	}
	return windows;
}

/** jsdiff's line diff, or `undefined` if it needs more than `maxEditLength` differences. */
function diffOf(
	oldLines: readonly string[],
	newLines: readonly string[],
	maxEditLength: number,
): DiffLine[] | undefined {
	// Numbers for lines, so that the cost of comparing two of them does not depend on their length.
	const numbers = new Map<string, number>();
	const numberOf = (line: string) => {
		const known = numbers.get(line);
		if (known !== undefined) return known;
		numbers.set(line, numbers.size);
		return numbers.size - 1;
	};
	const parts = diffArrays(oldLines.map(numberOf), newLines.map(numberOf), { maxEditLength });
	if (parts === undefined) return undefined;
	const lines: DiffLine[] = [];
	let oldIndex = 0;
	let newIndex = 0;
	for (const { added, removed, count } of parts) {
		for (let index = 0; index < count; index++) {
			if (added) lines.push({ sign: "+", text: newLines[newIndex++]! });
			else if (removed) lines.push({ sign: "-", text: oldLines[oldIndex++]! });
			else {
				lines.push({ sign: " ", text: oldLines[oldIndex++]! });
				newIndex++;
			}
		}
	}
	return lines;
}

/** All that lies between the lines common to both ends is removed and added. */
function replacementOf(oldLines: readonly string[], newLines: readonly string[]): DiffLine[] {
	const shorter = Math.min(oldLines.length, newLines.length);
	let head = 0;
	while (head < shorter && oldLines[head] === newLines[head]) head++;
	let tail = 0;
	while (tail < shorter - head && oldLines.at(-1 - tail) === newLines.at(-1 - tail)) tail++;
	const signed = (sign: DiffLine["sign"], lines: readonly string[]) => lines.map((text) => ({ sign, text }));
	return [
		...signed(" ", oldLines.slice(0, head)),
		...signed("-", oldLines.slice(head, oldLines.length - tail)),
		...signed("+", newLines.slice(head, newLines.length - tail)),
		...signed(" ", oldLines.slice(oldLines.length - tail)),
	];
}

function changesIn(lines: readonly DiffLine[], start: number): LineChange[] {
	const changes: LineChange[] = [];
	let offset = start;
	let current: LineChange | undefined;
	for (const line of lines) {
		if (line.sign === " ") {
			offset += line.text.length;
			current = undefined;
			continue;
		}
		if (current === undefined) {
			current = { oldStart: offset, oldEnd: offset, lines: [] };
			changes.push(current);
		}
		if (line.sign === "-") offset += line.text.length;
		current.oldEnd = offset;
		current.lines.push(line);
	}
	return changes;
}
