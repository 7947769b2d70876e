/**
 * How the words of a line that was sent differ from those of a line of the file. Pure. A slip (a letter more, less or
 * other) leaves a word what it was; any other word is foreign, and foreign words are what tells code that was meant from
 * a twin of it.
 */

export interface WordDifference {
	/** Letters and digits of the words that are equal or slips. */
	equalLetters: number;
	/** Words of the sent line that the file's line lacks. */
	foreign: string[];
	/** What the sent line's other words are in the file. */
	shared: string[];
	/** Words that are slips, as they were sent. */
	slips: string[];
}

export function wordDifference(sent: string, file: string): WordDifference {
	const [sentWords, fileWords] = [wordsOf(sent), wordsOf(file)];
	const most = Math.min(sentWords.length, fileWords.length);
	let start = 0;
	while (start < most && sentWords[start] === fileWords[start]) start++;
	let end = 0;
	while (end < most - start && sentWords.at(-1 - end) === fileWords.at(-1 - end)) end++;
	const outer = [...sentWords.slice(0, start), ...sentWords.slice(sentWords.length - end)];
	const inner = sharedWords(
		sentWords.slice(start, sentWords.length - end),
		fileWords.slice(start, fileWords.length - end),
	);
	const shared = [...outer, ...inner.shared];
	return { ...inner, shared, equalLetters: lettersOf(outer) + inner.equalLetters };
}

export function wordsOf(line: string): string[] {
	return line.match(/[\p{L}\p{N}_$]+/gu) ?? [];
}

export function lettersOf(words: readonly string[]): number {
	return words.reduce((sum, word) => sum + word.length, 0);
}

/** Words in the middle of two lines that are compared each with each. Of lines that differ in more all are foreign. */
const COMPARED_WORDS = 80;

/** A slip counts for less than an equal word, so that the equal one is paired. */
const SLIP_SHARE = 0.8;

/** The heaviest pairing of words that keeps their order. */
function sharedWords(sent: readonly string[], file: readonly string[]): WordDifference {
	const difference: WordDifference = { equalLetters: 0, foreign: [], shared: [], slips: [] };
	if (sent.length > COMPARED_WORDS || file.length > COMPARED_WORDS) return { ...difference, foreign: [...sent] };
	const width = file.length + 1;
	const best = new Float64Array((sent.length + 1) * width);
	const gain = (row: number, column: number) => {
		const word = sent[row]!;
		if (word === file[column]) return word.length;
		return isSlip(word, file[column]!) ? word.length * SLIP_SHARE : -1;
	};
	for (let row = sent.length - 1; row >= 0; row--) {
		for (let column = file.length - 1; column >= 0; column--) {
			const at = row * width + column;
			const gained = gain(row, column);
			best[at] = Math.max(gained < 0 ? -1 : gained + best[at + width + 1]!, best[at + width]!, best[at + 1]!);
		}
	}
	for (let row = 0, column = 0; row < sent.length; ) {
		const at = row * width + column;
		const gained = column < file.length ? gain(row, column) : -1;
		const word = sent[row]!;
		if (gained >= 0 && gained + best[at + width + 1]! === best[at]) {
			difference.equalLetters += word.length;
			difference.shared.push(file[column]!);
			if (word !== file[column]) difference.slips.push(word);
			row++;
			column++;
		} else if (column < file.length && best[at + 1] === best[at]) column++;
		else {
			difference.foreign.push(word);
			row++;
		}
	}
	return difference;
}

/** A shorter word is another word as soon as a letter differs. */
const SHORTEST_SLIP = 3;

/** From this length on two letters may differ. */
const LONG_WORD = 8;

function isSlip(sent: string, file: string): boolean {
	if (sent.toLowerCase() === file.toLowerCase()) return true;
	if (Math.min(sent.length, file.length) < SHORTEST_SLIP) return false;
	// The next in a series is not a slip.
	if (sent.replace(/\D/g, "") !== file.replace(/\D/g, "")) return false;
	return lettersChanged(sent, file) <= (Math.max(sent.length, file.length) >= LONG_WORD ? 2 : 1);
}

/** Letters between the equal start and the equal end; two that changed places are one. */
function lettersChanged(first: string, second: string): number {
	const most = Math.min(first.length, second.length);
	let start = 0;
	while (start < most && first[start] === second[start]) start++;
	let end = 0;
	while (end < most - start && first.at(-1 - end) === second.at(-1 - end)) end++;
	const [left, right] = [first.slice(start, first.length - end), second.slice(start, second.length - end)];
	if (left.length === 2 && left[0] === right[1] && left[1] === right[0]) return 1;
	return Math.max(left.length, right.length);
}
