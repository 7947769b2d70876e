/** The words of every refusal, made from its facts. Pure. Holds when it returns: the text is the whole message for the model. */
import type { EditPosition, RefusalFacts } from "./edit-error.ts";

export function refusalText(facts: RefusalFacts): string {
	switch (facts.code) {
		case "not-found":
			return `Could not find ${facts.editCount === 1 ? "the exact text" : editName(facts)} in ${facts.where}.${facts.exactOnly ? EXACT_ONLY : ""}`;
		case "not-unique":
		case "ambiguous":
			return `Found ${facts.count} occurrences of ${facts.editCount === 1 ? "the text" : editName(facts)} in ${facts.where}.${facts.replaceAll ? ONE_EDIT_PER_PLACE : ""}`;
		case "no-changes":
			return `No changes made to ${facts.where}.`;
		case "not-readable":
			return couldNotEdit(facts);
		case "not-regular":
			return `${couldNotEdit(facts)} It is a ${facts.found}, and edit changes regular files only.`;
		case "read-only":
			return `${couldNotEdit(facts)} The file is read-only: its permissions have to allow writing before it can be edited.`;
		case "write-failed":
			return `${couldNotEdit(facts)} The new content could not be written, and the file is as it was.`;
		case "outside-workspace":
			return facts.reason === "linked"
				? `Could not edit file: ${facts.where}. It is reached through a symbolic link, which the strict setting of paths forbids. Name its own path: ${facts.target}`
				: `Could not edit file: ${facts.where}. It leads to ${facts.target}, which is outside the workspace. Nothing was written; ask the user before you go on there.`;
		case "changed-on-disk":
			return facts.reason === "locked"
				? `Could not edit file: ${facts.where}. Another process has been editing it for too long. Nothing was written; try again later.`
				: `Could not edit file: ${facts.where}. Others kept changing it. Nothing was written; read it again, then retry.`;
		case "conflicting-arguments":
			return `Could not edit file: ${facts.where}. The call contradicts itself: ${facts.conflicts.join(", ")} hold different values. Nothing was written; send each value once.`;
		case "aborted":
			return `Operation aborted. ${facts.where} was not changed.`;
		case "unencodable":
			return `Could not edit file: ${facts.where}. It is not valid UTF-8 and its encoding is not known, so newText can hold ASCII only; it has ${facts.characters}.`;
		default:
			return `Could not edit ${facts.where}: ${facts.code}.`;
	}
}

const ONE_EDIT_PER_PLACE =
	" An edit replaces one place, also where all were asked for: send one edit per place, with enough around it to be unique.";

const EXACT_ONLY =
	" The file is not valid in its encoding, so only exact text is looked for: send plain ASCII lines of it, without the characters that read as broken.";

/** pi's own words for what the system refuses. */
function couldNotEdit({ where, errorCode }: { where: string; errorCode: string }): string {
	return `Could not edit file: ${where}. Error code: ${errorCode}.`;
}

function editName(position: EditPosition): string {
	return `edits[${position.editIndex}]`;
}
