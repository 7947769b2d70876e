/**
 * Which line of `newText` continues which line of `oldText`. Pure. Pairs rise in both texts; a line that only moved is
 * not a pair. A blank line is paired with a blank line only.
 */
import { diffSequences, type Run } from "./diff-sequences.ts";
import { lineText, type TextLine } from "./text-lines.ts";

/** Index of the line of `oldText` that each line of `newText` continues, or `undefined` for a line that is new. */
export type LinePairs = (number | undefined)[];

/**
 * Most pairs of lines that are compared for likeness in one changed stretch, and most UTF-16 units that this may read.
 * Raising them costs time on rewritten blocks; above one of them, lines are paired by position or not at all.
 */
const MAXIMUM_COMPARISONS = 20_000;
const MAXIMUM_COMPARED_UNITS = 2_000_000;

/** Share of common words from which a changed line counts as the same line. Lower pairs strangers, higher loses kept words. */
const LIKENESS_THRESHOLD = 0.35;

export function pairLines(oldLines: readonly TextLine[], newLines: readonly TextLine[]): LinePairs {
	const byText = keepingDistance(pairBy([lineText, lineBody], oldLines, newLines), oldLines, newLines);
	// A lone bracket that is equal to the letter can keep a block that moved deeper from pairing: then bodies decide.
	const byBody = keepingDistance(pairBy([lineBody], oldLines, newLines), oldLines, newLines);
	const gain =
		countSameBodies(byBody, oldLines, newLines) - countSameBodies(byText, oldLines, newLines) ||
		countMoves(byText, oldLines, newLines) - countMoves(byBody, oldLines, newLines) ||
		countPairs(byBody) - countPairs(byText);
	return gain > 0 ? byBody : byText;
}

/**
 * The pairs with each line that is not as far from its own as the line before it moved to an equal one that is: of two
 * closing brackets, the one that moved with its block.
 */
function keepingDistance(pairs: LinePairs, oldLines: readonly TextLine[], newLines: readonly TextLine[]): LinePairs {
	const result = [...pairs];
	let last: { newIndex: number; distance: number } | undefined;
	for (const [newIndex, oldIndex] of pairs.entries()) {
		if (oldIndex === undefined || newLines[newIndex]!.isBlank) continue;
		const distanceAt = (index: number) => newLines[index]!.indent.length - oldLines[oldIndex]!.indent.length;
		let at = newIndex;
		for (let other = (last?.newIndex ?? newIndex) + 1; last && other < at; other++) {
			const isEqual = pairs[other] === undefined && newLines[other]!.body === newLines[newIndex]!.body;
			if (isEqual && distanceAt(newIndex) !== last.distance && distanceAt(other) === last.distance) at = other;
		}
		if (at !== newIndex) {
			result[newIndex] = undefined;
			result[at] = oldIndex;
		}
		last = { newIndex, distance: distanceAt(at) };
	}
	return result;
}

function countPairs(pairs: LinePairs): number {
	return pairs.filter((oldIndex) => oldIndex !== undefined).length;
}

/** How often from one pair to the next the distance changes by which the line moved deeper. */
function countMoves(pairs: LinePairs, oldLines: readonly TextLine[], newLines: readonly TextLine[]): number {
	let moves = 0;
	let last: number | undefined;
	for (const [newIndex, oldIndex] of pairs.entries()) {
		const newLine = newLines[newIndex]!;
		if (oldIndex === undefined || newLine.isBlank) continue;
		const distance = newLine.indent.length - oldLines[oldIndex]!.indent.length;
		if (last !== undefined && distance !== last) moves++;
		last = distance;
	}
	return moves;
}

/** How many filled lines of `newText` are equal to the letter to the line that they continue. */
export function countSameTexts(
	pairs: LinePairs,
	lines: readonly (TextLine | undefined)[],
	newLines: readonly TextLine[],
): number {
	const isSame = (oldIndex: number | undefined, newIndex: number) => {
		const line = oldIndex === undefined ? undefined : lines[oldIndex];
		return line !== undefined && !line.isBlank && lineText(line) === lineText(newLines[newIndex]!);
	};
	return pairs.filter(isSame).length;
}

function lineBody(line: TextLine): string {
	return line.body;
}

/** Pairs lines that are equal in the first of `parts`, between those the lines equal in the next, then those alike. */
function pairBy(
	parts: readonly ((line: TextLine) => string)[],
	oldLines: readonly TextLine[],
	newLines: readonly TextLine[],
): LinePairs {
	const pairs: LinePairs = new Array(newLines.length).fill(undefined);
	let stretches: Range[] = [{ oldStart: 0, oldEnd: oldLines.length, newStart: 0, newEnd: newLines.length }];
	for (const part of parts) {
		stretches = stretches.flatMap((stretch) => {
			const oldParts = oldLines.slice(stretch.oldStart, stretch.oldEnd).map(part);
			const newParts = newLines.slice(stretch.newStart, stretch.newEnd).map(part);
			return pairKept(oldParts, newParts, stretch, pairs);
		});
	}
	for (const stretch of stretches) pairRewritten(oldLines, newLines, stretch, pairs);
	return pairs;
}

function countSameBodies(pairs: LinePairs, oldLines: readonly TextLine[], newLines: readonly TextLine[]): number {
	const isSame = (oldIndex: number | undefined, newIndex: number) =>
		oldIndex !== undefined && !newLines[newIndex]!.isBlank && oldLines[oldIndex]!.body === newLines[newIndex]!.body;
	return pairs.filter(isSame).length;
}

/**
 * The pairs with each blank line of `newText` paired with one that the file has too, where `oldText` has one between the
 * same neighbours: of two blank lines, the one that only the call has is the one to go.
 */
export function withPresentBlanks(
	pairs: LinePairs,
	oldLines: readonly TextLine[],
	fileLines: readonly (TextLine | undefined)[],
): LinePairs {
	const paired = new Set(pairs);
	const isPresent = (index: number) => oldLines[index]!.isBlank && fileLines[index] !== undefined;
	let previous = -1;
	return pairs.map((oldIndex) => {
		if (oldIndex === undefined) return undefined;
		let chosen = oldIndex;
		if (oldLines[oldIndex]!.isBlank && fileLines[oldIndex] === undefined) {
			for (let index = oldIndex - 1; index > previous && chosen === oldIndex; index--)
				if (isPresent(index)) chosen = index;
			for (let index = oldIndex + 1; index < oldLines.length && !paired.has(index) && chosen === oldIndex; index++) {
				if (isPresent(index)) chosen = index;
			}
		}
		previous = chosen;
		return chosen;
	});
}

/**
 * Whether a line that goes stands beside an equal line of `oldText` that stays, while the file's two lines differ: then
 * nothing tells which of the two was meant to go.
 */
export function hasTwofoldDeletion(
	oldLines: readonly TextLine[],
	fileLines: readonly (TextLine | undefined)[],
	pairs: LinePairs,
): boolean {
	const staying = new Set(pairs);
	const isTwofold = (gone: number, neighbour: number): boolean => {
		const line = oldLines[gone]!;
		if (line.isBlank || oldLines[neighbour] === undefined || lineText(line) !== lineText(oldLines[neighbour]))
			return false;
		const left = fileLines[gone];
		const right = fileLines[neighbour];
		return left?.indent !== right?.indent || left?.body !== right?.body;
	};
	for (let start = 0; start < oldLines.length; start++) {
		if (staying.has(start)) continue;
		let end = start;
		while (end < oldLines.length && !staying.has(end)) end++;
		if (isTwofold(start, end) || isTwofold(end - 1, start - 1)) return true;
		start = end;
	}
	return false;
}

type Range = Omit<Run, "kept">;

/** Pairs the items that both sides keep and returns the stretches between them, in offsets of the whole texts. */
function pairKept(oldItems: readonly string[], newItems: readonly string[], range: Range, pairs: LinePairs): Range[] {
	const changed: Range[] = [];
	for (const run of diffSequences(oldItems, newItems)) {
		if (!run.kept) {
			changed.push({
				oldStart: range.oldStart + run.oldStart,
				oldEnd: range.oldStart + run.oldEnd,
				newStart: range.newStart + run.newStart,
				newEnd: range.newStart + run.newEnd,
			});
			continue;
		}
		for (let step = 0; step < run.newEnd - run.newStart; step++) {
			pairs[range.newStart + run.newStart + step] = range.oldStart + run.oldStart + step;
		}
	}
	return changed;
}

function pairRewritten(
	oldLines: readonly TextLine[],
	newLines: readonly TextLine[],
	range: Range,
	pairs: LinePairs,
): void {
	const oldIndexes = filledIndexes(oldLines, range.oldStart, range.oldEnd);
	const newIndexes = filledIndexes(newLines, range.newStart, range.newEnd);
	if (oldIndexes.length === 0 || newIndexes.length === 0) return;
	const oldLength = oldIndexes.reduce((sum, index) => sum + oldLines[index]!.body.length, 0);
	const isSmall =
		oldIndexes.length * newIndexes.length <= MAXIMUM_COMPARISONS &&
		oldLength * newIndexes.length <= MAXIMUM_COMPARED_UNITS;
	if (isSmall) {
		pairAlike(oldLines, newLines, oldIndexes, newIndexes, pairs);
	} else if (oldIndexes.length === newIndexes.length) {
		for (const [position, newIndex] of newIndexes.entries()) pairs[newIndex] = oldIndexes[position];
	}
}

function filledIndexes(lines: readonly TextLine[], start: number, end: number): number[] {
	const indexes: number[] = [];
	for (let index = start; index < end; index++) if (!lines[index]!.isBlank) indexes.push(index);
	return indexes;
}

/** The rising set of pairs with the greatest sum of likeness; then equal gaps between them are paired by position. */
function pairAlike(
	oldLines: readonly TextLine[],
	newLines: readonly TextLine[],
	oldIndexes: readonly number[],
	newIndexes: readonly number[],
	pairs: LinePairs,
): void {
	const oldWords = oldIndexes.map((index) => countWords(oldLines[index]!.body));
	const newWords = newIndexes.map((index) => countWords(newLines[index]!.body));
	const width = newIndexes.length + 1;
	const likeness = oldWords.map((words) => newWords.map((other) => wordLikeness(words, other)));
	const best = new Float64Array((oldIndexes.length + 1) * width);
	for (let row = oldIndexes.length - 1; row >= 0; row--) {
		for (let column = newIndexes.length - 1; column >= 0; column--) {
			const alike = likeness[row]![column]!;
			best[row * width + column] = Math.max(
				best[(row + 1) * width + column]!,
				best[row * width + column + 1]!,
				alike >= LIKENESS_THRESHOLD ? alike + best[(row + 1) * width + column + 1]! : 0,
			);
		}
	}
	let row = 0;
	let column = 0;
	const gap = { row: 0, column: 0 };
	const closeGap = (rowEnd: number, columnEnd: number) => {
		if (rowEnd - gap.row !== columnEnd - gap.column) return;
		for (let step = 0; step < rowEnd - gap.row; step++) {
			pairs[newIndexes[gap.column + step]!] = oldIndexes[gap.row + step];
		}
	};
	while (row < oldIndexes.length && column < newIndexes.length) {
		const here = best[row * width + column]!;
		if (here === best[(row + 1) * width + column]) row++;
		else if (here === best[row * width + column + 1]) column++;
		else {
			closeGap(row, column);
			pairs[newIndexes[column]!] = oldIndexes[row];
			gap.row = ++row;
			gap.column = ++column;
		}
	}
	closeGap(oldIndexes.length, newIndexes.length);
}

interface WordCounts {
	total: number;
	counts: Map<string, number>;
}

function countWords(body: string): WordCounts {
	const counts = new Map<string, number>();
	let total = 0;
	for (const [word] of body.matchAll(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_\s]/gu)) {
		counts.set(word, (counts.get(word) ?? 0) + 1);
		total++;
	}
	return { total, counts };
}

/** Twice the common words over all words: 1 for the same words, 0 for none in common. */
function wordLikeness(left: WordCounts, right: WordCounts): number {
	let common = 0;
	for (const [word, count] of left.counts) common += Math.min(count, right.counts.get(word) ?? 0);
	return (2 * common) / Math.max(1, left.total + right.total);
}
