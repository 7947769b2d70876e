/**
 * Bytes to text and back without loss. Pure.
 *
 * Holds for every file that `decodeText` takes: `encodeText` of its text, unchanged, gives the same bytes; and text that
 * was changed only inside a span gives bytes that differ only there. U+FFFD is never made up.
 */
import { isUtf8 } from "node:buffer";
import type { ChangedRange } from "./diff/changed-ranges.ts";

/** `unknown`: not valid UTF-8 and no mark that names another encoding. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "unknown";

export interface DecodedText {
	/**
	 * The text without its byte order mark, line endings as they are in the file. In a file of unknown encoding each byte
	 * that is no part of valid UTF-8 stands as the lone surrogate U+DC80 to U+DCFF, which no well-formed text equals.
	 */
	text: string;
	encoding: Encoding;
	/** False if the bytes are not valid in the encoding: such a file takes exact matches only. */
	valid: boolean;
	/** The bytes of the byte order mark, empty if the file has none. */
	byteOrderMark: Buffer;
	/** The last byte of a UTF-16 file of odd length, else empty. */
	tail: Buffer;
}

const NOTHING = Buffer.alloc(0);
const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const UTF16LE_MARK = Buffer.from([0xff, 0xfe]);
const UTF16BE_MARK = Buffer.from([0xfe, 0xff]);
/** Marks of UTF-32. Nothing of such a file can be edited bytewise: one byte more or less shifts all that follows. */
const UTF32_MARKS = [Buffer.from([0xff, 0xfe, 0, 0]), Buffer.from([0, 0, 0xfe, 0xff])];

/** A byte that is no part of valid UTF-8 stands as this plus the byte. */
const ESCAPE_BASE = 0xdc00;

/** The text of `bytes`, or undefined for UTF-32. `bytes` are no more than a string can hold. */
export function decodeText(bytes: Buffer): DecodedText | undefined {
	if (UTF32_MARKS.some((mark) => startsWith(bytes, mark))) return undefined;
	if (startsWith(bytes, UTF16LE_MARK)) return decodeUtf16(bytes, "utf-16le");
	if (startsWith(bytes, UTF16BE_MARK)) return decodeUtf16(bytes, "utf-16be");
	const byteOrderMark = startsWith(bytes, UTF8_MARK) ? UTF8_MARK : NOTHING;
	const body = bytes.subarray(byteOrderMark.length);
	const valid = isUtf8(body);
	const text = valid ? body.toString("utf8") : decodeWithEscapes(body);
	return { text, encoding: valid ? "utf-8" : "unknown", valid, byteOrderMark, tail: NOTHING };
}

/**
 * The bytes of `text`, which came from `decoded.text` by edits. Undefined if an edit left a lone surrogate that is not the
 * file's own, which UTF-8 cannot hold.
 */
export function encodeText(text: string, decoded: DecodedText): Buffer | undefined {
	if (decoded.encoding === "utf-8" && !text.isWellFormed()) return undefined;
	return Buffer.concat([decoded.byteOrderMark, encodeBody(text, decoded.encoding), decoded.tail]);
}

/**
 * The bytes of the text that `ranges` make of `decoded.text`, in pieces; those outside of the ranges are the file's own.
 * Undefined as with `encodeText`.
 * @param bytes what `decoded` was made of
 */
export function encodeRanges(
	ranges: readonly ChangedRange[],
	decoded: DecodedText,
	bytes: Buffer,
): readonly Buffer[] | undefined {
	const { text, encoding, byteOrderMark } = decoded;
	if (encoding === "utf-8" && !ranges.every(({ newText }) => newText.isWellFormed())) return undefined;
	const isOneByteEach = bytes.length - byteOrderMark.length === text.length;
	const byteLength = (start: number, end: number, byteStart: number): number => {
		if (isOneByteEach) return end - start;
		if (encoding === "utf-8") return utf8Length(bytes, byteStart, end - start);
		return encoding === "unknown" ? encodeWithEscapes(text.slice(start, end)).length : 2 * (end - start);
	};
	const pieces: Buffer[] = [];
	let offset = 0;
	let byteOffset = byteOrderMark.length;
	let pieceStart = 0;
	for (const { oldStart, oldEnd, newText } of ranges) {
		byteOffset += byteLength(offset, oldStart, byteOffset);
		pieces.push(bytes.subarray(pieceStart, byteOffset), encodeBody(newText, encoding));
		byteOffset += byteLength(oldStart, oldEnd, byteOffset);
		pieceStart = byteOffset;
		offset = oldEnd;
	}
	pieces.push(bytes.subarray(pieceStart));
	return pieces;
}

/** UTF-16 units that begin in four bytes of valid UTF-8, at most. */
const MOST_UNITS_IN_WORD = 5;

/**
 * How many bytes hold the next `units` UTF-16 units, from `start` on in valid UTF-8. Counted four bytes at a time: that
 * takes a third of the time that measuring the text would.
 */
function utf8Length(bytes: Buffer, start: number, units: number): number {
	let at = start;
	let left = units;
	while (left > 0 && (bytes.byteOffset + at) % 4 !== 0) left -= unitsOf(bytes[at++]!);
	if (left >= MOST_UNITS_IN_WORD) {
		const words = new Uint32Array(bytes.buffer, bytes.byteOffset + at, (bytes.length - at) >> 2);
		let index = 0;
		while (left >= MOST_UNITS_IN_WORD) left -= unitsInWord(words[index++]!);
		at += 4 * index;
	}
	while (left > 0 || isContinuation(bytes[at])) left -= unitsOf(bytes[at++]!);
	return at - start;
}

/** UTF-16 units of the character that begins with `byte`; none if no character begins with it. */
function unitsOf(byte: number): number {
	if (isContinuation(byte)) return 0;
	return byte < 0xf0 ? 1 : 2;
}

function isContinuation(byte: number | undefined): boolean {
	return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** The sum of `unitsOf` for four bytes, whatever their order. */
function unitsInWord(word: number): number {
	const high = word & 0x80808080;
	if (high === 0) return 4;
	const continuations = high & ~(word << 1);
	const leadsOfFour = high & (word << 1) & (word << 2) & (word << 3);
	return 4 - countBytes(continuations) + countBytes(leadsOfFour);
}

/** How many bytes of `flags` have their highest bit; they have no other. */
function countBytes(flags: number): number {
	return Math.imul(flags >>> 7, 0x01010101) >>> 24;
}

/**
 * Whether a place that begins at `offset` may begin inside a double-byte character. In Shift-JIS, GBK, Big5 and EUC-KR the second byte of
 * a character can be an ASCII letter or a backslash, and an edit that takes it off its first byte garbles the text. It is
 * so if the whole file reads as such an encoding, and the part before `offset` does not.
 */
export function cutsDoubleByteCharacter(bytes: Buffer, offset: number): boolean {
	const before = bytes.subarray(0, offset);
	return DOUBLE_BYTE_ENCODINGS.some((encoding) => isValidIn(encoding, bytes) && !isValidIn(encoding, before));
}

const DOUBLE_BYTE_ENCODINGS = ["shift_jis", "gbk", "big5", "euc-kr"];

function isValidIn(encoding: string, bytes: Buffer): boolean {
	try {
		new TextDecoder(encoding, { fatal: true }).decode(bytes);
		return true;
	} catch {
		return false;
	}
}

function startsWith(bytes: Buffer, mark: Buffer): boolean {
	return bytes.subarray(0, mark.length).equals(mark);
}

function decodeUtf16(bytes: Buffer, encoding: "utf-16le" | "utf-16be"): DecodedText {
	const end = bytes.length - (bytes.length % 2);
	const units = bytes.subarray(2, end);
	const text = (encoding === "utf-16le" ? units : Buffer.from(units).swap16()).toString("utf16le");
	const valid = text.isWellFormed() && end === bytes.length;
	return { text, encoding, valid, byteOrderMark: bytes.subarray(0, 2), tail: bytes.subarray(end) };
}

function encodeBody(text: string, encoding: Encoding): Buffer {
	switch (encoding) {
		case "utf-8":
			return Buffer.from(text, "utf8");
		case "utf-16le":
			return Buffer.from(text, "utf16le");
		case "utf-16be":
			return Buffer.from(text, "utf16le").swap16();
		case "unknown":
			return encodeWithEscapes(text);
	}
}

function decodeWithEscapes(bytes: Buffer): string {
	// Each sequence of UTF-8 has at least as many bytes as UTF-16 units.
	const units = Buffer.allocUnsafe(bytes.length * 2);
	let length = 0;
	const put = (unit: number): void => {
		units[length++] = unit & 0xff;
		units[length++] = unit >> 8;
	};
	for (let index = 0; index < bytes.length; ) {
		const codePoint = utf8CodePointAt(bytes, index);
		const followsAscii = index > 0 && bytes[index - 1]! < 0x80;
		// What reads as an accent on an ASCII letter is more likely two letters of that encoding. As an accent it would
		// keep the letter before it from being edited.
		if (codePoint === undefined || (followsAscii && isMark(codePoint))) {
			put(ESCAPE_BASE + bytes[index]!);
			index += 1;
		} else if (codePoint < 0x10000) {
			put(codePoint);
			index += codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : 3;
		} else {
			put(0xd7c0 + (codePoint >> 10));
			put(0xdc00 + (codePoint & 0x3ff));
			index += 4;
		}
	}
	return units.toString("utf16le", 0, length);
}

function isMark(codePoint: number): boolean {
	return codePoint >= 0x300 && /\p{M}/u.test(String.fromCodePoint(codePoint));
}

/** The character of the valid UTF-8 sequence that starts at `index`, undefined if there is none. */
function utf8CodePointAt(bytes: Buffer, index: number): number | undefined {
	const first = bytes[index]!;
	if (first < 0x80) return first;
	if (first < 0xc2 || first > 0xf4) return undefined;
	const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
	let codePoint = first & (0x7f >> length);
	for (let next = index + 1; next < index + length; next++) {
		const byte = bytes[next];
		if (byte === undefined || (byte & 0xc0) !== 0x80) return undefined;
		codePoint = (codePoint << 6) | (byte & 0x3f);
	}
	const shortest = length === 2 ? 0x80 : length === 3 ? 0x800 : 0x10000;
	const surrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
	return codePoint < shortest || codePoint > 0x10ffff || surrogate ? undefined : codePoint;
}

function encodeWithEscapes(text: string): Buffer {
	// Three bytes are the most that one UTF-16 unit becomes.
	const bytes = Buffer.allocUnsafe(text.length * 3);
	let length = 0;
	let runStart = 0;
	const putRun = (runEnd: number): void => {
		if (runEnd > runStart) length += bytes.write(text.slice(runStart, runEnd), length, "utf8");
	};
	for (let index = 0; index < text.length; index++) {
		const unit = text.charCodeAt(index);
		if (unit < 0xd800 || unit > 0xdfff) continue;
		if (unit < ESCAPE_BASE) {
			index++; // The first half of a pair: the second is no escape.
			continue;
		}
		putRun(index);
		bytes[length++] = unit - ESCAPE_BASE;
		runStart = index + 1;
	}
	putRun(text.length);
	return bytes.subarray(0, length);
}
