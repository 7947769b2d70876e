/**
 * What a result carries for people and programs besides the text for the model: pi's own details, so that whatever reads
 * those keeps working, and what only this tool knows. pi writes them into the session file, so they stay small.
 */
import type { EditOutcome } from "./apply-edits.ts";
import type { EditFileResult } from "./edit-file.ts";
import type { Settings } from "./settings.ts";

export interface EditDetails {
	/** pi's numbered display diff. */
	diff: string;
	patch: string;
	firstChangedLine?: number;
	/** The file, absolute. */
	path: string;
	edits: EditDetail[];
	/** `newText` went in as it came, whatever had drifted. */
	verbatim?: true;
	/** The call was planned and shown, and nothing was written. */
	previewOnly?: true;
}

export interface EditDetail extends Pick<EditOutcome, "matchedVia" | "drift" | "startLine" | "endLine"> {
	/** Lines that went without anything in their place. */
	deletedLines?: number;
}

/** @param settings those that the edit was made with */
export function editDetails(result: EditFileResult, settings: Settings): EditDetails {
	const { diff, patch, firstChangedLine, path, edits } = result;
	return {
		diff,
		patch,
		...(firstChangedLine !== undefined && { firstChangedLine }),
		path,
		edits: edits.map(editDetail),
		...(settings.drift === "verbatim" && { verbatim: true }),
		...(settings.preview === "on" && { previewOnly: true }),
	};
}

function editDetail({ matchedVia, drift, startLine, endLine, replacement }: EditOutcome): EditDetail {
	const deleted = replacement.trim() === "" && endLine > startLine;
	return {
		matchedVia,
		drift,
		startLine,
		endLine,
		...(deleted && { deletedLines: endLine - startLine + 1 }),
	};
}
