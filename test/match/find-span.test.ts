import assert from "node:assert/strict";
import { test } from "node:test";
import type { DriftKind } from "../../lib/match/drift-kinds.ts";
import { type FindResult, findSpan } from "../../lib/match/find-span.ts";

/** The span that is found, as text, and its drift; or the word for why none is. */
function outcomeOf(text: string, result: FindResult): { span: string; drift: readonly DriftKind[] } | string {
	if (result.kind !== "found") return result.kind === "gated" ? result.gate.gate : result.kind;
	const { span, drift } = result.candidate;
	return { span: text.slice(span.start, span.end), drift };
}

interface FoundCase {
	title: string;
	text: string;
	oldText: string;
	newText?: string;
	span: string;
	drift: DriftKind[];
}

const FOUND: FoundCase[] = [
	{ title: "exact text", text: "one\ntwo\n", oldText: "two", span: "two", drift: [] },
	{
		title: "LF for CRLF",
		text: "a\r\nb\r\nc",
		oldText: "a\nb",
		span: "a\r\nb",
		drift: ["line-endings"],
	},
	{
		title: "trailing blanks in the file, the last line's taken in",
		text: "foo bar  \nbaz \nqux",
		oldText: "foo bar\nbaz",
		span: "foo bar  \nbaz ",
		drift: ["trailing-whitespace"],
	},
	{
		title: "curly quotes",
		text: "say \u201chello\u201d",
		oldText: '"hello"',
		span: "\u201chello\u201d",
		drift: ["unicode"],
	},
	{
		title: "indentation",
		text: "    foo bar\n    baz",
		oldText: "  foo bar\n  baz",
		span: "    foo bar\n    baz",
		drift: ["line-trimmed"],
	},
	{
		title: "aligned columns",
		text: "name    = a\nident   = 7\n",
		oldText: "ident = 7\n",
		span: "ident   = 7\n",
		drift: ["whitespace"],
	},
	{
		title: "blank lines between",
		text: "a\n\n\nbcdef\ng",
		oldText: "a\nbcdef\ng",
		span: "a\n\n\nbcdef\ng",
		drift: ["blank-lines"],
	},
	{
		title: "a string that was encoded twice",
		text: 'x = "a"\n\ty',
		oldText: 'x = \\"a\\"\\n\\ty',
		span: 'x = "a"\n\ty',
		drift: ["escape"],
	},
];

for (const { title, text, oldText, newText = "x", span, drift } of FOUND) {
	test(`found: ${title}`, () => {
		assert.deepEqual(outcomeOf(text, findSpan(text, oldText, newText)), { span, drift });
	});
}
