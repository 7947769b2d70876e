/**
 * Which line of the span is which line of `oldText`. Pure. Filled lines pair in order, since the match made them equal;
 * blank lines pair within the gaps between them, and only where both sides have one.
 */
import type { TextLine } from "./text-lines.ts";

export interface AlignedLines {
	/** The file's line for each line of `oldText`; `undefined` for a blank line that the file lacks. */
	fileLines: (TextLine | undefined)[];
	/** Blank lines that only the file has, by the index of the filled line of `oldText` above them; -1 before the first. */
	fileOnlyBlanks: Map<number, TextLine[]>;
}

/** @returns `undefined` if the two do not have equally many filled lines */
export function alignLines(oldLines: readonly TextLine[], spanLines: readonly TextLine[]): AlignedLines | undefined {
	const oldGaps = splitGaps(oldLines);
	const spanGaps = splitGaps(spanLines);
	if (oldGaps.length !== spanGaps.length) return undefined;
	const fileLines: (TextLine | undefined)[] = new Array(oldLines.length).fill(undefined);
	const fileOnlyBlanks = new Map<number, TextLine[]>();
	for (const [index, oldGap] of oldGaps.entries()) {
		const spanGap = spanGaps[index]!;
		if (oldGap.filled !== -1) fileLines[oldGap.filled] = spanLines[spanGap.filled];
		const pairCount = Math.min(oldGap.blanks.length, spanGap.blanks.length);
		// Before the first filled line the blank lines next to it pair, everywhere else those right below the line above.
		const fromEnd = oldGap.filled === -1 && oldGaps.length > 1;
		const oldPaired = fromEnd
			? oldGap.blanks.slice(oldGap.blanks.length - pairCount)
			: oldGap.blanks.slice(0, pairCount);
		const spanStart = fromEnd ? spanGap.blanks.length - pairCount : 0;
		for (const [step, oldIndex] of oldPaired.entries())
			fileLines[oldIndex] = spanLines[spanGap.blanks[spanStart + step]!];
		const extra = fromEnd ? spanGap.blanks.slice(0, spanStart) : spanGap.blanks.slice(pairCount);
		if (extra.length > 0)
			fileOnlyBlanks.set(
				oldGap.filled,
				extra.map((spanIndex) => spanLines[spanIndex]!),
			);
	}
	return { fileLines, fileOnlyBlanks };
}

/** A filled line (-1 for the text's start) and the blank lines that follow it, as indexes. */
interface Gap {
	filled: number;
	blanks: number[];
}

function splitGaps(lines: readonly TextLine[]): Gap[] {
	const gaps: Gap[] = [{ filled: -1, blanks: [] }];
	for (const [index, line] of lines.entries()) {
		if (line.isBlank) gaps.at(-1)!.blanks.push(index);
		else gaps.push({ filled: index, blanks: [] });
	}
	return gaps;
}
