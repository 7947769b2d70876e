/**
 * The body of one changed line: what the old and the new body agree on keeps the file's characters, the rest is the new
 * body's. Pure. The result equals the new body when the same kinds of drift are forgiven.
 */
import { characterEnd, invisibleLength, isBlank, isCharacterBoundary } from "../match/characters.ts";
import type { DriftKind } from "../match/drift-kinds.ts";
import { foldCharacter } from "../match/folding.ts";
import { diffSequences } from "./diff-sequences.ts";

/** @returns the text to write, or `undefined` if file and old body do not agree under `drift` */
export function keepCharacters(
	fileBody: string,
	oldBody: string,
	newBody: string,
	drift: readonly DriftKind[],
): string | undefined {
	if (oldBody === newBody) return fileBody;
	if (fileBody === oldBody) return newBody;
	const file = canonicalView(fileBody, drift);
	const old = canonicalView(oldBody, drift);
	if (file.text.trimEnd() !== old.text.trimEnd()) return undefined;
	const common = commonEnds(oldBody, newBody);
	const keep = (oldStart: number, oldEnd: number, newStart: number) =>
		keptRun(fileBody, file, old, newBody, { oldStart, oldEnd, newStart });
	const oldTail = oldBody.length - common.suffix;
	const newTail = newBody.length - common.suffix;
	return (
		keep(0, common.prefix, 0) +
		keepTokens(oldBody, newBody, { start: common.prefix, oldEnd: oldTail, newEnd: newTail }, drift, keep) +
		keep(oldTail, oldBody.length, newTail)
	);
}

/** Lengths of what both bodies start and end with, cut back to where a token certainly ends, so that only the rest is diffed. */
function commonEnds(oldBody: string, newBody: string): { prefix: number; suffix: number } {
	const shorter = Math.min(oldBody.length, newBody.length);
	let prefix = 0;
	while (prefix < shorter && oldBody.charCodeAt(prefix) === newBody.charCodeAt(prefix)) prefix++;
	while (prefix > 0 && !(isTokenEnd(oldBody, prefix) && isTokenEnd(newBody, prefix))) prefix--;
	let suffix = 0;
	const oldLast = oldBody.length - 1;
	const newLast = newBody.length - 1;
	while (suffix < shorter - prefix && oldBody.charCodeAt(oldLast - suffix) === newBody.charCodeAt(newLast - suffix)) {
		suffix++;
	}
	while (
		suffix > 0 &&
		!(isTokenEnd(oldBody, oldBody.length - suffix) && isTokenEnd(newBody, newBody.length - suffix))
	) {
		suffix--;
	}
	return { prefix, suffix };
}

/** Between an ASCII punctuation mark and any other ASCII character that is no blank, or between an ASCII word and a space. */
function isTokenEnd(text: string, offset: number): boolean {
	const before = text.charCodeAt(offset - 1);
	const after = text.charCodeAt(offset);
	if (!(before < 0x80) || !(after < 0x80) || isBlank(before)) return false;
	return isBlank(after) ? after === 0x20 : !isAsciiWord(before) || !isAsciiWord(after);
}

function isAsciiWord(codeUnit: number): boolean {
	return (
		(codeUnit >= 0x61 && codeUnit <= 0x7a) ||
		(codeUnit >= 0x41 && codeUnit <= 0x5a) ||
		(codeUnit >= 0x30 && codeUnit <= 0x39) ||
		codeUnit === 0x5f
	);
}

type KeepRun = (oldStart: number, oldEnd: number, newStart: number) => string;

/** The stretch between the common ends: tokens that both have are kept, the others are the new body's. */
function keepTokens(
	oldBody: string,
	newBody: string,
	stretch: { start: number; oldEnd: number; newEnd: number },
	drift: readonly DriftKind[],
	keep: KeepRun,
): string {
	const oldTokens = splitTokens(oldBody.slice(stretch.start, stretch.oldEnd));
	const newTokens = splitTokens(newBody.slice(stretch.start, stretch.newEnd));
	let written = "";
	let oldOffset = stretch.start;
	let newOffset = stretch.start;
	for (const run of diffSequences(oldTokens, newTokens)) {
		const oldEnd = oldOffset + joinedLength(oldTokens, run.oldStart, run.oldEnd);
		const newEnd = newOffset + joinedLength(newTokens, run.newStart, run.newEnd);
		written += run.kept ? keep(oldOffset, oldEnd, newOffset) : newBody.slice(newOffset, newEnd);
		oldOffset = oldEnd;
		newOffset = newEnd;
	}
	const sent = newBody.slice(stretch.start, stretch.newEnd);
	return isSameText(written, sent, drift) ? written : sent;
}

/** Whether two bodies are equal when `drift` is forgiven. */
function isSameText(left: string, right: string, drift: readonly DriftKind[]): boolean {
	return left === right || canonicalView(left, drift).text.trimEnd() === canonicalView(right, drift).text.trimEnd();
}

/** Text with the drift forgiven, and the way back at each character boundary. */
interface CanonicalView {
	text: string;
	/** Offset in the text itself of each offset in the canonical text; -1 inside a character. */
	sourceOffsets: Int32Array;
	/** Offset in the canonical text of each offset in the text itself; -1 inside a character. */
	canonicalOffsets: Int32Array;
}

function canonicalView(text: string, drift: readonly DriftKind[]): CanonicalView {
	const foldsUnicode = drift.includes("unicode");
	const foldsBlanks = drift.includes("whitespace");
	const canonicalOffsets = new Int32Array(text.length + 1).fill(-1);
	let canonical = "";
	let offset = 0;
	let endsBlank = false;
	while (offset < text.length) {
		const plainEnd = plainRunEnd(text, offset, foldsBlanks);
		for (let plain = offset; plain < plainEnd; plain++) canonicalOffsets[plain] = canonical.length + plain - offset;
		canonical += text.slice(offset, plainEnd);
		if (plainEnd > offset) endsBlank = false;
		if (plainEnd === text.length) break;
		canonicalOffsets[plainEnd] = canonical.length;
		offset = pieceEnd(text, plainEnd, foldsBlanks);
		let piece = text.slice(plainEnd, offset);
		// Blanks with only invisible characters between them are one run.
		if (foldsBlanks && isBlank(text.charCodeAt(plainEnd))) piece = endsBlank ? "" : " ";
		else if (foldsUnicode && (piece.length > 1 || piece.charCodeAt(0) >= 0x80)) piece = foldCharacter(piece);
		canonical += piece;
		if (piece !== "") endsBlank = piece === " ";
	}
	canonicalOffsets[text.length] = canonical.length;
	return { text: canonical, sourceOffsets: reversed(canonicalOffsets, canonical.length), canonicalOffsets };
}

/** End of a run of ASCII characters that stand for themselves; the last before another one is left to the slow path. */
function plainRunEnd(text: string, offset: number, foldsBlanks: boolean): number {
	let end = offset;
	while (end < text.length) {
		const codeUnit = text.charCodeAt(end);
		const isPlain = codeUnit < 0x80 && !(foldsBlanks && isBlank(codeUnit));
		if (!isPlain || (end + 1 < text.length && text.charCodeAt(end + 1) >= 0x80)) break;
		end++;
	}
	return end;
}

function reversed(canonicalOffsets: Int32Array, canonicalLength: number): Int32Array {
	const sourceOffsets = new Int32Array(canonicalLength + 1).fill(-1);
	// Later offsets win, so that characters that count as nothing stay with the character before them.
	for (let sourceOffset = 0; sourceOffset < canonicalOffsets.length; sourceOffset++) {
		const canonicalOffset = canonicalOffsets[sourceOffset]!;
		if (canonicalOffset !== -1) sourceOffsets[canonicalOffset] = sourceOffset;
	}
	sourceOffsets[0] = 0;
	return sourceOffsets;
}

function pieceEnd(text: string, offset: number, foldsBlanks: boolean): number {
	if (foldsBlanks && isBlank(text.charCodeAt(offset))) return blankRunEnd(text, offset);
	const invisible = invisibleLength(text, offset);
	return invisible > 0 ? offset + invisible : characterEnd(text, offset);
}

function blankRunEnd(text: string, offset: number): number {
	let end = offset + 1;
	while (end < text.length && isBlank(text.charCodeAt(end))) end++;
	return end;
}

/** Words with their combining marks, runs of blanks, and every other character alone. */
function splitTokens(body: string): string[] {
	return body.match(/[\p{L}\p{N}\p{M}_]+|[\p{Zs}\t]+|./gsu) ?? [];
}

function joinedLength(tokens: readonly string[], start: number, end: number): number {
	let length = 0;
	for (let index = start; index < end; index++) length += tokens[index]!.length;
	return length;
}

/** The file's characters for a kept run, shrunk to where file, old and new body all have a character boundary. */
function keptRun(
	fileBody: string,
	file: CanonicalView,
	old: CanonicalView,
	newBody: string,
	run: { oldStart: number; oldEnd: number; newStart: number },
): string {
	const fileOffset = (oldOffset: number): number => {
		const canonicalOffset = old.canonicalOffsets[oldOffset]!;
		if (canonicalOffset === -1 || !isCharacterBoundary(newBody, oldOffset - run.oldStart + run.newStart)) return -1;
		return file.sourceOffsets[canonicalOffset] ?? -1;
	};
	let start = run.oldStart;
	while (start < run.oldEnd && fileOffset(start) === -1) start++;
	let end = run.oldEnd;
	while (end > start && fileOffset(end) === -1) end--;
	const newAt = (oldOffset: number) => oldOffset - run.oldStart + run.newStart;
	if (start >= end) return newBody.slice(newAt(run.oldStart), newAt(run.oldEnd));
	return (
		newBody.slice(newAt(run.oldStart), newAt(start)) +
		fileBody.slice(fileOffset(start), fileOffset(end)) +
		newBody.slice(newAt(end), newAt(run.oldEnd))
	);
}
