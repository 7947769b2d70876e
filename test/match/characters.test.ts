import assert from "node:assert/strict";
import { test } from "node:test";
import {
	characterEnd,
	hasLoneReturnBreaks,
	isBlank,
	isBlankAt,
	isCharacterBoundary,
	lineBreakLength,
	lineBreakLengthBefore,
} from "../../lib/match/characters.ts";
import fc from "../support/fast-check.ts";
import { anyText } from "../support/hostile-texts.ts";

const BOUNDARIES: [title: string, text: string, offset: number, expected: boolean][] = [
	["between two letters", "ab", 1, true],
	["at the start of the text", "\u0301b", 0, true],
	["at the end of the text", "ab", 2, true],
	["not inside a CRLF", "a\r\nb", 2, false],
	["before a CRLF", "a\r\nb", 1, true],
	["between CR and CR", "a\r\rb", 2, true],
	["not inside a surrogate pair", "a\u{1f600}b", 2, false],
	["before a surrogate pair", "a\u{1f600}b", 1, true],
	["between two lone surrogates of the wrong order", "\udc00\ud800", 1, true],
	["not between a letter and the mark that composes with it", "e\u0301x", 1, false],
	["not between a letter and a mark that composes with nothing", "q\u0301x", 1, false],
	["not between two marks", "e\u0301\u0323x", 2, false],
	["after the last mark", "e\u0301x", 2, true],
	["before a variation selector, which counts as nothing", "\u2764\ufe0fx", 1, true],
	["between a blank and a mark", " \u0301", 1, true],
	["between a line break and a mark", "\n\u0301", 1, true],
	["not between a Hangul consonant and its vowel", "\u1100\u1161", 1, false],
	["not before the final of a Hangul syllable in three parts", "\u1100\u1161\u11a8", 2, false],
	["not before the final of a composed Hangul syllable", "\uac00\u11a8", 1, false],
	["before a second final", "\uac00\u11a8\u11a8", 2, true],
	["not between half-width kana and its voicing mark", "\uff76\uff9e", 1, false],
	["not between compatibility jamo that compose under NFKC", "\u3131\u314f", 1, false],
];

for (const [title, text, offset, expected] of BOUNDARIES) {
	test(`text may be cut or not: ${title}`, () => assert.equal(isCharacterBoundary(text, offset), expected));
}

test("special spaces are blanks, and U+2028, line breaks and zero-width characters are not", () => {
	for (const blank of " \t\v\f\u00a0\u1680\u2003\u202f\u205f\u3000") assert.ok(isBlank(blank.charCodeAt(0)));
	for (const other of "\n\r\u2028\u2029\u0085\u200b\ufeffa") assert.ok(!isBlank(other.charCodeAt(0)));
});

test("a space that carries a mark is no blank", () => {
	assert.ok(!isBlankAt(" \u0301", 0));
	assert.ok(isBlankAt(" a\u0301", 0));
});

test("a line break is measured the same from both sides", () => {
	for (const loneReturnBreaks of [true, false]) {
		for (const [text, length] of [
			["\r\n", 2],
			["\n", 1],
			["\r", loneReturnBreaks ? 1 : 0],
			["a", 0],
		] as const) {
			assert.equal(lineBreakLength(text, 0, loneReturnBreaks), length);
			assert.equal(lineBreakLengthBefore(text, text.length, loneReturnBreaks), length);
		}
	}
});

test("NFKC of both parts joined is NFKC of the whole wherever text may be cut", () => {
	fc.assert(
		fc.property(anyText, (text) => {
			for (let offset = 0; offset <= text.length; offset++) {
				if (!isCharacterBoundary(text, offset)) continue;
				const [left, right] = [text.slice(0, offset), text.slice(offset)];
				assert.equal(left.normalize("NFKC") + right.normalize("NFKC"), text.normalize("NFKC"), `cut at ${offset}`);
			}
		}),
		{ numRuns: 20000 },
	);
});

test("a character never takes more than a bounded run of marks, so a hostile run costs one pass", () => {
	const hostile = `a${"\u0301".repeat(100_000)}${"\u0323".repeat(100_000)}`;
	assert.ok(characterEnd(hostile, 0) <= 80);
});

test("a lone CR breaks lines only in a text without LF", () => {
	assert.ok(hasLoneReturnBreaks("a\rb"));
	assert.ok(!hasLoneReturnBreaks("a\rb\n"));
});
