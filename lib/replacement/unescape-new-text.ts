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
 * `newText` un-escaped, or as it is if it holds no escape of the kinds undone in `oldText` (and of no other kind that
 * the two share).
 * @param oldText as it was sent
 * @returns `undefined` if neither is proved
 */
export function unescapeNewText(oldText: string, newText: string, undone: UndoneEscapes): string | undefined {
	const unescaped = undoEscapes(newText, undone.style);
	if (!unescaped) return newText;
	const isForeign = (kind: string) => !undone.kinds.includes(kind);
	if (unescaped.kinds.every(isForeign)) return newText;
	const oldTokens = splitEscapes(oldText, undone.style);
	const newTokens = splitEscapes(newText, undone.style);
	if (hasBareCharacter(newTokens, undone.kinds)) return undefined;
	if (bringsInUnlikeEscapes(oldTokens, newTokens, undone)) return undefined;
	return unescaped.text;
}

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

/** A character that the escaping would have escaped stands there bare, so this text was not escaped with it. */
function hasBareCharacter(tokens: readonly Token[], kinds: readonly string[]): boolean {
	return tokens.some((token) => token.escapes === undefined && kinds.includes(token.text));
}

/**
 * Escapes of `newText` that `oldText` gives no ground for: beside a word that both keep, where `oldText` has something
 * else; or new ones in a text with bare characters that one more level of escaping would have escaped as well.
 */
function bringsInUnlikeEscapes(
	oldTokens: readonly Token[],
	newTokens: readonly Token[],
	undone: UndoneEscapes,
): boolean {
	const keptFrom = keptIndexes(oldTokens, newTokens);
	const bare = new Set(newTokens.filter((token) => token.escapes === undefined).map((token) => token.text));
	const oldBare = new Set(oldTokens.filter((token) => token.escapes === undefined).map((token) => token.text));
	const escapable = undone.style === "backslash" ? ESCAPED_BY_JSON : ESCAPED_BY_HTML;
	const hasUnknownBare = escapable.some((character) => bare.has(character) && !oldBare.has(character));
	for (const [index, token] of newTokens.entries()) {
		if (token.escapes === undefined || keptFrom[index] !== undefined) continue;
		if (hasUnknownBare) return true;
		for (const side of [-1, 1]) {
			const keptWord = keptFrom[index + side];
			if (keptWord === undefined || !isWord(newTokens[index + side]!.text)) continue;
			if (oldTokens[keptWord - side]?.escapes !== token.escapes && oldTokens[keptWord - side] !== undefined)
				return true;
		}
	}
	return false;
}

const ESCAPED_BY_JSON = ['"', "\n", "\t", "\\"];
const ESCAPED_BY_HTML = ["<", ">", "&"];

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
