/**
 * The blanks and invisible characters on either side of an offset of the file. Pure; a run is read once, since it is
 * asked for under every set of kinds.
 */
import { invisibleLength, isBlank, isBlankAt, lineBreakLength, lineBreakLengthBefore } from "./characters.ts";

interface Run {
	/** Where they end on the far side. */
	edge: number;
	text: string;
	/** The same as `edge` if nothing else stands between the offset and its line's start or end. */
	lineEdge: number | undefined;
}

export class EdgeRuns {
	readonly #file: string;
	readonly #loneReturnBreaks: boolean;
	readonly #runs = new Map<number, Run>();

	constructor(file: string, loneReturnBreaks: boolean) {
		this.#file = file;
		this.#loneReturnBreaks = loneReturnBreaks;
	}

	forget(): void {
		this.#runs.clear();
	}

	/** The blanks and invisible characters before `offset`, and the start of its line if there is nothing else before it. */
	before(offset: number): { lineStart: number | undefined; runStart: number; run: string } {
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
		const isAtStart = runStart === 0 || lineBreakLengthBefore(this.#file, runStart, this.#loneReturnBreaks) > 0;
		return {
			edge: runStart,
			text: this.#file.slice(runStart, offset),
			lineEdge: isAtStart ? runStart : undefined,
		};
	}

	/** The blanks and invisible characters after `offset`, and the end of its line if there is nothing else after it. */
	after(offset: number): { lineEnd: number | undefined; runEnd: number; run: string } {
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
		const isAtEnd = runEnd === file.length || lineBreakLength(file, runEnd, this.#loneReturnBreaks) > 0;
		return { edge: runEnd, text: file.slice(offset, runEnd), lineEdge: isAtEnd ? runEnd : undefined };
	}
}

function invisibleLengthBefore(text: string, offset: number): 0 | 1 | 2 {
	if (offset > 0 && invisibleLength(text, offset - 1) === 1) return 1;
	return offset > 1 && invisibleLength(text, offset - 2) === 2 ? 2 : 0;
}
