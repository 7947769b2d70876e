/** The phrases that refusals share, each worded once. Pure. */
import type { EditPosition } from "../edit-error.ts";
import type { LineDifference } from "../evidence/not-found.ts";
import { visibleDifference } from "./visible-text.ts";

export const NOTHING_WRITTEN = "Nothing was written.";

type Field = "oldText" | "newText";

/** One edit needs no index; of several, the model has to know which. */
export function subject({ editIndex, editCount }: EditPosition): string {
	return editCount === 1 ? "the edit" : `edits[${editIndex}]`;
}

export function fieldName({ editIndex, editCount }: EditPosition, field: Field): string {
	return editCount === 1 ? field : `edits[${editIndex}].${field}`;
}

/** What is refused: the edit, or a field of it. */
export function editOf(position: EditPosition, field?: Field): string {
	return `Could not edit ${position.where}: ${field === undefined ? subject(position) : fieldName(position, field)}`;
}

/** pi's own words for a text that is not in the file. */
export function notFoundOpening(position: EditPosition): string {
	return `Could not find ${position.editCount === 1 ? "the exact text" : subject(position)} in ${position.where}.`;
}

/** The next call in one sentence: the whole call once more, since none of its edits was applied. */
export function sendAgain(position: EditPosition, change: string): string {
	return position.editCount === 1
		? `Send the edit again with ${change}.`
		: `Send all ${position.editCount} edits again, edits[${position.editIndex}] with ${change}.`;
}

interface LineRange {
	startLine: number;
	endLine: number;
}

export function lineNames(range: LineRange): string {
	return `${range.startLine === range.endLine ? "line" : "lines"} ${lineSpan(range)}`;
}

export function lineSpan({ startLine, endLine }: LineRange): string {
	return startLine === endLine ? String(startLine) : `${startLine}-${endLine}`;
}

/** The first difference, blanks as symbols (a middle dot is a space, an arrow a tab). */
export function differenceLine({ line, file, sent }: LineDifference): string {
	if (file === undefined) return `differs: the file has no line "${visibleDifference(sent ?? "", "")[0]}"`;
	if (sent === undefined) return `differs: line ${line} is "${visibleDifference(file, "")[0]}", which oldText lacks`;
	const [shownFile, shownSent] = visibleDifference(file, sent);
	return `differs: line ${line} is "${shownFile}", oldText has "${shownSent}"`;
}
