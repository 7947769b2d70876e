/** The words for an edit that landed, or would. Pure. Holds when it returns: the first sentence is pi's own, the rest is bounded. */
import type { ApplyOptions, EditOutcome } from "./apply-edits.ts";
import { DRIFT_WORDS } from "./match/drift-kinds.ts";

/** More tells a model little that it did not send itself, and costs context. */
const SHOWN_EDITS = 20;

export function successText(
	where: string,
	edits: readonly EditOutcome[],
	driftSetting: ApplyOptions["drift"] = "correct",
): string {
	const lines = edits.slice(0, SHOWN_EDITS).map((edit, editIndex) => {
		const subject = edits.length === 1 ? "At" : `edits[${editIndex}] at`;
		return `${subject} ${placeAndSize(edit)}${aboutDrift(edit, driftSetting)}.`;
	});
	if (edits.length > SHOWN_EDITS) lines.push(`And ${edits.length - SHOWN_EDITS} more.`);
	return [`Successfully replaced ${edits.length} block(s) in ${where}.`, ...lines].join("\n");
}

/** What a patch may add to the model's context: the bound that every refusal keeps. */
const SHOWN_PATCH_CHARACTERS = 4000;

export function previewText(where: string, patch: string): string {
	const shown = patch.length <= SHOWN_PATCH_CHARACTERS ? patch : `(The patch has ${patch.length} characters.)`;
	return `Preview only, nothing was written to ${where}.\n${shown}`;
}

function placeAndSize({ startLine, endLine, replacement }: EditOutcome): string {
	if (startLine === endLine) return `line ${startLine}`;
	const deleted = replacement.trim() === "" ? `, ${endLine - startLine + 1} lines deleted` : "";
	return `lines ${startLine}-${endLine}${deleted}`;
}

function aboutDrift({ drift }: EditOutcome, driftSetting: ApplyOptions["drift"]): string {
	if (drift.length === 0) return "";
	const differences = drift.map((kind) => DRIFT_WORDS[kind]).join(", ");
	const consequence = driftSetting === "verbatim" ? "newText was written as it came" : "newText was fitted to the file";
	return `; oldText differed from the file in ${differences}, and ${consequence}`;
}
