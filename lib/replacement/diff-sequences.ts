/**
 * What two sequences of strings agree on, in time close to linear. Pure. The runs that it returns cover both sequences
 * in order; a kept run is equal in both.
 */
import { diffArrays } from "diff";

/** Indexes are 0-based, ends exclusive. A kept run has the same length on both sides. */
export interface Run {
	kept: boolean;
	oldStart: number;
	oldEnd: number;
	newStart: number;
	newEnd: number;
}

/**
 * Most insertions and removals that jsdiff may look for in one stretch: its time is the stretch's length times this.
 * Raising it costs time on text that shares little; lowering it makes a heavily rewritten stretch count as new text.
 */
const MAXIMUM_EDIT_LENGTH = 400;

/** How often a stretch may be cut at anchors again: each level costs one pass, and hostile input could need one per item. */
const MAXIMUM_ANCHOR_DEPTH = 4;

/** Stretches up to this many items go to jsdiff whole; longer ones are first cut at items that occur once on each side. */
const ANCHORED_LENGTH = 400;

export function diffSequences(oldItems: readonly string[], newItems: readonly string[]): Run[] {
	const runs: Run[] = [];
	diffStretch(
		oldItems,
		newItems,
		{ oldStart: 0, oldEnd: oldItems.length, newStart: 0, newEnd: newItems.length },
		runs,
		0,
	);
	return mergeRuns(runs);
}

type Stretch = Omit<Run, "kept">;

function diffStretch(
	oldItems: readonly string[],
	newItems: readonly string[],
	stretch: Stretch,
	runs: Run[],
	depth: number,
): void {
	let { oldStart, oldEnd, newStart, newEnd } = stretch;
	while (oldStart < oldEnd && newStart < newEnd && oldItems[oldStart] === newItems[newStart]) {
		oldStart++;
		newStart++;
	}
	while (oldStart < oldEnd && newStart < newEnd && oldItems[oldEnd - 1] === newItems[newEnd - 1]) {
		oldEnd--;
		newEnd--;
	}
	pushRun(runs, true, stretch.oldStart, oldStart, stretch.newStart, newStart);
	diffMiddle(oldItems, newItems, { oldStart, oldEnd, newStart, newEnd }, runs, depth);
	pushRun(runs, true, oldEnd, stretch.oldEnd, newEnd, stretch.newEnd);
}

function diffMiddle(
	oldItems: readonly string[],
	newItems: readonly string[],
	middle: Stretch,
	runs: Run[],
	depth: number,
): void {
	const { oldStart, oldEnd, newStart, newEnd } = middle;
	if (oldStart === oldEnd || newStart === newEnd) {
		pushRun(runs, false, oldStart, oldEnd, newStart, newEnd);
		return;
	}
	const isLong = oldEnd - oldStart + newEnd - newStart > ANCHORED_LENGTH;
	const anchors = isLong && depth < MAXIMUM_ANCHOR_DEPTH ? findAnchors(oldItems, newItems, middle) : [];
	if (anchors.length === 0) {
		diffWithLibrary(oldItems, newItems, middle, runs);
		return;
	}
	let oldAt = oldStart;
	let newAt = newStart;
	for (const anchor of anchors) {
		const before = { oldStart: oldAt, oldEnd: anchor.oldIndex, newStart: newAt, newEnd: anchor.newIndex };
		diffStretch(oldItems, newItems, before, runs, depth + 1);
		pushRun(runs, true, anchor.oldIndex, anchor.oldIndex + 1, anchor.newIndex, anchor.newIndex + 1);
		oldAt = anchor.oldIndex + 1;
		newAt = anchor.newIndex + 1;
	}
	diffStretch(oldItems, newItems, { oldStart: oldAt, oldEnd, newStart: newAt, newEnd }, runs, depth + 1);
}

interface Anchor {
	oldIndex: number;
	newIndex: number;
}

/** The longest rising chain of items that occur exactly once on each side of the stretch. */
function findAnchors(oldItems: readonly string[], newItems: readonly string[], stretch: Stretch): Anchor[] {
	const oldIndexes = uniqueIndexes(oldItems, stretch.oldStart, stretch.oldEnd);
	const newIndexes = uniqueIndexes(newItems, stretch.newStart, stretch.newEnd);
	const pairs: Anchor[] = [];
	for (const [item, newIndex] of newIndexes) {
		const oldIndex = oldIndexes.get(item);
		if (newIndex !== -1 && oldIndex !== undefined && oldIndex !== -1) pairs.push({ oldIndex, newIndex });
	}
	pairs.sort((a, b) => a.newIndex - b.newIndex);
	return longestRisingChain(pairs);
}

/** Index of each item of the range that occurs once in it; -1 for one that occurs more often. */
function uniqueIndexes(items: readonly string[], start: number, end: number): Map<string, number> {
	const indexes = new Map<string, number>();
	for (let index = start; index < end; index++) {
		const item = items[index]!;
		indexes.set(item, indexes.has(item) ? -1 : index);
	}
	return indexes;
}

function longestRisingChain(pairs: readonly Anchor[]): Anchor[] {
	const chainEnds: number[] = [];
	const previous: number[] = [];
	for (const [index, pair] of pairs.entries()) {
		let low = 0;
		let high = chainEnds.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (pairs[chainEnds[middle]!]!.oldIndex < pair.oldIndex) low = middle + 1;
			else high = middle;
		}
		previous.push(low === 0 ? -1 : chainEnds[low - 1]!);
		chainEnds[low] = index;
	}
	const chain: Anchor[] = [];
	for (let index = chainEnds.at(-1) ?? -1; index !== -1; index = previous[index]!) chain.push(pairs[index]!);
	return chain.reverse();
}

function diffWithLibrary(
	oldItems: readonly string[],
	newItems: readonly string[],
	stretch: Stretch,
	runs: Run[],
): void {
	const changes = diffArrays(
		oldItems.slice(stretch.oldStart, stretch.oldEnd),
		newItems.slice(stretch.newStart, stretch.newEnd),
		{ maxEditLength: MAXIMUM_EDIT_LENGTH },
	);
	if (!changes) {
		pushRun(runs, false, stretch.oldStart, stretch.oldEnd, stretch.newStart, stretch.newEnd);
		return;
	}
	let oldAt = stretch.oldStart;
	let newAt = stretch.newStart;
	for (const { added, removed, value } of changes) {
		const oldLength = added ? 0 : value.length;
		const newLength = removed ? 0 : value.length;
		pushRun(runs, !added && !removed, oldAt, oldAt + oldLength, newAt, newAt + newLength);
		oldAt += oldLength;
		newAt += newLength;
	}
}

function pushRun(runs: Run[], kept: boolean, oldStart: number, oldEnd: number, newStart: number, newEnd: number): void {
	if (oldStart === oldEnd && newStart === newEnd) return;
	runs.push({ kept, oldStart, oldEnd, newStart, newEnd });
}

/** Neighbouring runs of one sort become one, so that a removal and the insertion beside it are one change. */
function mergeRuns(runs: readonly Run[]): Run[] {
	const merged: Run[] = [];
	for (const run of runs) {
		const last = merged.at(-1);
		if (last && last.kept === run.kept) {
			last.oldEnd = run.oldEnd;
			last.newEnd = run.newEnd;
		} else merged.push({ ...run });
	}
	return merged;
}
