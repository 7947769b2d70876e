/** Edits at arbitrary places, applied one after the other: what `changedRanges` is given, without a matcher. */
import type { EditOutcome } from "../../lib/apply-edits.ts";

export interface WantedEdit {
	start: number;
	length: number;
	replacement: string;
}

export function appliedEdits(before: string, wanted: readonly WantedEdit[]): { after: string; applied: EditOutcome[] } {
	let after = before;
	const applied: EditOutcome[] = [];
	for (const { start: wish, length, replacement } of wanted) {
		const start = wish % (after.length + 1);
		const end = Math.min(after.length, start + length);
		applied.push({ matchedVia: "exact", drift: [], startLine: 1, endLine: 1, start, end, replacement });
		after = after.slice(0, start) + replacement + after.slice(end);
	}
	return { after, applied };
}
