/** What holds for every edit of generated source-like files, drifted or not; `npm run fuzz` runs the same for minutes. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { type ApplyResult, applyEdits } from "../lib/apply-edits.ts";
import { EditError } from "../lib/edit-error.ts";
import { editFile } from "../lib/edit-file.ts";
import { tapes, wrongOutcome } from "./fuzz/drift-cases.ts";
import { type DriftedEdit, driftedEdit } from "./support/drift-generator.ts";
import fc from "./support/fast-check.ts";
import { canonicalForm } from "./support/oracle/canonical-form.ts";
import { undoOneLevel } from "./support/oracle/escapes.ts";

/** More finds rarer faults; the whole file has to take seconds. */
const CASES = 5_000;

/** Cases on real files. */
const CASES_ON_DISK = 100;

/** Runs `check` on generated edits; the seed and the shrunk case are in the failure. */
function forDriftedEdits(check: (edit: DriftedEdit) => void): void {
	const property = fc.property(tapes, (tape) => {
		const edit = driftedEdit(tape);
		if (edit) check(edit);
	});
	fc.assert(property, { numRuns: CASES });
}

test("a drifted edit gives the byte-exact undrifted result, or a refusal", () => {
	fc.assert(
		fc.property(tapes, (tape) => assert.equal(wrongOutcome(tape), undefined)),
		{ numRuns: CASES },
	);
});

test("nothing outside the span changes", () => {
	forDriftedEdits((edit) => {
		const result = outcomeOf(edit.file, edit);
		if (typeof result === "string") return;
		const { start, end, replacement } = result.edits[0]!;
		assert.equal(result.content, edit.file.slice(0, start) + replacement + edit.file.slice(end));
	});
});

test("what is written equals newText when the same drift is forgiven", () => {
	forDriftedEdits((edit) => {
		const result = outcomeOf(edit.file, edit);
		if (typeof result === "string") return;
		const { drift, replacement } = result.edits[0]!;
		// Line breaks follow the file, and the last one of newText goes where the file lacks its own.
		// The indentation before a span and the blanks after it go with its first and its last line.
		const kinds = [...drift, "line-endings" as const, "line-trimmed" as const, "trailing-whitespace" as const];
		const form = (text: string) =>
			canonicalForm(text, kinds, { isLoneReturnBreak: !edit.file.includes("\n") }).replace(/[\ue000\n]+$/, "");
		const meant = drift.includes("escape") ? undoOneLevel(edit.newText) : [edit.newText];
		assert.ok(meant.some((text) => form(text) === form(replacement)));
	});
});

test("a file with CRLF ends as its twin with LF does", () => {
	forDriftedEdits((edit) => {
		if (edit.file.includes("\r") || edit.newText.includes("\r")) return;
		// Exact with LF, one of two places that need their line breaks forgiven with CRLF: the second may be refused.
		if (edit.oldText.endsWith("\n") && !edit.file.endsWith("\n")) return;
		const result = outcomeOf(edit.file, edit);
		const twin = outcomeOf(edit.file.replaceAll("\n", "\r\n"), edit);
		const expected = typeof result === "string" ? result : result.content.replaceAll("\n", "\r\n");
		assert.equal(typeof twin === "string" ? twin : twin.content, expected);
	});
});

test("a file with a byte order mark keeps it and ends as its twin without does", async (context) => {
	const folder = mkdtempSync(join(tmpdir(), "twins-"));
	context.after(() => rmSync(folder, { recursive: true, force: true }));
	const property = fc.asyncProperty(tapes, async (tape) => {
		const edit = driftedEdit(tape);
		if (!edit) return;
		const plain = await outcomeOnDisk(join(folder, edit.where), edit.file, edit);
		const marked = await outcomeOnDisk(join(folder, edit.where), `\ufeff${edit.file}`, edit);
		assert.deepEqual(marked, { ...plain, text: `\ufeff${plain.text}` });
	});
	await fc.assert(property, { numRuns: CASES_ON_DISK });
});

/** The result of an edit, or the code of its refusal. */
function outcomeOf(file: string, { oldText, newText, where }: DriftedEdit): ApplyResult | string {
	try {
		return applyEdits(file, [{ oldText, newText }], where);
	} catch (error) {
		if (error instanceof EditError) return error.code;
		throw error;
	}
}

/** What the file holds after the call, and the code of the refusal if it was one; then the file is as it was. */
async function outcomeOnDisk(
	path: string,
	text: string,
	{ oldText, newText }: DriftedEdit,
): Promise<{ text: string; code?: string }> {
	writeFileSync(path, text);
	try {
		await editFile({ path, edits: [{ oldText, newText }] }, { cwd: join(path, "..") });
		return { text: readFileSync(path, "utf8") };
	} catch (error) {
		assert.ok(error instanceof EditError);
		assert.equal(readFileSync(path, "utf8"), text);
		return { text, code: error.code };
	}
}
