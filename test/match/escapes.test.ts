import assert from "node:assert/strict";
import { test } from "node:test";
import { ESCAPE_STYLES, type EscapeStyle, undoEscapes } from "../../lib/match/escapes.ts";

const CASES: [title: string, style: EscapeStyle, text: string, undone: string | undefined, kinds: string[]][] = [
	[
		"all backslash escapes",
		"backslash",
		"\\n\\t\\r\\\"\\'\\`\\$\\\\",
		"\n\t\r\"'`$\\",
		["\n", "\t", "\r", '"', "'", "`", "$", "\\"],
	],
	["one level only", "backslash", "a\\\\nb", "a\\nb", ["\\"]],
	["other letters keep their backslash", "backslash", "\\d\\n", "\\d\n", ["\n"]],
	["a backslash at the end", "backslash", "a\\", undefined, []],
	["nothing to undo", "backslash", "a &lt; b", undefined, []],
	["named entities", "html", "&lt;a&gt; &amp;&quot;&apos;", "<a> &\"'", ["<", ">", "&", '"', "'"]],
	["numbers", "html", "&#39;&#x27;&#X1F600;", "''\u{1f600}", ["'", "\u{1f600}"]],
	["one level of entities only", "html", "&amp;lt;", "&lt;", ["&"]],
	["numbers that are no character", "html", "&#0;&#xD800;&#9999999;", undefined, []],
	["an unknown name", "html", "&foo; &lt", undefined, []],
];

for (const [title, style, text, undone, kinds] of CASES) {
	test(`escapes are undone: ${title}`, () => {
		const result = undoEscapes(text, style);
		assert.equal(result?.text, undone);
		assert.deepEqual(result?.kinds ?? [], kinds);
	});
}

test("text without a backslash or an ampersand has nothing to undo in any style", () => {
	for (const style of ESCAPE_STYLES) assert.equal(undoEscapes("lt; n t\n", style), undefined);
});
