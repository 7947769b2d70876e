/** What the drifts do to a text: what word processors, chat windows, normal forms and escaping make of it. */
import { indentOf } from "./lines.ts";
import type { Random } from "./random.ts";

export function trailing(random: Random, probability: number): string {
	return random.chance(probability) ? random.pick([" ", "  ", "\t", "   "]) : "";
}

/** What a word processor or a chat window makes of a line. */
export function typographic(text: string, random: Random): string {
	const indent = indentOf(text).length;
	let isOpen = false;
	return text.replace(/"|'| - |-/g, (match, offset: number) => {
		if (offset < indent) return match;
		if (match === '"') {
			isOpen = !isOpen;
			return isOpen ? "“" : "”";
		}
		if (match === "'") return random.pick(["’", "‘"]);
		return match.replace("-", random.pick(["–", "—", "\u2011", "-"]));
	});
}

export function specialSpaces(text: string, random: Random): string {
	const indent = indentOf(text).length;
	return text.replace(/(?<=\S) (?=\S)/g, (match, offset: number) =>
		offset >= indent && random.chance(0.3) ? random.pick(["\u00a0", "\u202f", "\u2009"]) : match,
	);
}

/** Every word takes its accent wherever it stands, so that the file stays one text. */
export function accented(text: string): string {
	return text.replace(/(?<![\\\p{L}])[a-z]{5,}/gu, (word) => word.replace("e", "é").replace("o", "ö"));
}

export function compatible(text: string): string {
	return text
		.replaceAll("...", "…")
		.replaceAll("fi", "ﬁ")
		.replaceAll("fl", "ﬂ")
		.replaceAll("ff", "ﬀ")
		.replaceAll("; ", "； ");
}

/** Beside punctuation and blanks only: inside a word they would make two of it. */
export function withInvisible(text: string, random: Random): string {
	return text.replace(/(?<=[^\s\p{L}\p{M}\p{N}_])(?=[^\p{M}])/gu, () =>
		random.chance(0.25) ? random.pick(["\u200b", "\u00ad", "\u2060", "\ufeff"]) : "",
	);
}

export function innerBlanks(text: string, random: Random, runs: readonly string[]): string {
	return text.replace(/(?<=\S) (?=\S)/g, (match) => (random.chance(0.4) ? random.pick(runs) : match));
}

export function jsonEscaped(text: string): string {
	return JSON.stringify(text).slice(1, -1);
}

export function htmlEscaped(text: string): string {
	const entities: Record<string, string> = { "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
	return text.replace(/[<>"']/g, (character) => entities[character]!);
}
