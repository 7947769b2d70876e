/**
 * Which line of the file stands for which line of a text that is not in it. Pure. Equal lines are paired first, the heaviest
 * set of them that keeps their order; then those that are alike.
 */

/** A line of a text with what counts in a comparison. */
export interface KeyedLine {
	text: string;
	/** Without its blanks; empty for a blank line. */
	key: string;
	/** Letters and digits, bounded: a brace proves nothing, and one long line is not worth ten. */
	weight: number;
}

/** Letters and digits of one line that count. */
const LINE_WEIGHT = 40;

export function keyedLine(text: string): KeyedLine {
	const key = keyOf(text);
	const weight = key.slice(0, KEY_CHARACTERS).replace(/[^\p{L}\p{N}]+/gu, "").length;
	return { text, key, weight: Math.min(weight, LINE_WEIGHT) };
}

/** A line without its blanks: lines with the same key are equal but for blanks. */
export function keyOf(line: string): string {
	return line.replace(/\s+/gu, "");
}

/** Tells of most lines at once, by their ends, that they have none of `keys`: finding a line's key costs far more. */
export function keyFilter(keys: Iterable<string>): (line: string) => boolean {
	const known = new Set(Array.from(keys, endsOf));
	return (line) => known.has(endsOf(line.trim()));
}

/** The first and the last code unit as one number. */
function endsOf(text: string): number {
	return text === "" ? -1 : text.charCodeAt(0) * 0x10000 + text.charCodeAt(text.length - 1);
}

const KEY_CHARACTERS = 200;

/**
 * For each line of `old` the index of its counterpart in `window`, if it has one.
 * @param shift index in `window` where the first line of `old` is expected, negated
 * @param rarity the weight of each line of `old` over the number of its places in the file
 */
export function pairInWindow(
	window: readonly KeyedLine[],
	old: readonly KeyedLine[],
	shift: number,
	rarity: readonly number[],
): (number | undefined)[] {
	const partners = inOrder(window, old, shift);
	drawTogether(partners, window, old, rarity);
	pairAlike(partners, window, old, shift);
	drawTogether(partners, window, old, rarity);
	return partners;
}

export function pairAtDistance(
	window: readonly KeyedLine[],
	old: readonly KeyedLine[],
	shift: number,
): (number | undefined)[] {
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
 * Where an equal line stands nearer to the rarest pair, that is the one: a brace or a banner would stretch the region
 * over its neighbours.
 */
function drawTogether(
	partners: (number | undefined)[],
	window: readonly KeyedLine[],
	old: readonly KeyedLine[],
	rarity: readonly number[],
): void {
	const rarityOf = (index: number) => (partners[index] === undefined ? -1 : rarity[index]!);
	const rarest = old.reduce((best, _line, index) => (rarityOf(index) > rarityOf(best) ? index : best), 0);
	for (const step of [-1, 1]) {
		let nearest = partners[rarest];
		for (let index = rarest + step; index >= 0 && index < old.length; index += step) {
			const partner = partners[index];
			if (partner === undefined || nearest === undefined) continue;
			do nearest += step;
			while (nearest !== partner && window[nearest]!.key !== old[index]!.key);
			partners[index] = nearest;
		}
	}
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

type End = "first" | "last" | "only" | "none";

export function endOf(index: number, length: number): End {
	if (length === 1) return "only";
	return index === 0 ? "first" : index === length - 1 ? "last" : "none";
}

/** The part of the longer line that is equal, 0 if the two are no counterparts. */
export function equalPart(fileLine: KeyedLine, oldLine: KeyedLine, end: End): number {
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

/** Below it two lines are not counterparts. */
const LINE_LIKENESS = 0.6;

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
