/**
 * The run of blanks and invisible characters beside a place: how much of it is the same as a piece of `oldText` that
 * stands there. Pure. Linear in both.
 */
import { invisibleLength, isBlank } from "./characters.ts";
import { foldUnicode } from "./folding.ts";
import { type KindSet, samePiece, UNICODE, WHITESPACE } from "./gap-drift.ts";

export interface RunSides {
	/** Whether the run stands at a line's start or end, and not beside the visible characters of the place. */
	isAtLineEdge: boolean;
	/** Whether more than the run stands on the far side in its line, so that its blanks there are inside the line. */
	isInsideLine: boolean;
}

/** Length of the prefix of `run` that is the same as `piece` when `kinds` are forgiven. */
export function samePrefix(run: string, piece: string, kinds: KindSet, sides: RunSides): number | undefined {
	if (run.startsWith(piece)) return piece.length;
	const isUnicode = (kinds & UNICODE) !== 0;
	const length = isUnicode ? foldedPrefix(run, piece) : undefined;
	if (length !== undefined || (kinds & WHITESPACE) === 0) return length;
	if (!isUnicode) return collapsedPrefix(run, piece, sides);
	const isInner = sides.isInsideLine && !sides.isAtLineEdge;
	return isInner && samePiece(run, piece, kinds, { startsLine: false, endsLine: false }) ? run.length : undefined;
}

/** Where the suffix of `run` starts that is the same as `piece` when `kinds` are forgiven. */
export function sameSuffix(run: string, piece: string, kinds: KindSet, sides: RunSides): number | undefined {
	if (run.endsWith(piece)) return run.length - piece.length;
	const length = samePrefix(reversed(run), reversed(piece), kinds, sides);
	return length === undefined ? undefined : run.length - length;
}

/** By code points, so that an invisible character of two code units stays one. */
function reversed(text: string): string {
	if (/[\ud800-\udfff]/.test(text)) return [...text].reverse().join("");
	return Buffer.from(text, "utf16le").swap16().reverse().toString("utf16le");
}

/** With look-alikes folded and invisible characters dropped. */
function foldedPrefix(run: string, piece: string): number | undefined {
	const folded = foldUnicode(piece);
	if (!foldUnicode(run).startsWith(folded)) return undefined;
	let length = 0;
	for (let missing = folded.length; missing > 0; missing--) {
		while (invisibleLength(run, length) > 0) length += invisibleLength(run, length);
		length++;
	}
	return length;
}

/** With each run of blanks inside a line as one; invisible characters are text here. */
function collapsedPrefix(run: string, piece: string, { isAtLineEdge, isInsideLine }: RunSides): number | undefined {
	let length = 0;
	for (let offset = 0; offset < piece.length; ) {
		const blankEnd = endOfBlanks(piece, offset);
		const isOuter = (offset === 0 && isAtLineEdge) || (blankEnd === piece.length && !isInsideLine);
		if (blankEnd > offset && !isOuter) {
			const runEnd = endOfBlanks(run, length);
			if (runEnd === length) return undefined;
			length = runEnd;
		} else {
			const same = piece.slice(offset, Math.max(blankEnd, offset + 1));
			if (!run.startsWith(same, length)) return undefined;
			length += same.length;
		}
		offset = Math.max(blankEnd, offset + 1);
	}
	return length;
}

function endOfBlanks(text: string, offset: number): number {
	let end = offset;
	while (end < text.length && isBlank(text.charCodeAt(end))) end++;
	return end;
}
