/**
 * How a refusal is laid out, and its bounds. Pure. Holds when it returns: at most `REFUSAL_LINES` lines and
 * `REFUSAL_CHARACTERS` characters, whatever the parts hold; text to copy stands raw between its two marker lines or is
 * not there.
 */
import type { CopyText } from "../evidence/copy-text.ts";

const REFUSAL_LINES = 40;
const REFUSAL_CHARACTERS = 4000;

export interface RefusalParts {
	/** pi's own words, and what is wrong. */
	opening: string;
	/** The most important first: what no longer fits is left out. Shown in this order. */
	details?: readonly RefusalDetail[];
	/** What to do next; it always fits. */
	next: string;
	/** The next step if no text to copy could be shown; else `next`. */
	nextWithoutCopy?: string;
}

export interface RefusalDetail {
	/** One line; shown without the copy text if only that does not fit. */
	line?: string;
	/** One line that says nothing by itself; shown with the copy text or not at all. */
	heading?: string;
	copy?: CopyText | undefined;
}

export function layOut({ opening, details = [], next, nextWithoutCopy = next }: RefusalParts): string {
	const longerNext = Math.max(next.length, nextWithoutCopy.length);
	const room = {
		lines: REFUSAL_LINES - 2,
		characters: REFUSAL_CHARACTERS - Math.min(opening.length, LONGEST_SENTENCE) - longerNext - 2,
	};
	let hasCopy = false;
	const shown: string[] = [];
	for (const { line, heading, copy } of details) {
		const block = copyBlock(copy);
		if (block !== undefined && fits(room, line, heading, block)) {
			hasCopy = true;
			shown.push(...[line, heading, block].filter((part) => part !== undefined));
		} else if (line !== undefined && fits(room, line)) {
			shown.push(line);
		}
	}
	return [opening.slice(0, LONGEST_SENTENCE), ...shown, hasCopy ? next : nextWithoutCopy].join("\n");
}

/** No opening is as long; the bound holds even so. */
const LONGEST_SENTENCE = 2000;

function fits(room: { lines: number; characters: number }, ...parts: (string | undefined)[]): boolean {
	const present = parts.filter((part) => part !== undefined);
	const lines = present.reduce((sum, part) => sum + part.split("\n").length, 0);
	const characters = present.reduce((sum, part) => sum + part.length + 1, 0);
	if (lines > room.lines || characters > room.characters) return false;
	room.lines -= lines;
	room.characters -= characters;
	return true;
}

const END_MARKER = "--- to here ---";

function copyBlock(copy: CopyText | undefined): string | undefined {
	if (copy === undefined || copy.text.length > REFUSAL_CHARACTERS || !canBeCopied(copy.text)) return undefined;
	return `--- copy from here (lines ${copy.startLine}-${copy.endLine}) ---\n${copy.text}\n${END_MARKER}`;
}

/** Control characters save tab and LF, and what turns the writing direction: a copy would not be what it looks like. */
const NOT_TO_BE_COPIED = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

export function canBeCopied(text: string): boolean {
	return !NOT_TO_BE_COPIED.test(text) && !text.includes(END_MARKER) && text.isWellFormed();
}
