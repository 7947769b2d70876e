/** Where a span starts whose first visible character is known, if the kinds of drift that are forgiven allow one. Pure. */
import { isBlank, isCharacterBoundary, lineBreakLengthBefore } from "./characters.ts";
import type { EdgeRuns } from "./edge-runs.ts";
import {
	BLANK_LINES,
	isBlankPiece,
	type KindSet,
	LINE_TRIMMED,
	sameBreak,
	samePiece,
	TRAILING_WHITESPACE,
	UNICODE,
	WHOLE_LINE,
} from "./gap-drift.ts";
import type { OldText } from "./old-text.ts";
import { sameSuffix } from "./outer-runs.ts";

export class SpanStart {
	readonly #file: string;
	readonly #old: OldText;
	readonly #runs: EdgeRuns;
	/** Whether a span that begins inside its line's indentation would leave further lines of `newText` unindented. */
	readonly #indentsFurtherLines: boolean;

	constructor(file: string, old: OldText, runs: EdgeRuns, indentsFurtherLines: boolean) {
		this.#file = file;
		this.#old = old;
		this.#runs = runs;
		this.#indentsFurtherLines = indentsFurtherLines;
	}

	before(firstWord: number, kinds: KindSet): number | undefined {
		const start = kinds & BLANK_LINES ? this.#startOfWholeLines(firstWord, kinds) : this.#startAfter(firstWord, kinds);
		return start !== undefined && isCharacterBoundary(this.#file, start) ? start : undefined;
	}

	/** With `blank-lines`: the start of the line, where nothing else stands before the place on it. */
	#startOfWholeLines(firstWord: number, kinds: KindSet): number | undefined {
		const { pieces, lineBreaks } = this.#old.before;
		let { lineStart, run } = this.#runs.before(firstWord);
		if (!samePiece(pieces.at(-1)!, run, kinds, { startsLine: true, endsLine: false })) return undefined;
		for (let index = lineBreaks.length - 1; index >= 0; index--) {
			// A line of invisible characters is no blank one unless they are forgiven.
			if (isBlankPiece(pieces[index]!, kinds)) continue;
			let lineBreak = "";
			do {
				if (lineStart === undefined || lineStart === 0) return undefined;
				const lineEnd: number = lineStart - lineBreakLengthBefore(this.#file, lineStart, this.#old.loneReturnBreaks);
				lineBreak = this.#file.slice(lineEnd, lineStart);
				({ lineStart, run } = this.#runs.before(lineEnd));
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
		let { lineStart: offset, run } = this.#runs.before(firstWord);
		if (!samePiece(pieces.at(-1)!, run, kinds, { startsLine: true, endsLine: false })) return undefined;
		for (let index = lineBreaks.length - 1; index >= 0 && offset !== undefined; index--) {
			const breakLength = lineBreakLengthBefore(this.#file, offset, this.#old.loneReturnBreaks);
			const breakStart: number = offset - breakLength;
			if (breakLength === 0 || !sameBreak(lineBreaks[index]!, this.#file.slice(breakStart, offset), kinds)) {
				return undefined;
			}
			if (index === 0 && (kinds & LINE_TRIMMED) === 0) return this.#startBeforeBreak(breakStart, pieces[0]!, kinds);
			({ lineStart: offset, run } = this.#runs.before(breakStart));
			if (!samePiece(pieces[index]!, run, kinds, { startsLine: true, endsLine: true })) return undefined;
		}
		return offset;
	}

	/** Where the span starts if its first line starts before the place with `leading`, blanks of `oldText`. */
	#startOnLine(firstWord: number, leading: string, kinds: KindSet): number | undefined {
		const { lineStart, runStart, run } = this.#runs.before(firstWord);
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
		return isInsideIndentation && this.#indentsFurtherLines && isBlank(leading.charCodeAt(0))
			? undefined
			: runStart + start;
	}

	/** Where the span starts if `oldText` starts with `trailing` and a line break: the end of a line with other text. */
	#startBeforeBreak(breakStart: number, trailing: string, kinds: KindSet): number | undefined {
		const { lineStart, runStart, run } = this.#runs.before(breakStart);
		const sides = { isAtLineEdge: true, isInsideLine: lineStart === undefined };
		const start = sameSuffix(run, trailing, kinds, sides);
		if (start !== undefined) return runStart + start;
		if ((kinds & TRAILING_WHITESPACE) === 0) return undefined;
		if (kinds & UNICODE) return runStart;
		const cutStart = sameSuffix(withoutBlanksAtEnd(run), withoutBlanksAtEnd(trailing), kinds, sides);
		return cutStart === undefined ? undefined : runStart + cutStart;
	}
}

function withoutBlanksAtEnd(piece: string): string {
	let end = piece.length;
	while (end > 0 && isBlank(piece.charCodeAt(end - 1))) end--;
	return piece.slice(0, end);
}
