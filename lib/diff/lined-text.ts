/**
 * A text and its lines, as pi and jsdiff count them: each ends after its line break, the last one where the text ends. Pure.
 */

/** What ends a line. Another character that some read as a line break is an ordinary one. */
export type LineBreak = "\n" | "\r";

/** Line breaks that lie closer than this on average are faster counted one character at a time than jumped to. */
const JUMP_CHARACTERS = 16;
/** Line breaks after which the better of the two ways is chosen anew: fewer, and choosing costs more than it saves. */
const ROUND = 64;

export class LinedText {
	readonly text: string;
	readonly lineBreak: LineBreak;

	constructor(text: string, lineBreak: LineBreak) {
		this.text = text;
		this.lineBreak = lineBreak;
	}

	/** Start of the line that holds `offset`. */
	lineStart(offset: number): number {
		// lastIndexOf takes a negative position for 0 and would find a line break there.
		return offset === 0 ? 0 : this.text.lastIndexOf(this.lineBreak, offset - 1) + 1;
	}

	/** End of the line that holds `offset`, its line break included. */
	lineEnd(offset: number): number {
		const end = this.text.indexOf(this.lineBreak, offset);
		return end === -1 ? this.text.length : end + 1;
	}

	/** Start of the line that is `count` lines before the one that starts at `offset`. */
	linesBefore(offset: number, count: number): number {
		let start = offset;
		for (let line = 0; line < count && start > 0; line++) start = this.lineStart(start - 1);
		return start;
	}

	/** End of the line that is `count` lines after the one that ends at `offset`. */
	linesAfter(offset: number, count: number): number {
		let end = offset;
		for (let line = 0; line < count && end < this.text.length; line++) end = this.lineEnd(end);
		return end;
	}

	/** The lines in `[start, end)`, each with its line break. */
	lines(start = 0, end = this.text.length): string[] {
		const lines: string[] = [];
		for (let offset = start; offset < end; ) {
			const next = Math.min(this.lineEnd(offset), end);
			lines.push(this.text.slice(offset, next));
			offset = next;
		}
		return lines;
	}

	countLineBreaks(start: number, end: number): number {
		const { text, lineBreak } = this;
		const codeUnit = lineBreak.charCodeAt(0);
		let count = 0;
		let offset = start;
		while (offset < end) {
			const roundStart = offset;
			for (let round = 0; round < ROUND && offset < end; round++) {
				const at = text.indexOf(lineBreak, offset);
				if (at === -1 || at >= end) return count;
				count++;
				offset = at + 1;
			}
			if (offset - roundStart >= ROUND * JUMP_CHARACTERS) continue;
			const scanEnd = Math.min(end, offset + ROUND * ROUND);
			for (; offset < scanEnd; offset++) if (text.charCodeAt(offset) === codeUnit) count++;
		}
		return count;
	}
}
