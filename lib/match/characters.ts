/**
 * What counts as a blank, a line break, an invisible character and a whole character. Pure. Every question is answered
 * from a bounded neighbourhood, so that hostile text (a million combining marks) costs what friendly text costs.
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

export function isSpecialSpace(codeUnit: number): boolean {
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
	return !(text.charCodeAt(offset + 1) >= FIRST_COMBINING) || joiningOf(codePointAt(text, offset + 1)) !== AS_MARK;
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
	const joining = joiningOf(codePointAt(text, offset));
	if (joining === NEVER) return true;
	if (joining === AS_MARK) return isBlank(before) || before === LINE_FEED || before === CARRIAGE_RETURN;
	return !composesBackwards(text, offset);
}

/** Whether a code unit can belong to the character before it, or is invisible and so may stand inside one. */
export function canJoinPrevious(codeUnit: number): boolean {
	return isInvisible(codeUnit) || joiningOf(codeUnit) !== NEVER;
}

/** Whether a code point is visible and starts a character wherever it stands. */
export function isVisibleStart(codePoint: number): boolean {
	return joiningOf(codePoint) === NEVER && !isInvisible(codePoint);
}

/** How a code point can belong to the character before it. 0: not known yet. */
const NEVER = 1;
const AS_MARK = 2;
/** By composing under NFKC, if what stands before it is fit for that. */
const BY_COMPOSING = 3;

/** Answers by code point, found on demand: most of it is never touched and so takes no memory. */
const knownJoinings = new Uint8Array(0x110000);

function joiningOf(codePoint: number): number {
	if (codePoint < FIRST_COMBINING) return NEVER;
	return knownJoinings[codePoint] || learnJoining(codePoint);
}

function learnJoining(codePoint: number): number {
	const joining = computeJoining(codePoint);
	knownJoinings[codePoint] = joining;
	return joining;
}

function computeJoining(codePoint: number): number {
	if (isInvisible(codePoint)) return NEVER;
	const character = String.fromCodePoint(codePoint);
	if (/^[\p{M}\uff9e\uff9f]/u.test(character)) return AS_MARK; // with the half-width voicing marks, which compose as marks do
	const first = character.normalize("NFKC").codePointAt(0)!;
	return isHangulVowel(first) || isHangulFinal(first) || first === KIRAT_RAI_VOWEL_AI ? BY_COMPOSING : NEVER;
}

/** The one letter besides Hangul that composes backwards. */
const KIRAT_RAI_VOWEL_AI = 0x16d67;

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
	const joining = joiningOf(codePointAt(text, offset));
	if (joining !== BY_COMPOSING) return joining === AS_MARK;
	if (end === offset) return composesBackwards(text, offset);
	const visible = dropInvisible(text.slice(start, end));
	return composesBackwards(visible + String.fromCodePoint(codePointAt(text, offset)), visible.length);
}

/** Whether the code point at `offset` composes with what stands before it; of Hangul that is known without composing. */
function composesBackwards(text: string, offset: number): boolean {
	const codePoint = codePointAt(text, offset);
	if (codePoint > 0xffff) {
		const left = text.slice(Math.max(0, offset - COMPOSITION_WINDOW), offset);
		const right = String.fromCodePoint(codePoint);
		return left.normalize("NFKC") + right.normalize("NFKC") !== (left + right).normalize("NFKC");
	}
	const before = lastComposed(text, offset - 1);
	if (isHangulVowel(lastComposed(text, offset))) return isHangulConsonant(before);
	const isOpenSyllable = before >= 0xac00 && before <= 0xd7a3 && (before - 0xac00) % HANGUL_FINALS === 0;
	return isOpenSyllable || (isHangulVowel(before) && isHangulConsonant(lastComposed(text, offset - 2)));
}

/** Code units before a cut that can compose with what follows outside Hangul. */
const COMPOSITION_WINDOW = 6;

/** Syllables that share their consonant and vowel: one open, the others with a final. */
const HANGUL_FINALS = 28;

/** The last code unit of the NFKC of the code unit at `offset`. */
function lastComposed(text: string, offset: number): number {
	const codeUnit = offset < 0 ? 0 : text.charCodeAt(offset);
	// Below are no characters that NFKC makes Hangul of.
	if (codeUnit < 0x3131 || (codeUnit >= 0xac00 && codeUnit <= 0xd7a3)) return codeUnit;
	const composed = String.fromCharCode(codeUnit).normalize("NFKC");
	return composed.charCodeAt(composed.length - 1);
}

function isHangulConsonant(codeUnit: number): boolean {
	return codeUnit >= 0x1100 && codeUnit <= 0x1112;
}

function isHangulVowel(codeUnit: number): boolean {
	return codeUnit >= 0x1161 && codeUnit <= 0x1175;
}

function isHangulFinal(codeUnit: number): boolean {
	return codeUnit >= 0x11a8 && codeUnit <= 0x11c2;
}

/** `text` without its invisible characters. */
export function dropInvisible(text: string): string {
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

/** The code point at `offset`, which must be inside the text. */
export function codePointAt(text: string, offset: number): number {
	const codeUnit = text.charCodeAt(offset);
	return isHighSurrogate(codeUnit) ? text.codePointAt(offset)! : codeUnit;
}

function codePointLength(text: string, offset: number): number {
	return codePointAt(text, offset) > 0xffff ? 2 : 1;
}

export function isHighSurrogate(codePoint: number): boolean {
	return codePoint >= 0xd800 && codePoint <= 0xdbff;
}

function isLowSurrogate(codeUnit: number): boolean {
	return (codeUnit & 0xfc00) === 0xdc00;
}
