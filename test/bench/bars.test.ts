import assert from "node:assert/strict";
import { test } from "node:test";
import { barsOf } from "../../bench/speed/bars.ts";
import type { SpeedRow } from "../../bench/speed/record.ts";

const exact = row("text", "exact", 10_000_000, { "search and copy": 4, ours: 5 }, 1.1);
const lines = row("text", "8000 drifted lines, half changed", 300_000, { ours: 310 });
const onDisk = row("disk", "exact", 10_000_000, { "read and write": 8, "ours, flush aside": 20, ours: 30 }, 1.9);

test("a bar is the ratio of two times of one row, or a time", () => {
	const measured = barsOf([exact, lines, onDisk]).filter((bar) => bar.measured !== undefined);
	assert.deepEqual(
		measured.map(({ measured, unit }) => `${measured}${unit}`),
		["1.25x", "310 ms", "2.5x", "1.1"],
	);
});

test("what a run did not measure is told apart from what holds", () => {
	const bars = barsOf([]);
	assert.equal(bars.length, 10);
	assert.ok(bars.every(({ measured, limit }) => measured === undefined && limit > 0));
});

test("growth is that of the text that grows fastest, and says which", () => {
	const growth = barsOf([exact, row("text", "not found", 1, {}, 1.3), onDisk]).at(-1)!;
	assert.equal(growth.measured, 1.3);
	assert.match(growth.title, /not found$/);
});

function row(
	part: SpeedRow["part"],
	name: string,
	size: number,
	milliseconds: Record<string, number>,
	exponent?: number,
): SpeedRow {
	const times = Object.entries(milliseconds).map(([contender, each]) => [contender, [{ size, milliseconds: each }]]);
	return { part, name, outcome: name, times: Object.fromEntries(times), exponents: { ours: exponent } };
}
