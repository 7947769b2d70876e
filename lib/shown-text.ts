/**
 * What of a text a terminal gets to draw. Pure. Holds when it returns: no character of the text can move the cursor,
 * change a colour or turn the writing direction; neither the lines nor their length grow with the text.
 */
import { isBlank, isInvisible } from "./match/characters.ts";

export interface ShownText {
	text: string;
	/** Lines that were left out at the end. */
	hiddenLines: number;
}

/**
 * Characters of one line that are drawn. Raising it lets one minified line fill the pane and makes pi's word diff slow,
 * which is quadratic at worst; lowering it cuts ordinary long lines.
 */
const LINE_CHARACTERS = 600;

/** Characters kept before the first difference of two long lines, so that a reader sees where it stands. */
const LEAD_CHARACTERS = 80;

export interface ShownDiff extends ShownText {
	/** Lines shown that a terminal draws like the ones they take the place of. */
	alikeLines: number;
}

/** A text for a pane in one line, whatever it holds. */
export function shownLine(text: string): string {
	return visible(cut(text, 0));
}

/** A text for a pane: at most `lineLimit` lines. */
export function shownText(text: string, lineLimit: number): ShownText {
	const { lines, hiddenLines } = firstLines(text, lineLimit);
	return { text: lines.map((line) => visible(cut(line, 0))).join("\n"), hiddenLines };
}

/**
 * A display diff for a pane: at most `lineLimit` lines. Of a removed and an added line that stand alone and are too long,
 * the part around the first difference is kept.
 */
export function shownDiff(diff: string, lineLimit: number): ShownDiff {
	const { lines, hiddenLines } = firstLines(diff, lineLimit);
	const shown = lines.map((line, index) => {
		if (line.length <= LINE_CHARACTERS) return visible(line);
		const partner = lines[line[0] === "-" ? index + 1 : index - 1];
		const isPair =
			partner !== undefined && (line[0] === "-" ? partner[0] === "+" : line[0] === "+" && partner[0] === "-");
		return visible(cut(line, isPair ? firstDifference(line, partner) : 0));
	});
	return { text: shown.join("\n"), hiddenLines, alikeLines: countAlike(lines) };
}

/** Lines of the display diff open with a sign and a number, and pi reads both. */
const GUTTER = /^[-+ ] *\d* /;

function cut(line: string, difference: number): string {
	if (line.length <= LINE_CHARACTERS) return line;
	const gutter = GUTTER.exec(line)?.[0] ?? "";
	const start = characterStart(line, Math.max(gutter.length, difference - LEAD_CHARACTERS));
	const end = characterStart(line, start + LINE_CHARACTERS);
	const before = start > gutter.length ? "\u2026" : "";
	const after = end < line.length ? `\u2026 (${line.length - end} more characters)` : "";
	return gutter + before + line.slice(start, end) + after;
}

/** The offset, moved out of a surrogate pair: half of one is drawn as a character that the text does not have. */
function characterStart(line: string, offset: number): number {
	const isInPair = /[\ud800-\udbff]/.test(line[offset - 1] ?? "") && /[\udc00-\udfff]/.test(line[offset] ?? "");
	return isInPair ? offset - 1 : offset;
}

function firstDifference(line: string, other: string): number {
	let index = GUTTER.exec(line)?.[0].length ?? 0;
	while (index < line.length && line[index] === other[index]) index++;
	return index;
}

/** In runs of removed lines that as many added ones follow, those that look the same at the same place. */
function countAlike(lines: readonly string[]): number {
	let alike = 0;
	for (let index = 0; index < lines.length; ) {
		const removed = signedRun(lines, index, "-");
		const added = signedRun(lines, index + removed.length, "+");
		if (removed.length === added.length) {
			alike += removed.filter((line, place) => looksAlike(line, added[place]!)).length;
		}
		index += removed.length + added.length || 1;
	}
	return alike;
}

function signedRun(lines: readonly string[], from: number, sign: string): string[] {
	let end = from;
	while (lines[end]?.[0] === sign) end++;
	return lines.slice(from, end);
}

/** Not of lines that are cut: they may differ where it is not shown. */
function looksAlike(removed: string, added: string): boolean {
	return Math.max(removed.length, added.length) <= LINE_CHARACTERS && looksOf(removed) === looksOf(added);
}

/** What can be seen of a line: pi draws a tab as three spaces. */
function looksOf(line: string): string {
	const drawn = Array.from(line.replace(GUTTER, "").replaceAll("\t", "   "), (character) => {
		const codePoint = character.codePointAt(0)!;
		if (isBlank(codePoint)) return " ";
		return isInvisible(codePoint) ? "" : character;
	});
	return drawn.join("").trimEnd();
}

function firstLines(text: string, lineLimit: number): { lines: string[]; hiddenLines: number } {
	const lines = text.split("\n");
	return { lines: lines.slice(0, lineLimit), hiddenLines: Math.max(0, lines.length - lineLimit) };
}

/** Control characters save the tab, the separators that a terminal may break at, and what turns the writing direction. */
const UNSAFE = /[\0-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

function visible(line: string): string {
	return line.replace(UNSAFE, (character) => {
		const code = character.charCodeAt(0);
		if (code < 0x20) return String.fromCharCode(0x2400 + code);
		return code === 0x7f ? "\u2421" : `\u27e8${code.toString(16).toUpperCase().padStart(4, "0")}\u27e9`;
	});
}
