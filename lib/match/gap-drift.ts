/**
 * Gaps: the blanks, invisible characters and line breaks between two visible characters. Pure. Says which sets of kinds
 * must be forgiven so that two gaps count as the same, and where a piece of a gap equals another one.
 *
 * A set of kinds is a number, bit n for the n-th entry of `DRIFT_KINDS`; a family of such sets is a bigint, bit m for
 * the set m.
 */
import { invisibleLength, isAscii, isBlank, lineBreakLength } from "./characters.ts";
import { DRIFT_KINDS, type DriftKind } from "./drift-kinds.ts";
import { foldUnicode } from "./folding.ts";

/** All kinds but `escape`, which is not a property of a gap. */
const GAP_KINDS = DRIFT_KINDS.filter((kind) => kind !== "escape");

/** How many sets of kinds there are. */
export const KIND_SET_COUNT = 1 << GAP_KINDS.length;

export function bitOf(kind: DriftKind): number {
	return 1 << DRIFT_KINDS.indexOf(kind);
}

export const LINE_ENDINGS = bitOf("line-endings");
export const TRAILING_WHITESPACE = bitOf("trailing-whitespace");
export const UNICODE = bitOf("unicode");
export const LINE_TRIMMED = bitOf("line-trimmed");
export const WHITESPACE = bitOf("whitespace");
export const BLANK_LINES = bitOf("blank-lines");

export type KindSet = number;
export type KindSetFamily = bigint;

export const EVERY_KIND_SET: KindSetFamily = (1n << BigInt(KIND_SET_COUNT)) - 1n;

/** All sets for which `predicate` holds. */
export function familyWhere(predicate: (kinds: KindSet) => boolean): KindSetFamily {
	let digits = "";
	for (let kinds = KIND_SET_COUNT - 1; kinds >= 0; kinds--) digits += predicate(kinds) ? "1" : "0";
	return BigInt(`0b${digits}`);
}

export function familyHas(family: KindSetFamily, kinds: KindSet): boolean {
	return ((family >> BigInt(kinds)) & 1n) === 1n;
}

/** Every set that holds the kind. */
export const WITH_UNICODE = familyWhere((kinds) => (kinds & UNICODE) !== 0);

/** A gap cut at its line breaks: one more piece than line breaks. */
export interface Gap {
	pieces: string[];
	lineBreaks: string[];
}

export function splitGap(text: string, start: number, end: number, loneReturnBreaks: boolean): Gap {
	const gap: Gap = { pieces: [], lineBreaks: [] };
	let pieceStart = start;
	for (let offset = start; offset < end; ) {
		const length = lineBreakLength(text, offset, loneReturnBreaks);
		if (length > 0) {
			gap.pieces.push(text.slice(pieceStart, offset));
			gap.lineBreaks.push(text.slice(offset, offset + length));
			pieceStart = offset + length;
		}
		offset += Math.max(1, length);
	}
	gap.pieces.push(text.slice(pieceStart, end));
	return gap;
}

/** The sets of kinds under which two gaps between visible characters count as the same. */
export function kindsThatForgiveGap(first: Gap, second: Gap): KindSetFamily {
	const relevant = relevantKinds(first) | relevantKinds(second);
	const answers: (boolean | undefined)[] = [];
	const variantOfFirst = withBlankLinesForgiven(first);
	const variantOfSecond = withBlankLinesForgiven(second);
	return familyWhere((kinds) => {
		const asked = kinds & relevant;
		answers[asked] ??= sameGap(variantOfFirst(asked), variantOfSecond(asked), asked);
		return answers[asked];
	});
}

/** The kinds that can make a difference to a gap. */
function relevantKinds({ pieces, lineBreaks }: Gap): KindSet {
	const unicode = pieces.every(isAscii) ? 0 : UNICODE | WHITESPACE;
	if (lineBreaks.length === 0) return unicode | WHITESPACE;
	return unicode | LINE_ENDINGS | TRAILING_WHITESPACE | LINE_TRIMMED | (lineBreaks.length > 1 ? BLANK_LINES : 0);
}

/** The gap as it is under the kinds asked for: without its blank lines if these are forgiven. */
function withBlankLinesForgiven(gap: Gap): (kinds: KindSet) => Gap {
	if (gap.lineBreaks.length < 2) return () => gap;
	const variants: Gap[] = [];
	return (kinds) => {
		if ((kinds & BLANK_LINES) === 0) return gap;
		// Whether a line is blank can only depend on whether invisible characters count.
		const decisive = kinds & UNICODE;
		variants[decisive] ??= withoutBlankLines(gap, decisive);
		return variants[decisive];
	};
}

function withoutBlankLines(gap: Gap, kinds: KindSet): Gap {
	const last = gap.pieces.length - 1;
	const isKept = gap.pieces.map((piece, index) => index === 0 || index === last || !isBlankPiece(piece, kinds));
	return {
		pieces: gap.pieces.filter((_, index) => isKept[index]),
		lineBreaks: gap.lineBreaks.filter((_, index) => isKept[index]),
	};
}

/** Whether a piece holds nothing but blanks, and invisible characters if those are forgiven. */
export function isBlankPiece(piece: string, kinds: KindSet): boolean {
	for (let offset = 0; offset < piece.length; ) {
		const invisible = (kinds & UNICODE) === 0 ? 0 : invisibleLength(piece, offset);
		if (invisible === 0 && !isBlank(piece.charCodeAt(offset))) return false;
		offset += Math.max(1, invisible);
	}
	return true;
}

function sameGap(first: Gap, second: Gap, kinds: KindSet): boolean {
	if (first.pieces.length !== second.pieces.length) return false;
	if ((kinds & LINE_ENDINGS) === 0 && first.lineBreaks.some((found, index) => found !== second.lineBreaks[index])) {
		return false;
	}
	const last = first.pieces.length - 1;
	return first.pieces.every((piece, index) => {
		const sides = { startsLine: index > 0, endsLine: index < last };
		return samePiece(piece, second.pieces[index]!, kinds, sides);
	});
}

/** Whether a piece of a gap starts at a line's start and ends at a line's end. */
export interface PieceSides {
	startsLine: boolean;
	endsLine: boolean;
}

/** The sides of a piece that is all of a line. */
export const WHOLE_LINE: PieceSides = { startsLine: true, endsLine: true };

/** Whether two pieces of a line, made of blanks and invisible characters, count as the same. */
export function samePiece(first: string, second: string, kinds: KindSet, sides: PieceSides): boolean {
	return first === second || forgivenPiece(first, kinds, sides) === forgivenPiece(second, kinds, sides);
}

/** What is left of a piece when `kinds` are forgiven. */
export function forgivenPiece(piece: string, kinds: KindSet, { startsLine, endsLine }: PieceSides): string {
	if (kinds & UNICODE) piece = foldUnicode(piece);
	const isTrimmed = (kinds & LINE_TRIMMED) !== 0 && startsLine;
	const isCut = (kinds & TRAILING_WHITESPACE) !== 0 && endsLine;
	let textStart = 0;
	while (textStart < piece.length && isBlank(piece.charCodeAt(textStart))) textStart++;
	if (textStart === piece.length) {
		if (isTrimmed || isCut) return "";
		return startsLine || endsLine ? piece : collapsed(piece, kinds);
	}
	let textEnd = piece.length;
	while (isBlank(piece.charCodeAt(textEnd - 1))) textEnd--;
	const leading = piece.slice(0, textStart);
	const trailing = piece.slice(textEnd);
	return (
		(isTrimmed ? "" : startsLine ? leading : collapsed(leading, kinds)) +
		collapsed(piece.slice(textStart, textEnd), kinds) +
		(isCut ? "" : endsLine ? trailing : collapsed(trailing, kinds))
	);
}

/** `piece` with each run of blanks as one space if `whitespace` is forgiven. */
function collapsed(piece: string, kinds: KindSet): string {
	if ((kinds & WHITESPACE) === 0) return piece;
	let result = "";
	let inRun = false;
	for (let offset = 0; offset < piece.length; offset++) {
		const isInRun = isBlank(piece.charCodeAt(offset));
		if (!isInRun) result += piece[offset];
		else if (!inRun) result += " ";
		inRun = isInRun;
	}
	return result;
}

export function sameBreak(first: string, second: string, kinds: KindSet): boolean {
	return (kinds & LINE_ENDINGS) !== 0 || first === second;
}
