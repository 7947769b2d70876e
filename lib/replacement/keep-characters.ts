/**
 * The body of one changed line: what the old and the new body agree on keeps the file's characters, the rest is the new
 * body's. Pure. The result equals the new body when the same kinds of drift are forgiven.
 */
import { characterEnd, foldCharacter, invisibleLength, isBlank, isCharacterBoundary } from "../match/characters.ts";
import type { DriftKind } from "../match/drift-kinds.ts";
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
	const oldTokens = splitTokens(oldBody);
	const newTokens = splitTokens(newBody);
	let written = "";
	let oldOffset = 0;
	let newOffset = 0;
	for (const run of diffSequences(oldTokens, newTokens)) {
		const oldEnd = oldOffset + joinedLength(oldTokens, run.oldStart, run.oldEnd);
		const newEnd = newOffset + joinedLength(newTokens, run.newStart, run.newEnd);
		written += run.kept
			? keptRun(fileBody, file, old, newBody, { oldStart: oldOffset, oldEnd, newStart: newOffset })
			: newBody.slice(newOffset, newEnd);
		oldOffset = oldEnd;
		newOffset = newEnd;
	}
	return isSameText(written, newBody, drift) ? written : newBody;
}

/** Whether two bodies are equal when `drift` is forgiven. */
export function isSameText(left: string, right: string, drift: readonly DriftKind[]): boolean {
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
	const pieces: string[] = [];
	const canonicalOffsets = new Int32Array(text.length + 1).fill(-1);
	let length = 0;
	let offset = 0;
	let endsBlank = false;
	while (offset < text.length) {
		canonicalOffsets[offset] = length;
		const end = pieceEnd(text, offset, foldsBlanks);
		let piece = text.slice(offset, end);
		// Blanks with only invisible characters between them are one run.
		if (foldsBlanks && isBlank(text.charCodeAt(offset))) piece = endsBlank ? "" : " ";
		else if (foldsUnicode && (end > offset + 1 || text.charCodeAt(offset) >= 0x80)) piece = foldCharacter(piece);
		pieces.push(piece);
		length += piece.length;
		if (piece !== "") endsBlank = piece === " ";
		offset = end;
	}
	canonicalOffsets[text.length] = length;
	const sourceOffsets = new Int32Array(length + 1).fill(-1);
	// Later offsets win, so that characters that count as nothing stay with the character before them.
	for (const [sourceOffset, canonicalOffset] of canonicalOffsets.entries()) {
		if (canonicalOffset !== -1) sourceOffsets[canonicalOffset] = sourceOffset;
	}
	sourceOffsets[0] = 0;
	return { text: pieces.join(""), sourceOffsets, canonicalOffsets };
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
