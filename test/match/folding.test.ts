import assert from "node:assert/strict";
import { test } from "node:test";
import { isInvisible } from "../../lib/match/characters.ts";
import { foldCharacter, foldUnicode } from "../../lib/match/folding.ts";
import fc from "../support/fast-check.ts";
import { anyText } from "../support/hostile-texts.ts";

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

test("texts that are equal under NFKC fold to the same text", () => {
	fc.assert(
		fc.property(anyText, (text) => {
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

test("a folded form that is remembered is the one that was found, whatever was folded in between", () => {
	const characters = [
		"\0",
		"\0\u0301",
		"a\u0301",
		"\u0301",
		"\u00e9",
		"e\u0301",
		"\ufb01",
		"\ud55c",
		"\ud83d\ude00",
		"\ud83d",
	];
	for (let round = 0; round < 2; round++) {
		for (const character of characters) assert.equal(foldUnicode(character), foldCharacter(character));
		for (let codePoint = 0x80; codePoint < 0x20000; codePoint++) foldUnicode(String.fromCodePoint(codePoint));
	}
});
