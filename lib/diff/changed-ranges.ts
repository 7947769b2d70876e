/**
 * Where a text changed, from edits that were applied one after the other. Pure. Holds when it returns: the ranges are
 * in order and apart from each other, and putting the new text of each in its place gives the text after all edits.
 */
import type { EditOutcome } from "../apply-edits.ts";

/** `[oldStart, oldEnd)` of the text before all edits became `newText`. */
export interface ChangedRange {
	readonly oldStart: number;
	readonly oldEnd: number;
	readonly newText: string;
}

type AppliedEdit = Pick<EditOutcome, "start" | "end" | "replacement">;

/** While edits are still to come: where the range stands in the text as edited so far. */
interface PlacedRange extends ChangedRange {
	start: number;
}

export function changedRanges(edits: readonly AppliedEdit[]): ChangedRange[] {
	const ranges: PlacedRange[] = [];
	for (const edit of edits) {
		// From the end, since edits mostly come in the order of the text.
		let end = ranges.length;
		while (end > 0 && ranges[end - 1]!.start > edit.end) end--;
		let start = end;
		while (start > 0 && endOf(ranges[start - 1]!) >= edit.start) start--;
		const shift = edit.replacement.length - (edit.end - edit.start);
		for (let index = end; index < ranges.length; index++) ranges[index]!.start += shift;
		ranges.splice(start, end - start, joined(edit, ranges[start - 1], ranges.slice(start, end)));
	}
	return ranges;
}

/** The range of `edit` and of the earlier ranges it touched, which are still where they were before it. */
function joined(edit: AppliedEdit, previous: PlacedRange | undefined, touched: readonly PlacedRange[]): PlacedRange {
	const first = touched[0];
	const last = touched.at(-1);
	const keptBefore = first === undefined ? "" : first.newText.slice(0, Math.max(0, edit.start - first.start));
	const keptAfter = last === undefined ? "" : last.newText.slice(Math.max(0, edit.end - last.start));
	return {
		start: edit.start - keptBefore.length,
		oldStart: first !== undefined && first.start <= edit.start ? first.oldStart : edit.start - distance(previous),
		oldEnd: last !== undefined && endOf(last) >= edit.end ? last.oldEnd : edit.end - distance(last ?? previous),
		newText: keptBefore + edit.replacement + keptAfter,
	};
}

function endOf({ start, newText }: PlacedRange): number {
	return start + newText.length;
}

/** How far the text behind `range` stands from where it stood at first. */
function distance(range: PlacedRange | undefined): number {
	return range === undefined ? 0 : endOf(range) - range.oldEnd;
}
