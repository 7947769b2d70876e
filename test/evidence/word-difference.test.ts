import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { wordDifference } from "../../lib/evidence/word-difference.ts";

const lines: [sent: string, file: string, foreign: string[], slips: string[]][] = [
	["const width = shape.width;", "const width = shape.width", [], []],
	["const width = shape.wdth;", "const width = shape.width;", [], ["wdth"]],
	["const Width = 1;", "const width = 1;", [], ["Width"]],
	["return recieve(a);", "return receive(a);", [], ["recieve"]],
	["for (const key of callers)", "for (const key of functions)", ["callers"], []],
	["item3(a)", "item4(a)", ["item3"], []],
	["at(x)", "at(y)", ["x"], []],
	["one two three four", "one three four", ["two"], []],
	["one three four", "one two three four", [], []],
];

describe("the words of a line that the file's line lacks", () => {
	for (const [sent, file, foreign, slips] of lines) {
		it(`${JSON.stringify(sent)} for ${JSON.stringify(file)}: ${foreign.join(" ") || "none"}`, () => {
			const difference = wordDifference(sent, file);
			assert.deepEqual([difference.foreign, difference.slips], [foreign, slips]);
		});
	}

	it("takes lines of many words for foreign where they differ, without comparing each with each", () => {
		const words = (name: string) => Array.from({ length: 200_000 }, (_none, index) => `${name}${index}`).join(" ");
		const { foreign, shared } = wordDifference(`same ${words("sent")} end`, `same ${words("file")} end`);
		assert.equal(foreign.length, 200_000);
		assert.deepEqual(shared, ["same", "end"]);
	});
});
