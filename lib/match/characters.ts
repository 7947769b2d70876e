/**
 * What counts as a blank, a line break, an invisible character and a whole character, and how Unicode look-alikes
 * fold together. Pure. Every question is answered from a bounded neighbourhood, so that hostile text (a million
 * combining marks) costs what friendly text costs.
 */

export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
export const SPACE = 0x20;

/** Nothing below it joins the character before it, and no character below it but U+00AD is invisible. */
const FIRST_COMBINING = 0x300;

/**
 * Most code units of one character beyond its first. Unicode's stream-safe format allows 30 marks; ICU's normaliser is
 * quadratic in longer runs. Raising it makes hostile runs cost more, lowering it would cut true characters.
 */
const MAXIMUM_JOINED_UNITS = 64;

/** A space, a tab, VT, FF or a special space. Line breaks and U+2028 are none. */
export function isBlank(codeUnit: number): boolean {
	if (codeUnit < 0x80) return codeUnit === SPACE || codeUnit === 0x09 || codeUnit === 0x0b || codeUnit === 0x0c;
	return isSpecialSpace(codeUnit);
}

function isSpecialSpace(codeUnit: number): boolean {
	if (codeUnit < 0x1680) return codeUnit === 0xa0;
	return (
		codeUnit === 0x1680 ||
		(codeUnit >= 0x2000 && codeUnit <= 0x200a) ||
		codeUnit === 0x202f ||
		codeUnit === 0x205f ||
		codeUnit === 0x3000
	);
}

/** Whether the code unit at `offset` is a blank. A space that carries a combining mark is none: NFKC of U+00B4 is one. */
export function isBlankAt(text: string, offset: number): boolean {
	if (!isBlank(text.charCodeAt(offset))) return false;
	return !(text.charCodeAt(offset + 1) >= FIRST_COMBINING) || joiningOf(text, offset + 1) !== "mark";
}

/** Whether a lone CR is a line break in `text`: only where there is no LF. */
export function hasLoneReturnBreaks(text: string): boolean {
	return !text.includes("\n");
}

/** Length of the line break that starts at `offset`: 2 for CRLF, 1 for LF or a counted lone CR, else 0. */
export function lineBreakLength(text: string, offset: number, loneReturnBreaks: boolean): 0 | 1 | 2 {
	const codeUnit = text.charCodeAt(offset);
	if (codeUnit === LINE_FEED) return 1;
	if (codeUnit !== CARRIAGE_RETURN) return 0;
	if (text.charCodeAt(offset + 1) === LINE_FEED) return 2;
	return loneReturnBreaks ? 1 : 0;
}

/** Length of the line break that ends at `offset`, as `lineBreakLength` counts. */
export function lineBreakLengthBefore(text: string, offset: number, loneReturnBreaks: boolean): 0 | 1 | 2 {
	if (offset === 0) return 0;
	const codeUnit = text.charCodeAt(offset - 1);
	if (codeUnit === LINE_FEED) return offset > 1 && text.charCodeAt(offset - 2) === CARRIAGE_RETURN ? 2 : 1;
	return codeUnit === CARRIAGE_RETURN && loneReturnBreaks && text.charCodeAt(offset) !== LINE_FEED ? 1 : 0;
}

/** Characters that a reader cannot see and that count as nothing: zero-width ones, soft hyphen, variation selectors. */
export function isInvisible(codePoint: number): boolean {
	if (codePoint < 0x180b) return codePoint === 0xad;
	return (
		(codePoint >= 0x200b && codePoint <= 0x200f) ||
		codePoint === 0xfeff ||
		(codePoint >= 0x2060 && codePoint <= 0x2064) ||
		(codePoint >= 0xfe00 && codePoint <= 0xfe0f) ||
		(codePoint >= 0xe0100 && codePoint <= 0xe01ef) ||
		(codePoint >= 0x180b && codePoint <= 0x180f)
	);
}

/** Length of the invisible character at `offset` in code units, 0 if there is none. */
export function invisibleLength(text: string, offset: number): 0 | 1 | 2 {
	const codeUnit = text.charCodeAt(offset);
	if (codeUnit < 0x80 || !(codeUnit >= 0xad)) return 0;
	if (codeUnit !== 0xdb40) return isInvisible(codeUnit) ? 1 : 0;
	return isInvisible(text.codePointAt(offset)!) ? 2 : 0;
}

/**
 * Whether `text` may be cut at `offset`: not inside a surrogate pair or a CRLF, not between a letter and its combining
 * mark, and only where NFKC of both parts joined is the NFKC of the whole.
 */
export function isCharacterBoundary(text: string, offset: number): boolean {
	if (offset <= 0 || offset >= text.length) return true;
	const after = text.charCodeAt(offset);
	const before = text.charCodeAt(offset - 1);
	if (after < FIRST_COMBINING) return after !== LINE_FEED || before !== CARRIAGE_RETURN;
	if (isLowSurrogate(after) && isHighSurrogate(before)) return false;
	const joining = joiningOf(text, offset);
	if (joining === "never") return true;
	if (joining === "mark") return isBlank(before) || before === LINE_FEED || before === CARRIAGE_RETURN;
	const left = text.slice(Math.max(0, offset - COMPOSITION_WINDOW), offset);
	const right = String.fromCodePoint(text.codePointAt(offset)!);
	return left.normalize("NFKC") + right.normalize("NFKC") === (left + right).normalize("NFKC");
}

/** Code units before a cut that can compose with what follows: the letters of a Hangul syllable and more. */
const COMPOSITION_WINDOW = 6;

/** Whether a code unit can belong to the character before it, or is invisible and so may stand inside one. */
export function canJoinPrevious(codeUnit: number): boolean {
	return isInvisible(codeUnit) || joiningOf(String.fromCharCode(codeUnit), 0) !== "never";
}

/** How a code point can belong to the character before it: as a combining mark, by composing under NFKC, or never. */
type Joining = "mark" | "composes" | "never";

const JOININGS: readonly Joining[] = ["mark", "composes", "never"];

/** Answers for the basic plane, found on demand: 0 is unknown, else an index into `JOININGS` plus one. */
const knownJoinings = new Uint8Array(0x10000);

function joiningOf(text: string, offset: number): Joining {
	const codeUnit = text.charCodeAt(offset);
	if (codeUnit < FIRST_COMBINING) return "never";
	if (isHighSurrogate(codeUnit)) return computeJoining(text.codePointAt(offset)!);
	const known = knownJoinings[codeUnit]!;
	if (known !== 0) return JOININGS[known - 1]!;
	const joining = computeJoining(codeUnit);
	knownJoinings[codeUnit] = JOININGS.indexOf(joining) + 1;
	return joining;
}

/** The one letter besides Hangul that composes backwards. */
const KIRAT_RAI_VOWEL_AI = 0x16d67;

function computeJoining(codePoint: number): Joining {
	if (isInvisible(codePoint)) return "never";
	const character = String.fromCodePoint(codePoint);
	if (/^[\p{M}\uff9e\uff9f]/u.test(character)) return "mark"; // with the half-width voicing marks, which compose as marks do
	const first = character.normalize("NFKC").codePointAt(0)!;
	const isHangulVowelOrFinal = (first >= 0x1161 && first <= 0x1175) || (first >= 0x11a8 && first <= 0x11c2);
	return isHangulVowelOrFinal || first === KIRAT_RAI_VOWEL_AI ? "composes" : "never";
}

/** End of the character that starts at `offset`, invisible characters inside it included, those after it not. */
export function characterEnd(text: string, offset: number): number {
	let end = offset + codePointLength(text, offset);
	const limit = Math.min(text.length, offset + MAXIMUM_JOINED_UNITS);
	let scan = end;
	while (scan < limit && text.charCodeAt(scan) >= 0xad) {
		const invisible = invisibleLength(text, scan);
		if (invisible === 0) {
			if (!joinsBefore(text, offset, end, scan)) break;
			end = scan + codePointLength(text, scan);
		}
		scan += invisible === 0 ? codePointLength(text, scan) : invisible;
	}
	return end;
}

/** Whether the code point at `offset` belongs to the character in `[start, end)`; between them only invisible ones. */
function joinsBefore(text: string, start: number, end: number, offset: number): boolean {
	const joining = joiningOf(text, offset);
	if (joining !== "composes") return joining === "mark";
	if (end === offset) return !isCharacterBoundary(text, offset);
	const visible = dropInvisible(text.slice(start, end));
	return !isCharacterBoundary(visible + String.fromCodePoint(text.codePointAt(offset)!), visible.length);
}

/**
 * `text` with look-alikes folded: NFKC, one class each of single quotes, double quotes, hyphens with dashes and minus,
 * and special spaces; invisible characters dropped. Two texts that pi's fuzzy matcher calls equal fold to the same text.
 */
export function foldUnicode(text: string): string {
	if (isAscii(text)) return text;
	let folded = "";
	let plainStart = 0;
	let offset = 0;
	while (offset < text.length) {
		const codeUnit = text.charCodeAt(offset);
		const next = offset + 1 < text.length ? text.charCodeAt(offset + 1) : 0;
		if (codeUnit < 0x80 && next < 0x80) {
			offset++;
			continue;
		}
		const end = invisibleLength(text, offset) > 0 ? offset + invisibleLength(text, offset) : characterEnd(text, offset);
		folded += text.slice(plainStart, offset) + foldCharacter(text.slice(offset, end));
		offset = plainStart = end;
	}
	return folded + text.slice(plainStart);
}

/** The folded form of one character, of an invisible one or of one with invisible ones inside. */
export function foldCharacter(character: string): string {
	return dropInvisible(character).normalize("NFKC").replace(LOOK_ALIKES, lookAlikeClass);
}

const LOOK_ALIKES = /[\u2018-\u201b\u201c-\u201f\u2010-\u2015\u2212\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;

function lookAlikeClass(character: string): string {
	const codeUnit = character.charCodeAt(0);
	if (codeUnit >= 0x2018 && codeUnit <= 0x201b) return "'";
	if (codeUnit >= 0x201c && codeUnit <= 0x201f) return '"';
	return isSpecialSpace(codeUnit) ? " " : "-";
}

function dropInvisible(text: string): string {
	let kept = "";
	for (let offset = 0; offset < text.length; ) {
		const invisible = invisibleLength(text, offset);
		if (invisible === 0) kept += text[offset];
		offset += Math.max(1, invisible);
	}
	return kept;
}

/** Whether `text` holds ASCII characters only. */
export function isAscii(text: string): boolean {
	return !/[^\x00-\x7f]/.test(text);
}

function codePointLength(text: string, offset: number): number {
	return text.codePointAt(offset)! > 0xffff ? 2 : 1;
}

function isHighSurrogate(codeUnit: number): boolean {
	return (codeUnit & 0xfc00) === 0xd800;
}

function isLowSurrogate(codeUnit: number): boolean {
	return (codeUnit & 0xfc00) === 0xdc00;
}
