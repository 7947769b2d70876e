/**
 * What code units that stand alone are to the normalised view. Found on demand and remembered: nearly all of nearly
 * every file is answered by one look into a table, most of which is never touched and so takes no memory.
 */
import { CARRIAGE_RETURN, canJoinPrevious, invisibleLength, isBlank, LINE_FEED } from "./characters.ts";
import { foldCharacter } from "./folding.ts";

/** What a code unit is when it stands alone: one of these, or `FIRST_WORD_FORM` plus the unit it folds to. */
export const BLANK = 1;
export const FEED = 2;
export const RETURN = 3;
export const NOT_PLAIN = 4;
export const FIRST_WORD_FORM = 5;

/** By code unit; 0: not known yet. */
export const PLAIN_FORMS = new Uint32Array(0x10000);

export function learnPlainForm(codeUnit: number): number {
	const form = plainFormOf(codeUnit);
	PLAIN_FORMS[codeUnit] = form;
	return form;
}

function plainFormOf(codeUnit: number): number {
	if (codeUnit === LINE_FEED) return FEED;
	if (codeUnit === CARRIAGE_RETURN) return RETURN;
	if (isBlank(codeUnit)) return BLANK;
	const character = String.fromCharCode(codeUnit);
	if (invisibleLength(character, 0) > 0 || isSurrogate(codeUnit)) return NOT_PLAIN;
	const folded = foldCharacter(character);
	return folded.length === 1 ? FIRST_WORD_FORM + folded.charCodeAt(0) : NOT_PLAIN;
}

/** Whether a code unit is neither a gap nor invisible, whatever it stands beside. False for a few others, too. */
export function isPlainWord(codeUnit: number): boolean {
	return (PLAIN_FORMS[codeUnit] || learnPlainForm(codeUnit)) >= FIRST_WORD_FORM;
}

/** Nothing below it can join the character before it or is invisible. */
export const FIRST_JOINING = 0xad;

/** Whether a code unit, after another, may belong to the same character: 0 unknown, 1 no, 2 yes. */
const JOINING_UNITS = new Uint8Array(0x10000);

export function mayJoin(codeUnit: number): boolean {
	if (JOINING_UNITS[codeUnit] === 0) {
		const joins = isSurrogate(codeUnit) ? !startsOnlyLetters(codeUnit) : canJoinPrevious(codeUnit);
		JOINING_UNITS[codeUnit] = joins ? 2 : 1;
	}
	return JOINING_UNITS[codeUnit] === 2;
}

/** Whether a high surrogate starts no mark: emoji, mathematical letters, ideographs. */
function startsOnlyLetters(codeUnit: number): boolean {
	return (
		codeUnit === 0xd835 || (codeUnit >= 0xd83c && codeUnit <= 0xd83e) || (codeUnit >= 0xd840 && codeUnit <= 0xd888)
	);
}

function isSurrogate(codeUnit: number): boolean {
	return (codeUnit & 0xf800) === 0xd800;
}
