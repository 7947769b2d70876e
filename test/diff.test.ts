import assert from "node:assert/strict";
import { test } from "node:test";
import { generateDiffString } from "@earendil-works/pi-coding-agent";
import { applyPatch } from "diff";
import fc from "fast-check";
import { diffEdits } from "../lib/diff.ts";
import { appliedEdits } from "./support/applied-edits.ts";

const line = fc.constantFrom("one", "two", "three", "  four", "", "five six", "\u2028", "$&");
const lineBreak = fc.constantFrom("\n", "\n", "\n", "\r\n");
const text = fc.array(fc.tuple(line, lineBreak), { maxLength: 60 }).map((lines) => lines.flat().join(""));
const edits = fc.array(fc.record({ start: fc.nat(), length: fc.nat(40), replacement: text }), { maxLength: 5 });

test("the patch applied to the old text gives the new text, and line for line the display is pi's", () => {
	fc.assert(
		fc.property(text, line, edits, (lines, lastLine, wanted) => {
			const before = lines + lastLine;
			const { after, applied } = appliedEdits(before, wanted);
			const { diff, patch, firstChangedLine } = diffEdits(before, after, applied, "file.ts");
			assert.equal(applyPatch(before, patch, { autoConvertLineEndings: false }), after);
			const pi = generateDiffString(before, after);
			assert.equal(diff.replaceAll("\u240d", ""), pi.diff.replaceAll("\r", ""));
			assert.equal(firstChangedLine, pi.firstChangedLine);
		}),
		{ numRuns: 2000 },
	);
});
