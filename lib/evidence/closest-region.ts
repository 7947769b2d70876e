/**
 * The part of the file that a text which is not in it comes closest to. Pure. The measure: the share of `oldText`'s lines,
 * weighed by their letters and digits, that the region has in the same order after forgiving blanks; a line that only
 * resembles its counterpart counts for the part of it that is equal at its start and end.
 *
 * Rare lines are looked for first, and only around the places that they vote for are lines compared: the cost is one pass
 * over the file plus bounded work.
 */
import {
	endOf,
	equalPart,
	type KeyedLine,
	keyedLine,
	keyFilter,
	keyOf,
	likenessOf,
	pairAtDistance,
	pairInWindow,
} from "./paired-lines.ts";

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
	const places = placesOfKeys(file, old);
	const starts = likelyStarts(file, old, places).slice(0, old.length > ALIGNED_LINES ? 1 : COMPARED_STARTS);
	const rarity = old.map(({ key, weight }) => weight / Math.max(1, places.get(key)?.length ?? 1));
	const regions = starts
		.map((start) => regionAt(file, old, start, totalWeight, rarity))
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

/** Places of one line that are followed. A line that is found more often says little about where. */
const FOLLOWED_PLACES = 50;

/** Starts that are compared line by line. */
const COMPARED_STARTS = 8;

/** Where in the file the first line of `old` would stand, the likeliest first. */
function likelyStarts(
	file: readonly string[],
	old: readonly KeyedLine[],
	places: ReadonlyMap<string, readonly number[]>,
): number[] {
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
	const mayHaveKey = keyFilter(places.keys());
	for (const [index, line] of file.entries()) {
		if (line.length > longestKey * 4 + 200 || !mayHaveKey(line)) continue;
		const found = places.get(keyOf(line));
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

/** Lines of the file compared beyond as many as `old` has, before and after: room for lines that were added. */
const SLACK_LINES = 12;

/** Longer texts are compared line by line at one distance only: no refusal could show the region. */
const ALIGNED_LINES = 100;

function regionAt(
	file: readonly string[],
	old: readonly KeyedLine[],
	start: number,
	totalWeight: number,
	rarity: readonly number[],
): ClosestRegion | undefined {
	const slack = old.length > ALIGNED_LINES ? 0 : SLACK_LINES;
	const windowStart = Math.max(0, start - slack);
	const window = file.slice(windowStart, Math.max(windowStart, start + old.length + slack)).map(keyedLine);
	const shift = windowStart - start;
	const partners = slack === 0 ? pairAtDistance(window, old, shift) : pairInWindow(window, old, shift, rarity);
	const paired = partners.filter((partner) => partner !== undefined);
	if (paired.length === 0) return undefined;
	const first = withJoinedLine(window, paired[0]!, old[0]!.key, "before");
	const last = withJoinedLine(window, paired.at(-1)!, old.at(-1)!.key, "after");
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
		share: weights.alike / (totalWeight - weightOfInserted(partners, window, old)),
		equalShare: weights.equal / totalWeight,
		partners: partners.map((partner) => (partner === undefined ? undefined : partner + windowStart)),
		isWhole:
			hasProvenEnds(partners, window, old, rarity) &&
			!hasDoubtfulGap(partners, window, old) &&
			fileFilled < oldFilled + Math.min(oldFilled, MORE_LINES),
		hasRival: false,
	};
}

/** The weight of lines that `old` has between two others which follow each other in the file: somebody put them there. */
function weightOfInserted(
	partners: readonly (number | undefined)[],
	window: readonly KeyedLine[],
	old: readonly KeyedLine[],
): number {
	let weight = 0;
	let pending = 0;
	let next: number | undefined;
	for (const [index, partner] of partners.entries()) {
		if (old[index]!.key === "") continue;
		if (partner === undefined) {
			pending += old[index]!.weight;
			continue;
		}
		if (partner === next) weight += pending;
		pending = 0;
		next = partner + 1;
		while (window[next]?.key === "") next++;
	}
	return weight;
}

/** So many lines the file may not have more than `oldText`: they go where a model copies the region without looking. */
const MORE_LINES = 4;

/** The index of the outer line, or of the next one where the outer line of `old` holds both. */
function withJoinedLine(window: readonly KeyedLine[], outer: number, oldKey: string, side: "before" | "after"): number {
	const step = side === "before" ? -1 : 1;
	let next = outer + step;
	while (window[next]?.key === "") next += step;
	const nextKey = window[next]?.key;
	const outerKey = window[outer]!.key;
	if (nextKey === undefined || oldKey.length + LETTERS_MISSING < outerKey.length + nextKey.length) return outer;
	const isJoined = (key: string) => (side === "before" ? key.startsWith(nextKey) : key.endsWith(nextKey));
	const joined = side === "before" ? nextKey + outerKey : outerKey + nextKey;
	return oldKey === joined || (isJoined(oldKey) && !isJoined(outerKey)) ? next : outer;
}

/** Letters that a line which was joined with the next may lack. */
const LETTERS_MISSING = 2;

/**
 * Whether both ends are where they seem: a line that stands in several places proves it only if no line of the file lies
 * between it and the next one, up to a line that is found once. One that is found once may have one line after it.
 */
function hasProvenEnds(
	partners: readonly (number | undefined)[],
	window: readonly KeyedLine[],
	old: readonly KeyedLine[],
	rarity: readonly number[],
): boolean {
	const filled = [...old.keys()].filter((index) => old[index]!.key !== "");
	const isFoundOnce = (index: number) =>
		rarity[index] === old[index]!.weight && window[partners[index]!]!.key === old[index]!.key;
	return [filled, filled.toReversed()].every((inward) => {
		let outer = partners[inward[0]!];
		if (outer === undefined) return false;
		let unpaired = 0;
		let isProven = false;
		for (const [at, index] of inward.entries()) {
			const partner = partners[index];
			if (partner === undefined) unpaired++;
			else {
				if (filledBetween(window, outer, partner) > unpaired + (isProven ? 1 : 0)) return false;
				isProven ||= isFoundOnce(index) && old[index]!.weight > 0;
				if (isProven && at > 0) return true;
				outer = partner;
				unpaired = 0;
			}
		}
		return true;
	});
}

function filledBetween(window: readonly KeyedLine[], first: number, second: number): number {
	return window.slice(Math.min(first, second) + 1, Math.max(first, second)).filter(({ key }) => key !== "").length;
}

/**
 * Whether a line that follows another in `old`, and is paired further off, resembles the one that follows in the file: it
 * may have been rewritten, and what is equal is a twin.
 */
function hasDoubtfulGap(
	partners: readonly (number | undefined)[],
	window: readonly KeyedLine[],
	old: readonly KeyedLine[],
): boolean {
	const filled = [...old.keys()].filter((index) => old[index]!.key !== "");
	const nextFilled = (from: number, step: number) => {
		let at = from + step;
		while (window[at]?.key === "") at += step;
		return window[at];
	};
	const isAlike = (line: KeyedLine | undefined, index: number) =>
		line !== undefined && equalPart(line, old[index]!, endOf(index, old.length)) > 0;
	return filled.some((index, at) => {
		const [partner, next] = [partners[index], filled[at + 1]];
		const nextPartner = next === undefined ? undefined : partners[next];
		if (partner === undefined || next === undefined || nextPartner === undefined) return false;
		if (filledBetween(window, partner, nextPartner) === 0) return false;
		return isAlike(nextFilled(partner, 1), next) || isAlike(nextFilled(nextPartner, -1), index);
	});
}
