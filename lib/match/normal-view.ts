/**
 * The normalised view of a text: Unicode look-alikes folded, each run of blanks inside a line one space, and
 * everything around line breaks (trailing blanks, blank lines, indentation) one line feed. Whatever kinds of drift are
 * forgiven, two texts that count as the same have the same view from their first to their last visible character.
 * The view of a file is never stored: it is searched while it is read, in one pass, and a place in it is mapped back by
 * reading again from the nearest of a few marks.
 */
import {
	characterEnd,
	foldCharacter,
	invisibleLength,
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
	const failures = failureTable(needle);
	const reader = new ViewReader(text, loneReturnBreaks);
	const mapBack = new MapBack(text, loneReturnBreaks);
	let matched = 0;
	const advance = (unit: number): boolean => {
		while (matched > 0 && needle[matched] !== unit) matched = failures[matched]!;
		if (needle[matched] === unit) matched++;
		if (matched < needle.length) return false;
		matched = failures[matched]!;
		return true;
	};
	for (;;) {
		mapBack.mark(reader);
		if (!reader.read()) return;
		if (reader.gapBefore !== 0) advance(reader.gapBefore);
		const { folded } = reader;
		for (let index = 0; index < folded.length; index++) {
			const isWhole = advance(folded.charCodeAt(index)) && index === folded.length - 1;
			if (!isWhole) continue;
			const start = mapBack.characterStart(reader.unitCount - needle.length);
			if (start !== undefined && !onPlace({ start, end: reader.offset })) return;
		}
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
			this.folded = foldCharacter(text.slice(this.start, this.offset));
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

/** Code units of text between two marks. Raising it makes a hit dearer, lowering it takes memory. */
const MARK_DISTANCE = 1024;

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
