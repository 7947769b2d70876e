/** The words of refusals that know a place in the file, or the lack of one. Pure. */
import type { EditErrorCode, Place, RefusalFacts } from "../edit-error.ts";
import { withoutOuterBreaks } from "../evidence/copy-text.ts";
import { DRIFT_WORDS } from "../match/drift-kinds.ts";
import type { RefusalDetail, RefusalParts } from "./layout.ts";
import {
	differenceLine,
	editOf,
	lineNames,
	lineSpan,
	NOTHING_WRITTEN,
	notFoundOpening,
	sendAgain,
	subject,
} from "./phrases.ts";
import { excerpt } from "./visible-text.ts";

type FactsOf<Code extends EditErrorCode> = Extract<RefusalFacts, { code: Code }>;

export function notFound(facts: FactsOf<"not-found">): RefusalParts {
	const { place, evidence, earlier } = facts;
	const closest = place ?? evidence?.closest;
	const details: RefusalDetail[] = [];
	if (earlier) details.push({ line: `edits[${earlier.editIndex}] of this call changes that text first.` });
	if (facts.exactOnly)
		details.push({ line: "The file is not valid in its encoding, so only exact text is looked for." });
	if (facts.changedSinceSeen !== undefined) {
		details.push({ line: `The file changed on disk at ${timeOf(facts.changedSinceSeen)}, after you last saw it.` });
	}
	if (evidence?.newTextLine !== undefined) {
		details.push({ line: `newText is in the file already, from line ${evidence.newTextLine} on.` });
	}
	if (closest) {
		details.push({ line: whatIsThere(facts, closest) });
		if (closest.difference) details.push({ line: differenceLine(closest.difference) });
		// Sent on with the line breaks, the block would match exactly, and the two lines would be joined after all.
		const joins = facts.unproved === "line-breaks";
		details.push({ copy: joins && closest.copy ? withoutOuterBreaks(closest.copy) : closest.copy });
	}
	return {
		opening: notFoundOpening(facts),
		details,
		next: `${NOTHING_WRITTEN} ${sendAgain(facts, COPIED)}`,
		nextWithoutCopy: `${NOTHING_WRITTEN} ${withoutText(facts, closest)}`,
	};
}

/** What every copy block is for. */
const COPIED = "oldText copied from the block";

function whatIsThere(facts: FactsOf<"not-found">, closest: { startLine: number; endLine: number }): string {
	const lines = lineNames(closest);
	if (facts.unproved === "line-breaks")
		return `It matches ${lines} but for line breaks, and newText would join two lines.`;
	if (facts.unproved === "lines")
		return `It matches ${lines} loosely, and it is not clear which of the file's lines newText keeps.`;
	if (facts.place)
		return `It matches ${lines} but for ${driftNames(facts.place)}, and only an exact match is accepted.`;
	if (facts.evidence?.otherCaseLine !== undefined) return `It is at ${lines}, but for upper and lower case.`;
	return `Closest: ${lines}.`;
}

function driftNames({ drift }: Place): string {
	return drift.map((kind) => DRIFT_WORDS[kind]).join(", ");
}

function withoutText(facts: FactsOf<"not-found">, closest: { startLine: number; endLine: number } | undefined): string {
	if (facts.earlier)
		return `Merge ${subject(facts)} into edits[${facts.earlier.editIndex}], or make its oldText match what that edit leaves.`;
	if (facts.evidence?.newTextLine !== undefined)
		return `If that is what this edit is for, leave ${facts.editCount === 1 ? "it" : subject(facts)} out.`;
	const difference = facts.evidence?.closest?.difference;
	if (difference && difference.file === undefined)
		return sendAgain(facts, "that line left out of oldText and newText, and the rest exact");
	if (facts.exactOnly)
		return sendAgain(facts, "plain ASCII lines in oldText, none with characters that read as broken");
	if (closest) {
		const again = sendAgain(facts, "them in oldText, copied exactly");
		return `Read ${lineNames(closest)} of the file; if they are meant, s${again.slice(1)}`;
	}
	return "The file has no text like it: read the file before you send the next edit.";
}

/** Hours, minutes and seconds: what a model can compare with its own calls. */
function timeOf(milliseconds: number): string {
	const date = new Date(milliseconds);
	return Number.isNaN(date.valueOf()) ? "an unknown time" : `${date.toISOString().slice(11, 19)} UTC`;
}

export function severalPlaces(facts: FactsOf<"not-unique"> | FactsOf<"ambiguous">): RefusalParts {
	const { places, count, earlier } = facts;
	const shown = places.slice(0, SHOWN_PLACES);
	const atLeast = facts.code === "ambiguous" && facts.isLeastCount ? "at least " : "";
	const more = count > shown.length || atLeast ? ` and ${atLeast}${count - shown.length} more` : "";
	const details: RefusalDetail[] = [];
	if (earlier) details.push({ line: `edits[${earlier.editIndex}] of this call brings in another one.` });
	if (facts.replaceAll)
		details.push({ line: "One edit replaces one place: to change all of them, send one edit per place." });
	details.push(...shown.map(placeDetail));
	const loosely = facts.code === "ambiguous" ? " None is exact." : "";
	return {
		opening: `Found ${count} occurrences of ${facts.editCount === 1 ? "the text" : subject(facts)} in ${facts.where}, at lines ${shown.map(lineSpan).join(", ")}${more}.${loosely}`,
		details,
		next: `${NOTHING_WRITTEN} ${sendAgain(facts, "the block of the place you mean as oldText, and its added lines in newText too")}`,
		nextWithoutCopy: `${NOTHING_WRITTEN} ${sendAgain(facts, "more of the lines around the place you mean, in oldText and newText")}`,
	};
}

const SHOWN_PLACES = 5;

/** The opening has the line numbers already, so only a label is worth a line without the text. */
function placeDetail(place: Place): RefusalDetail {
	if (place.label === undefined) return { heading: `At ${lineNames(place)}:`, copy: place.copy };
	return { line: `At ${lineNames(place)}, in "${excerpt(place.label)}":`, copy: place.copy };
}

export function overScope(facts: FactsOf<"over-scope">): RefusalParts {
	const { place, spanLines, newLines, lost } = facts;
	const details: RefusalDetail[] = [];
	if (lost) details.push({ line: `They begin "${excerpt(lost.first)}" and end "${excerpt(lost.last)}".` });
	if (lost && lost.heads.length > 0) {
		const heads = lost.heads.map(({ line, text }) => `${line} "${excerpt(text)}"`).join(", ");
		details.push({ line: `Not in newText: ${heads}.` });
	}
	if (place.drift.length > 0) details.push({ copy: place.copy });
	return {
		opening: `${editOf(facts)} would replace ${spanLines} lines (${lineNames(place)}) by ${newLines}.`,
		details,
		next: `${NOTHING_WRITTEN} To keep most lines, send several edits whose oldText holds only lines that change. If all ${spanLines} lines should go: one edit that adds the new lines beside them, then one with this oldText, exact, and an empty newText.`,
	};
}

export function disproportionate(facts: FactsOf<"disproportionate">): RefusalParts {
	return {
		opening: `${editOf(facts, "oldText")} matches ${lineNames(facts.place)}, which hold far more than it does.`,
		details: [{ copy: facts.place.copy }],
		next: `${NOTHING_WRITTEN} ${sendAgain(facts, COPIED)}`,
		nextWithoutCopy: `${NOTHING_WRITTEN} ${sendAgain(facts, "fewer lines in oldText, copied exactly")}`,
	};
}

export function lineNumbers(facts: FactsOf<"line-numbers">): RefusalParts {
	return {
		opening: `${facts.field === "oldText" ? `${notFoundOpening(facts)} oldText` : editOf(facts, "newText")} has line numbers before its lines, which the file lacks.`,
		details: [{ copy: facts.place?.copy }],
		next: `${NOTHING_WRITTEN} ${sendAgain(facts, "no line numbers in oldText and newText")}`,
	};
}

export function indentation(facts: FactsOf<"indentation">): RefusalParts {
	const { place, reason, indent } = facts;
	const cause =
		reason === "lost"
			? "does not begin at the start of its line, so it is not clear how far newText is to be indented"
			: `is indented otherwise than ${lineNames(place)}, and it is not clear what ${indentName(indent)} in newText becomes there`;
	return {
		opening: `${editOf(facts, "oldText")} ${cause}.`,
		details: [...(place.difference ? [{ line: differenceLine(place.difference) }] : []), { copy: place.copy }],
		next: `${NOTHING_WRITTEN} ${sendAgain(facts, `${COPIED}, and newText indented to match`)}`,
		nextWithoutCopy: `${NOTHING_WRITTEN} ${sendAgain(facts, "oldText from the start of its line, and all of newText indented as in the file")}`,
	};
}

function indentName(indent: string | undefined): string {
	if (indent === undefined || indent === "") return "a line without indentation";
	const tabs = indent.split("\t").length - 1;
	const spaces = indent.length - tabs;
	const parts = [tabs > 0 ? `${tabs} tab(s)` : "", spaces > 0 ? `${spaces} space(s)` : ""];
	return `an indent of ${parts.filter((part) => part !== "").join(" and ")}`;
}

export function escapedNewText(facts: FactsOf<"escaped-new-text">): RefusalParts {
	const kinds = facts.kinds.slice(0, 8).map((kind) => JSON.stringify(kind));
	return {
		opening: `${editOf(facts, "oldText")} matches ${lineNames(facts.place)} only when unescaped (${excerpt(kinds.join(" "))}), and newText is not escaped the same way.`,
		details: [{ copy: facts.place.copy }],
		next: `${NOTHING_WRITTEN} ${sendAgain(facts, `${COPIED}, and newText without extra escapes`)}`,
		nextWithoutCopy: `${NOTHING_WRITTEN} ${sendAgain(facts, "oldText and newText without extra escapes")}`,
	};
}
