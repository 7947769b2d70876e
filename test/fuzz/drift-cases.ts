/** One drifted edit applied and judged. Shared by the suite and by the long run. */
import fc from "fast-check";
import { type ApplyOptions, applyEdits } from "../../lib/apply-edits.ts";
import { EditError } from "../../lib/edit-error.ts";
import { type DriftedEdit, driftedEdit } from "../support/drift-generator.ts";

/** Numbers that a drifted edit is drawn from. */
export const tapes = fc.array(fc.nat(0xffff), { maxLength: 120, size: "max" });

export type Verdict =
	| { kind: "landed" }
	| { kind: "elsewhere" }
	| { kind: "refused"; code: string }
	| { kind: "wrong"; content: string }
	| { kind: "crashed"; error: unknown };

export function judge(edit: DriftedEdit, options: ApplyOptions = {}): Verdict {
	const { file, oldText, newText, where } = edit;
	try {
		const { content } = applyEdits(file, [{ oldText, newText }], where, options);
		if (edit.right.includes(content)) return { kind: "landed" };
		// Where another place looks alike, a stricter match may rightly win there.
		return edit.isRecoverable ? { kind: "wrong", content } : { kind: "elsewhere" };
	} catch (error) {
		return error instanceof EditError ? { kind: "refused", code: error.code } : { kind: "crashed", error };
	}
}

/** What is wrong with the edit that `tape` describes, in one text; undefined if it lands right or is refused. */
export function wrongOutcome(tape: readonly number[]): string | undefined {
	const edit = driftedEdit(tape);
	if (!edit) return undefined;
	const verdict = judge(edit);
	if (verdict.kind !== "wrong" && verdict.kind !== "crashed") return undefined;
	return JSON.stringify({ ...edit, ...verdict }, undefined, 1);
}
