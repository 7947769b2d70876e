/** Lines, words and indentation as the bench sees them, written apart from `lib` so that the two can disagree. */

export interface Line {
	text: string;
	/** Empty on a last line without one. */
	lineBreak: string;
}

export function splitLines(text: string): Line[] {
	const lines: Line[] = [];
	let start = 0;
	while (start < text.length) {
		let end = start;
		while (end < text.length && text[end] !== "\n" && text[end] !== "\r") end++;
		const lineBreak = text.startsWith("\r\n", end) ? "\r\n" : text.slice(end, end + 1);
		lines.push({ text: text.slice(start, end), lineBreak });
		start = end + lineBreak.length;
	}
	return lines;
}

export function joinLines(lines: readonly Line[]): string {
	return lines.map((line) => line.text + line.lineBreak).join("");
}

export function indentOf(text: string): string {
	return /^[ \t]*/.exec(text)![0];
}

export function isBlank(text: string): boolean {
	return text.trim() === "";
}

export interface Word {
	text: string;
	start: number;
	end: number;
}

/** Runs of letters, marks, digits and `_`. No class of drift adds or removes one, so a word keeps its ordinal. */
export function wordsOf(text: string): Word[] {
	return Array.from(text.matchAll(/[\p{L}\p{M}\p{N}_]+/gu), (match) => ({
		text: match[0],
		start: match.index,
		end: match.index + match[0].length,
	}));
}

/** The indentation step of a file: a tab, or the commonest difference between neighbouring lines. */
export function indentUnitOf(lines: readonly Line[]): string {
	const votes = new Map<string, number>();
	let previous = "";
	for (const { text } of lines) {
		if (isBlank(text)) continue;
		const indent = indentOf(text);
		if (indent.length > previous.length && indent.startsWith(previous)) {
			const step = indent.slice(previous.length);
			votes.set(step, (votes.get(step) ?? 0) + 1);
		}
		previous = indent;
	}
	const candidates = [...votes].filter(([step]) => step === "\t" || /^ {2,8}$/.test(step));
	candidates.sort((one, other) => other[1] - one[1]);
	return candidates[0]?.[0] ?? "    ";
}

/** A line with every drift but that of indentation forgiven. */
export function forgiven(text: string): string {
	return text
		.normalize("NFKC")
		.replace(/[\u200b-\u200d\u2060\ufeff\u00ad]|[\ufe00-\ufe0f]/g, "")
		.replace(/[‘’‚‛′]/g, "'")
		.replace(/[“”„‟″]/g, '"')
		.replace(/[\u2010-\u2015\u2212]/g, "-")
		.replace(/[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]+/g, " ")
		.trim();
}

/** A text with every drift forgiven and no blanks at all: two texts that differ in this are never the same text. */
export function strong(text: string): string {
	return forgiven(text).replaceAll(" ", "").normalize("NFKC");
}

/** How often a non-empty needle occurs, overlaps included. */
export function countOccurrences(text: string, needle: string): number {
	let count = 0;
	for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, at + 1)) count++;
	return count;
}
