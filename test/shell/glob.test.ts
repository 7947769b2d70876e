import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
	escapePattern,
	extendedTest,
	hasPattern,
	matchesPattern,
	patternTest,
	unescapePattern,
} from "../../lib/shell/glob.ts";
import fc from "../support/fast-check.ts";

const PLAIN: [pattern: string, fits: string[], not: string[]][] = [
	["*.ts", ["a.ts", ".ts"], ["a.tsx", "ts"]],
	["a?c", ["abc", "a.c"], ["ac", "abbc"]],
	["[a-c]*", ["a", "cat"], ["d", ""]],
	["[!a-c]*", ["d", "-a"], ["a"]],
	["[]a]", ["]", "a"], ["b"]],
	["[[:digit:]]*", ["1a"], ["a1"]],
	["\\*", ["*"], ["a"]],
	["a*b*c", ["abc", "aXbYc", "abbc"], ["acb", "ab"]],
	["[a", ["[a"], ["a"]],
	["a(b)", ["a(b)"], ["ab"]],
	["", [""], ["a"]],
];

const EXTENDED: [pattern: string, fits: string[], not: string[]][] = [
	["@(a|b).ts", ["a.ts", "b.ts"], ["ab.ts", ".ts"]],
	["?(a)b", ["b", "ab"], ["aab"]],
	["+(ab)", ["ab", "abab"], ["", "aba"]],
	["*(a|b)c", ["c", "abac"], ["abd"]],
	["!(a).ts", ["b.ts", "aa.ts", ".ts"], ["a.ts"]],
	["!(*.test).ts", ["a.ts"], ["a.test.ts"]],
	["@(a|+(b|c))d", ["ad", "bcbd"], ["abd"]],
	["@(a\\|b)", ["a|b"], ["a"]],
	["@(a", ["@(a"], ["a"]],
	["*.@(ts|js)", ["x.ts", "x.js"], ["x.css"]],
];

describe("matchesPattern", () => {
	for (const [pattern, fits, not] of PLAIN) {
		it(`${pattern} fits ${fits.join(" ")}, and not ${not.join(" ")}`, () => {
			for (const text of fits) assert.ok(matchesPattern(text, pattern), text);
			for (const text of not) assert.ok(!matchesPattern(text, pattern), text);
		});
	}

	it("leaves capitals out of account when told to", () => {
		assert.ok(patternTest("*.TS", true)("a.ts"));
		assert.ok(!patternTest("*.TS")("a.ts"));
	});

	it("fits every text by its own escaped form, and no other", () => {
		const text = fc.string({ unit: fc.constantFrom("a", "*", "?", "[", "]", "\\", "(", "!", "|", "@"), maxLength: 8 });
		fc.assert(
			fc.property(text, text, (one, other) => {
				const pattern = escapePattern(one);
				assert.equal(hasPattern(pattern), false);
				assert.equal(unescapePattern(pattern), one);
				assert.equal(matchesPattern(other, pattern), other === one);
				assert.equal(extendedTest(pattern)(other), other === one);
			}),
			{ numRuns: 2_000 },
		);
	});
});

describe("extendedTest", () => {
	for (const [pattern, fits, not] of EXTENDED) {
		it(`${pattern} fits ${fits.join(" ")}, and not ${not.join(" ")}`, () => {
			for (const text of fits) assert.ok(extendedTest(pattern)(text), text);
			for (const text of not) assert.ok(!extendedTest(pattern)(text), text);
		});
	}

	it("comes to an end on groups of groups", () => {
		assert.equal(extendedTest(`${"*(".repeat(40)}a${")".repeat(40)}b`)("a".repeat(100)), false);
		assert.equal(extendedTest("*(a|aa|aaa)".repeat(20))("a".repeat(200)), true);
	});
});
