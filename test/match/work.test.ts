/** What the search costs on hostile texts, by counting work: four times the text may cost about four times the work. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { findSpan } from "../../lib/match/find-span.ts";
import { workOf } from "../support/work.ts";

/** The small text of a pair; the large one has four times as much. */
const SIZE = 12_500;
const GROWTH = 4;

/** Growth of the work beyond which something is no longer linear: a quadratic search grows sixteenfold. */
const GREATEST_GROWTH = 6;

const HOSTILE: [title: string, (size: number) => { text: string; oldText: string }][] = [
	["equal lines", (size) => ({ text: "\treturn null;\n".repeat(size), oldText: "  return null;\n".repeat(3) })],
	[
		"equal lines, and as many of them in oldText",
		(size) => ({ text: "\treturn null;\n".repeat(size / 5), oldText: "  return null;\n".repeat(size / 10) }),
	],
	["one long line", (size) => ({ text: "x = f(a, 1); ".repeat(size * 8), oldText: "x = f(a,  2);" })],
	["one long line of periods", (size) => ({ text: "x y ".repeat(size), oldText: `${"x  y ".repeat(size / 10)}z` })],
	["blank lines in both", (size) => ({ text: "\n".repeat(size), oldText: `abcde${"\n \n".repeat(size / 4)}fghij` })],
	[
		"oldText that ends in blank lines",
		(size) => ({ text: "abcde\n\n\n\n".repeat(size), oldText: `\tabcde${"\n".repeat(200)}` }),
	],
	[
		"places that fail after a long way",
		(size) => ({ text: "\tq x\n".repeat(size / 5), oldText: `x\n${"  q x\n".repeat(size / 10)}` }),
	],
	["line breaks only", (size) => ({ text: "\r\n\n".repeat(size), oldText: "\n".repeat(size / 2) })],
	[
		"runs of blanks around a word",
		(size) => ({
			text: `${" ".repeat(size / 5)}abcde${"\t ".repeat(size / 5)}`,
			oldText: `${"\t ".repeat(size / 5)}abcde  `,
		}),
	],
	[
		"runs of blanks between words",
		(size) => ({ text: `abcde${" ".repeat(20)}`.repeat(size), oldText: "abcde\t\tabcd" }),
	],
	["a run of blanks before each line break", (size) => ({ text: `a${" ".repeat(size)}\n`, oldText: "ab\nabcd" })],
	["a periodic needle", (size) => ({ text: "a".repeat(size * 4), oldText: `${"a".repeat(size)}b${"a".repeat(size)}` })],
	[
		"a periodic needle that drifted",
		(size) => ({ text: "a ".repeat(size), oldText: `${"a  ".repeat(size / 4)}b ${"a ".repeat(size / 4)}` }),
	],
	["thousands of candidates", (size) => ({ text: "ab  cde\n".repeat(size), oldText: "ab cde" })],
	[
		"candidates of quotes and blanks",
		(size) => ({ text: "f(\u2019a\u2019,  b)\n".repeat(size), oldText: "f('a', b)" }),
	],
	["zero-width characters", (size) => ({ text: `ab${"\u200b".repeat(size * 4)}cde`, oldText: "abcdf" })],
	[
		"zero-width characters in both",
		(size) => ({ text: `abcde${"\u200b ".repeat(size / 5)}`, oldText: `abcde${" \u200b".repeat(size / 5)} ` }),
	],
	[
		"dense combining marks",
		(size) => ({ text: `a${"\u0301".repeat(size * 4)}`, oldText: `a${"\u0300".repeat(40)}bcde` }),
	],
	["marks on blanks", (size) => ({ text: " \u0301".repeat(size * 4), oldText: "  \u0301 \u0301bcd" })],
	["lone surrogates", (size) => ({ text: "\ud800\ud800\udc00".repeat(size), oldText: "\ud800  \udc00abcd" })],
	[
		"Hangul in parts",
		(size) => ({ text: "\u1100\u1161\u11a8".repeat(size), oldText: "\uac01\uac01\uac01\uac01\uac02" }),
	],
	[
		"occurrences inside indentations where a lone CR breaks lines",
		(size) => ({ text: "    abcde\r".repeat(size), oldText: "  abcde" }),
	],
	["escapes", (size) => ({ text: "abc\\\\n".repeat(size), oldText: "abc\\\\\\\\n".repeat(size / 4) })],
	["entities", (size) => ({ text: "&amp;".repeat(size), oldText: `${"&amp;amp;".repeat(size / 4)}b` })],
];

for (const [title, build] of HOSTILE) {
	test(`work grows with the size and no faster: ${title}`, () => {
		const [small, large] = [SIZE, SIZE * GROWTH].map((size) => {
			const { text, oldText } = build(size);
			return workOf("/lib/match/", () => findSpan(text, oldText, "new\n\ttext"));
		});
		assert.ok(large! / small! <= GREATEST_GROWTH, `${small} -> ${large}`);
	});
}

test("work is counted: a quadratic search shows", () => {
	const [small, large] = [SIZE / 10, (SIZE / 10) * GROWTH].map((size) => {
		const text = "a".repeat(size);
		return workOf("/lib/match/", () => {
			for (let start = 0; start < size; start++) text.indexOf("b", start);
		});
	});
	assert.ok(large! / small! > GREATEST_GROWTH);
});
