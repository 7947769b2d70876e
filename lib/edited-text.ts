/**
 * A text while edits are applied to it one after the other. Pure. Joining the text anew after each edit would cost its
 * whole length each time; here an edit that lies apart from all earlier ones is found in the text as it was, and the
 * pieces are joined only when that will not do.
 *
 * Holds for a span that `findApart` returns: it is the one exact occurrence in the text as edited so far, too, and
 * nothing on its lines has changed.
 */
import { hasLoneReturnBreaks } from "./match/characters.ts";
import { exactSpan, type Span } from "./match/find-span.ts";
import { findAll } from "./match/linear-search.ts";

/** What was replaced, in offsets of the base, which is the text when it was last joined. */
interface Change {
	start: number;
	end: number;
	replacement: string;
	/** By how much the text became longer, in UTF-16 units and in line feeds. */
	lengthDelta: number;
	lineDelta: number;
}

/** How far a place of the base lies from where it is in the text as edited. */
export interface Shift {
	length: number;
	lines: number;
}

/** Changes after which the pieces are joined: each search looks at all of them, each join costs the text's length. */
const MAXIMUM_CHANGES = 200;

/** Code units of `oldText` that are looked for first: a window without them is done with before the full search is set up. */
const HEAD_LENGTH = 32;

export class EditedText {
	#base: string;
	/** In order, disjoint. */
	#changes: Change[] = [];

	constructor(source: string) {
		this.#base = source;
	}

	get base(): string {
		return this.#base;
	}

	/** The text as edited so far, joined; it is the base from now on. */
	joined(): string {
		if (this.#changes.length === 0) return this.#base;
		const pieces: string[] = [];
		let offset = 0;
		for (const { start, end, replacement } of this.#changes) {
			pieces.push(this.#base.slice(offset, start), replacement);
			offset = end;
		}
		pieces.push(this.#base.slice(offset));
		this.#base = pieces.join("");
		this.#changes = [];
		return this.#base;
	}

	/** Whether the edits changed anything. Compares two whole texts only where what changed can not answer. */
	differsFrom(source: string): boolean {
		if (this.#base !== source) return this.joined() !== source;
		const differing = this.#changes.filter(({ start, end, replacement }) => replacement !== source.slice(start, end));
		if (differing.length < 2 || differing.every(({ lengthDelta }) => lengthDelta === 0)) return differing.length > 0;
		return this.joined() !== source;
	}

	/**
	 * The span of the base that is the one exact occurrence and lies apart from all changes. `undefined` if that is not
	 * sure, and where nothing has changed yet, since then the text need not be joined.
	 */
	findApart(oldText: string, newText: string): Span | undefined {
		// Windows as long as `oldText` around all changes must cost less than a pass over the text.
		const isCostly = oldText.length * this.#changes.length > this.#base.length;
		if (this.#changes.length === 0 || isCostly || hasLoneReturnBreaks(this.#base)) return undefined;
		const span = exactSpan(this.#base, oldText, newText);
		return span && this.#isApart(span) && !this.#occursAtChange(oldText, span) ? span : undefined;
	}

	replace(span: Span, replacement: string): void {
		const index = this.#changes.findIndex(({ start }) => start > span.start);
		// Field by field: an outcome counts its lines when they are read.
		const change = {
			start: span.start,
			end: span.end,
			replacement,
			lengthDelta: replacement.length - (span.end - span.start),
			lineDelta: countLineFeeds(replacement) - countLineFeeds(this.#base.slice(span.start, span.end)),
		};
		this.#changes.splice(index === -1 ? this.#changes.length : index, 0, change);
		if (this.#changes.length === MAXIMUM_CHANGES) this.joined();
	}

	shiftAt(offset: number): Shift {
		const shift = { length: 0, lines: 0 };
		for (const { start, lengthDelta, lineDelta } of this.#changes) {
			if (start >= offset) break;
			shift.length += lengthDelta;
			shift.lines += lineDelta;
		}
		return shift;
	}

	/** Whether no change touches the span's lines, how the line before them ends or what comes right after the span. */
	#isApart({ start, end }: Span): boolean {
		const base = this.#base;
		const lineStart = start === 0 ? 0 : base.lastIndexOf("\n", start - 1) + 1;
		const lineFeed = base[end - 1] === "\n" ? end - 1 : base.indexOf("\n", end);
		const lineEnd = lineFeed === -1 ? base.length : lineFeed + 1;
		return this.#changes.every((change) => {
			if (change.start > lineEnd || change.end < lineStart - 1) return true;
			if (change.start === lineEnd) return lineEnd > end || !this.#changesBreakAtStart(change);
			return change.end <= lineStart && this.#keepsBreakBefore(lineStart, change);
		});
	}

	/** Whether a line break starts the change's text before or after, or may do so since the change left nothing there. */
	#changesBreakAtStart({ start, replacement }: Change): boolean {
		return isBreakOrNothing(this.#base[start]) || isBreakOrNothing(replacement[0]);
	}

	/** Whether the line before `lineStart` ends as it did, the change included that reaches up to its line break. */
	#keepsBreakBefore(lineStart: number, { end, replacement }: Change): boolean {
		const [before, after] = [
			this.#base.slice(Math.max(0, lineStart - 2), lineStart),
			replacement.slice(-2) + this.#base.slice(end, lineStart),
		];
		return after.length > 1 && after.endsWith("\n") && after.endsWith("\r\n") === before.endsWith("\r\n");
	}

	/** Whether `oldText` can occur in the edited text in what a change brought in, across its edges or right beside them. */
	#occursAtChange(oldText: string, span: Span): boolean {
		const reach = oldText.length;
		const [first] = this.#changes;
		let window = "";
		let windowStart = Math.max(0, first!.start - reach);
		let knownPlace = -1;
		// Adds text of the base from `windowStart` on; the one known occurrence may be in it.
		const addUpTo = (end: number) => {
			if (span.start >= windowStart && span.start < end) knownPlace = window.length + span.start - windowStart;
			window += this.#base.slice(windowStart, end);
		};
		for (const [index, change] of this.#changes.entries()) {
			addUpTo(change.start);
			window += change.replacement;
			windowStart = change.end;
			const next = this.#changes[index + 1];
			if (next !== undefined && next.start - change.end < 2 * reach) continue;
			addUpTo(Math.min(this.#base.length, change.end + reach));
			if (occursElsewhere(window, oldText, knownPlace)) return true;
			window = "";
			knownPlace = -1;
			if (next !== undefined) windowStart = next.start - reach;
		}
		return false;
	}
}

function isBreakOrNothing(character: string | undefined): boolean {
	return character === undefined || character === "\n" || character === "\r";
}

function occursElsewhere(text: string, needle: string, knownPlace: number): boolean {
	if (!text.includes(needle.slice(0, HEAD_LENGTH))) return false;
	let isElsewhere = false;
	findAll(text, needle, (start) => {
		isElsewhere = start !== knownPlace;
		return !isElsewhere;
	});
	return isElsewhere;
}

function countLineFeeds(text: string): number {
	let count = 0;
	for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
	return count;
}
