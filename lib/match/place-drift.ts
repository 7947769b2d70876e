/**
 * From a place where the normalised view of `oldText` occurs to a candidate: the smallest set of kinds of drift under
 * which some span with that place equals `oldText`, and that span. Pure.
 */
import {
	invisibleLength,
	isBlank,
	isBlankAt,
	isCharacterBoundary,
	lineBreakLength,
	lineBreakLengthBefore,
} from "./characters.ts";
import { DRIFT_KINDS, type DriftKind } from "./drift-kinds.ts";
import type { Span } from "./exact-occurrences.ts";
import { foldUnicode } from "./folding.ts";
import {
	BLANK_LINES,
	EVERY_KIND_SET,
	familyHas,
	forgivenPiece,
	type Gap,
	isBlankPiece,
	KIND_SET_COUNT,
	type KindSet,
	type KindSetFamily,
	kindsThatForgiveGap,
	LINE_ENDINGS,
	LINE_TRIMMED,
	samePiece,
	splitGap,
	TRAILING_WHITESPACE,
	UNICODE,
	WITH_UNICODE,
} from "./gap-drift.ts";
import type { Place } from "./normal-view.ts";
import { gapEnd, type OldText, wordEnd } from "./old-text.ts";
import { samePrefix, sameSuffix } from "./outer-runs.ts";

/** All non-empty sets of kinds, the smaller first, among equals in the table's order. */
const KIND_SETS: readonly KindSet[] = Array.from({ length: KIND_SET_COUNT - 1 }, (_, index) => index + 1).sort(
	(first, second) => kindsOf(first).length - kindsOf(second).length || inTableOrder(first, second),
);

function inTableOrder(first: KindSet, second: KindSet): number {
	const difference = first ^ second;
	return first & difference & -difference ? -1 : 1;
}

export function kindsOf(kinds: KindSet): DriftKind[] {
	return DRIFT_KINDS.filter((_, index) => (kinds >> index) & 1);
}

export interface DriftedPlace {
	span: Span;
	kinds: KindSet;
}

/**
 * Code units of places that are measured per code unit of the file, and how many in any case. Raising them makes hostile
 * input (a long periodic `oldText` that nearly fits everywhere) slower in proportion; lowering them refuses more of it.
 */
const BUDGET_PER_CODE_UNIT = 4;
const LEAST_BUDGET = 200_000;

/** What a word costs beside its length. */
const WORD_COST = 4;

/** The blanks and invisible characters on one side of an offset. */
interface Run {
	/** Where they end on the far side. */
	edge: number;
	text: string;
	/** The same as `edge` if nothing else stands between the offset and its line's start or end. */
	lineEdge: number | undefined;
}

export class PlaceDrift {
	readonly #file: string;
	readonly #old: OldText;
	/** Whether a span that begins inside its line's indentation would leave further lines of `newText` unindented. */
	readonly #indentsFurtherLines: boolean;
	readonly #forgiven = new Map<string, KindSetFamily>();
	readonly #runs = new Map<number, Run>();
	#budget: number;

	constructor(file: string, old: OldText, indentsFurtherLines: boolean) {
		this.#file = file;
		this.#old = old;
		this.#indentsFurtherLines = indentsFurtherLines;
		this.#budget = LEAST_BUDGET + BUDGET_PER_CODE_UNIT * file.length;
	}

	/** Whether so much was measured that the rest of the places cannot be, lest the cost grow beyond the file's size. */
	get isExhausted(): boolean {
		return this.#budget < 0;
	}

	/** The candidate at `place`, or undefined if no span there equals `oldText` under any set of kinds. */
	candidateAt(place: Place, forced: KindSet): DriftedPlace | undefined {
		const family = this.#kindsThatForgiveInside(place);
		if (family === 0n) return undefined;
		this.#runs.clear();
		for (const kinds of KIND_SETS) {
			if (!familyHas(family, kinds) || (kinds & forced) !== forced) continue;
			this.#budget -= this.#old.before.pieces.length + this.#old.after.pieces.length;
			const start = this.#spanStart(place.start, kinds);
			const end = start === undefined ? undefined : this.#spanEnd(place.end, kinds);
			if (start !== undefined && end !== undefined) return { span: { start, end }, kinds };
		}
		return undefined;
	}

	#kindsThatForgiveInside(place: Place): KindSetFamily {
		const { words, gaps, loneReturnBreaks } = this.#old;
		const file = this.#file;
		let family = EVERY_KIND_SET;
		let offset = place.start;
		for (const [index, word] of words.entries()) {
			const end = this.#wordEnd(offset, place.end, word);
			const isSame = end - offset === word.length && file.startsWith(word, offset);
			if (!isSame) {
				if (foldUnicode(file.slice(offset, end)) !== foldUnicode(word)) return 0n;
				family &= WITH_UNICODE;
			}
			const gap = gaps[index];
			if (gap === undefined) return end === place.end ? family : 0n;
			this.#budget -= end - offset + gap.length + WORD_COST;
			if (this.#budget < 0) return 0n;
			offset = gapEnd(file, end, place.end, loneReturnBreaks);
			family &= this.#kindsThatForgive(gap, file.slice(end, offset));
			if (family === 0n) return 0n;
		}
		return family;
	}

	/** End of the file's word at `start`, found at once where it is the same as `word`. */
	#wordEnd(start: number, limit: number, word: string): number {
		const file = this.#file;
		const end = start + word.length;
		const isAscii = file.charCodeAt(end - 1) < 0x80 && (end === limit || file.charCodeAt(end) < 0x80);
		if (isAscii && end <= limit && file.startsWith(word, start)) {
			const isWhole =
				end === limit || isBlank(file.charCodeAt(end)) || lineBreakLength(file, end, this.#old.loneReturnBreaks) > 0;
			if (isWhole) return end;
		}
		return wordEnd(file, start, limit, this.#old.loneReturnBreaks);
	}

	#kindsThatForgive(gap: string, found: string): KindSetFamily {
		if (gap === found) return EVERY_KIND_SET;
		const key = `${gap}\0${found}`;
		let family = this.#forgiven.get(key);
		if (family === undefined) {
			family = kindsThatForgiveGap(this.#split(gap), this.#split(found));
			this.#forgiven.set(key, family);
		}
		return family;
	}

	#split(gap: string): Gap {
		return splitGap(gap, 0, gap.length, this.#old.loneReturnBreaks);
	}

	#spanStart(firstWord: number, kinds: KindSet): number | undefined {
		const start = kinds & BLANK_LINES ? this.#startOfWholeLines(firstWord, kinds) : this.#startAfter(firstWord, kinds);
		return start !== undefined && isCharacterBoundary(this.#file, start) ? start : undefined;
	}

	/** With `blank-lines`: the start of the line, where nothing else stands before the place on it. */
	#startOfWholeLines(firstWord: number, kinds: KindSet): number | undefined {
		const { pieces, lineBreaks } = this.#old.before;
		let { lineStart, run } = this.#runBefore(firstWord);
		if (!samePiece(pieces.at(-1)!, run, kinds, { startsLine: true, endsLine: false })) return undefined;
		for (let index = lineBreaks.length - 1; index >= 0; index--) {
			// A line of invisible characters is no blank one unless they are forgiven.
			if (isBlankPiece(pieces[index]!, kinds)) continue;
			let lineBreak = "";
			do {
				if (lineStart === undefined || lineStart === 0) return undefined;
				const lineEnd: number = lineStart - lineBreakLengthBefore(this.#file, lineStart, this.#old.loneReturnBreaks);
				lineBreak = this.#file.slice(lineEnd, lineStart);
				({ lineStart, run } = this.#runBefore(lineEnd));
			} while (isBlankPiece(run, kinds));
			if (!sameBreak(lineBreaks[index]!, lineBreak, kinds) || !samePiece(pieces[index]!, run, kinds, WHOLE_LINE)) {
				return undefined;
			}
		}
		return lineStart;
	}

	#startAfter(firstWord: number, kinds: KindSet): number | undefined {
		const { pieces, lineBreaks } = this.#old.before;
		if (lineBreaks.length === 0) return this.#startOnLine(firstWord, pieces[0]!, kinds);
		let { lineStart: offset, run } = this.#runBefore(firstWord);
		if (!samePiece(pieces.at(-1)!, run, kinds, { startsLine: true, endsLine: false })) return undefined;
		for (let index = lineBreaks.length - 1; index >= 0 && offset !== undefined; index--) {
			const breakLength = lineBreakLengthBefore(this.#file, offset, this.#old.loneReturnBreaks);
			const breakStart: number = offset - breakLength;
			if (breakLength === 0 || !sameBreak(lineBreaks[index]!, this.#file.slice(breakStart, offset), kinds)) {
				return undefined;
			}
			if (index === 0 && (kinds & LINE_TRIMMED) === 0) return this.#startBeforeBreak(breakStart, pieces[0]!, kinds);
			({ lineStart: offset, run } = this.#runBefore(breakStart));
			if (!samePiece(pieces[index]!, run, kinds, { startsLine: true, endsLine: true })) return undefined;
		}
		return offset;
	}

	/** Where the span starts if its first line starts before the place with `leading`, blanks of `oldText`. */
	#startOnLine(firstWord: number, leading: string, kinds: KindSet): number | undefined {
		const { lineStart, runStart, run } = this.#runBefore(firstWord);
		if (kinds & LINE_TRIMMED) {
			const isSame = samePiece(leading, run, kinds, { startsLine: true, endsLine: false });
			return lineStart !== undefined && isSame ? lineStart : undefined;
		}
		if (leading === "") return firstWord;
		if (lineStart !== undefined && samePiece(leading, run, kinds, { startsLine: true, endsLine: false }))
			return lineStart;
		const sides = { isAtLineEdge: false, isInsideLine: lineStart === undefined };
		const start = sameSuffix(run, leading, kinds, sides);
		if (start === undefined) return undefined;
		const isInsideIndentation = lineStart !== undefined && start > 0 && isBlankPiece(run.slice(0, start), 0);
		return isInsideIndentation && this.#indentsFurtherLines && hasBlank(leading) ? undefined : runStart + start;
	}

	/** Where the span starts if `oldText` starts with `trailing` and a line break: the end of a line with other text. */
	#startBeforeBreak(breakStart: number, trailing: string, kinds: KindSet): number | undefined {
		const { lineStart, runStart, run } = this.#runBefore(breakStart);
		const sides = { isAtLineEdge: true, isInsideLine: lineStart === undefined };
		const start = sameSuffix(run, trailing, kinds, sides);
		if (start !== undefined) return runStart + start;
		if ((kinds & TRAILING_WHITESPACE) === 0) return undefined;
		if (kinds & UNICODE) return runStart;
		const cutStart = sameSuffix(withoutBlanksAtEnd(run), withoutBlanksAtEnd(trailing), kinds, sides);
		return cutStart === undefined ? undefined : runStart + cutStart;
	}

	/** The blanks and invisible characters before `offset`, and the start of its line if there is nothing else before it. */
	#runBefore(offset: number): { lineStart: number | undefined; runStart: number; run: string } {
		let known = this.#runs.get(-1 - offset);
		if (known === undefined) {
			known = this.#readRunBefore(offset);
			this.#runs.set(-1 - offset, known);
		}
		return { lineStart: known.lineEdge, runStart: known.edge, run: known.text };
	}

	#readRunBefore(offset: number): Run {
		let runStart = offset;
		while (runStart > 0) {
			const length = isBlank(this.#file.charCodeAt(runStart - 1)) ? 1 : invisibleLengthBefore(this.#file, runStart);
			if (length === 0) break;
			runStart -= length;
		}
		const isAtStart = runStart === 0 || lineBreakLengthBefore(this.#file, runStart, this.#old.loneReturnBreaks) > 0;
		return {
			edge: runStart,
			text: this.#file.slice(runStart, offset),
			lineEdge: isAtStart ? runStart : undefined,
		};
	}

	#spanEnd(lastWord: number, kinds: KindSet): number | undefined {
		const end = kinds & BLANK_LINES ? this.#endOfWholeLines(lastWord, kinds) : this.#endAfter(lastWord, kinds);
		return end !== undefined && isCharacterBoundary(this.#file, end) ? end : undefined;
	}

	#endOfWholeLines(lastWord: number, kinds: KindSet): number | undefined {
		const { pieces, lineBreaks } = this.#old.after;
		let { lineEnd, run } = this.#runAfter(lastWord);
		if (!samePiece(pieces[0]!, run, kinds, { startsLine: false, endsLine: true })) return undefined;
		let lastLine = 0;
		for (const [index, piece] of pieces.entries()) {
			if (index === 0 || isBlankPiece(piece, kinds)) continue;
			if (lineEnd === undefined || !this.#endsAlike(lineEnd, lineBreaks[lastLine]!, kinds)) return undefined;
			do {
				const length = lineEnd === undefined ? 0 : lineBreakLength(this.#file, lineEnd, this.#old.loneReturnBreaks);
				if (length === 0) return undefined;
				({ lineEnd, run } = this.#runAfter(lineEnd! + length));
			} while (isBlankPiece(run, kinds));
			if (!samePiece(piece, run, kinds, WHOLE_LINE)) return undefined;
			lastLine = index;
		}
		const lineBreak = lineBreaks[lastLine];
		if (lineEnd === undefined || lineBreak === undefined) return lineEnd;
		if (!this.#endsAlike(lineEnd, lineBreak, kinds)) return undefined;
		return lineEnd + lineBreakLength(this.#file, lineEnd, this.#old.loneReturnBreaks);
	}

	/** Whether the line of the file that ends at `lineEnd` has the same break, or is the last and has none. */
	#endsAlike(lineEnd: number, lineBreak: string, kinds: KindSet): boolean {
		const length = lineBreakLength(this.#file, lineEnd, this.#old.loneReturnBreaks);
		return length === 0 || sameBreak(lineBreak, this.#file.slice(lineEnd, lineEnd + length), kinds);
	}

	#endAfter(lastWord: number, kinds: KindSet): number | undefined {
		const { pieces, lineBreaks } = this.#old.after;
		if (lineBreaks.length === 0) return this.#endOnLine(lastWord, pieces[0]!, kinds);
		let offset = lastWord;
		for (const [index, lineBreak] of lineBreaks.entries()) {
			const { lineEnd, run } = this.#runAfter(offset);
			if (lineEnd === undefined) return undefined;
			if (!samePiece(pieces[index]!, run, kinds, { startsLine: index > 0, endsLine: true })) return undefined;
			const breakLength = lineBreakLength(this.#file, lineEnd, this.#old.loneReturnBreaks);
			const isLast = index === lineBreaks.length - 1;
			if (breakLength === 0) {
				// A file whose last line is empty ends with its line break and does not lack one.
				const endsWithBreak = index > 0 && lineEnd === offset;
				return isLast && !endsWithBreak && this.#mayLackLastBreak(kinds) ? lineEnd : undefined;
			}
			if (!sameBreak(lineBreak, this.#file.slice(lineEnd, lineEnd + breakLength), kinds)) return undefined;
			offset = lineEnd + breakLength;
		}
		return this.#endAtLineStart(offset, pieces.at(-1)!, kinds);
	}

	#mayLackLastBreak(kinds: KindSet): boolean {
		const rest = forgivenPiece(this.#old.after.pieces.at(-1)!, kinds, { startsLine: true, endsLine: true });
		return (kinds & LINE_ENDINGS) !== 0 && rest === "";
	}

	/** Where the span ends if its last line goes on after the place with `trailing`, blanks of `oldText`. */
	#endOnLine(lastWord: number, trailing: string, kinds: KindSet): number | undefined {
		const { lineEnd, run } = this.#runAfter(lastWord);
		const atLineEnd = { startsLine: false, endsLine: true };
		const isCut = (kinds & TRAILING_WHITESPACE) !== 0;
		if (lineEnd !== undefined && samePiece(trailing, run, kinds, atLineEnd)) return lineEnd;
		const sides = { isAtLineEdge: false, isInsideLine: lineEnd === undefined };
		const cut = isCut ? forgivenPiece(trailing, kinds, atLineEnd) : trailing;
		const length = samePrefix(run, trailing, kinds, sides) ?? samePrefix(run, cut, kinds, sides);
		return length === undefined ? undefined : lastWord + length;
	}

	/** Where the span ends if `oldText` ends with a line break and then `leading`, blanks at the start of a line. */
	#endAtLineStart(lineStart: number, leading: string, kinds: KindSet): number | undefined {
		if (leading === "") return lineStart;
		const { lineEnd, runEnd, run } = this.#runAfter(lineStart);
		const atLineEnd = { startsLine: true, endsLine: true };
		if (lineEnd !== undefined && samePiece(leading, run, kinds, atLineEnd)) return runEnd;
		const sides = { isAtLineEdge: true, isInsideLine: lineEnd === undefined };
		const length = samePrefix(run, leading, kinds, sides);
		if (length !== undefined) return lineStart + length;
		if (kinds & LINE_TRIMMED && samePiece(leading, run, kinds, { startsLine: true, endsLine: false })) return runEnd;
		const cut = forgivenPiece(leading, kinds, atLineEnd);
		if (cut === "") return lineStart;
		// What is left are invisible characters that count as text, with blanks around them.
		const skipped = kinds & LINE_TRIMMED ? blanksAtStart(run) : 0;
		const rest = kinds & LINE_TRIMMED ? leading.slice(blanksAtStart(leading)) : leading;
		const shown = kinds & TRAILING_WHITESPACE ? cut : rest;
		const shownLength = samePrefix(run.slice(skipped), shown, kinds, sides);
		return shownLength === undefined ? undefined : lineStart + skipped + shownLength;
	}

	/** The blanks and invisible characters after `offset`, and the end of its line if there is nothing else after it. */
	#runAfter(offset: number): { lineEnd: number | undefined; runEnd: number; run: string } {
		let known = this.#runs.get(offset);
		if (known === undefined) {
			known = this.#readRunAfter(offset);
			this.#runs.set(offset, known);
		}
		return { lineEnd: known.lineEdge, runEnd: known.edge, run: known.text };
	}

	#readRunAfter(offset: number): Run {
		const file = this.#file;
		let runEnd = offset;
		while (runEnd < file.length) {
			const length = isBlankAt(file, runEnd) ? 1 : invisibleLength(file, runEnd);
			if (length === 0) break;
			runEnd += length;
		}
		const isAtEnd = runEnd === file.length || lineBreakLength(file, runEnd, this.#old.loneReturnBreaks) > 0;
		return { edge: runEnd, text: file.slice(offset, runEnd), lineEdge: isAtEnd ? runEnd : undefined };
	}
}

function blanksAtStart(piece: string): number {
	let count = 0;
	while (count < piece.length && isBlank(piece.charCodeAt(count))) count++;
	return count;
}

function withoutBlanksAtEnd(piece: string): string {
	let end = piece.length;
	while (end > 0 && isBlank(piece.charCodeAt(end - 1))) end--;
	return piece.slice(0, end);
}

function hasBlank(piece: string): boolean {
	for (let offset = 0; offset < piece.length; offset++) if (isBlank(piece.charCodeAt(offset))) return true;
	return false;
}

const WHOLE_LINE = { startsLine: true, endsLine: true };

function sameBreak(first: string, second: string, kinds: KindSet): boolean {
	return (kinds & LINE_ENDINGS) !== 0 || first === second;
}

function invisibleLengthBefore(text: string, offset: number): 0 | 1 | 2 {
	if (offset > 0 && invisibleLength(text, offset - 1) === 1) return 1;
	return offset > 1 && invisibleLength(text, offset - 2) === 2 ? 2 : 0;
}
