/** Reading the normalised view of a text (`normal-view.ts`) one visible character at a time. Pure. */
import { characterEnd, invisibleLength, isBlankAt, LINE_FEED, lineBreakLength, SPACE } from "./characters.ts";
import { foldedForm } from "./folding.ts";
import { isPlainWord } from "./plain-forms.ts";

/** How far a reader has come: what it has read of the text and how many units of the view that gave. */
export interface ReaderState {
	offset: number;
	unitCount: number;
	/** The gap read since the last visible character: 0 (none), a space or a line feed. */
	gap: number;
}

export class ViewReader implements ReaderState {
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

	/** Goes on where a character starts, as if nothing stood before it but what was counted. */
	skipTo(offset: number): void {
		this.offset = offset;
		this.gap = 0;
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
			this.folded = foldedForm(text, this.start, this.offset);
			this.gapBefore = this.unitCount > 0 ? this.gap : 0;
			this.gap = 0;
			this.unitCount += this.folded.length + (this.gapBefore === 0 ? 0 : 1);
			return true;
		}
		return false;
	}

	/** Length of the line break, blank or invisible character at the offset, noted as a gap; 0 if a visible one is there. */
	#skipOne(): number {
		if (isPlainWord(this.#text.charCodeAt(this.offset))) return 0;
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
export const MARK_DISTANCE = 4096;

/** From an index in the view back to the text. Asked in ascending order, so that all answers together cost one pass. */
export class MapBack {
	/** Where reading last started over: no later question is about what stands before it. */
	readonly #origin: ReaderState = { offset: 0, unitCount: 0, gap: 0 };
	readonly #marks: ReaderState[] = [];
	readonly #reader: ViewReader;
	#usedMarks = 0;

	constructor(text: string, loneReturnBreaks: boolean) {
		this.#reader = new ViewReader(text, loneReturnBreaks);
	}

	startOver({ offset, unitCount, gap }: ReaderState): void {
		this.#origin.offset = offset;
		this.#origin.unitCount = unitCount;
		this.#origin.gap = gap;
		if (this.#marks.length > 0) this.#marks.length = 0;
		this.#usedMarks = 0;
	}

	mark({ offset, unitCount, gap }: ReaderState): void {
		const last = this.#marks.at(-1) ?? this.#origin;
		if (offset - last.offset >= MARK_DISTANCE) this.#marks.push({ offset, unitCount, gap });
	}

	/** Start of the character whose folded form starts at `unitIndex`; undefined if that is inside a folded form. */
	characterStart(unitIndex: number): number | undefined {
		const reader = this.#reader;
		let nearest = this.#origin;
		for (; this.#usedMarks < this.#marks.length; this.#usedMarks++) {
			const mark = this.#marks[this.#usedMarks]!;
			if (mark.unitCount > unitIndex) break;
			nearest = mark;
		}
		if (nearest.offset > reader.offset) reader.resume(nearest);
		while (reader.unitCount <= unitIndex && reader.read()) {
			if (reader.unitCount - reader.folded.length === unitIndex) return reader.start;
		}
		return undefined;
	}
}
