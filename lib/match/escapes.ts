/**
 * Text that was escaped once too often: a JSON string encoded twice, or HTML entities. Pure, one pass. When a function
 * here returns text, exactly one level of one style is undone.
 */

export type EscapeStyle = "backslash" | "html";

export const ESCAPE_STYLES: readonly EscapeStyle[] = ["backslash", "html"];

export interface Unescaped {
	text: string;
	/** The characters that had been escaped, as they are once undone (`"\n"`, `"<"`), each once, in order of appearance. */
	kinds: readonly string[];
}

/** `text` with one level of escapes undone, or undefined if it holds no escape of that style. */
export function undoEscapes(text: string, style: EscapeStyle): Unescaped | undefined {
	const pattern = style === "backslash" ? BACKSLASH_ESCAPE : HTML_ENTITY;
	const decode = style === "backslash" ? decodeBackslash : decodeEntity;
	const kinds = new Set<string>();
	const undone = text.replace(pattern, (written) => {
		const character = decode(written);
		if (character === undefined) return written;
		kinds.add(character);
		return character;
	});
	return kinds.size === 0 ? undefined : { text: undone, kinds: [...kinds] };
}

const BACKSLASH_ESCAPE = /\\[ntr"'`$\\]/g;

const CONTROL_LETTERS: Record<string, string> = { n: "\n", t: "\t", r: "\r" };

function decodeBackslash(written: string): string {
	const letter = written[1]!;
	return CONTROL_LETTERS[letter] ?? letter;
}

/** The names that encoders write, and numbers. Bounded lengths, so a run of `&#000...` costs one look each. */
const HTML_ENTITY = /&(?:lt|gt|amp|quot|apos|nbsp|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});/g;

const NAMED_ENTITIES: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'", nbsp: "\u00a0" };

function decodeEntity(entity: string): string | undefined {
	const name = entity.slice(1, -1);
	if (!name.startsWith("#")) return NAMED_ENTITIES[name];
	const isHexadecimal = name[1] === "x" || name[1] === "X";
	const codePoint = Number.parseInt(name.slice(isHexadecimal ? 2 : 1), isHexadecimal ? 16 : 10);
	const isScalarValue = codePoint > 0 && codePoint <= 0x10ffff && (codePoint < 0xd800 || codePoint > 0xdfff);
	return isScalarValue ? String.fromCodePoint(codePoint) : undefined;
}
