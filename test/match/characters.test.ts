import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
	characterEnd,
	hasLoneReturnBreaks,
	isBlank,
	isBlankAt,
	isCharacterBoundary,
	isInvisible,
	lineBreakLength,
	lineBreakLengthBefore,
} from "../../lib/match/characters.ts";
import { foldUnicode } from "../../lib/match/folding.ts";

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

const FOLDS: [title: string, text: string, folded: string][] = [
	["ASCII stays", "a 'b' \"c\" -\t\n", "a 'b' \"c\" -\t\n"],
	["single quotes", "\u2018a\u2019\u201ab\u201b", "'a''b'"],
	["double quotes", "\u201ca\u201d\u201eb\u201f", '"a""b"'],
	["hyphens, dashes and the minus", "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u207b\uff0d", "---------"],
	["special spaces", "a\u00a0\u1680\u2000\u2009\u202f\u205f\u3000b", "a       b"],
	["invisible characters", "a\u200bb\u200d\u00adc\ufe0f\ufeffd\u{e0100}", "abcd"],
	["invisible characters inside a character", "e\u200b\u0301", "\u00e9"],
	["a decomposed letter", "cafe\u0301s", "caf\u00e9s"],
	["compatibility forms", "\ufb01\u2026\uff21\u00bd", "fi...A1\u20442"],
	["decomposed Hangul", "\u1112\u1161\u11ab", "\ud55c"],
	["a form that begins with a space", "a\u00b4", "a \u0301"],
	["lone surrogates stay", "a\ud800\udc00b\udc00\ud800", "a\ud800\udc00b\udc00\ud800"],
];

for (const [title, text, folded] of FOLDS) {
	test(`folding: ${title}`, () => assert.equal(foldUnicode(text), folded));
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

const ANY_TEXT = fc
	.array(
		fc.oneof(
			fc.constantFrom(
				..."ab \t\n\r'\u2019-\u2014\u00a0\u200b\ufeff\ufe0f\u0301\u0323e\u00e9\ufb01\u1100\u1161\u11a8\uac00\u00b4\uff76\uff9e\ud800\udc00\u0e33\u09c7\u09be",
			),
			fc.string({ unit: "binary", maxLength: 1 }),
		),
		{ maxLength: 12 },
	)
	.map((parts) => parts.join(""));

test("NFKC of both parts joined is NFKC of the whole wherever text may be cut", () => {
	fc.assert(
		fc.property(ANY_TEXT, (text) => {
			for (let offset = 0; offset <= text.length; offset++) {
				if (!isCharacterBoundary(text, offset)) continue;
				const [left, right] = [text.slice(0, offset), text.slice(offset)];
				assert.equal(left.normalize("NFKC") + right.normalize("NFKC"), text.normalize("NFKC"), `cut at ${offset}`);
			}
		}),
		{ numRuns: 20000 },
	);
});

test("texts that are equal under NFKC fold to the same text", () => {
	fc.assert(
		fc.property(ANY_TEXT, (text) => {
			// Jamo that an invisible character keeps apart are one syllable only once that is dropped.
			const hasInvisible = [...text].some((character) => isInvisible(character.codePointAt(0)!));
			fc.pre(!hasInvisible || !/[\u1100-\u11ff]/u.test(text.normalize("NFKD")));
			assert.equal(foldUnicode(text.normalize("NFKC")), foldUnicode(text));
			assert.equal(foldUnicode(text.normalize("NFD")), foldUnicode(text));
			assert.equal(foldUnicode(foldUnicode(text)), foldUnicode(text));
		}),
		{ numRuns: 20000 },
	);
});

test("a character never takes more than a bounded run of marks, so a hostile run folds in one pass", () => {
	const hostile = `a${"\u0301".repeat(100_000)}${"\u0323".repeat(100_000)}`;
	assert.ok(characterEnd(hostile, 0) <= 80);
	assert.ok(foldUnicode(hostile).length > 0);
});

test("a lone CR breaks lines only in a text without LF", () => {
	assert.ok(hasLoneReturnBreaks("a\rb"));
	assert.ok(!hasLoneReturnBreaks("a\rb\n"));
});
