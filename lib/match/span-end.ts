/** Where a span ends whose last visible character is known, if the kinds of drift that are forgiven allow one. Pure. */
import { isBlank, isCharacterBoundary, lineBreakLength } from "./characters.ts";
import type { EdgeRuns } from "./edge-runs.ts";
import {
	BLANK_LINES,
	forgivenPiece,
	isBlankPiece,
	type KindSet,
	LINE_ENDINGS,
	LINE_TRIMMED,
	sameBreak,
	samePiece,
	TRAILING_WHITESPACE,
	WHOLE_LINE,
} from "./gap-drift.ts";
import type { OldText } from "./old-text.ts";
import { samePrefix } from "./outer-runs.ts";

export class SpanEnd {
	readonly #file: string;
	readonly #old: OldText;
	readonly #runs: EdgeRuns;

	constructor(file: string, old: OldText, runs: EdgeRuns) {
		this.#file = file;
		this.#old = old;
		this.#runs = runs;
	}

	after(lastWord: number, kinds: KindSet): number | undefined {
		const end = kinds & BLANK_LINES ? this.#endOfWholeLines(lastWord, kinds) : this.#endAfter(lastWord, kinds);
		return end !== undefined && isCharacterBoundary(this.#file, end) ? end : undefined;
	}

	#endOfWholeLines(lastWord: number, kinds: KindSet): number | undefined {
		const { pieces, lineBreaks } = this.#old.after;
		let { lineEnd, run } = this.#runs.after(lastWord);
		if (!samePiece(pieces[0]!, run, kinds, { startsLine: false, endsLine: true })) return undefined;
		let lastLine = 0;
		for (const [index, piece] of pieces.entries()) {
			if (index === 0 || isBlankPiece(piece, kinds)) continue;
			if (lineEnd === undefined || !this.#endsAlike(lineEnd, lineBreaks[lastLine]!, kinds)) return undefined;
			do {
				const length = lineEnd === undefined ? 0 : lineBreakLength(this.#file, lineEnd, this.#old.loneReturnBreaks);
				if (length === 0) return undefined;
				({ lineEnd, run } = this.#runs.after(lineEnd! + length));
			} while (isBlankPiece(run, kinds));
			if (!samePiece(piece, run, kinds, WHOLE_LINE)) return undefined;
			lastLine = index;
		}
		const lineBreak = lineBreaks[lastLine];
		if (lineEnd === undefined || lineBreak === undefined) return lineEnd;
		// The break before blank lines that are forgiven is forgiven with them.
		const isBeforeBlankLines = lastLine < lineBreaks.length - 1 || pieces.at(-1) !== "";
		if (!isBeforeBlankLines && !this.#endsAlike(lineEnd, lineBreak, kinds)) return undefined;
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
			const { lineEnd, run } = this.#runs.after(offset);
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
		const { lineEnd, run } = this.#runs.after(lastWord);
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
		const { lineEnd, runEnd, run } = this.#runs.after(lineStart);
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
}

function blanksAtStart(piece: string): number {
	let count = 0;
	while (count < piece.length && isBlank(piece.charCodeAt(count))) count++;
	return count;
}
