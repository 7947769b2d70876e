/** The words of the design as the oracle reads them: blank, line break, character, line; and a file seen in them. */

export interface Token {
	type: "text" | "invisible" | "blank" | "break";
	text: string;
	start: number;
	end: number;
}

function tokensOf(text: string, loneReturnBreak: boolean): Token[] {
	const tokens: Token[] = [];
	for (const match of text.matchAll(/\r\n|./gsu)) {
		const start = match.index;
		const end = start + match[0].length;
		const next = text.slice(end);
		const previous = tokens.at(-1);
		if (/^\p{M}/u.test(match[0]) && !isInvisible(match[0]) && previous?.type === "text") {
			tokens[tokens.length - 1] = { ...previous, text: previous.text + match[0], end };
			continue;
		}
		tokens.push({ type: typeOf(match[0], next, loneReturnBreak), text: match[0], start, end });
	}
	return tokens;
}

function typeOf(character: string, next: string, loneReturnBreak: boolean): Token["type"] {
	if (character === "\r\n" || character === "\n") return "break";
	if (character === "\r") return loneReturnBreak ? "break" : "text";
	if (isInvisible(character)) return "invisible";
	const carriesMark = /^\p{M}/u.test(next) && !isInvisible(next);
	return BLANK.test(character) && !carriesMark ? "blank" : "text";
}

const BLANK = /^[ \t\v\f\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]$/u;

/** Soft hyphen, Mongolian and other variation selectors, zero-width characters, inner byte order marks. */
const INVISIBLE =
	/^(?:\u00ad|[\u180b-\u180d]|\u180e|\u180f|[\u200b-\u200f]|[\u2060-\u2064]|[\ufe00-\ufe0f]|\ufeff|[\u{e0100}-\u{e01ef}])/u;

export function isInvisible(text: string): boolean {
	return INVISIBLE.test(text);
}

function withoutInvisible(text: string): string {
	return [...text].filter((character) => !isInvisible(character)).join("");
}

/** What is asked of one file again and again, found once. */
export interface FileView {
	file: string;
	tokens: Token[];
	isLoneReturnBreak: boolean;
	/** Whether the file may be cut at an offset. */
	isCut: boolean[];
	/** The same in the file without its invisible characters: one may stand between a letter and its mark. */
	isVisibleCut: boolean[];
	lettersBefore: number[];
	tokensOf(text: string): Token[];
	linesOf(text: string): Line[];
	/** What stands before an offset in its line, and from it to the end of its line. */
	startOfLine(offset: number): Token[];
	restOfLine(offset: number): Token[];
	isAfterBreak(offset: number): boolean;
	/** The form found before under that name, so that no text is brought into one form twice. */
	remember(name: string, form: () => string): string;
}

export function viewOf(file: string): FileView {
	const isLoneReturnBreak = !file.includes("\n");
	const offsets = Array.from({ length: file.length + 1 }, (_, offset) => offset);
	const starts = offsets.map((offset) => linesOf(file.slice(0, offset), isLoneReturnBreak).at(-1)!.tokens);
	const rests = offsets.map((offset) => linesOf(file.slice(offset), isLoneReturnBreak)[0]!.tokens);
	const remembered = new Map<string, string>();
	return {
		file,
		tokens: tokensOf(file, isLoneReturnBreak),
		isLoneReturnBreak,
		isCut: offsets.map((offset) => isCut(file, offset)),
		isVisibleCut: offsets.map((offset) => isVisibleCut(file, offset)),
		lettersBefore: offsets.map((offset) => lettersOf(file.slice(0, offset)).length),
		tokensOf: (text) => tokensOf(text, isLoneReturnBreak),
		linesOf: (text) => linesOf(text, isLoneReturnBreak),
		startOfLine: (offset) => starts[offset]!,
		restOfLine: (offset) => rests[offset]!,
		isAfterBreak: (offset) => offset > 0 && starts[offset]!.length === 0,
		remember: (name, form) => {
			const known = remembered.get(name) ?? form();
			remembered.set(name, known);
			return known;
		},
	};
}

/** The letters and digits, which no kind of drift forgives. */
export function lettersOf(text: string): string {
	return text.normalize("NFKD").replace(/[^\p{L}\p{N}]/gu, "");
}

export function isBlankLine({ tokens }: Line): boolean {
	return tokens.every((token) => token.type === "blank");
}

export interface Line {
	tokens: Token[];
	lineBreak: string;
}

export function linesOf(text: string, loneReturnBreak: boolean): Line[] {
	const lines: Line[] = [];
	let tokens: Token[] = [];
	for (const token of tokensOf(text, loneReturnBreak)) {
		if (token.type !== "break") tokens.push(token);
		else {
			lines.push({ tokens, lineBreak: token.text });
			tokens = [];
		}
	}
	return [...lines, { tokens, lineBreak: "" }];
}

/** Whether `text` may be cut at `offset` without its invisible characters. */
export function isVisibleCut(text: string, offset: number): boolean {
	const before = withoutInvisible(text.slice(0, offset));
	return before.endsWith("\r") || isCut(before + withoutInvisible(text.slice(offset)), before.length);
}

function isCut(file: string, offset: number): boolean {
	const before = file.slice(0, offset);
	const after = file.slice(offset);
	if (before === "" || after === "") return true;
	if (before.endsWith("\r") && after.startsWith("\n")) return false;
	if (/[\ud800-\udbff]$/.test(before) && /^[\udc00-\udfff]/.test(after)) return false;
	const last = [...before].at(-1)!;
	if (/^\p{M}/u.test(after) && !isInvisible(after)) return BLANK.test(last) || /[\r\n]/.test(last);
	return before.normalize("NFKC") + after.normalize("NFKC") === file.normalize("NFKC");
}
