/** The words of every refusal, made from its facts. Pure. Holds when it returns: the text is the whole message for the model. */
import type { EditPosition, RefusalFacts } from "./edit-error.ts";

export function refusalText(facts: RefusalFacts): string {
	switch (facts.code) {
		case "not-found":
			return `Could not find ${facts.editCount === 1 ? "the exact text" : editName(facts)} in ${facts.where}.`;
		case "not-unique":
			return `Found ${facts.count} occurrences of ${facts.editCount === 1 ? "the text" : editName(facts)} in ${facts.where}.`;
		case "no-changes":
			return `No changes made to ${facts.where}.`;
		case "not-readable":
			return `Could not edit file: ${facts.where}. Error code: ${facts.errorCode}.`;
		default:
			return `Could not edit ${facts.where}: ${facts.code}.`;
	}
}

function editName(position: EditPosition): string {
	return `edits[${position.editIndex}]`;
}
