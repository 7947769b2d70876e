/**
 * A word by which the places of a view are found in an ASCII text, where no character folds to another: each place holds
 * the word to the letter, and a native search for it passes over most of the text.
 */
import { isAscii, LINE_FEED, SPACE } from "./characters.ts";

/** Longest word that is searched for, in code units. Raising it makes hostile input slower, lowering it finds more that is not it. */
const LONGEST_WORD = 32;

/**
 * Code units of text per word found below which the word is given up, and how many are found in any case. Raising the
 * first gives up words that still help, lowering it makes hostile input slower.
 */
const LEAST_DISTANCE = 32;
const WORDS_AT_LEAST = 1000;

export class Landmark {
	readonly #text: string;
	readonly #word: string;
	/** How many visible code units of the view stand before the word. */
	readonly #unitsBefore: number;
	#searches = 0;
	/** Where the word stands next, from the offset passed last. */
	at = -1;

	constructor(text: string, word: string, unitsBefore: number) {
		this.#text = text;
		this.#word = word;
		this.#unitsBefore = unitsBefore;
	}

	/** Passes over all places that start before `from`. Returns where the next one can start at the earliest. */
	pass(from: number): number {
		const text = this.#text;
		this.#searches++;
		this.at = text.indexOf(this.#word, from);
		if (this.at === -1) {
			this.at = text.length;
			return text.length;
		}
		let start = this.at;
		// A control character may be visible or not: one that is not counted only lets the place start earlier.
		for (let units = 0; start > from; start--) {
			if (text.charCodeAt(start - 1) > SPACE && ++units > this.#unitsBefore) break;
		}
		return start;
	}

	/** Whether the word is so common that it does not help. */
	get isEverywhere(): boolean {
		return this.#searches > WORDS_AT_LEAST + this.at / LEAST_DISTANCE;
	}
}

/** The longest word of the view, if `text` is fit for it. */
export function landmarkOf(text: string, view: Uint16Array): Landmark | undefined {
	if (!isAscii(text)) return undefined;
	let [wordStart, wordEnd, unitsBefore] = [0, 0, 0];
	let start = 0;
	let visible = 0;
	for (let index = 0; index <= view.length; index++) {
		if (index < view.length && view[index] !== SPACE && view[index] !== LINE_FEED) continue;
		if (index - start > wordEnd - wordStart) [wordStart, wordEnd, unitsBefore] = [start, index, visible];
		visible += index - start;
		start = index + 1;
	}
	const word = String.fromCharCode(...view.subarray(wordStart, Math.min(wordEnd, wordStart + LONGEST_WORD)));
	return new Landmark(text, word, unitsBefore);
}
