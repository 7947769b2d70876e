/**
 * Which lines differ between two lists of them: jsdiff, under a bound. Pure. Holds when it returns: the blocks are in
 * order, and the lines outside of them are the same in both lists, one by one.
 */
import { diffArrays } from "diff";

/** `oldLines[oldStart..oldEnd)` became `newLines[newStart..newEnd)`; either may be empty. */
export interface Block {
	oldStart: number;
	oldEnd: number;
	newStart: number;
	newEnd: number;
}

export interface LinesOfBoth {
	oldLines: readonly string[];
	newLines: readonly string[];
}

/** What jsdiff may still cost: the lines it is given times the differences between them. */
export interface Budget {
	left: number;
}

/** As jsdiff aligns all lines, or `undefined` when that is beyond the budget. */
export function blocksByAllLines(lines: LinesOfBoth, budget: Budget): Block[] | undefined {
	const [oldNumbers, newNumbers] = numbered(lines);
	return alignedBlocks(
		{ numbers: oldNumbers, compared: [...oldNumbers.keys()] },
		{ numbers: newNumbers, compared: [...newNumbers.keys()] },
		budget,
	);
}

/**
 * Aligned by the lines that both lists hold, which leaves little to compare in a rewrite; if even that is beyond the
 * budget, everything between the common lines at both ends is one block.
 */
export function blocksBySharedLines(lines: LinesOfBoth, budget: Budget): Block[] {
	const [oldNumbers, newNumbers] = numbered(lines);
	const blocks = alignedBlocks(
		{ numbers: oldNumbers, compared: indicesOfShared(oldNumbers, newNumbers) },
		{ numbers: newNumbers, compared: indicesOfShared(newNumbers, oldNumbers) },
		budget,
	);
	return blocks ?? blocksInside(oldNumbers, newNumbers);
}

/** Numbers for lines, so that comparing two of them costs the same however long they are. */
function numbered({ oldLines, newLines }: LinesOfBoth): [oldNumbers: number[], newNumbers: number[]] {
	const numbers = new Map<string, number>();
	const numberOf = (line: string): number => {
		const known = numbers.get(line);
		if (known !== undefined) return known;
		numbers.set(line, numbers.size);
		return numbers.size - 1;
	};
	return [oldLines.map(numberOf), newLines.map(numberOf)];
}

function indicesOfShared(numbers: readonly number[], others: readonly number[]): number[] {
	const shared = new Set(others);
	return [...numbers.keys()].filter((index) => shared.has(numbers[index]!));
}

/** One of the two lists: its lines as numbers, and the indices of those that are compared. The others differ. */
interface Side {
	numbers: readonly number[];
	compared: readonly number[];
}

function alignedBlocks(oldSide: Side, newSide: Side, budget: Budget): Block[] | undefined {
	const lineCount = oldSide.compared.length + newSide.compared.length;
	const maxEditLength = Math.floor(budget.left / Math.max(lineCount, 1));
	const parts = diffArrays(comparedNumbers(oldSide), comparedNumbers(newSide), { maxEditLength });
	if (parts === undefined) {
		budget.left -= lineCount * maxEditLength;
		return undefined;
	}
	const blocks: Block[] = [];
	let oldStart = 0;
	let newStart = 0;
	const endBlock = (oldEnd: number, newEnd: number) => {
		if (oldEnd > oldStart || newEnd > newStart) blocks.push({ oldStart, oldEnd, newStart, newEnd });
		oldStart = oldEnd + 1;
		newStart = newEnd + 1;
	};
	let oldAt = 0;
	let newAt = 0;
	for (const { added, removed, count } of parts) {
		if (added || removed) {
			budget.left -= lineCount * count;
			if (removed) oldAt += count;
			else newAt += count;
		} else for (let step = 0; step < count; step++) endBlock(oldSide.compared[oldAt++]!, newSide.compared[newAt++]!);
	}
	endBlock(oldSide.numbers.length, newSide.numbers.length);
	return blocks;
}

function comparedNumbers({ numbers, compared }: Side): number[] {
	return compared.map((index) => numbers[index]!);
}

function blocksInside(oldNumbers: readonly number[], newNumbers: readonly number[]): Block[] {
	let start = 0;
	let oldEnd = oldNumbers.length;
	let newEnd = newNumbers.length;
	while (start < oldEnd && start < newEnd && oldNumbers[start] === newNumbers[start]) start++;
	while (oldEnd > start && newEnd > start && oldNumbers[oldEnd - 1] === newNumbers[newEnd - 1]) {
		oldEnd--;
		newEnd--;
	}
	return oldEnd > start || newEnd > start ? [{ oldStart: start, oldEnd, newStart: start, newEnd }] : [];
}
