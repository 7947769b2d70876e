/** What is left of a text when kinds of drift are forgiven. */
import type { DriftKind } from "../../../lib/match/drift-kinds.ts";
import { isBlankLine, linesOf, type Token } from "./file-view.ts";

export interface LineContext {
	/** Whether a lone CR is a line break. */
	isLoneReturnBreak: boolean;
	/** Whether the text stands in a line that has text before or after it, so that outer blanks are inside that line. */
	isInsideLineBefore?: boolean;
	isInsideLineAfter?: boolean;
}

/** What is left of `text` when `kinds` are forgiven: two texts are the same under these kinds if this is the same. */
export function canonicalForm(text: string, kinds: readonly DriftKind[], context: LineContext): string {
	const isUnicode = kinds.includes("unicode");
	let lines = linesOf(text, context.isLoneReturnBreak);
	if (isUnicode)
		lines = lines.map((line) => ({ ...line, tokens: line.tokens.filter(({ type }) => type !== "invisible") }));
	if (kinds.includes("blank-lines")) lines = lines.filter((line) => !isBlankLine(line));
	return lines
		.map(({ tokens, lineBreak }, index) => {
			const isFirst = index === 0;
			const isLast = index === lines.length - 1 && lineBreak === "";
			const first = tokens.findIndex((token) => token.type !== "blank");
			const afterLast = tokens.findLastIndex((token) => token.type !== "blank") + 1;
			const leading = blanksOf(tokens.slice(0, first === -1 ? tokens.length : first), isUnicode);
			const trailing = first === -1 ? "" : blanksOf(tokens.slice(afterLast), isUnicode);
			const inner = innerOf(tokens.slice(first === -1 ? tokens.length : first, afterLast), kinds);
			return [
				canonicalLeading(leading, inner === "", kinds, isFirst && context.isInsideLineBefore === true),
				inner,
				canonicalTrailing(trailing, kinds, isLast && context.isInsideLineAfter === true),
				lineBreak === "" ? "" : BREAK_MARK + (kinds.includes("line-endings") ? "\n" : lineBreak),
			].join("");
		})
		.join("");
}

/** Before each break, so that a form tells CRLF from a CR that is text and an LF. */
const BREAK_MARK = "\ue000";

/** A form without its last line break, if it ends with one. */
export function withoutFinalBreak(form: string): string {
	return form.replace(/\ue000(?:\r\n|\n|\r)$/, "");
}

function canonicalLeading(
	blanks: string,
	isBlankLine: boolean,
	kinds: readonly DriftKind[],
	isInside: boolean,
): string {
	if (kinds.includes("line-trimmed")) return "";
	if (kinds.includes("trailing-whitespace") && isBlankLine) return "";
	return kinds.includes("whitespace") && isInside && !isBlankLine && blanks !== "" ? " " : blanks;
}

function canonicalTrailing(blanks: string, kinds: readonly DriftKind[], isInside: boolean): string {
	if (kinds.includes("trailing-whitespace")) return "";
	return kinds.includes("whitespace") && isInside && blanks !== "" ? " " : blanks;
}

function blanksOf(tokens: Token[], isUnicode: boolean): string {
	const text = tokens.map((token) => token.text).join("");
	return isUnicode ? text.replace(/[^ \t\v\f]/gu, " ") : text;
}

/** From the first through the last non-blank character of a line: folded in runs, so that no character is taken apart. */
function innerOf(tokens: Token[], kinds: readonly DriftKind[]): string {
	let form = "";
	let run = "";
	const endRun = () => {
		form += kinds.includes("unicode") ? folded(run) : run;
		run = "";
	};
	for (const [index, token] of tokens.entries()) {
		if (token.type !== "blank") {
			run += token.text;
			continue;
		}
		endRun();
		if (!kinds.includes("whitespace")) form += blanksOf([token], kinds.includes("unicode"));
		else if (tokens[index - 1]!.type !== "blank") form += " ";
	}
	endRun();
	return form;
}

function folded(text: string): string {
	return text
		.normalize("NFKC")
		.replace(/[\u2018-\u201b]/g, "'")
		.replace(/[\u201c-\u201f]/g, '"')
		.replace(/[\u2010-\u2015\u2212]/g, "-");
}
