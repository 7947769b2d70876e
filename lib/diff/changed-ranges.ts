/**
 * Where a text changed, from edits that were applied one after the other. Pure. Holds when it returns: the ranges are
 * in order and apart from each other, and outside of them the two texts are the same, piece by piece.
 */
import type { EditOutcome } from "../apply-edits.ts";

/** `[oldStart, oldEnd)` of the text before all edits became `[newStart, newEnd)` of the text after them. */
export interface ChangedRange {
	oldStart: number;
	oldEnd: number;
	newStart: number;
	newEnd: number;
}

type AppliedEdit = Pick<EditOutcome, "start" | "end" | "replacement">;

export function changedRanges(edits: readonly AppliedEdit[]): ChangedRange[] {
	const ranges: ChangedRange[] = [];
	for (const edit of edits) {
		// From the end, since edits mostly come in the order of the text.
		let end = ranges.length;
		while (end > 0 && ranges[end - 1]!.newStart > edit.end) end--;
		let start = end;
		while (start > 0 && ranges[start - 1]!.newEnd >= edit.start) start--;
		const shift = edit.replacement.length - (edit.end - edit.start);
		for (let index = end; index < ranges.length; index++) {
			const later = ranges[index]!;
			later.newStart += shift;
			later.newEnd += shift;
		}
		ranges.splice(start, end - start, joined(edit, ranges[start - 1], ranges.slice(start, end), shift));
	}
	return ranges;
}

/** The range of `edit` and of the earlier ranges it touched, which are still where they were before it. */
function joined(
	edit: AppliedEdit,
	previous: ChangedRange | undefined,
	touched: readonly ChangedRange[],
	shift: number,
): ChangedRange {
	const first = touched[0];
	const last = touched.at(-1) ?? previous;
	const newStart = first === undefined ? edit.start : Math.min(edit.start, first.newStart);
	const newEnd = Math.max(edit.end, touched.at(-1)?.newEnd ?? 0);
	return {
		oldStart: first?.newStart === newStart ? first.oldStart : newStart - distance(previous),
		oldEnd: newEnd - distance(last),
		newStart,
		newEnd: newEnd + shift,
	};
}

/** How far the text behind `range` stands from where it stood at first. */
function distance(range: ChangedRange | undefined): number {
	return range === undefined ? 0 : range.newEnd - range.oldEnd;
}
