/**
 * How Unicode look-alikes fold together. Pure, but for the folded forms that it remembers: a text has few different
 * characters, and folding one anew costs a hundred times as much as looking it up.
 */
import { characterEnd, dropInvisible, invisibleLength, isAscii, isSpecialSpace } from "./characters.ts";

/**
 * `text` with look-alikes folded: NFKC, one class each of single quotes, double quotes, hyphens with dashes and minus,
 * and special spaces; invisible characters dropped. Two texts that pi's fuzzy matcher calls equal fold to the same text.
 */
export function foldUnicode(text: string): string {
	if (isAscii(text)) return text;
	let folded = "";
	let plainStart = 0;
	let offset = 0;
	while (offset < text.length) {
		const codeUnit = text.charCodeAt(offset);
		const next = offset + 1 < text.length ? text.charCodeAt(offset + 1) : 0;
		if (codeUnit < 0x80 && next < 0x80) {
			offset++;
			continue;
		}
		folded += text.slice(plainStart, offset);
		plainStart = endOfInvisible(text, offset);
		if (plainStart === offset) {
			plainStart = characterEnd(text, offset);
			folded += foldedForm(text, offset, plainStart);
		}
		offset = plainStart;
	}
	return folded + text.slice(plainStart);
}

function endOfInvisible(text: string, start: number): number {
	let offset = start;
	while (offset < text.length) {
		const invisible = invisibleLength(text, offset);
		if (invisible === 0) break;
		offset += invisible;
	}
	return offset;
}

/** The folded form of one character, of an invisible one or of one with invisible ones inside. */
export function foldCharacter(character: string): string {
	return dropInvisible(character).normalize("NFKC").replace(LOOK_ALIKES, lookAlikeClass);
}

const LOOK_ALIKES = /[\u2018-\u201b\u201c-\u201f\u2010-\u2015\u2212\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;

function lookAlikeClass(character: string): string {
	const codeUnit = character.charCodeAt(0);
	if (codeUnit >= 0x2018 && codeUnit <= 0x201b) return "'";
	if (codeUnit >= 0x201c && codeUnit <= 0x201f) return '"';
	return isSpecialSpace(codeUnit) ? " " : "-";
}

/** Longest character whose folded form is remembered, in code units. Raising it takes memory, lowering it folds again. */
const LONGEST_REMEMBERED = 8;

/** Folded forms remembered, a power of two. Raising it takes memory, lowering it folds again where many characters occur. */
const SLOTS = 8192;

/** By slot: the code units of the character, zeros after its last, and its folded form. */
const rememberedUnits = new Uint16Array(SLOTS * LONGEST_REMEMBERED);
const rememberedForms = new Array<string>(SLOTS).fill("");

/** The folded form of the character in `[start, end)`. */
export function foldedForm(text: string, start: number, end: number): string {
	if (end - start === 1 && text.charCodeAt(start) < 0x80) return text[start]!;
	if (end - start > LONGEST_REMEMBERED) return foldCharacter(text.slice(start, end));
	let hash = 0;
	for (let offset = start; offset < end; offset++) hash = Math.imul(hash ^ text.charCodeAt(offset), HASH_MULTIPLIER);
	const slot = (hash >>> 8) & (SLOTS - 1);
	if (!isRemembered(slot, text, start, end)) remember(slot, text.slice(start, end));
	return rememberedForms[slot]!;
}

/** Odd, and with its bits well mixed, so that characters that differ in little fall into different slots. */
const HASH_MULTIPLIER = 0x9e3779b1;

function isRemembered(slot: number, text: string, start: number, end: number): boolean {
	const first = slot * LONGEST_REMEMBERED - start;
	for (let offset = start; offset < end; offset++) {
		if (rememberedUnits[first + offset] !== text.charCodeAt(offset)) return false;
	}
	return end - start === LONGEST_REMEMBERED || rememberedUnits[first + end] === 0;
}

function remember(slot: number, character: string): void {
	const first = slot * LONGEST_REMEMBERED;
	for (let index = 0; index < LONGEST_REMEMBERED; index++) {
		rememberedUnits[first + index] = index < character.length ? character.charCodeAt(index) : 0;
	}
	rememberedForms[slot] = foldCharacter(character);
}
