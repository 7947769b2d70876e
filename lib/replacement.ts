/**
 * What is written in the place of a span. Pure. For an exact match it is `newText`, save for its line breaks. For a
 * drifted match the drift binds the result too: the text that `oldText` and `newText` agree on keeps the file's own
 * characters; what `newText` brings in is written literally, save for the one correction, and only where that is proved.
 *
 * Holds when it returns a text: it equals `newText` when the same kinds of drift are forgiven.
 */
import {
	endsWithLineBreak,
	type LineEnding,
	lineEndingOf,
	startsWithLineBreak,
	withLineEnding,
	withoutFinalLineBreak,
} from "./line-endings.ts";
import { hasLoneReturnBreaks, isBlank, lineBreakLength } from "./match/characters.ts";
import type { Candidate, Span } from "./match/find-span.ts";
import { alignLines } from "./replacement/align-lines.ts";
import { type IndentEvidence, indentCorrection, onlyOldTextDrifted, stepOfFile } from "./replacement/indentation.ts";
import {
	countSameTexts,
	hasTwofoldDeletion,
	type LinePairs,
	pairLines,
	withPresentBlanks,
} from "./replacement/pair-lines.ts";
import { isTelling, splitTextLines, type TextLine } from "./replacement/text-lines.ts";
import { type LinesToWrite, type WrittenLine, writeLines } from "./replacement/write-lines.ts";

/** `span` is the candidate's, widened to the blanks of its first or last line where these belong to what is written. */
export type Replacement = { kind: "text"; text: string; span: Span } | { kind: "unproved"; unproved: Unproved };

/** What could not be proved, so that nothing is written. */
export type Unproved =
	| { what: "indentation" /** The indent of `newText` that no rule maps. */; indent: string }
	/** Two lines of the file would be glued together. */
	| { what: "line-breaks" }
	/** The lines of `oldText` and of the span do not pair up, or it cannot be told which of two lines goes. */
	| { what: "lines" };

/** One place and the two texts, one level of escapes already undone on both where the match needed it. */
export interface ReplacementRequest {
	text: string;
	candidate: Candidate;
	oldText: string;
	newText: string;
}

export function replacementFor(request: ReplacementRequest): Replacement {
	const { span, drift } = request.candidate;
	if (drift.every((kind) => kind === "line-endings")) {
		const ending = hasLineBreak(request.newText) ? lineEndingOf(request.text, span) : undefined;
		if (ending !== "mixed" && !endsOtherwise(request.text, span, ending))
			return { kind: "text", text: plainReplacement(request, ending), span };
		return driftedReplacement(request);
	}
	const widened = withBlanksOfItsLines(request);
	const replacement = driftedReplacement(widened);
	return replacement.kind === "text" && gluesLines(widened, replacement.text)
		? { kind: "unproved", unproved: { what: "line-breaks" } }
		: replacement;
}

/** Whether the span's last line, which stays if lines come after it, ends with another line break than the span's lines. */
function endsOtherwise(text: string, span: Span, ending: LineEnding | undefined): boolean {
	if (ending === undefined || !isLineBreak(text[span.end])) return false;
	return lineBreakFollowing(text, span, ending === "\r") !== ending;
}

/**
 * The request with a span that takes in the blanks that follow on its last line, which stay or go with that line, and
 * the indentation before its first line, which belongs to what becomes of that line.
 */
function withBlanksOfItsLines(request: ReplacementRequest): ReplacementRequest {
	const { text, candidate, oldText, newText } = request;
	let { start, end } = candidate.span;
	let { drift } = candidate;
	if (!isLineBreak(text[end - 1])) {
		while (end < text.length && isBlank(text.charCodeAt(end))) end++;
		if (end < text.length && !isLineBreak(text[end])) end = candidate.span.end;
	}
	const staysBlank = newText === "" && !isLineBreak(oldText.at(-1));
	if (!isLineBreak(oldText[0]) && !staysBlank) {
		while (start > 0 && isBlank(text.charCodeAt(start - 1))) start--;
		const isIndentation = start < candidate.span.start && !startsMidLine(text, start);
		if (isIndentation) drift = [...drift, "line-trimmed"];
		else start = candidate.span.start;
	}
	return { ...request, candidate: { span: { start, end }, drift } };
}

function isLineBreak(character: string | undefined): boolean {
	return character === "\n" || character === "\r";
}

/** What `drift: "verbatim"` writes: `newText` as it came, with the span's line ending. */
export function verbatimReplacement(request: ReplacementRequest): string {
	const ending = hasLineBreak(request.newText) ? lineEndingOf(request.text, request.candidate.span) : undefined;
	return plainReplacement(request, ending === "mixed" ? undefined : ending);
}

function hasLineBreak(text: string): boolean {
	return text.includes("\n") || text.includes("\r");
}

function plainReplacement(request: ReplacementRequest, ending: LineEnding | undefined): string {
	const { text, newText } = request;
	if (newText === "") return newText;
	const lacksFinalBreak = lacksFinalLineBreak(request);
	if (ending === undefined && !lacksFinalBreak) return newText;
	const loneReturnBreaks = hasLoneReturnBreaks(text);
	const kept = lacksFinalBreak ? withoutFinalLineBreak(newText, loneReturnBreaks) : newText;
	return ending === undefined ? kept : withLineEnding(kept, ending, loneReturnBreaks);
}

/** The file ends without the line break that `oldText` ends with, so `newText`'s is dropped too. */
function lacksFinalLineBreak({ text, candidate, oldText }: ReplacementRequest): boolean {
	return candidate.span.end === text.length && isLineBreak(oldText.at(-1)) && !isLineBreak(text.at(-1));
}

function driftedReplacement(request: ReplacementRequest): Replacement {
	const { text, candidate, oldText, newText } = request;
	const { span, drift } = candidate;
	if (newText === "") return { kind: "text", text: "", span };
	const rules = {
		loneReturnBreaks: hasLoneReturnBreaks(text),
		startsMidLine: startsMidLine(text, span.start),
		foldsUnicode: drift.includes("unicode"),
	};
	const oldLines = splitTextLines(oldText, rules);
	const newLines = splitTextLines(newText, rules);
	// Where `oldText` ends in mid-line, a last line break of `newText` is followed by a line, an empty one.
	const endsOnEmptyLine = newLines.at(-1)!.lineBreak !== "" && oldLines.at(-1)?.lineBreak === "";
	if (endsOnEmptyLine) newLines.push({ indent: "", body: "", tail: "", lineBreak: "", isBlank: true, isWhole: true });
	const spanLines = splitTextLines(text.slice(span.start, span.end), rules);
	// A last line without its break still owns the one that follows the span: it keeps it if lines come after it.
	const last = spanLines.at(-1);
	if (last?.lineBreak === "") last.lineBreak = lineBreakFollowing(text, span, rules.loneReturnBreaks);
	const aligned = alignLines(oldLines, spanLines);
	if (!aligned) return { kind: "unproved", unproved: { what: "lines" } };
	const { pairs, correct, isIndentAsSent } = pairsAndCorrection(request, { oldLines, newLines, aligned });
	if (hasTwofoldDeletion(oldLines, aligned.fileLines, pairs)) return { kind: "unproved", unproved: { what: "lines" } };
	const result = writeLines({ oldLines, newLines, aligned, pairs, correct, isIndentAsSent, drift });
	if (result.kind === "unproved") {
		const { kind: _, ...unproved } = result;
		return { kind: "unproved", unproved };
	}
	return { kind: "text", text: joinLines(result.lines, request, newLines, rules.loneReturnBreaks), span };
}

function lineBreakFollowing(text: string, { end }: Span, loneReturnBreaks: boolean): string {
	return text.slice(end, end + lineBreakLength(text, end, loneReturnBreaks));
}

function startsMidLine(text: string, start: number): boolean {
	const before = text[start - 1];
	return before !== undefined && before !== "\n" && !(before === "\r" && hasLoneReturnBreaks(text));
}

type Lines = Pick<LinesToWrite, "oldLines" | "newLines" | "aligned">;

function pairsAndCorrection(
	request: ReplacementRequest,
	lines: Lines,
): Pick<LinesToWrite, "pairs" | "correct" | "isIndentAsSent"> {
	const { oldLines, newLines, aligned } = lines;
	const pairs = withPresentBlanks(pairLines(oldLines, newLines), oldLines, aligned.fileLines);
	const asSent = { correct: ({ indent }: { indent: string }) => indent, isIndentAsSent: true };
	if (!request.candidate.drift.includes("line-trimmed")) return { pairs, ...asSent };
	// Where `newText` is rather like the file than like `oldText`, only `oldText` drifted, and its lines would mislead.
	const inFile = oldLines.map((line, index) => aligned.fileLines[index] ?? line);
	const asInFile = withPresentBlanks(pairLines(inFile, newLines), inFile, aligned.fileLines);
	const isLikeFile =
		countSameTexts(asInFile, aligned.fileLines, newLines) > countSameTexts(pairs, oldLines, newLines) &&
		onlyOldTextDrifted(indentEvidence(request, lines, asInFile));
	if (isLikeFile) return { pairs: asInFile, ...asSent };
	const evidence = indentEvidence(request, lines, pairs);
	if (onlyOldTextDrifted(evidence)) return { pairs, ...asSent };
	return { pairs, correct: indentCorrection(evidence), isIndentAsSent: false };
}

function indentEvidence(
	{ text, candidate }: ReplacementRequest,
	{ oldLines, newLines, aligned }: Lines,
	pairs: LinePairs,
): IndentEvidence {
	const hasIndent = (line: TextLine) => !line.isBlank && line.isWhole;
	const pairAt = (oldIndex: number) => {
		const fileLine = aligned.fileLines[oldIndex];
		const oldLine = oldLines[oldIndex];
		return fileLine && oldLine && hasIndent(oldLine) ? { old: oldLine.indent, file: fileLine.indent } : undefined;
	};
	return {
		pairs: oldLines.flatMap((_, index) => pairAt(index) ?? []),
		newLines: newLines.flatMap((line, index) => {
			const oldIndex = pairs[index] ?? -1;
			const isKept = oldLines[oldIndex]?.body === line.body && isTelling(line);
			return hasIndent(line) ? [{ indent: line.indent, continues: pairAt(oldIndex), isKept }] : [];
		}),
		firstLineOpens: opensBlock(newLines.find((line) => !line.isBlank)?.body ?? ""),
		fileStep: stepOfFile(text, candidate.span.start),
	};
}

/**
 * Whether the next line may lie deeper: the line ends as one that opens a block or inside brackets, starts with a word
 * that does or with a list's mark, or is a key or a target with its value.
 */
function opensBlock(body: string): boolean {
	if (/[{([:=\\>&|+-]$|:\s/.test(body) || BLOCK_WORDS.test(body)) return true;
	const depth = body.replace(/[^([{]/g, "").length - body.replace(/[^)\]}]/g, "").length;
	return body.endsWith(",") && depth > 0;
}

const BLOCK_WORDS =
	/^(?:[-*+]\s|\d{1,3}[.)]\s)|^(?:if|elif|elsif|else|unless|for|foreach|while|until|do|begin|try|with|case|when|switch|def|class|module|function|func|fn|proc|sub)\b/;

function joinLines(
	lines: readonly WrittenLine[],
	request: ReplacementRequest,
	newLines: readonly TextLine[],
	loneReturnBreaks: boolean,
): string {
	const { text, candidate, oldText } = request;
	const { span } = candidate;
	const spanText = text.slice(span.start, span.end);
	const spanEnds = endsWithLineBreak(spanText, loneReturnBreaks);
	const oldEnds = endsWithLineBreak(oldText, loneReturnBreaks);
	const endsWithBreak = oldEnds === spanEnds ? newLines.at(-1)!.lineBreak !== "" : spanEnds;
	let lineBreak = lineBreakAt(text, span);
	let written = "";
	for (const [index, line] of lines.entries()) {
		if (line.lineBreak !== "") lineBreak = line.lineBreak;
		written += line.text + (index < lines.length - 1 || endsWithBreak ? lineBreak : "");
	}
	return written;
}

/** The line break of the span's first line, which a new line at its start takes. */
function lineBreakAt(text: string, span: Span): string {
	const ending = lineEndingOf(text, span);
	if (ending !== "mixed") return ending ?? "\n";
	const lineFeed = text.indexOf("\n", span.start);
	return lineFeed > span.start && text[lineFeed - 1] === "\r" ? "\r\n" : "\n";
}

/** Whether a line break that `oldText` has at its start or end and `newText` lacks would glue two lines together. */
function gluesLines({ text, candidate, oldText, newText }: ReplacementRequest, written: string): boolean {
	const loneReturnBreaks = hasLoneReturnBreaks(text);
	const { span } = candidate;
	const hasTextBefore = startsMidLine(text, span.start);
	const hasTextAfter =
		span.end < text.length && !startsWithLineBreak(text.slice(span.end, span.end + 2), loneReturnBreaks);
	if (endsWithLineBreak(oldText, loneReturnBreaks) && !endsWithLineBreak(newText, loneReturnBreaks)) {
		const endsInBreak = written === "" ? !hasTextBefore : endsWithLineBreak(written, loneReturnBreaks);
		if (hasTextAfter && !endsInBreak) return true;
	}
	if (startsWithLineBreak(oldText, loneReturnBreaks) && !startsWithLineBreak(newText, loneReturnBreaks)) {
		const startsInBreak = written === "" ? !hasTextAfter : startsWithLineBreak(written, loneReturnBreaks);
		if (hasTextBefore && !startsInBreak) return true;
	}
	return false;
}
