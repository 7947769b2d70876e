/**
 * The correction of escaping: whether `newText` was escaped once too often as `oldText` was. Pure. It is un-escaped, or
 * taken as it is, only where that is proved.
 */
import { type EscapeStyle, undoEscapes } from "../match/escapes.ts";
import { diffSequences } from "./diff-sequences.ts";

/** What the match undid in `oldText`: the style, and the characters that had been escaped. */
export interface UndoneEscapes {
	style: EscapeStyle;
	kinds: readonly string[];
}

/**
 * `newText` un-escaped, or as it is if it holds no escape, or none of the kinds undone in `oldText` and one of those
 * characters bare.
 * @param oldText as it was sent
 * @returns `undefined` if neither is proved
 */
export function unescapeNewText(oldText: string, newText: string, undone: UndoneEscapes): string | undefined {
	const unescaped = undoEscapes(newText, undone.style);
	if (!unescaped) return newText;
	const oldTokens = splitEscapes(oldText, undone.style);
	const newTokens = splitEscapes(newText, undone.style);
	if (!unescaped.kinds.some((kind) => undone.kinds.includes(kind))) {
		// Only escapes that `oldText` does not show: text, if the text is seen not to be escaped; else nobody knows,
		// save of entities, which come as a set.
		if (undone.kinds.some((kind) => bareTexts(newTokens).has(kind))) return newText;
		if (undone.style === "backslash") return undefined;
	}
	const oldBare = bareTexts(oldTokens);
	const newBare = bareTexts(newTokens);
	// What stands bare in one text and escaped in the other shows that the two were not escaped alike.
	if (undone.kinds.some((kind) => newBare.has(kind)) || unescaped.kinds.some((kind) => oldBare.has(kind)))
		return undefined;
	const escapable = undone.style === "backslash" ? ESCAPED_BY_JSON : ESCAPED_BY_HTML;
	if (escapable.some((character) => newBare.has(character) && !oldBare.has(character))) return undefined;
	return bringsInUnlikeEscapes(oldTokens, newTokens) ? undefined : unescaped.text;
}

/** What an encoder would have escaped as well: standing bare where `oldText` shows none, it speaks against over-escaping. */
const ESCAPED_BY_JSON = ['"', "\n", "\t", "\\"];
const ESCAPED_BY_HTML = ["<", ">", "&"];

interface Token {
	text: string;
	/** The character that the escape stands for. */
	escapes?: string;
}

const TOKENS = {
	backslash: /\\[ntr"'`$\\]|[\p{L}\p{N}\p{M}_]+|./gsu,
	html: /&(?:lt|gt|amp|quot|apos|nbsp|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});|[\p{L}\p{N}\p{M}_]+|./gsu,
};

function splitEscapes(text: string, style: EscapeStyle): Token[] {
	return Array.from(text.matchAll(TOKENS[style]), ([token]) => {
		const escapes = token.length > 1 ? undoEscapes(token, style) : undefined;
		return escapes ? { text: token, escapes: escapes.text } : { text: token };
	});
}

function bareTexts(tokens: readonly Token[]): Set<string> {
	return new Set(tokens.filter((token) => token.escapes === undefined).map((token) => token.text));
}

/**
 * Escapes of `newText` that `oldText` gives no ground for: beside a word that both keep, where `oldText` has something
 * else; or any new one, if the text has bare characters that one more level of escaping would have escaped too.
 */
function bringsInUnlikeEscapes(oldTokens: readonly Token[], newTokens: readonly Token[]): boolean {
	const keptFrom = keptIndexes(oldTokens, newTokens);
	for (const [index, token] of newTokens.entries()) {
		if (token.escapes === undefined || keptFrom[index] !== undefined) continue;
		for (const side of [-1, 1]) {
			const keptWord = keptFrom[index + side];
			if (keptWord === undefined || !isWord(newTokens[index + side]!.text)) continue;
			const oldNeighbour = oldTokens[keptWord - side];
			if (oldNeighbour && oldNeighbour.escapes !== token.escapes) return true;
		}
	}
	return false;
}

/** Index in `oldTokens` of each token of `newTokens` that both keep. */
function keptIndexes(oldTokens: readonly Token[], newTokens: readonly Token[]): (number | undefined)[] {
	const kept: (number | undefined)[] = new Array(newTokens.length).fill(undefined);
	const texts = (tokens: readonly Token[]) => tokens.map((token) => token.text);
	for (const run of diffSequences(texts(oldTokens), texts(newTokens))) {
		if (!run.kept) continue;
		for (let index = run.newStart; index < run.newEnd; index++) kept[index] = run.oldStart + index - run.newStart;
	}
	return kept;
}

function isWord(token: string): boolean {
	return /^[\p{L}\p{N}_]/u.test(token);
}
