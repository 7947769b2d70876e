/** Brace expansion on the text of a word. */

/** Words that one brace expansion may become. More lets `{1..999}` through whole; fewer bounds the work. */
export const MOST_ALTERNATIVES = 512;

export function expandBraces(text: string): string[] {
	const done: string[] = [];
	const waiting = [{ head: "", tail: text }];
	while (waiting.length > 0 && done.length + waiting.length <= MOST_ALTERNATIVES) {
		const { head, tail } = waiting.shift()!;
		const brace = firstBrace(tail);
		if (!brace) done.push(head + tail);
		else if (brace.alternatives.length === 0)
			waiting.unshift({ head: head + tail.slice(0, brace.end), tail: tail.slice(brace.end) });
		else {
			const before = head + tail.slice(0, brace.start);
			// Nested braces are inside an alternative: it is looked at again, the text before it is done.
			waiting.unshift(
				...brace.alternatives.map((alternative) => ({ head: before, tail: alternative + tail.slice(brace.end) })),
			);
		}
	}
	return [...done, ...waiting.map(({ head, tail }) => head + tail)];
}

interface Brace {
	start: number;
	end: number;
	/** None: it is no brace expansion. */
	alternatives: string[];
}

function firstBrace(text: string): Brace | undefined {
	const commas: number[] = [];
	let start = -1;
	let depth = 0;
	for (let index = 0; index < text.length; index = afterQuoted(text, index)) {
		const character = text[index];
		if (character === "{" && depth++ === 0) start = index;
		else if (character === "," && depth === 1) commas.push(index);
		else if (character === "}" && depth > 0 && --depth === 0) {
			const cuts = [start, ...commas, index];
			const parts = cuts.slice(1).map((cut, position) => text.slice(cuts[position]! + 1, cut));
			return { start, end: index + 1, alternatives: commas.length > 0 ? parts : sequenceOf(parts[0]!) };
		}
	}
	return undefined;
}

/** Past the character at `index`, or past the whole of what is quoted or substituted there. */
function afterQuoted(text: string, index: number): number {
	const character = text[index];
	if (character === "\\") return index + 2;
	const close = character === "'" || character === '"' || character === "`" ? character : undefined;
	const opened = character === "$" && (text[index + 1] === "{" || text[index + 1] === "(");
	const end = opened
		? text.indexOf(text[index + 1] === "{" ? "}" : ")", index)
		: close
			? text.indexOf(close, index + 1)
			: index;
	return end < 0 ? text.length : end + 1;
}

function sequenceOf(text: string): string[] {
	const numbers = /^(-?\d{1,6})\.\.(-?\d{1,6})$/.exec(text);
	const letters = /^([A-Za-z])\.\.([A-Za-z])$/.exec(text);
	if (!numbers && !letters) return [];
	const [from, to] = numbers
		? [Number(numbers[1]), Number(numbers[2])]
		: [letters![1]!.charCodeAt(0), letters![2]!.charCodeAt(0)];
	const length = Math.min(Math.abs(to - from) + 1, MOST_ALTERNATIVES);
	const values = Array.from({ length }, (_, index) => from + (to < from ? -index : index));
	const width = numbers && [numbers[1]!, numbers[2]!].some((end) => /^-?0\d/.test(end)) ? numbers[1]!.length : 0;
	return values.map((value) => (numbers ? String(value).padStart(width, "0") : String.fromCharCode(value)));
}
