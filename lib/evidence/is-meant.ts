/**
 * Whether a part of the file is what a text that is not in it means, and no twin of something that is not there. Pure.
 * Slips and lines that are missing speak for a bad memory; words that stand nowhere in the counterpart speak for another
 * piece of code, and have to be outweighed by lines that only this part of the file has.
 */
import { isHead } from "./enclosing-label.ts";
import { keyFilter, keyOf } from "./paired-lines.ts";
import { lettersOf, type WordDifference, wordDifference, wordsOf } from "./word-difference.ts";

/** A line that was sent and its counterpart. */
export interface LinePair {
	sent: string;
	file: string | undefined;
}

/** The part of the file that is judged: 0-based, inclusive. */
export interface LineIndexes {
	firstIndex: number;
	lastIndex: number;
}

/** A text of so few lines has no lines to speak for it where one of them differs. */
const FEW_LINES = 3;

/** Share of foreign letters up to which few lines may still be meant. Higher offers twins, lower refuses paraphrases. */
const FOREIGN_SHARE = 0.3;

/** The same for a line by itself: nothing else speaks for it. */
const FOREIGN_SHARE_OF_LINE = 0.2;

/** The same where no line of the part is found here alone, or where the foreign words stand elsewhere in the file. */
const SMALL_FOREIGN_SHARE = 0.15;

/** Share of the lines of a longer text that may have foreign words: an old version differs in some. */
const FOREIGN_LINES_SHARE = 0.34;

/** Share of them that only this part of the file has. */
const UNIQUE_LINES_SHARE = 0.25;

/** Letters and digits in lines that only this part has, from which on they prove something. */
const PROVING_LETTERS = 8;

export function isMeant(pairs: readonly LinePair[], file: readonly string[], indexes: LineIndexes): boolean {
	const filled = pairs.filter(({ sent }) => wordsOf(sent).length > 0);
	const differing = filled.flatMap((pair) => differenceOf(pair, file, filled.length <= FEW_LINES));
	const unique = uniqueLines(filled, file);
	const foreign = differing.flatMap((difference) => difference.foreign);
	if (foreign.length === 0) return filled.length === 1 || unique.count > 0 || filled.every((pair) => pair.file);
	const foreignShare = lettersOf(foreign) / lettersOf(filled.flatMap(({ sent }) => wordsOf(sent)));
	if (unique.letters < PROVING_LETTERS) {
		if (filled.length > 1 && foreignShare > SMALL_FOREIGN_SHARE) return false;
		if (!differing.every((difference) => isClosest(difference, file, indexes))) return false;
	}
	const isProven = filled.length > 1 && foreignShare <= SMALL_FOREIGN_SHARE && unique.letters >= PROVING_LETTERS;
	const isPlausible = isProven || !foreign.slice(0, JUDGED_WORDS).some((word) => standsIn(file, word));
	if (filled.length <= FEW_LINES) {
		const allowed = filled.length === 1 ? FOREIGN_SHARE_OF_LINE : FOREIGN_SHARE;
		return isPlausible && foreignShare <= allowed && (isProven || !differing.some(isDefinition));
	}
	// One name that was renamed may stand on every line.
	if (new Set(foreign).size === 1 && foreignShare <= SMALL_FOREIGN_SHARE && isPlausible) return true;
	const foreignLines = differing.filter((difference) => difference.foreign.length > 0).length;
	return (
		foreignLines <= Math.max(1, filled.length * FOREIGN_LINES_SHARE) &&
		unique.count >= filled.length * UNIQUE_LINES_SHARE
	);
}

/** A line that differs from its counterpart. */
interface DifferingLine extends WordDifference {
	sent: string;
}

/** A definition of another name is another definition. */
function isDefinition({ sent, foreign }: DifferingLine): boolean {
	return foreign.length > 0 && isHead(sent);
}

/** Words that are looked for in the file. Each costs a pass. */
const JUDGED_WORDS = 8;

/** Nothing for a line that is equal but for blanks or has no counterpart. A slip that is a word of the file is none. */
function differenceOf({ sent, file: line }: LinePair, file: readonly string[], isOneOfFew: boolean): DifferingLine[] {
	if (line === undefined || keyOf(sent) === keyOf(line)) return [];
	const difference = wordDifference(sent, line);
	const isSlip = differsByOneLetter(keyOf(sent), keyOf(line));
	const foreign = isSlip ? [] : difference.foreign;
	if (!isOneOfFew) return [{ ...difference, sent, foreign }];
	const slips = isSlip ? [...difference.slips, ...difference.foreign] : difference.slips;
	const otherWords = slips.slice(0, JUDGED_SLIPS).filter((word) => standsIn(file, word));
	return [{ ...difference, sent, foreign: [...foreign, ...otherWords] }];
}

/** One character more, less or other, digits excepted: they tell one of a series from the next. */
function differsByOneLetter(first: string, second: string): boolean {
	const most = Math.min(first.length, second.length);
	let start = 0;
	while (start < most && first.charCodeAt(start) === second.charCodeAt(start)) start++;
	const [left, right] = [first.length - start, second.length - start];
	if (Math.abs(left - right) > 1 || /\d/.test((first[start] ?? "") + (second[start] ?? ""))) return false;
	const rest = Math.min(left, right) - (left === right ? 1 : 0);
	return first.slice(first.length - rest) === second.slice(second.length - rest);
}

/** Slips of one line that are looked for in the file. Each costs a pass. */
const JUDGED_SLIPS = 4;

/** The lines that are equal but for blanks and stand nowhere else in the file. */
function uniqueLines(pairs: readonly LinePair[], file: readonly string[]): { count: number; letters: number } {
	const places = new Map<string, number>();
	for (const { sent, file: line } of pairs) {
		if (line !== undefined && keyOf(sent) === keyOf(line)) places.set(keyOf(line), 0);
	}
	const mayHaveKey = keyFilter(places.keys());
	for (const line of file) {
		if (!mayHaveKey(line)) continue;
		const key = keyOf(line);
		const count = places.get(key);
		if (count !== undefined) places.set(key, count + 1);
	}
	const unique = [...places].filter(([, count]) => count === 1).map(([key]) => key);
	return { count: unique.length, letters: lettersOf(unique.flatMap(wordsOf)) };
}

/** Share of a line's shared letters by which it has to be closer than any other line of the file. */
const CLEAR_LEAD = 0.2;

/** Whether no line elsewhere has as many of the words that a line shares with its counterpart. */
function isClosest(
	{ shared }: WordDifference,
	file: readonly string[],
	{ firstIndex, lastIndex }: LineIndexes,
): boolean {
	const wanted = new Set(shared);
	const enough = lettersOf([...wanted]) * (1 - CLEAR_LEAD);
	const longest = shared.join(" ").length * 3 + 200;
	return !file.some((line, index) => {
		if ((index >= firstIndex && index <= lastIndex) || line.length > longest) return false;
		return lettersOf([...new Set(wordsOf(line))].filter((word) => wanted.has(word))) >= enough;
	});
}

function standsIn(file: readonly string[], word: string): boolean {
	return file.some((line) => line.includes(word) && wordsOf(line).includes(word));
}
