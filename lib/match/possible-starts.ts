/**
 * Where a text can hold the start of a given view at all: a quick look at code points that passes over what cannot be
 * it. Never passes over a place, and stops only where a character starts.
 */
import {
	CARRIAGE_RETURN,
	codePointAt,
	isBlank,
	isHighSurrogate,
	isVisibleStart,
	LINE_FEED,
	SPACE,
} from "./characters.ts";
import { foldCharacter } from "./folding.ts";
import { type Landmark, landmarkOf } from "./landmark.ts";
import { FIRST_WORD_FORM, learnPlainForm, NOT_PLAIN, PLAIN_FORMS } from "./plain-forms.ts";

export class PossibleStarts {
	readonly #text: string;
	readonly #opening: Opening | undefined;
	#landmark: Landmark | undefined;

	constructor(text: string, view: Uint16Array) {
		this.#text = text;
		this.#opening = openingOf(view);
		this.#landmark = landmarkOf(text, view);
	}

	/** False if the view opens with what can stand inside another character: then each code unit could be its start. */
	get areKnown(): boolean {
		return this.#opening !== undefined;
	}

	/** The first one from `from` on; the text's length if there is none. */
	next(from: number): number {
		const { length } = this.#text;
		let offset = from;
		let limit = length;
		do {
			if (this.#landmark !== undefined && offset > this.#landmark.at) {
				offset = this.#landmark.pass(offset);
				if (this.#landmark.isEverywhere) this.#landmark = undefined;
			}
			if (this.#opening === undefined) return offset;
			limit = Math.min(length, this.#landmark === undefined ? length : this.#landmark.at + 1);
			offset = nextOpening(this.#text, offset, limit, this.#opening);
		} while (offset === limit && limit < length);
		return offset;
	}
}

/**
 * How a view opens. Its letters are the first code points of its characters when they are decomposed: however a
 * character is spelled in the text, its first code point has the same letter.
 */
interface Opening {
	letter: number;
	/** The first code point. */
	first: number;
	/** The letter after it, `GAP`, or 0 if there is none. */
	nextLetter: number;
}

/** Letters are code points plus 1, since 0 stands for one that is not known yet. */
const SPACE_LETTER = SPACE + 1;
const GAP = 0x110001;
/** The letter of what is invisible or joins the character before it. */
const NO_LETTER = 0x110002;

/** By code point. High surrogates stay unknown: what matters is the code point that one starts. */
const LETTERS = new Uint32Array(0x110000);

/** `undefined` if the view opens with what can stand inside another character in the text: then each could be its start. */
function openingOf(view: Uint16Array): Opening | undefined {
	const [first = "", next] = String.fromCharCode(...view.subarray(0, 4));
	const letter = decomposed(first);
	const isFit = first !== "\n" && first !== " " && isVisibleStart(first.codePointAt(0)!) && isVisibleStart(letter - 1);
	if (!isFit) return undefined;
	const nextLetter = next === undefined ? 0 : next === " " || next === "\n" ? GAP : decomposed(next);
	return { letter, first: first.codePointAt(0)!, nextLetter };
}

function decomposed(character: string): number {
	return character.normalize("NFD").codePointAt(0)! + 1;
}

/** Offset of the first character from `from` on that can open the view; `limit` if there is none before it. */
function nextOpening(text: string, from: number, limit: number, opening: Opening): number {
	const letters = LETTERS;
	const wanted = opening.letter;
	let offset = from;
	for (; offset < limit; offset++) {
		const codeUnit = text.charCodeAt(offset);
		const known = letters[codeUnit]!;
		if (known !== wanted && known !== 0) continue;
		const codePoint = known === 0 ? codePointAt(text, offset) : codeUnit;
		const isLone = isHighSurrogate(codePoint);
		const letter = known || letters[codePoint] || (isLone ? loneLetter(codePoint, opening) : learnLetter(codePoint));
		if (letter === wanted && !isOtherOpening(text, offset, codePoint, opening)) return offset;
		if (codePoint > 0xffff) offset++;
	}
	return limit;
}

/** A high surrogate on its own opens a view with a pair, too, since what is invisible between two halves is dropped there. */
function loneLetter(codeUnit: number, { letter, first }: Opening): number {
	return String.fromCodePoint(first).charCodeAt(0) === codeUnit ? letter : NO_LETTER;
}

function learnLetter(codePoint: number): number {
	const folded = isVisibleStart(codePoint) ? foldCharacter(String.fromCodePoint(codePoint)) : "";
	const letter = folded === "" ? NO_LETTER : decomposed(folded);
	LETTERS[codePoint] = letter;
	return letter;
}

/** Whether the code point at `offset` is a whole character, and it or what follows is seen to be another one than the view's. */
function isOtherOpening(text: string, offset: number, codePoint: number, { first, nextLetter }: Opening): boolean {
	const following = text.charCodeAt(offset + (codePoint > 0xffff ? 2 : 1));
	const followingLetter = LETTERS[following];
	if (!followingLetter || followingLetter === NO_LETTER) return false;
	if (codePoint !== first) {
		const form = codePoint > 0xffff ? NOT_PLAIN : PLAIN_FORMS[codePoint] || learnPlainForm(codePoint);
		if (form < FIRST_WORD_FORM) return false;
		if (form - FIRST_WORD_FORM !== first) return true;
	}
	if (nextLetter !== GAP) return nextLetter !== 0 && followingLetter !== nextLetter;
	const startsGap = isBlank(following) || following === LINE_FEED || following === CARRIAGE_RETURN;
	return !startsGap && followingLetter !== SPACE_LETTER;
}
