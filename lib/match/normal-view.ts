/**
 * The normalised view of a text: Unicode look-alikes folded, each run of blanks inside a line one space, and
 * everything around line breaks (trailing blanks, blank lines, indentation) one line feed. Whatever kinds of drift are
 * forgiven, two texts that count as the same have the same view from their first to their last visible character.
 * The view of a file is never stored: it is searched while it is read, in one pass, and a place in it is mapped back by
 * reading again from the nearest of a few marks.
 */
import {
	CARRIAGE_RETURN,
	canJoinPrevious,
	characterEnd,
	foldCharacter,
	invisibleLength,
	isBlank,
	isBlankAt,
	LINE_FEED,
	lineBreakLength,
	SPACE,
} from "./characters.ts";
import { codeUnits, failureTable } from "./linear-search.ts";

/** From the start of a first to the end of a last visible character, in the text itself. */
export interface Place {
	start: number;
	end: number;
}

/** The view of all of `text`, without what stands before its first and after its last visible character. */
export function normalView(text: string, loneReturnBreaks: boolean): Uint16Array {
	const reader = new ViewReader(text, loneReturnBreaks);
	const parts: string[] = [];
	while (reader.read()) {
		if (reader.gapBefore !== 0) parts.push(String.fromCharCode(reader.gapBefore));
		parts.push(reader.folded);
	}
	return codeUnits(parts.join(""));
}

/** Calls `onPlace` for each place whose view is `needle`, overlap-aware, in order, until it returns false. */
export function searchView(
	text: string,
	needle: Uint16Array,
	loneReturnBreaks: boolean,
	onPlace: (place: Place) => boolean,
): void {
	const matcher = new Matcher(needle);
	const reader = new ViewReader(text, loneReturnBreaks);
	const mapBack = new MapBack(text, loneReturnBreaks);
	const report = (unitCount: number, end: number): boolean => {
		const start = mapBack.characterStart(unitCount - needle.length);
		return start === undefined || onPlace({ start, end });
	};
	while (reader.offset < text.length) {
		mapBack.mark(reader);
		const limit = Math.min(text.length, reader.offset + MARK_DISTANCE);
		if (!searchPlainStretch(text, limit, loneReturnBreaks, reader, matcher, report)) return;
		if (reader.offset >= limit || !reader.read()) continue;
		if (reader.gapBefore !== 0) matcher.advance(reader.gapBefore);
		const { folded } = reader;
		for (let index = 0; index < folded.length; index++) {
			const isWhole = matcher.advance(folded.charCodeAt(index)) && index === folded.length - 1;
			if (isWhole && !report(reader.unitCount, reader.offset)) return;
		}
	}
}

/**
 * The search over characters of one code unit that fold to one unit, up to `limit` or the first other one. The same as
 * reading them one by one, in a loop that the engine compiles well: nearly all of nearly every file goes through here.
 */
function searchPlainStretch(
	text: string,
	limit: number,
	loneReturnBreaks: boolean,
	state: ReaderState,
	matcher: Matcher,
	report: (unitCount: number, end: number) => boolean,
): boolean {
	const { needle, failures } = matcher;
	const forms = PLAIN_FORMS;
	const needleLength = needle.length;
	const { length } = text;
	let { offset, unitCount, gap } = state;
	let { matched } = matcher;
	let isGoingOn = true;
	let codeUnit = text.charCodeAt(offset);
	for (; offset < limit; offset++) {
		const next = offset + 1 < length ? text.charCodeAt(offset + 1) : 0;
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
		if (needle[matched] !== unit) continue;
		matched++;
		if (matched < needleLength) continue;
		matched = failures[matched]!;
		if (!report(unitCount, offset + 1)) {
			isGoingOn = false;
			break;
		}
	}
	state.offset = offset;
	state.unitCount = unitCount;
	state.gap = gap;
	matcher.matched = matched;
	return isGoingOn;
}

/** Nothing below it can join the character before it or is invisible. */
const FIRST_JOINING = 0xad;

/** What a code unit is when it stands alone: 0 if that is not known yet, one of these, or `FIRST_WORD_FORM` plus the unit it folds to. */
const BLANK = 1;
const FEED = 2;
const RETURN = 3;
const NOT_PLAIN = 4;
const FIRST_WORD_FORM = 5;

const PLAIN_FORMS = new Uint32Array(0x10000);

function learnPlainForm(codeUnit: number): number {
	const form = plainFormOf(codeUnit);
	PLAIN_FORMS[codeUnit] = form;
	return form;
}

function plainFormOf(codeUnit: number): number {
	if (codeUnit === LINE_FEED) return FEED;
	if (codeUnit === CARRIAGE_RETURN) return RETURN;
	if (isBlank(codeUnit)) return BLANK;
	const character = String.fromCharCode(codeUnit);
	if (invisibleLength(character, 0) > 0 || (codeUnit & 0xf800) === 0xd800) return NOT_PLAIN;
	const folded = foldCharacter(character);
	return folded.length === 1 ? FIRST_WORD_FORM + folded.charCodeAt(0) : NOT_PLAIN;
}

/** Whether a code unit, after another, may belong to the same character: 0 unknown, 1 no, 2 yes. */
const JOINING_UNITS = new Uint8Array(0x10000);

function mayJoin(codeUnit: number): boolean {
	if (JOINING_UNITS[codeUnit] === 0) {
		const isSurrogate = (codeUnit & 0xf800) === 0xd800;
		const joins = isSurrogate ? !startsOnlyLetters(codeUnit) : canJoinPrevious(codeUnit);
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

/** How far a reader has come: what it has read of the text and how many units of the view that gave. */
interface ReaderState {
	offset: number;
	unitCount: number;
	/** The gap read since the last visible character: 0 (none), a space or a line feed. */
	gap: number;
}

/** Reads a text one visible character at a time. */
class ViewReader implements ReaderState {
	offset = 0;
	unitCount = 0;
	gap = 0;
	/** The last character read: its start, its folded form, and the gap before it as a unit of the view (0: none). */
	start = 0;
	folded = "";
	gapBefore = 0;
	readonly #text: string;
	readonly #loneReturnBreaks: boolean;

	constructor(text: string, loneReturnBreaks: boolean) {
		this.#text = text;
		this.#loneReturnBreaks = loneReturnBreaks;
	}

	resume(state: ReaderState): void {
		this.offset = state.offset;
		this.unitCount = state.unitCount;
		this.gap = state.gap;
	}

	read(): boolean {
		const text = this.#text;
		while (this.offset < text.length) {
			const skipped = this.#skipOne();
			if (skipped > 0) {
				this.offset += skipped;
				continue;
			}
			this.start = this.offset;
			this.offset = characterEnd(text, this.start);
			this.folded = foldedForm(text.slice(this.start, this.offset));
			this.gapBefore = this.unitCount > 0 ? this.gap : 0;
			this.gap = 0;
			this.unitCount += this.folded.length + (this.gapBefore === 0 ? 0 : 1);
			return true;
		}
		return false;
	}

	/** Length of the line break, blank or invisible character at the offset, noted as a gap; 0 if a visible one is there. */
	#skipOne(): number {
		const lineBreak = lineBreakLength(this.#text, this.offset, this.#loneReturnBreaks);
		if (lineBreak > 0) {
			this.gap = LINE_FEED;
			return lineBreak;
		}
		if (isBlankAt(this.#text, this.offset)) {
			if (this.gap === 0) this.gap = SPACE;
			return 1;
		}
		return invisibleLength(this.#text, this.offset);
	}
}

/** Folded forms found so far. Cleared when it is full: raising the limit takes memory, lowering it folds again. */
const foldedForms = new Map<string, string>();
const FOLDED_FORMS_KEPT = 4096;

function foldedForm(character: string): string {
	if (character.length === 1 && character.charCodeAt(0) < 0x80) return character;
	let folded = foldedForms.get(character);
	if (folded === undefined) {
		folded = foldCharacter(character);
		if (foldedForms.size >= FOLDED_FORMS_KEPT) foldedForms.clear();
		foldedForms.set(character, folded);
	}
	return folded;
}

/** Code units of text between two marks. Raising it makes a hit dearer, lowering it takes memory. */
const MARK_DISTANCE = 4096;

/** From an index in the view back to the text. Asked in ascending order, so that all answers together cost one pass. */
class MapBack {
	readonly #marks: ReaderState[] = [];
	readonly #reader: ViewReader;
	#usedMarks = 0;

	constructor(text: string, loneReturnBreaks: boolean) {
		this.#reader = new ViewReader(text, loneReturnBreaks);
	}

	mark({ offset, unitCount, gap }: ReaderState): void {
		const last = this.#marks.at(-1);
		if (last === undefined || offset - last.offset >= MARK_DISTANCE) this.#marks.push({ offset, unitCount, gap });
	}

	/** Start of the character whose folded form starts at `unitIndex`; undefined if that is inside a folded form. */
	characterStart(unitIndex: number): number | undefined {
		const reader = this.#reader;
		let nearest: ReaderState | undefined;
		for (; this.#usedMarks < this.#marks.length; this.#usedMarks++) {
			const mark = this.#marks[this.#usedMarks]!;
			if (mark.unitCount > unitIndex) break;
			nearest = mark;
		}
		if (nearest !== undefined && nearest.offset > reader.offset) reader.resume(nearest);
		while (reader.unitCount <= unitIndex && reader.read()) {
			if (reader.unitCount - reader.folded.length === unitIndex) return reader.start;
		}
		return undefined;
	}
}
