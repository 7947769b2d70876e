/** What `drift: "verbatim"` writes: newText as it came, but for the line ending of a span that has one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { applyEdits } from "../../lib/apply-edits.ts";

const SENT = 'say "hello" x';

const cases: [title: string, file: string, oldText: string, newText: string, written: string][] = [
	["CRLF where the file has it", "a\r\nsay “hello” x\r\nb\r\n", SENT, `${SENT} y\nz`, `a\r\n${SENT} y\r\nz\r\nb\r\n`],
	["and a lone CR as it came", "a\r\nsay “hello” x\r\nb\r\n", SENT, `${SENT} y\nz\r`, `a\r\n${SENT} y\r\nz\r\r\nb\r\n`],
	["CR where the file has nothing else", "a\rsay “hello” x\rb\r", SENT, `${SENT} y\nz`, `a\r${SENT} y\rz\rb\r`],
	["as it came where the span is mixed", "say “hello” x\r\nb\nc\nd", `${SENT}\nb\nc`, "x\ny\r\nz", "x\ny\r\nz\nd"],
	["one line as it came", "a\r\nsay “hello” x\r\n", SENT, "z", "a\r\nz\r\n"],
	["nothing", "say “hello” x\r\nb\nc\nd", `${SENT}\nb\nc`, "", "\nd"],
	["no last line break where the file lacks it", "a\r\nsay “hello” x", `${SENT}\n`, "y\nz\n", "a\r\ny\r\nz"],
	["nor for one line", "a\nsay “hello” x", `${SENT}\n`, "z\n", "a\nz"],
	["nor a CR", "a\rsay “hello” x", `${SENT}\r`, "z\r", "a\rz"],
];

for (const [title, file, oldText, newText, written] of cases) {
	test(`verbatim: ${title}`, () => {
		const { content } = applyEdits(file, [{ oldText, newText }], "a.txt", { drift: "verbatim" });
		assert.equal(content, written);
	});
}
