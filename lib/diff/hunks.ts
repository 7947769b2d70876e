/**
 * Changes with the unchanged lines around them, numbered. Pure. Holds when it returns: the hunks are in order, more than
 * twice the context apart, and each is at the lines it says, in both texts.
 */
import type { LineChange } from "./line-changes.ts";
import type { LinedText } from "./lined-text.ts";

export interface DiffLine {
	sign: " " | "-" | "+";
	/** With its line break, if it has one. */
	text: string;
}

export interface Hunk {
	/** 1-based. */
	oldStartLine: number;
	newStartLine: number;
	lines: DiffLine[];
	/** Where it stands in the old text. */
	start: number;
	end: number;
}

/** Unchanged lines shown on each side of a change. pi's number, so that both tools show an edit in the same way. */
const CONTEXT_LINES = 4;

export function hunksOf(before: LinedText, changes: readonly LineChange[]): Hunk[] {
	const hunks: Hunk[] = [];
	let counted = 0;
	let oldLine = 1;
	let newLine = 1;
	for (const group of groupsOf(before, changes)) {
		const start = before.linesBefore(group[0]!.oldStart, CONTEXT_LINES);
		const end = before.linesAfter(group.at(-1)!.oldEnd, CONTEXT_LINES);
		const lines: DiffLine[] = [];
		let offset = start;
		for (const change of group) {
			pushLines(lines, " ", before.lines(offset, change.oldStart));
			pushLines(lines, "-", change.removed);
			pushLines(lines, "+", change.added);
			offset = change.oldEnd;
		}
		pushLines(lines, " ", before.lines(offset, end));
		const skipped = before.countLineBreaks(counted, start);
		oldLine += skipped;
		newLine += skipped;
		hunks.push({ oldStartLine: oldLine, newStartLine: newLine, lines, start, end });
		for (const { sign } of lines) {
			if (sign !== "+") oldLine++;
			if (sign !== "-") newLine++;
		}
		counted = end;
	}
	return hunks;
}

/** Changes whose contexts meet are shown as one. */
function groupsOf(before: LinedText, changes: readonly LineChange[]): LineChange[][] {
	const groups: LineChange[][] = [];
	for (const change of changes) {
		const previous = groups.at(-1)?.at(-1);
		if (previous !== undefined && change.oldStart <= before.linesAfter(previous.oldEnd, 2 * CONTEXT_LINES)) {
			groups.at(-1)!.push(change);
		} else groups.push([change]);
	}
	return groups;
}

function pushLines(lines: DiffLine[], sign: DiffLine["sign"], texts: readonly string[]): void {
	for (const text of texts) lines.push({ sign, text });
}
