/**
 * What people and programs see of an edit: pi's numbered display diff and a unified patch, both made from the same
 * hunks. Pure. Holds when it returns: `patch` applied to the old text gives the new one; every line number is true; the
 * cost followed the size of what changed, save for one count of the line breaks.
 */
import { FILE_HEADERS_ONLY, formatPatch } from "diff";
import type { ChangedRange } from "./diff/changed-ranges.ts";
import { type DiffLine, type Hunk, hunksOf } from "./diff/hunks.ts";
import { changedLines } from "./diff/line-changes.ts";
import { type LineBreak, LinedText } from "./diff/lined-text.ts";

export interface EditDiff {
	/** One line per line shown: a sign, the line number, the text; runs of unchanged lines are `...`. */
	diff: string;
	patch: string;
	/** 1-based, in the new text; `undefined` when nothing changed. */
	firstChangedLine: number | undefined;
}

/** @param path as it stands in the patch */
export function diffRanges(before: string, ranges: readonly ChangedRange[], path: string): EditDiff {
	const lined = new LinedText(before, "\n");
	const hunks = hunksOf(lined, changedLines(lined, ranges));
	const patch = patchText(hunks, path);
	if (!breaksAtCarriageReturns(before)) return { ...displayDiff(lined, hunks), patch };
	const shown = new LinedText(before, "\r");
	const shownRanges = ranges.map((range) => ({ ...range, newText: range.newText.replaceAll("\n", "\r") }));
	return { ...displayDiff(shown, hunksOf(shown, changedLines(shown, shownRanges))), patch };
}

/** As the matcher has it: a lone CR is a line break only in a text without a line feed. */
function breaksAtCarriageReturns(text: string): boolean {
	return !text.includes("\n") && text.includes("\r");
}

/** Put together by `+`, as the display diff is: a line as long as the file is copied only if somebody reads the patch. */
function patchText(hunks: readonly Hunk[], path: string): string {
	const headers = { oldFileName: path, newFileName: path, oldHeader: undefined, newHeader: undefined, hunks: [] };
	let patch = formatPatch(headers, FILE_HEADERS_ONLY);
	for (const { oldStartLine, newStartLine, lines } of hunks) {
		const oldLines = lines.filter(({ sign }) => sign !== "+").length;
		const newLines = lines.filter(({ sign }) => sign !== "-").length;
		patch += `@@ -${lineRange(oldStartLine, oldLines)} +${lineRange(newStartLine, newLines)} @@\n`;
		for (const { sign, text } of lines) patch += sign + text + (text.endsWith("\n") ? "" : NO_FINAL_LINE_FEED);
	}
	return patch;
}

const NO_FINAL_LINE_FEED = "\n\\ No newline at end of file\n";

/** No lines stand behind the line before them. */
function lineRange(startLine: number, count: number): string {
	return `${count === 0 ? startLine - 1 : startLine},${count}`;
}

function displayDiff(before: LinedText, hunks: readonly Hunk[]): Pick<EditDiff, "diff" | "firstChangedLine"> {
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
			shown.push(
				`${sign}${String(sign === "+" ? newLine : oldLine).padStart(width)} ${displayText(text, before.lineBreak)}`,
			);
			if (sign !== "+") oldLine++;
			if (sign !== "-") newLine++;
		}
		shownTo = hunk.end;
	}
	if (hunks.length > 0 && shownTo < before.text.length) shown.push(skipped);
	return { diff: shown.length === 0 ? "" : shown.reduce((diff, line) => `${diff}\n${line}`), firstChangedLine };
}

/** Digits of the number of lines in the longer text, as pi counts them: one more than there are line breaks. */
function numberWidth(before: LinedText, hunks: readonly Hunk[]): number {
	const last = hunks.at(-1);
	if (last === undefined) return 0;
	const lineBreaksIn = (other: DiffLine["sign"]) =>
		last.lines.filter(({ sign, text }) => sign !== other && text.endsWith(before.lineBreak)).length;
	const longer = Math.max(last.oldStartLine + lineBreaksIn("+"), last.newStartLine + lineBreaksIn("-"));
	return String(longer + before.countLineBreaks(last.end, before.text.length)).length;
}

/** pi draws no line break but its own: a CR in a line would send the cursor back to its start. */
function displayText(line: string, lineBreak: LineBreak): string {
	const text = line.endsWith(lineBreak) ? line.slice(0, line.endsWith("\r\n") ? -2 : -1) : line;
	return text.replaceAll("\r", "\u240d");
}
