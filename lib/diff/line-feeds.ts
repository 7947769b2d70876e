/** Lines as pi and jsdiff count them: each ends after its line feed, the last one where the text ends. Pure. */

/** Start of the line that holds `offset`. */
export function lineStart(text: string, offset: number): number {
	// lastIndexOf takes a negative position for 0 and would find a line feed there.
	return offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

/** End of the line that holds `offset`, its line feed included. */
export function lineEnd(text: string, offset: number): number {
	const lineFeed = text.indexOf("\n", offset);
	return lineFeed === -1 ? text.length : lineFeed + 1;
}

export function linesBefore(text: string, offset: number, count: number): number {
	let start = offset;
	for (let line = 0; line < count && start > 0; line++) start = lineStart(text, start - 1);
	return start;
}

export function linesAfter(text: string, offset: number, count: number): number {
	let end = offset;
	for (let line = 0; line < count && end < text.length; line++) end = lineEnd(text, end);
	return end;
}

/** The lines of `text`, each with its line feed. */
export function splitLines(text: string): string[] {
	const lines: string[] = [];
	for (let start = 0; start < text.length; ) {
		const end = lineEnd(text, start);
		lines.push(text.slice(start, end));
		start = end;
	}
	return lines;
}

/** Line feeds that lie closer than this on average are faster counted one character at a time than jumped to. */
const JUMP_CHARACTERS = 16;
/** Line feeds after which the better of the two ways is chosen anew: fewer, and choosing costs more than it saves. */
const ROUND = 64;

export function countLineFeeds(text: string, start: number, end: number): number {
	let count = 0;
	let offset = start;
	while (offset < end) {
		const roundStart = offset;
		for (let round = 0; round < ROUND && offset < end; round++) {
			const lineFeed = text.indexOf("\n", offset);
			if (lineFeed === -1 || lineFeed >= end) return count;
			count++;
			offset = lineFeed + 1;
		}
		if (offset - roundStart >= ROUND * JUMP_CHARACTERS) continue;
		const scanEnd = Math.min(end, offset + ROUND * ROUND);
		for (; offset < scanEnd; offset++) if (text.charCodeAt(offset) === LINE_FEED) count++;
	}
	return count;
}

const LINE_FEED = 10;
