/**
 * The words of every refusal, made from its facts. Pure. Holds when it returns: the text is the whole message for the
 * model, opens with pi's own words, ends with what to do next, and keeps the bounds of `layOut` whatever the facts hold.
 */
import { EditError, type EditErrorCode, type RefusalFacts } from "./edit-error.ts";
import { layOut, type RefusalParts } from "./refusal-text/layout.ts";
import { editOf, fieldName, lineNames, NOTHING_WRITTEN, notFoundOpening, sendAgain } from "./refusal-text/phrases.ts";
import {
	disproportionate,
	escapedNewText,
	indentation,
	lineNumbers,
	notFound,
	overScope,
	severalPlaces,
} from "./refusal-text/place-words.ts";
import { excerpt, visiblePath } from "./refusal-text/visible-text.ts";

type FactsOf<Code extends EditErrorCode> = Extract<RefusalFacts, { code: Code }>;

/** The one way to refuse: every error of the product is made here. */
export function refuse(facts: RefusalFacts): never {
	throw refusal(facts);
}

export function refusal(facts: RefusalFacts): EditError {
	return new EditError(refusalText(facts), facts);
}

export function refusalText(facts: RefusalFacts): string {
	const shown = { ...facts, where: visiblePath(facts.where) };
	const words = WORDS[shown.code] as (facts: RefusalFacts) => RefusalParts;
	return layOut(words(shown));
}

const WORDS: { [Code in EditErrorCode]: (facts: FactsOf<Code>) => RefusalParts } = {
	"not-found": notFound,
	"not-unique": severalPlaces,
	ambiguous: severalPlaces,
	"over-scope": overScope,
	disproportionate,
	"line-numbers": lineNumbers,
	indentation,
	"escaped-new-text": escapedNewText,
	"elided-new-text": (facts) => ({
		opening: `${editOf(facts, "newText")} has "${excerpt(facts.placeholder)}" in place of lines of the file.`,
		next: `${NOTHING_WRITTEN} Write those lines out in newText, or send small edits that leave them alone.`,
	}),
	"ill-formed-text": (facts) => ({
		opening: `${editOf(facts, "newText")} has half of a character (a lone surrogate, at offset ${facts.offset}), which cannot be written.`,
		next: `${NOTHING_WRITTEN} ${sendAgain(facts, "the whole character")}`,
	}),
	unencodable: (facts) => ({
		opening: `${couldNotEdit(facts)} It is not UTF-8, so newText may have ASCII only; ${fieldName(facts, "newText")} has "${excerpt(facts.characters)}".`,
		next: `${NOTHING_WRITTEN} ${sendAgain(facts, "ASCII characters in newText")}`,
	}),
	"no-edits": ({ where }) => ({
		opening: `${couldNotEdit({ where })} The call has no edits.`,
		next: "Send edits: [{oldText, newText}], at least one.",
	}),
	"invalid-edit": (facts) => ({
		opening: `${couldNotEdit(facts)} ${fieldName(facts, facts.field)} is missing or not a string.`,
		next: `${NOTHING_WRITTEN} Send oldText and newText as strings in every edit.`,
	}),
	"duplicate-edit": (facts) => ({
		opening: `${couldNotEdit(facts)} edits[${facts.editIndex}] is the same as edits[${facts.firstIndex}].`,
		next: `${NOTHING_WRITTEN} Send the call again without edits[${facts.editIndex}].`,
	}),
	"empty-old-text": (facts) => ({
		opening: `${fieldName(facts, "oldText")} must not be empty in ${facts.where}.`,
		next: `${NOTHING_WRITTEN} To insert, put a line of the file into oldText, and that line with the new ones into newText.`,
	}),
	"no-op-edit": (facts) => ({
		opening: `No changes made to ${facts.where}. ${fieldName(facts, "oldText")} and newText are the same.`,
		next:
			facts.editCount === 1
				? "If the file should change, send a newText that differs; else go on."
				: `${NOTHING_WRITTEN} Send the call again without edits[${facts.editIndex}], or with a newText that differs.`,
	}),
	"no-changes": ({ where, editCount }) => ({
		opening: `No changes made to ${where}. ${editCount === 1 ? "The file already has that text." : "The edits undo each other."}`,
		next: "If the file should change, send a newText that differs; else go on.",
	}),
	"too-short": (facts) => {
		const closest = facts.evidence?.closest;
		return {
			opening: `${notFoundOpening(facts)} With ${facts.nonBlankCharacters} visible characters (fewer than ${facts.limit}) oldText must match exactly.`,
			details: closest ? [{ line: `Closest: ${lineNames(closest)}.`, copy: closest.copy }] : [],
			next: `${NOTHING_WRITTEN} ${sendAgain(facts, "oldText copied from the block")}`,
			nextWithoutCopy: `${NOTHING_WRITTEN} ${sendAgain(facts, "the whole line in oldText, copied exactly")}`,
		};
	},
	binary: (facts) => ({
		opening: `${notFoundOpening(facts)} The file holds NUL characters, so only an exact match would do.`,
		next: `${NOTHING_WRITTEN} Make sure that this is the file you mean; it may not be text.`,
	}),
	"too-large": (facts) => ({
		opening: `${couldNotEdit(facts)} It has ${facts.size} ${facts.unit}, over the limit of ${facts.limit}${facts.unit === "bytes" ? "" : " for a match that is not exact"}.`,
		next:
			facts.unit === "bytes"
				? `${NOTHING_WRITTEN} Change it with another tool.`
				: `${NOTHING_WRITTEN} ${sendAgain(facts, "oldText exactly as in the file")}`,
	}),
	"conflicting-arguments": (facts) => ({
		opening: `${couldNotEdit(facts)} The call contradicts itself: ${excerpt(facts.conflicts.join(", "))} hold different values.`,
		next: `${NOTHING_WRITTEN} Send each value once, as path and edits: [{oldText, newText}].`,
	}),
	"not-readable": (facts) => ({
		opening: couldNotEdit(facts),
		next: READING_ADVICE[facts.errorCode] ?? `${NOTHING_WRITTEN} Check the path.`,
	}),
	"not-regular": (facts) => ({
		opening: `${couldNotEdit(facts)} It is a ${facts.found}.`,
		next: "Name a regular file: edit changes no other kind.",
	}),
	"read-only": (facts) => ({
		opening: `${couldNotEdit(facts)} The file is read-only.`,
		next: "Nothing was written; ask the user before you change its permissions.",
	}),
	"outside-workspace": (facts) =>
		facts.reason === "linked"
			? {
					opening: `${couldNotEdit(facts)} It is reached through a symbolic link, which the strict setting of paths forbids.`,
					next: `${NOTHING_WRITTEN} Name its own path: ${visiblePath(facts.target)}`,
				}
			: {
					opening: `${couldNotEdit(facts)} It leads to ${visiblePath(facts.target)}, which is outside the workspace.`,
					next: `${NOTHING_WRITTEN} Ask the user before you go on there.`,
				},
	"changed-on-disk": (facts) =>
		facts.reason === "locked"
			? {
					opening: `${couldNotEdit(facts)} Another process has been editing it for too long.`,
					next: `${NOTHING_WRITTEN} Send the same call again later.`,
				}
			: {
					opening: `${couldNotEdit(facts)} Something else keeps changing it.`,
					next: `${NOTHING_WRITTEN} Read it again, then retry.`,
				},
	"write-failed": (facts) => ({
		opening: couldNotEdit(facts),
		next: "The new content could not be written, and the file is as it was: tell the user.",
	}),
	aborted: ({ where }) => ({
		opening: "Operation aborted.",
		next: `${where} was not changed.`,
	}),
};

/** What the system's own codes mean for the next call. */
const READING_ADVICE: Record<string, string> = {
	ENOENT: "There is no such file: check the path, or create the file with write.",
	ENOTDIR: "A part of the path is a file, not a folder: check the path.",
	EACCES: "The file may not be read: ask the user before you change its permissions.",
	ELOOP: "The path is a loop of symbolic links: name the file itself.",
	ENAMETOOLONG: "The path is too long: check it.",
};

/** pi's own words for what it can not edit. */
function couldNotEdit({ where, errorCode }: { where: string; errorCode?: string }): string {
	return `Could not edit file: ${where}.${errorCode === undefined ? "" : ` Error code: ${errorCode}.`}`;
}
