import assert from "node:assert/strict";
import { test } from "node:test";
import { CASES, MISSES } from "../../bench/speed/cases.ts";
import { outcomeOf } from "../../bench/speed/contenders.ts";
import { exponentOfGrowth } from "../../bench/speed/measure.ts";

for (const { name, outcome, text, edits } of [...CASES, ...MISSES]) {
	test(`the speed bench times what it says: ${name} is ${outcome}`, () => {
		assert.equal(outcomeOf(text(20_000), edits(20_000)), outcome);
	});
}

test("the exponent of growth is the power that time follows size with", () => {
	for (const power of [0, 1, 2]) {
		const points = [10, 100, 1000].map((size) => ({ size, milliseconds: 3 * size ** power }));
		assert.ok(Math.abs(exponentOfGrowth(points)! - power) < 1e-9);
	}
	assert.equal(exponentOfGrowth([{ size: 10, milliseconds: 1 }]), undefined);
});
