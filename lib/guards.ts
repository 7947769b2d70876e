/**
 * The guards: reasons to refuse an edit whose place is known. Pure, one function each; `guardReason` runs them in the
 * order of the contract and returns the first reason. Nothing was written when one speaks.
 */
import type { Place, RefusalReason } from "./edit-error.ts";
import { lostLines } from "./evidence/lost-lines.ts";
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
	const tooManyLines = countLines(spanText) > DISPROPORTIONATE_LINES * Math.max(1, countLines(edit.oldText));
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

const COMMENT_OPENERS = ["//", "/*", "#", "<!--", "--", ";", "%", "*", "{/*", '"""', "(*", "'", "REM ", "rem "];

const PLACEHOLDER_WORDS = [
	"existing",
	"rest of",
	"remaining",
	"unchanged",
	"same as",
	"stays the same",
	"remains the same",
	"as before",
	"previous code",
	"other code",
	"omitted",
	"keep the",
	"no changes",
];

/** A line of `newText` that stands for text that was left out would overwrite that text. */
function elidedNewText({ text, span, oldText, newText }: GuardedEdit): RefusalReason | undefined {
	const newLines = newText.split("\n").map((line) => line.trim());
	for (const placeholder of newLines) {
		const isElided = isPlaceholder(placeholder) || (isBareEllipsis(placeholder) && losesLine(oldText, newLines));
		if (!isElided) continue;
		const isKnown = oldText.includes(placeholder) || text.slice(span.start, span.end).includes(placeholder);
		if (!isKnown) return { code: "elided-new-text", placeholder };
	}
	return undefined;
}

/** A comment of nothing but an ellipsis: usual in sample code, so it elides something only if a line goes. */
function isBareEllipsis(line: string): boolean {
	return /^(?:\/\/|#|\/\*|<!--|--|;|%|\{\/\*) ?(?:\.{3}|…) ?(?:\*\/\}?|-->)?$/u.test(line);
}

function losesLine(oldText: string, newLines: readonly string[]): boolean {
	const kept = new Set(newLines);
	return oldText.split("\n").some((line) => line.trim() !== "" && !kept.has(line.trim()));
}

/** Longest line that can be a placeholder; real ones are short. */
const PLACEHOLDER_CHARACTERS = 120;

function isPlaceholder(line: string): boolean {
	if (line.length === 0 || line.length > PLACEHOLDER_CHARACTERS) return false;
	const lower = line.toLowerCase();
	const hasEllipsis = lower.includes("...") || lower.includes("…");
	const hasWord = PLACEHOLDER_WORDS.some((word) => lower.includes(word));
	if (!hasWord) return false;
	const opener = COMMENT_OPENERS.find((start) => line.startsWith(start));
	const inner = (opener === undefined ? line : line.slice(opener.length)).trim();
	const startsElided =
		inner.startsWith("...") || inner.startsWith("…") || inner.startsWith("[...") || inner.startsWith("(...");
	if (startsElided) return true;
	if (opener === undefined) return false;
	return hasEllipsis || saysUnchanged(inner.toLowerCase());
}

/** A whole comment that says, without an ellipsis, that code was left out. */
function saysUnchanged(comment: string): boolean {
	const opens = ["rest of", "the rest of", "remaining", "existing", "other"].some((word) => comment.startsWith(word));
	const closes = [
		"unchanged",
		"remains the same",
		"stays the same",
		"remain the same",
		"stay the same",
		"as before",
		"here",
		"omitted",
	].some((word) => comment.replace(/[\s.*/\->}]+$/u, "").endsWith(word));
	return opens && closes;
}

/** Line-number prefixes that a reader's output put before every line. */
function lineNumbers(edit: GuardedEdit): RefusalReason | undefined {
	const prefixed = withoutLineNumbers(edit.newText);
	if (
		!prefixed ||
		withoutLineNumbers(edit.oldText) ||
		withoutLineNumbers(edit.text.slice(edit.span.start, edit.span.end))
	) {
		return undefined;
	}
	const oldLines = new Set(edit.oldText.split("\n").map((line) => line.trim()));
	const repeatsOld = prefixed.text.split("\n").some((line) => line.trim() !== "" && oldLines.has(line.trim()));
	const isPlaced = prefixed.firstNumber === edit.place().startLine;
	return repeatsOld || isPlaced ? { code: "line-numbers", field: "newText" } : undefined;
}

export interface UnnumberedText {
	text: string;
	/** The number before the first line. */
	firstNumber: number;
}

/**
 * The text without the line numbers that stand before each of its lines, or `undefined` if they do not: rising by one,
 * each followed by the same tab, arrow, bar or colon. Lists (`1.`, `1)`) and tables are left alone.
 */
export function withoutLineNumbers(text: string): UnnumberedText | undefined {
	const lines = text.split("\n");
	if (lines.at(-1) === "") lines.pop();
	const bare: string[] = [];
	let first: { number: number; separator: string } | undefined;
	for (const [index, line] of lines.entries()) {
		const prefix = line.match(/^[ \t]{0,8}(?:L|line )?(\d{1,7})(\t|→|│|\||: |:|$)/u);
		if (!prefix) return undefined;
		const number = Number(prefix[1]);
		first ??= { number, separator: prefix[2]! };
		if (number !== first.number + index) return undefined;
		if (prefix[2] !== first.separator && prefix[2] !== "" && !(prefix[2] === ":" && first.separator === ": "))
			return undefined;
		bare.push(line.slice(prefix[0].length));
	}
	if (!first || first.separator === "") return undefined;
	return { text: bare.join("\n") + (text.endsWith("\n") ? "\n" : ""), firstNumber: first.number };
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
 * An exact match from its line's first non-blank character, in a file where indentation is code: further lines that
 * would land left of that line, yet no further left than the first one was sent, may all have lost their indentation.
 */
function lostIndentation(edit: GuardedEdit): RefusalReason | undefined {
	const isExact = edit.drift.every((kind) => kind === "line-endings");
	if (!isExact || !isIndentationCode(edit.where) || !edit.newText.includes("\n")) return undefined;
	const lineStart = edit.text.lastIndexOf("\n", edit.span.start - 1) + 1;
	const column = edit.span.start - lineStart;
	if (edit.span.start === 0 || column === 0 || !isBlankText(edit.text.slice(lineStart, edit.span.start)))
		return undefined;
	if (isBlank(edit.text.charCodeAt(edit.span.start))) return undefined;
	const [first, ...further] = splitLines(edit.newText);
	const firstIndent = leadingBlanks(first!);
	// What oldText has in further lines stood the test of the file, so it came with its indentation.
	const shownLines = splitLines(edit.oldText).slice(1);
	const shown = new Set(shownLines.filter((line) => !isBlankText(line)).map(leadingBlanks));
	const isLost = further.some((line) => {
		if (isBlankText(line)) return false;
		const indent = leadingBlanks(line);
		return indent < column && indent >= firstIndent && !shown.has(indent);
	});
	return isLost ? { code: "indentation", place: edit.place("line-start"), reason: "lost" } : undefined;
}

function splitLines(text: string): string[] {
	return text.split(/\r\n|\n|\r/);
}

function isIndentationCode(where: string): boolean {
	const name = where.slice(Math.max(where.lastIndexOf("/"), where.lastIndexOf("\\")) + 1).toLowerCase();
	return INDENTATION_IS_CODE.some((ending) => (ending.startsWith(".") ? name.endsWith(ending) : name === ending));
}

function leadingBlanks(line: string): number {
	let count = 0;
	while (count < line.length && isBlank(line.charCodeAt(count))) count++;
	return count;
}

/** A lone surrogate cannot be written in any encoding. */
function illFormedText({ newText }: GuardedEdit): RefusalReason | undefined {
	if (newText.isWellFormed()) return undefined;
	for (let offset = 0; offset < newText.length; offset++) {
		const code = newText.codePointAt(offset)!;
		if (code >= 0xd800 && code <= 0xdfff) return { code: "ill-formed-text", offset };
		if (code > 0xffff) offset++;
	}
	return undefined;
}
