/**
 * What people and programs see of an edit: pi's numbered display diff and a unified patch, both made from the same
 * hunks. Pure. Holds when it returns: `patch` applied to `before` gives `after`; every line number is true; the cost
 * followed the size of the edits, save for one count of the line feeds.
 */
import { FILE_HEADERS_ONLY, formatPatch, type StructuredPatchHunk } from "diff";
import type { EditOutcome } from "./apply-edits.ts";
import { changedRanges } from "./diff/changed-ranges.ts";
import { type DiffLine, type Hunk, hunksOf } from "./diff/hunks.ts";
import { changedLines } from "./diff/line-changes.ts";
import { countLineFeeds } from "./diff/line-feeds.ts";

export interface EditDiff {
	/** One line per line shown: a sign, the line number, the text; runs of unchanged lines are `...`. */
	diff: string;
	patch: string;
	/** 1-based, in the new text; `undefined` when nothing changed. */
	firstChangedLine: number | undefined;
}

/** @param edits in the order in which they were applied, each located in the text as the earlier ones left it */
export function diffEdits(before: string, after: string, edits: readonly EditOutcome[], path: string): EditDiff {
	const ranges = changedRanges(edits);
	const hunks = hunksOf(before, changedLines(before, after, ranges));
	const patch = formatPatch(
		{
			oldFileName: path,
			newFileName: path,
			oldHeader: undefined,
			newHeader: undefined,
			hunks: hunks.map(patchHunk),
		},
		FILE_HEADERS_ONLY,
	);
	if (!breaksAtCarriageReturns(before)) return { ...displayDiff(before, hunks), patch };
	const [shownBefore, shownAfter] = [before, after].map((text) => text.replaceAll("\r", "\n")) as [string, string];
	const shownHunks = hunksOf(shownBefore, changedLines(shownBefore, shownAfter, ranges));
	return { ...displayDiff(shownBefore, shownHunks), patch };
}

/** As the matcher has it: a lone CR is a line break only in a text without a line feed. */
function breaksAtCarriageReturns(text: string): boolean {
	return !text.includes("\n") && text.includes("\r");
}

const NO_FINAL_LINE_FEED = "\\ No newline at end of file";

function patchHunk({ oldStartLine, newStartLine, lines }: Hunk): StructuredPatchHunk {
	return {
		oldStart: oldStartLine,
		oldLines: lines.filter(({ sign }) => sign !== "+").length,
		newStart: newStartLine,
		newLines: lines.filter(({ sign }) => sign !== "-").length,
		lines: lines.flatMap(({ sign, text }) =>
			text.endsWith("\n") ? [sign + text.slice(0, -1)] : [sign + text, NO_FINAL_LINE_FEED],
		),
	};
}

function displayDiff(before: string, hunks: readonly Hunk[]): Pick<EditDiff, "diff" | "firstChangedLine"> {
	const width = numberWidth(before, hunks);
	const skipped = ` ${" ".repeat(width)} ...`;
	const shown: string[] = [];
	let firstChangedLine: number | undefined;
	let shownTo = 0;
	for (const hunk of hunks) {
		if (hunk.start > shownTo) shown.push(skipped);
		let oldLine = hunk.oldStartLine;
		let newLine = hunk.newStartLine;
		for (const { sign, text } of hunk.lines) {
			if (sign !== " ") firstChangedLine ??= newLine;
			shown.push(`${sign}${String(sign === "+" ? newLine : oldLine).padStart(width)} ${displayText(text)}`);
			if (sign !== "+") oldLine++;
			if (sign !== "-") newLine++;
		}
		shownTo = hunk.end;
	}
	if (hunks.length > 0 && shownTo < before.length) shown.push(skipped);
	return { diff: shown.join("\n"), firstChangedLine };
}

/** Digits of the number of lines in the longer text, as pi counts them: one more than there are line feeds. */
function numberWidth(before: string, hunks: readonly Hunk[]): number {
	const last = hunks.at(-1);
	if (last === undefined) return 0;
	const lineFeedsIn = (other: DiffLine["sign"]) =>
		last.lines.filter(({ sign, text }) => sign !== other && text.endsWith("\n")).length;
	const longer = Math.max(last.oldStartLine + lineFeedsIn("+"), last.newStartLine + lineFeedsIn("-"));
	return String(longer + countLineFeeds(before, last.end, before.length)).length;
}

/** pi draws no line break but its own: a CR in a line would send the cursor back to its start. */
function displayText(line: string): string {
	const text = line.endsWith("\n") ? line.slice(0, line.endsWith("\r\n") ? -2 : -1) : line;
	return text.replaceAll("\r", "\u240d");
}
