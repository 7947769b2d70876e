/**
 * Small edits whose texts drifted in every way at once, byte for byte. They were drawn at random and kept where a single
 * decision taken out of `lib/replacement` showed: what a row holds is what the code does, so a change of mind changes rows.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { applyEdits } from "../lib/apply-edits.ts";

interface SmallEdit {
	file: string;
	oldText: string;
	newText: string;
	/** The file afterwards, or the code of the refusal. */
	written?: string;
	refused?: string;
}

const cases: SmallEdit[] = JSON.parse(readFileSync(new URL("cases/small-edits.json", import.meta.url), "utf8"));

for (const [index, { file, oldText, newText, written, refused }] of cases.entries()) {
	const shown = [file, oldText, newText].map((text) => JSON.stringify(text)).join(", ");
	test(`small edit ${index}: ${shown} is ${refused ?? "written"}`, () => {
		const apply = () => applyEdits(file, [{ oldText, newText }], "a.txt", { overScopeLines: 0 }).content;
		if (written === undefined) assert.throws(apply, { code: refused });
		else assert.equal(apply(), written);
	});
}
