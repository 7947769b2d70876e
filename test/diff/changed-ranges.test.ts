import assert from "node:assert/strict";
import { test } from "node:test";
import { type ChangedRange, changedRanges } from "../../lib/diff/changed-ranges.ts";
import { appliedEdits } from "../support/applied-edits.ts";
import fc from "../support/fast-check.ts";

const text = fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 30 });
const wantedEdits = fc.array(fc.record({ start: fc.nat(40), length: fc.nat(6), replacement: text }), { maxLength: 8 });

test("ranges are in order and apart, and make of the old text what the edits made of it", () => {
	fc.assert(
		fc.property(text, wantedEdits, (before, wanted) => {
			const { after, applied } = appliedEdits(before, wanted);
			const ranges = changedRanges(applied);
			assert.equal(replaced(before, ranges), after);
			for (const [index, { oldStart, oldEnd }] of ranges.entries()) {
				assert.ok(oldStart <= oldEnd && oldEnd <= before.length);
				if (index > 0) assert.ok(ranges[index - 1]!.oldEnd < oldStart);
			}
		}),
		{ numRuns: 3000 },
	);
});

test("an edit inside what an earlier one wrote becomes part of its range", () => {
	const edits = [
		{ start: 2, end: 3, replacement: "one two" },
		{ start: 6, end: 9, replacement: "2" },
	];
	assert.deepEqual(
		changedRanges(edits).map(({ oldStart, oldEnd, newText }) => [oldStart, oldEnd, newText]),
		[[2, 3, "one 2"]],
	);
});

function replaced(before: string, ranges: readonly ChangedRange[]): string {
	let after = "";
	let offset = 0;
	for (const { oldStart, oldEnd, newText } of ranges) {
		after += before.slice(offset, oldStart) + newText;
		offset = oldEnd;
	}
	return after + before.slice(offset);
}
