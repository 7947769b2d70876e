/**
 * The guards: reasons to refuse an edit whose place is known. Pure, one function each; `guardReason` runs them in the
 * order of the contract and returns the first reason. Nothing was written when one speaks.
 */
import type { Place, RefusalReason } from "./edit-error.ts";
import { lostLines } from "./evidence/lost-lines.ts";
import { elidedLine } from "./guards/elided-new-text.ts";
import { bringsInLineNumbers } from "./guards/line-numbers.ts";
import { hasLoneReturnBreaks, isBlank } from "./match/characters.ts";
import type { DriftKind } from "./match/drift-kinds.ts";
import type { Span } from "./match/find-span.ts";

/** Default of `overScopeLines`: a span of so many lines is guarded. Lower refuses honest rewrites, higher lets bigger losses through. */
export const OVER_SCOPE_LINES = 20;

/** Default of `overScopeRatio`: the share of the span's lines that `newText` must have. */
export const OVER_SCOPE_RATIO = 0.5;

/**
 * A span may have so many times the lines of `oldText`. Full matches outgrow `oldText` only through blank lines, of which
 * a few between two lines are usual; lower refuses airy files, higher lets a match stretch over unrelated distance.
 */
const DISPROPORTIONATE_LINES = 4;

/** The same for characters that are no blanks, which only invisible ones and long compatibility forms can multiply. */
const DISPROPORTIONATE_CHARACTERS = 4;

export interface GuardedEdit {
	where: string;
	text: string;
	span: Span;
	drift: readonly DriftKind[];
	/** As it matched: one level of escapes undone, where that was needed. */
	oldText: string;
	newText: string;
	/** 1-based line of the span's start; asked only when a guard needs it. */
	place: (from?: "line-start") => Place;
	overScopeLines: number;
	overScopeRatio: number;
}

const GUARDS = [overScope, disproportionate, elidedNewText, lineNumbers, lostIndentation, illFormedText];

export function guardReason(edit: GuardedEdit): RefusalReason | undefined {
	for (const guard of GUARDS) {
		const reason = guard(edit);
		if (reason) return reason;
	}
	return undefined;
}

/** A large block replaced by a much smaller one: most of it was probably not meant to go. A plain deletion is plain. */
function overScope(edit: GuardedEdit): RefusalReason | undefined {
	const { text, span, newText, overScopeLines, overScopeRatio } = edit;
	if (overScopeLines <= 0) return undefined;
	const spanLines = countLines(text.slice(span.start, span.end));
	if (spanLines < overScopeLines) return undefined;
	const newLines = countLines(newText);
	if (newLines >= spanLines * overScopeRatio) return undefined;
	if (newLines === 0 && edit.drift.every((kind) => kind === "line-endings")) return undefined;
	const place = edit.place();
	return {
		code: "over-scope",
		place,
		lost: lostLines(text, span, place.startLine, newText),
		spanLines,
		newLines,
		limitLines: overScopeLines,
		ratio: overScopeRatio,
	};
}

/** Lines of a text; a final line break starts no further line, and blanks and line breaks only are no lines. */
export function countLines(text: string): number {
	if (isBlankText(text)) return 0;
	let count = 1;
	const lineBreak = hasLoneReturnBreaks(text) ? "\r" : "\n";
	const last = text.length - 1;
	for (let at = text.indexOf(lineBreak); at !== -1 && at < last; at = text.indexOf(lineBreak, at + 1)) count++;
	return count;
}

function isBlankText(text: string): boolean {
	for (let offset = 0; offset < text.length; offset++) {
		const code = text.charCodeAt(offset);
		if (code !== 0x0a && code !== 0x0d && !isBlank(code)) return false;
	}
	return true;
}

function disproportionate(edit: GuardedEdit): RefusalReason | undefined {
	if (edit.drift.length === 0) return undefined;
	const spanText = edit.text.slice(edit.span.start, edit.span.end);
	const tooManyLines = countLines(spanText) > DISPROPORTIONATE_LINES * countLines(edit.oldText);
	const tooManyCharacters = countFilled(spanText) > DISPROPORTIONATE_CHARACTERS * countFilled(edit.oldText);
	return tooManyLines || tooManyCharacters ? { code: "disproportionate", place: edit.place() } : undefined;
}

function countFilled(text: string): number {
	let count = 0;
	for (let offset = 0; offset < text.length; offset++) {
		const code = text.charCodeAt(offset);
		if (code !== 0x0a && code !== 0x0d && !isBlank(code)) count++;
	}
	return count;
}

/** A line of `newText` that stands for text that was left out would overwrite that text. */
function elidedNewText({ text, span, oldText, newText, where }: GuardedEdit): RefusalReason | undefined {
	const placeholder = elidedLine({ spanText: text.slice(span.start, span.end), oldText, newText, where });
	return placeholder === undefined ? undefined : { code: "elided-new-text", placeholder };
}

/** Line numbers that a reader's output put before the lines would be written into the file. */
function lineNumbers(edit: GuardedEdit): RefusalReason | undefined {
	const { text, span, oldText, newText } = edit;
	if (!/\d/u.test(newText)) return undefined;
	const spanText = text.slice(span.start, span.end);
	const isNumbered = bringsInLineNumbers({ spanText, oldText, newText, startLine: () => edit.place().startLine });
	return isNumbered ? { code: "line-numbers", field: "newText" } : undefined;
}

/** Names and endings of files in which indentation is code. */
const INDENTATION_IS_CODE = [
	".py",
	".pyi",
	".pyx",
	".yaml",
	".yml",
	".mk",
	".mak",
	".coffee",
	".nim",
	".haml",
	".pug",
	".slim",
	".sass",
	".styl",
	".hs",
	".elm",
	".fs",
	".fsx",
	".gd",
	".rst",
	"makefile",
	"gnumakefile",
	"sconstruct",
	"snakefile",
	"bazel",
	"build",
	"workspace",
];

/**
 * In files where indentation is code: an exact match that starts within its line's indentation or right behind it, where
 * the text to write would move lines to another level than theirs.
 */
function lostIndentation(edit: GuardedEdit): RefusalReason | undefined {
	const { text, span, newText } = edit;
	const isExact = edit.drift.every((kind) => kind === "line-endings");
	if (!isExact || !isIndentationCode(edit.where)) return undefined;
	const lineStart = text.lastIndexOf("\n", span.start - 1) + 1;
	const column = span.start - lineStart;
	if (column === 0 || !isBlankText(text.slice(lineStart, span.start))) return undefined;
	const startsWithText = !isBlank(text.charCodeAt(span.start));
	const isMoved =
		(startsWithText && (losesIndentation(edit, column) || leadingBlanks(newText) >= column)) || leavesIndentation(edit);
	return isMoved ? { code: "indentation", place: edit.place("line-start"), reason: "lost" } : undefined;
}

/** Further lines that would land left of the first one, as lines do that were sent without their indentation. */
function losesIndentation({ oldText, newText }: GuardedEdit, column: number): boolean {
	const [first, ...further] = newText.split("\n");
	const firstIndent = leadingBlanks(first!);
	// What oldText has in further lines stood the test of the file, so it came with its indentation.
	const shownLines = oldText.split("\n").slice(1);
	const shown = new Set(shownLines.filter((line) => !isBlankText(line)).map(leadingBlanks));
	return further.some((line) => {
		if (isBlankText(line)) return false;
		const indent = leadingBlanks(line);
		return indent < column && indent >= firstIndent && !shown.has(indent);
	});
}

/** Whole lines go, and the indentation that stays before them would move the next line. */
function leavesIndentation({ text, span, newText }: GuardedEdit): boolean {
	if (newText !== "" || text[span.end - 1] !== "\n") return false;
	const [nextLine] = text.slice(span.end, span.end + NEXT_LINE_CHARACTERS).split("\n");
	return !isBlankText(nextLine!);
}

/** A line that is blank for so many characters counts as blank. */
const NEXT_LINE_CHARACTERS = 1000;

function isIndentationCode(where: string): boolean {
	const name = where.slice(Math.max(where.lastIndexOf("/"), where.lastIndexOf("\\")) + 1).toLowerCase();
	return INDENTATION_IS_CODE.some((ending) => (ending.startsWith(".") ? name.endsWith(ending) : name === ending));
}

function leadingBlanks(line: string): number {
	let count = 0;
	while (isBlank(line.charCodeAt(count))) count++;
	return count;
}

/** A lone surrogate cannot be written in any encoding. */
function illFormedText({ newText }: GuardedEdit): RefusalReason | undefined {
	const offset = newText.search(/\p{Surrogate}/u);
	return offset === -1 ? undefined : { code: "ill-formed-text", offset };
}
