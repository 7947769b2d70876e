/**
 * The part of the file that a text which is not in it comes closest to. Pure. The measure: the share of `oldText`'s lines,
 * weighed by their letters and digits, that the region has in the same order after forgiving blanks; a line that only
 * resembles its counterpart counts for the part of it that is equal at its start and end.
 *
 * Rare lines are looked for first, and only around the places that they vote for are lines compared: the cost is one pass
 * over the file plus bounded work.
 */

/** A line of a text with what counts in a comparison. */
export interface KeyedLine {
	text: string;
	/** Without its blanks; empty for a blank line. */
	key: string;
	/** Letters and digits, bounded: a brace proves nothing, and one long line is not worth ten. */
	weight: number;
}

export interface ClosestRegion {
	/** 0-based, inclusive, in the file. */
	firstIndex: number;
	lastIndex: number;
	/** 0 to 1. */
	share: number;
	/** The part of the share that lines make up which are equal. */
	equalShare: number;
	/** The file's line for each line of `oldText`, or undefined where it has none. */
	partners: (number | undefined)[];
	/** Every outer line has its counterpart, and none or nearly none of the file's lines lies between unpaired. */
	isWhole: boolean;
	/** Another region is as close, or nearly so. */
	hasRival: boolean;
}

export function closestRegion(file: readonly string[], old: readonly KeyedLine[]): ClosestRegion | undefined {
	const totalWeight = old.reduce((sum, { weight }) => sum + weight, 0);
	if (totalWeight === 0) return undefined;
	const starts = likelyStarts(file, old).slice(0, old.length > ALIGNED_LINES ? 1 : COMPARED_STARTS);
	const regions = starts
		.map((start) => regionAt(file, old, start, totalWeight))
		.filter((region) => region !== undefined)
		.sort((first, second) => second.share - first.share);
	const [best, ...others] = regions;
	if (!best) return undefined;
	best.hasRival =
		others.some((other) => isRival(other, best)) || (old.length === 1 && hasNearRival(file, best, old[0]!));
	return best;
}

/** By how much a region has to be closer than any other; less, and a copy of the code that was meant would do as well. */
const CLEAR_LEAD = 0.2;

function isRival(other: ClosestRegion, best: ClosestRegion): boolean {
	const isApart = other.firstIndex > best.lastIndex || other.lastIndex < best.firstIndex;
	// A line that was rewritten since may be less alike than the same line of a twin.
	return isApart && (other.share >= best.share - CLEAR_LEAD || other.equalShare >= best.equalShare);
}

/** The same for a single line; less, and the next line of a list would do as well. */
const CLEAR_LINE_LEAD = 0.1;

function hasNearRival(file: readonly string[], best: ClosestRegion, { text }: KeyedLine): boolean {
	const wanted = text.trim();
	const enough = likenessOf(file[best.firstIndex]!.trim(), wanted) - CLEAR_LINE_LEAD;
	return file.some((line, index) => {
		if (index === best.firstIndex || line.length > wanted.length * 3 + 200) return false;
		return likenessOf(line.trim(), wanted) >= enough;
	});
}

/** Letters and digits of one line that count. */
const LINE_WEIGHT = 40;

export function keyedLine(text: string): KeyedLine {
	const key = text.replace(/\s+/gu, "");
	const weight = key.slice(0, KEY_CHARACTERS).replace(/[^\p{L}\p{N}]+/gu, "").length;
	return { text, key, weight: Math.min(weight, LINE_WEIGHT) };
}

const KEY_CHARACTERS = 200;

/** Places of one line that are followed. A line that is found more often says little about where. */
const FOLLOWED_PLACES = 50;

/** Starts that are compared line by line. */
const COMPARED_STARTS = 8;

/** Where in the file the first line of `old` would stand, the likeliest first. */
function likelyStarts(file: readonly string[], old: readonly KeyedLine[]): number[] {
	const places = placesOfKeys(file, old);
	const votes = new Map<number, number>();
	for (const [oldIndex, { key, weight }] of old.entries()) {
		const found = places.get(key);
		if (!found || found.length > FOLLOWED_PLACES) continue;
		for (const fileIndex of found) {
			const start = fileIndex - oldIndex;
			votes.set(start, (votes.get(start) ?? 0) + weight / found.length);
		}
	}
	for (const start of alikeStarts(file, old)) votes.set(start, (votes.get(start) ?? 0) + 1);
	return [...votes].sort(([, first], [, second]) => second - first).map(([start]) => start);
}

function placesOfKeys(file: readonly string[], old: readonly KeyedLine[]): Map<string, number[]> {
	const places = new Map<string, number[]>();
	for (const { key, weight } of old) if (weight > 0) places.set(key, []);
	const longestKey = old.reduce((longest, { key }) => Math.max(longest, key.length), 0);
	for (const [index, line] of file.entries()) {
		if (line.length > longestKey * 4 + 200) continue;
		const found = places.get(line.replace(/\s+/gu, ""));
		if (found && found.length <= FOLLOWED_PLACES) found.push(index);
	}
	return places;
}

/** Lines of `old` that are compared with every line of the file. Each costs a pass over the file's lines. */
const ALIKE_LINES = 2;

/** Where lines stand that resemble the heaviest lines of `old`. */
function alikeStarts(file: readonly string[], old: readonly KeyedLine[]): number[] {
	const heaviest = [...old.entries()].sort(([, first], [, second]) => second.weight - first.weight);
	return heaviest.slice(0, ALIKE_LINES).flatMap(([oldIndex, { text }]) => {
		const wanted = text.trim();
		let best: { indexes: number[]; likeness: number } = { indexes: [], likeness: 0 };
		for (const [index, line] of file.entries()) {
			if (line.length > wanted.length * 3 + 200) continue;
			const likeness = likenessOf(line.trim(), wanted);
			if (likeness > best.likeness) best = { indexes: [index], likeness };
			else if (likeness === best.likeness && best.indexes.length === 1) best.indexes.push(index);
		}
		return best.indexes.map((index) => index - oldIndex);
	});
}

/** The share of the longer text that is equal at the start and the end of both. */
export function likenessOf(first: string, second: string): number {
	const shorter = Math.min(first.length, second.length);
	let start = 0;
	while (start < shorter && first.charCodeAt(start) === second.charCodeAt(start)) start++;
	let end = 0;
	while (
		end < shorter - start &&
		first.charCodeAt(first.length - 1 - end) === second.charCodeAt(second.length - 1 - end)
	)
		end++;
	const longer = Math.max(first.length, second.length);
	return longer === 0 ? 1 : (start + end) / longer;
}

/** Below it two lines are not counterparts. */
const LINE_LIKENESS = 0.6;

/** Lines of the file compared beyond as many as `old` has, before and after: room for lines that were added. */
const SLACK_LINES = 12;

/** Longer texts are compared line by line at one distance only: no refusal could show the region. */
const ALIGNED_LINES = 100;

function regionAt(
	file: readonly string[],
	old: readonly KeyedLine[],
	start: number,
	totalWeight: number,
): ClosestRegion | undefined {
	const slack = old.length > ALIGNED_LINES ? 0 : SLACK_LINES;
	const windowStart = Math.max(0, start - slack);
	const window = file.slice(windowStart, Math.max(windowStart, start + old.length + slack)).map(keyedLine);
	const partners =
		slack === 0 ? sameDistance(window, old, windowStart - start) : inOrder(window, old, windowStart - start);
	if (slack > 0) pairAlike(partners, window, old, windowStart - start);
	const paired = partners.filter((partner) => partner !== undefined);
	if (paired.length === 0) return undefined;
	const [first, last] = [paired[0]!, paired.at(-1)!];
	const weights = { alike: 0, equal: 0 };
	for (const [index, partner] of partners.entries()) {
		if (partner === undefined) continue;
		const part = equalPart(window[partner]!, old[index]!, endOf(index, old.length));
		weights.alike += old[index]!.weight * part;
		if (part === 1) weights.equal += old[index]!.weight;
	}
	const oldFilled = old.filter(({ key }) => key !== "").length;
	const fileFilled = window.slice(first, last + 1).filter(({ key }) => key !== "").length;
	return {
		firstIndex: windowStart + first,
		lastIndex: windowStart + last,
		share: weights.alike / totalWeight,
		equalShare: weights.equal / totalWeight,
		partners: partners.map((partner) => (partner === undefined ? undefined : partner + windowStart)),
		isWhole: partners[0] !== undefined && partners.at(-1) !== undefined && fileFilled <= oldFilled + ADDED_LINES,
		hasRival: false,
	};
}

/** Lines that the file may have more than `oldText`: they go where a model copies the region without looking. */
const ADDED_LINES = 3;

type End = "first" | "last" | "only" | "none";

function endOf(index: number, length: number): End {
	if (length === 1) return "only";
	return index === 0 ? "first" : index === length - 1 ? "last" : "none";
}

/** The part of the longer line that is equal, 0 if the two are no counterparts. */
function equalPart(fileLine: KeyedLine, oldLine: KeyedLine, end: End): number {
	if (fileLine.key === oldLine.key) return 1;
	const likeness = likenessOf(fileLine.key, oldLine.key);
	return likeness >= LINE_LIKENESS || isCutOut(fileLine, oldLine, end) ? likeness : 0;
}

/** A first or last line that `oldText` cut in mid-line. */
function isCutOut(fileLine: KeyedLine, oldLine: KeyedLine, end: End): boolean {
	if (oldLine.weight === 0) return false;
	return (
		(end === "first" && fileLine.key.endsWith(oldLine.key)) || (end === "last" && fileLine.key.startsWith(oldLine.key))
	);
}

function sameDistance(window: readonly KeyedLine[], old: readonly KeyedLine[], shift: number): (number | undefined)[] {
	return old.map(({ key }, index) => {
		const partner = index - shift;
		return key !== "" && window[partner]?.key === key ? partner : undefined;
	});
}

/** The heaviest pairing of equal lines that keeps their order. */
function inOrder(window: readonly KeyedLine[], old: readonly KeyedLine[], shift: number): (number | undefined)[] {
	const width = window.length + 1;
	const best = new Float64Array((old.length + 1) * width);
	const gain = (row: number, column: number) => {
		const { key, weight } = old[row]!;
		if (key === "" || window[column]!.key !== key) return -1;
		// Of equal braces, the one in line.
		return weight + (column === row - shift ? 0.2 : 0.1);
	};
	for (let row = old.length - 1; row >= 0; row--) {
		for (let column = window.length - 1; column >= 0; column--) {
			const at = row * width + column;
			const gained = gain(row, column);
			const taken = gained < 0 ? -1 : gained + best[at + width + 1]!;
			best[at] = Math.max(taken, best[at + width]!, best[at + 1]!);
		}
	}
	const partners = new Array<number | undefined>(old.length).fill(undefined);
	for (let row = 0, column = 0; row < old.length && column < window.length; ) {
		const at = row * width + column;
		const gained = gain(row, column);
		if (gained >= 0 && gained + best[at + width + 1]! === best[at]) partners[row++] = column++;
		else if (best[at + 1] === best[at]) column++;
		else row++;
	}
	return partners;
}

/**
 * Lines that are left are paired where they are alike. Between two pairs the likest will do, and of those the one in line.
 * An outer line has only the one in line: another that is alike would shift the region's edge.
 */
function pairAlike(
	partners: (number | undefined)[],
	window: readonly KeyedLine[],
	old: readonly KeyedLine[],
	shift: number,
): void {
	for (const index of old.keys()) {
		if (partners[index] !== undefined || old[index]!.key === "") continue;
		const before = partners.findLastIndex((partner, at) => at < index && partner !== undefined);
		const after = partners.findIndex((partner, at) => at > index && partner !== undefined);
		const isBetween = before !== -1 && after !== -1;
		const inLine = before === -1 ? inLineBefore(index, after, partners, shift) : partners[before]! + index - before;
		const from = isBetween ? partners[before]! + 1 : Math.max(0, inLine);
		const to = isBetween ? partners[after]! : Math.min(window.length, inLine + 1);
		const part = (partner: number) =>
			window[partner]!.key === "" ? 0 : equalPart(window[partner]!, old[index]!, endOf(index, old.length));
		let best: { partner: number; part: number } | undefined;
		for (let partner = from; partner < to; partner++) {
			const equal = part(partner);
			const isNearer = best && equal === best.part && Math.abs(partner - inLine) < Math.abs(best.partner - inLine);
			if (equal > (best?.part ?? 0) || isNearer) best = { partner, part: equal };
		}
		if (best) partners[index] = best.partner;
	}
}

function inLineBefore(index: number, after: number, partners: readonly (number | undefined)[], shift: number): number {
	return after === -1 ? index - shift : partners[after]! - (after - index);
}
