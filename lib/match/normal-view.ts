/**
 * The normalised view of a text: Unicode look-alikes folded, each run of blanks inside a line one space, and
 * everything around line breaks (trailing blanks, blank lines, indentation) one line feed. Whatever kinds of drift are
 * forgiven, two texts that count as the same have the same view from their first to their last visible character.
 * The view of a file is never stored: it is searched while it is read, in one pass, and a place in it is mapped back by
 * reading again from the nearest of a few marks.
 */
import { CARRIAGE_RETURN, LINE_FEED, SPACE } from "./characters.ts";
import { failureTable } from "./linear-search.ts";
import {
	BLANK,
	FEED,
	FIRST_JOINING,
	FIRST_WORD_FORM,
	learnPlainForm,
	mayJoin,
	NOT_PLAIN,
	PLAIN_FORMS,
} from "./plain-forms.ts";
import { PossibleStarts } from "./possible-starts.ts";
import { MARK_DISTANCE, MapBack, ViewReader } from "./view-reader.ts";

/** From the start of a first to the end of a last visible character, in the text itself. */
export interface Place {
	start: number;
	end: number;
}

/** The view of all of `text`, without what stands before its first and after its last visible character. */
export function normalView(text: string, loneReturnBreaks: boolean): Uint16Array {
	const reader = new ViewReader(text, loneReturnBreaks);
	let units = new Uint16Array(text.length + 1);
	while (reader.read()) {
		const { folded, gapBefore, unitCount } = reader;
		if (unitCount > units.length) units = longer(units, unitCount);
		const first = unitCount - folded.length;
		if (gapBefore !== 0) units[first - 1] = gapBefore;
		for (let index = 0; index < folded.length; index++) units[first + index] = folded.charCodeAt(index);
	}
	return units.slice(0, reader.unitCount);
}

/** A folded form can be longer than its character. */
function longer(units: Uint16Array, length: number): Uint16Array<ArrayBuffer> {
	const copy = new Uint16Array(2 * length);
	copy.set(units);
	return copy;
}

/** Calls `onPlace` for each place whose view is `needle`, overlap-aware, in order, until it returns false. */
export function searchView(
	text: string,
	needle: Uint16Array,
	loneReturnBreaks: boolean,
	onPlace: (place: Place) => boolean,
): void {
	new ViewSearch(text, needle, loneReturnBreaks, onPlace).run();
}

/**
 * Code units that are searched after a possible start before the next one is looked for. Raising it makes a search
 * slower whose first character is rare, lowering it one whose first character is common.
 */
const PATIENCE = 8;

class ViewSearch {
	readonly #text: string;
	readonly #loneReturnBreaks: boolean;
	readonly #onPlace: (place: Place) => boolean;
	readonly #starts: PossibleStarts;
	readonly #matcher: Matcher;
	readonly #reader: ViewReader;
	readonly #mapBack: MapBack;
	#isOver = false;

	constructor(text: string, needle: Uint16Array, loneReturnBreaks: boolean, onPlace: (place: Place) => boolean) {
		this.#text = text;
		this.#loneReturnBreaks = loneReturnBreaks;
		this.#onPlace = onPlace;
		this.#starts = new PossibleStarts(text, needle);
		this.#matcher = new Matcher(needle);
		this.#reader = new ViewReader(text, loneReturnBreaks);
		this.#mapBack = new MapBack(text, loneReturnBreaks);
	}

	run(): void {
		const text = this.#text;
		const reader = this.#reader;
		const starts = this.#starts;
		while (reader.offset < text.length && !this.#isOver) {
			if (starts.areKnown && this.#matcher.matched === 0) {
				reader.skipTo(starts.next(reader.offset));
				this.#mapBack.startOver(reader);
			} else this.#mapBack.mark(reader);
			const limit = Math.min(text.length, reader.offset + MARK_DISTANCE);
			this.#searchPlainStretch(limit, !starts.areKnown ? limit : reader.offset + PATIENCE);
			if (reader.offset < limit && !this.#isOver) this.#searchCharacter();
		}
	}

	/** The search over one character, whatever it is. */
	#searchCharacter(): void {
		const reader = this.#reader;
		if (!reader.read()) return;
		const { folded, gapBefore } = reader;
		if (gapBefore !== 0) this.#matcher.advance(gapBefore);
		for (let index = 0; index < folded.length; index++) {
			const isWhole = this.#matcher.advance(folded.charCodeAt(index)) && index === folded.length - 1;
			if (isWhole) this.#report(reader.unitCount, reader.offset);
		}
	}

	/**
	 * The search over characters of one code unit that fold to one unit, up to `limit` or the first other one, or from
	 * `patience` on to where nothing is matched. The same as reading them one by one, in a loop that the engine compiles
	 * well: nearly all of nearly every file goes through here.
	 */
	#searchPlainStretch(limit: number, patience: number): void {
		const text = this.#text;
		const loneReturnBreaks = this.#loneReturnBreaks;
		const { needle, failures } = this.#matcher;
		const forms = PLAIN_FORMS;
		let { offset, unitCount, gap } = this.#reader;
		let { matched } = this.#matcher;
		let codeUnit = text.charCodeAt(offset);
		for (; offset < limit; offset++) {
			const next = offset + 1 < text.length ? text.charCodeAt(offset + 1) : 0;
			const form = forms[codeUnit]! || learnPlainForm(codeUnit);
			if (next >= FIRST_JOINING && mayJoin(next)) break;
			codeUnit = next;
			let unit = form - FIRST_WORD_FORM;
			if (unit < 0) {
				if (form === BLANK) {
					if (gap === 0) gap = SPACE;
					continue;
				}
				if (form === NOT_PLAIN) break;
				if (form === FEED || next === LINE_FEED || loneReturnBreaks) {
					gap = LINE_FEED;
					continue;
				}
				unit = CARRIAGE_RETURN;
			}
			if (gap !== 0) {
				if (matched > 0) {
					while (matched > 0 && needle[matched] !== gap) matched = failures[matched]!;
					if (matched > 0) matched++;
				}
				if (unitCount > 0) unitCount++;
				gap = 0;
			}
			unitCount++;
			while (matched > 0 && needle[matched] !== unit) matched = failures[matched]!;
			if (needle[matched] !== unit) {
				if (offset < patience) continue;
				offset++;
				break;
			}
			matched++;
			if (matched < needle.length) continue;
			matched = failures[matched]!;
			if (!this.#report(unitCount, offset + 1)) break;
		}
		this.#reader.offset = offset;
		this.#reader.unitCount = unitCount;
		this.#reader.gap = gap;
		this.#matcher.matched = matched;
	}

	/** Reports the place that ends at `end`, unless it starts inside a folded form. */
	#report(unitCount: number, end: number): boolean {
		const start = this.#mapBack.characterStart(unitCount - this.#matcher.needle.length);
		if (start !== undefined && !this.#onPlace({ start, end })) this.#isOver = true;
		return !this.#isOver;
	}
}

/** A Knuth-Morris-Pratt automaton. */
class Matcher {
	readonly needle: Uint16Array;
	readonly failures: Int32Array;
	matched = 0;

	constructor(needle: Uint16Array) {
		this.needle = needle;
		this.failures = failureTable(needle);
	}

	/** Takes one more unit; true if an occurrence ends with it. */
	advance(unit: number): boolean {
		const { needle, failures } = this;
		while (this.matched > 0 && needle[this.matched] !== unit) this.matched = failures[this.matched]!;
		if (needle[this.matched] === unit) this.matched++;
		if (this.matched < needle.length) return false;
		this.matched = failures[this.matched]!;
		return true;
	}
}
