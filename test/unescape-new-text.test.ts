import assert from "node:assert/strict";
import { test } from "node:test";
import { undoEscapes } from "../lib/match/escapes.ts";
import { unescapeNewText } from "../lib/replacement/unescape-new-text.ts";

const cases: { title: string; oldText: string; newText: string; style?: "html"; expect: string | undefined }[] = [
	{
		title: "two strings that were JSON-encoded twice are both decoded",
		oldText: 'say(\\"hi\\");\\n\\tdone();',
		newText: 'say(\\"ho\\");\\n\\tdone();\\n\\tmore(\\"x\\");',
		expect: 'say("ho");\n\tdone();\n\tmore("x");',
	},
	{ title: "a text without escapes is taken as it is", oldText: "row 1\\nrow 2", newText: "row 3", expect: "row 3" },
	{
		title: "escapes beside bare characters of the same kind mean something else",
		oldText: 'printf(\\"a\\");',
		newText: 'printf("a\\"b");',
		expect: undefined,
	},
	{
		title: "an escape that only newText has, in a text with bare quotes, is no over-escaping",
		oldText: "foo\\nbar",
		newText: 'foo("\\n")',
		expect: undefined,
	},
	{
		title: "an escape beside a kept word that had none there is refused",
		oldText: "alpha beta\\ngamma",
		newText: "alpha\\nbeta\\ngamma",
		expect: undefined,
	},
	{
		title: "escapes of a kind that oldText shows bare are content",
		oldText: 'a = "x"\\nb',
		newText: 'a = \\"x\\"\\nb',
		expect: undefined,
	},
	{
		title: "escapes of a kind that oldText does not show could be either",
		oldText: 'a(\\"x\\");\\nb',
		newText: "\\tb",
		expect: undefined,
	},
	{
		title: "and are text beside a bare character that would have been escaped",
		oldText: 'a(\\"x\\");',
		newText: 'a("x\\n");',
		expect: 'a("x\\n");',
	},
	{
		title: "HTML entities are undone in both texts",
		oldText: "if (a &lt; b &amp;&amp; c)",
		newText: "if (a &lt; b &amp;&amp; d &gt; 1)",
		style: "html",
		expect: "if (a < b && d > 1)",
	},
	{
		title: "another entity than those of oldText is undone too",
		oldText: "if (a &lt; b) x()",
		newText: "if (a &gt; b) x()",
		style: "html",
		expect: "if (a > b) x()",
	},
	{
		title: "entities beside a bare ampersand are content",
		oldText: "a &amp; b",
		newText: "a &amp; b & c",
		style: "html",
		expect: undefined,
	},
];

for (const { title, oldText, newText, style = "backslash", expect } of cases) {
	test(title, () => {
		const { kinds } = undoEscapes(oldText, style)!;
		assert.equal(unescapeNewText(oldText, newText, { style, kinds }), expect);
	});
}
