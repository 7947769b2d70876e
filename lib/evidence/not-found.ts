/**
 * What can be said about a text that is not in the file. Pure, linear in the file. Text is offered for copying only where
 * the region is close enough to be meant and stands for the whole of `oldText`: whoever puts it in the place of `oldText`
 * must not lose a line.
 */
import { findAll } from "../match/linear-search.ts";
import { type ClosestRegion, closestRegion } from "./closest-region.ts";
import { COPY_CHARACTERS, type CopyText, copyTextAt, lineFeedText, lineNumberAt } from "./copy-text.ts";
import { findFragment } from "./fragment.ts";
import { isMeant } from "./is-meant.ts";
import { type KeyedLine, keyedLine } from "./paired-lines.ts";

/** The first line that is not as the file has it. A side is missing if it has no such line. */
export interface LineDifference {
	/** 1-based line of the file. */
	line?: number;
	file?: string;
	sent?: string;
}

export interface ClosestText {
	startLine: number;
	endLine: number;
	/** Present if it is close enough to be meant. */
	copy?: CopyText;
	difference?: LineDifference;
}

export interface NotFoundEvidence {
	/** The closest lines of the file, with their text if it is close enough to be meant. */
	closest?: ClosestText;
	/** The line on which `newText` already stands. */
	newTextLine?: number;
	/** The one line on which `oldText` stands if upper and lower case are not told apart. */
	otherCaseLine?: number;
}

/**
 * A region is offered for copying from this share of equal lines on. Lower offers code that a model made up a neighbour
 * of, higher leaves stale texts without help.
 */
export const MEANT_SHARE = 0.6;

/** The same for a text of so few lines that a twin of its neighbours could have the rest of them. */
export const MEANT_LINE_SHARE = 0.75;
const FEW_LINES = 3;

/** A region is mentioned from here on. */
const NEAR_SHARE = 0.35;

export function describeNotFound(content: string, oldText: string, newText: string): NotFoundEvidence {
	const text = lineFeedText(content);
	const old = lineFeedText(oldText);
	const evidence: NotFoundEvidence = {};
	const otherCase = inOtherCase(text, old);
	if (otherCase !== undefined) {
		evidence.otherCaseLine = lineNumberAt(text, otherCase);
		const copied = text.slice(otherCase, otherCase + old.length);
		evidence.closest = closestAt(evidence.otherCaseLine, copied, old);
	} else {
		const file = text.split("\n");
		const byLines = closestOf(file, old);
		const closest = byLines?.copy ? byLines : (closestFragment(text, file, old) ?? byLines);
		if (closest) evidence.closest = closest;
	}
	const newTextLine = lineOfNewText(text, lineFeedText(newText), old);
	if (newTextLine === undefined) return evidence;
	const { closest } = evidence;
	// The edit was made already: a copy of what it left would be edited once more.
	const isMade = closest && newTextLine >= closest.startLine && newTextLine <= closest.endLine;
	if (isMade) delete closest.copy;
	return { ...evidence, newTextLine };
}

/** Longer texts are not looked for in another case: lowering a text copies it. */
const OTHER_CASE_CHARACTERS = 16 * 1024 * 1024;

function inOtherCase(text: string, old: string): number | undefined {
	if (text.length > OTHER_CASE_CHARACTERS || old.length > COPY_CHARACTERS || old.trim().length < 5) return undefined;
	const [lowerText, lowerOld] = [text.toLowerCase(), old.toLowerCase()];
	if (lowerText.length !== text.length || lowerOld.length !== old.length) return undefined;
	const at = lowerText.indexOf(lowerOld);
	return at === -1 || lowerText.indexOf(lowerOld, at + 1) !== -1 ? undefined : at;
}

function closestAt(startLine: number, copied: string, old: string): ClosestText {
	const endLine = startLine + copied.trimEnd().split("\n").length - 1;
	const difference = firstDifference(copied.split("\n"), old.split("\n"), startLine);
	return { startLine, endLine, copy: { startLine, endLine, text: copied }, ...(difference && { difference }) };
}

function closestOf(file: readonly string[], old: string): ClosestText | undefined {
	const oldLines = old.split("\n");
	while (oldLines.length > 0 && oldLines[0]!.trim() === "") oldLines.shift();
	while (oldLines.length > 0 && oldLines.at(-1)!.trim() === "") oldLines.pop();
	const keyed = oldLines.map(keyedLine);
	const region = closestRegion(file, keyed);
	if (!region || region.share < NEAR_SHARE) return undefined;
	const [startLine, endLine] = [region.firstIndex + 1, region.lastIndex + 1];
	const difference = differenceIn(region, file, keyed);
	const isClose = region.isWhole && !region.hasRival && region.share >= shareFor(keyed);
	const pairs = () =>
		oldLines.map((sent, index) => {
			const partner = region.partners[index];
			return { sent, file: partner === undefined ? undefined : file[partner] };
		});
	const text = isClose ? counterpart(region, file, oldLines, old) : undefined;
	const isOffered = text !== undefined && isMeant(pairs(), file, region);
	return {
		startLine,
		endLine,
		...(isOffered && { copy: { startLine, endLine, text } }),
		...(difference && { difference }),
	};
}

/** A shorter end stands anywhere. */
const SHORTEST_END = 3;

/** A shorter start in mid-word is the end of another word. */
const SURE_START = 8;

/** What was cut out of longer lines: its start and its end stand in the file, the middle differs. */
function closestFragment(text: string, file: readonly string[], old: string): ClosestText | undefined {
	const fragment = findFragment(text, old);
	if (!fragment) return undefined;
	const { span, startLength, endLength } = fragment;
	if ((startLength + endLength) / old.length < MEANT_LINE_SHARE || endLength < SHORTEST_END) return undefined;
	if (startLength < SURE_START && !isWordEdge(text, span.start)) return undefined;
	const copy = copyTextAt(text, span);
	const oldLines = old.split("\n");
	const lines = copy?.text.split("\n") ?? [];
	if (!copy || lines.length !== oldLines.length) return undefined;
	const pairs = oldLines.map((sent, index) => ({ sent, file: lines[index] }));
	const indexes = { firstIndex: copy.startLine - 1, lastIndex: copy.endLine - 1 };
	return isMeant(pairs, file, indexes) ? closestAt(copy.startLine, copy.text, old) : undefined;
}

function shareFor(old: readonly KeyedLine[]): number {
	return old.length <= FEW_LINES ? MEANT_LINE_SHARE : MEANT_SHARE;
}

/** The file's text for the whole of `old`, cut in mid-line where `old` is; undefined if it is too long to be shown. */
function counterpart(
	region: ClosestRegion,
	file: readonly string[],
	oldLines: readonly string[],
	old: string,
): string | undefined {
	const lines = file.slice(region.firstIndex, region.lastIndex + 1);
	if (lines.reduce((sum, line) => sum + line.length + 1, 0) > COPY_CHARACTERS) return undefined;
	const last = lines.length - 1;
	lines[last] = lines[last]!.slice(0, endOfPart(lines[last]!, oldLines.at(-1)!));
	lines[0] = lines[0]!.slice(startOfPart(lines, oldLines));
	const before = old.startsWith("\n") && region.firstIndex > 0 ? "\n" : "";
	const after = /\n\s*$/.test(old) && region.lastIndex < file.length - 1 ? "\n" : "";
	return before + lines.join("\n") + after;
}

/** Where in the file's first line `oldText` begins: in mid-line, after the indentation that it left out, or at its start. */
function startOfPart(lines: readonly string[], oldLines: readonly string[]): number {
	const [fileLine, oldLine] = [lines[0]!, oldLines[0]!];
	const wanted = oldLine.trim();
	const indent = fileLine.length - fileLine.trimStart().length;
	if (/^\s/.test(oldLine)) return 0;
	if (fileLine.trim() !== wanted && fileLine.trimEnd().endsWith(wanted)) {
		const start = fileLine.trimEnd().length - wanted.length;
		if (start > indent && isWordEdge(fileLine, start)) return start;
	}
	if (indent === 0) return 0;
	const others = oldLines.slice(1).filter((line) => line.trim() !== "");
	return others.length === 0 || others.some((line) => /^\s/.test(line)) ? indent : 0;
}

function endOfPart(fileLine: string, oldLine: string): number {
	const wanted = oldLine.trim();
	const indent = fileLine.length - fileLine.trimStart().length;
	const isPart = fileLine.trim() !== wanted && fileLine.startsWith(wanted, indent);
	const end = indent + wanted.length;
	return isPart && isWordEdge(fileLine, end) ? end : fileLine.length;
}

/** Nobody cuts a text out in mid-word: there a letter is missing. */
function isWordEdge(line: string, offset: number): boolean {
	return !/[\p{L}\p{N}_]{2}/u.test(line.slice(offset - 1, offset + 1));
}

function differenceIn(
	region: ClosestRegion,
	file: readonly string[],
	old: readonly KeyedLine[],
): LineDifference | undefined {
	let expected = region.firstIndex;
	for (const [index, { text, key }] of old.entries()) {
		if (key === "") continue;
		const partner = region.partners[index];
		if (partner === undefined) return { sent: text };
		const skipped = file.slice(expected, partner).findIndex((line) => line.trim() !== "");
		if (skipped !== -1) return { line: expected + skipped + 1, file: file[expected + skipped]! };
		if (file[partner] !== text) return { line: partner + 1, file: file[partner]!, sent: text };
		expected = partner + 1;
	}
	return undefined;
}

/** The first line that differs between a part of the file and what was sent for it. */
export function firstDifference(
	fileLines: readonly string[],
	oldLines: readonly string[],
	startLine: number,
): LineDifference | undefined {
	const count = Math.max(fileLines.length, oldLines.length);
	for (let index = 0; index < count; index++) {
		const [file, sent] = [fileLines[index], oldLines[index]];
		if (file === sent) continue;
		return {
			...(file !== undefined && { line: startLine + index, file }),
			...(sent !== undefined && { sent }),
		};
	}
	return undefined;
}

/** A shorter text stands anywhere. */
const TELLING_CHARACTERS = 10;

function lineOfNewText(text: string, newText: string, old: string): number | undefined {
	const wanted = newText.trim();
	if (wanted.length < TELLING_CHARACTERS || old.includes(wanted)) return undefined;
	let line: number | undefined;
	findAll(text, wanted, (start) => {
		line = lineNumberAt(text, start);
		return false;
	});
	return line;
}
