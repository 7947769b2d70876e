/**
 * Line numbers that a reader puts before the lines it shows (`cat -n`, `grep -n`, other tools' `read`), and that models
 * copy with the lines. Lists (`1.`, `1)`) and tables with a number in front are no reader's output.
 */

export interface NumberedQuestion {
	/** The file's text at the span. */
	spanText: string;
	oldText: string;
	newText: string;
	/** 1-based line of the span's start; asked only when it matters. */
	startLine: () => number;
}

/**
 * Whether `newText` has such numbers and neither `oldText` nor the file has them: before every line, where a line of
 * `oldText` returns behind its number or the first number is the place's; or before single lines, where the number is
 * right and the file's line is the same as the text behind it.
 */
export function bringsInLineNumbers({ spanText, oldText, newText, startLine }: NumberedQuestion): boolean {
	const unnumbered = withoutLineNumbers(newText);
	if (unnumbered && !withoutLineNumbers(oldText) && !withoutLineNumbers(spanText)) {
		const oldLines = new Set(oldText.split("\n").map((line) => line.trim()));
		const repeatsOld = unnumbered.text.split("\n").some((line) => line.trim() !== "" && oldLines.has(line.trim()));
		if (repeatsOld || unnumbered.firstNumber === startLine()) return true;
	}
	return repeatsNumberedLines(newText, spanText, startLine);
}

export interface UnnumberedText {
	text: string;
	/** The number before the first line. */
	firstNumber: number;
}

/**
 * The text without the line numbers that stand before each of its lines, or `undefined` if they do not: rising by one,
 * each followed by the same tab, arrow, bar or colon. One blank behind a bar or a colon is the reader's, if each line has it.
 */
export function withoutLineNumbers(text: string): UnnumberedText | undefined {
	const lines = text.split("\n");
	if (lines.at(-1) === "") lines.pop();
	const bare: string[] = [];
	let firstNumber: number | undefined;
	let separator: string | undefined;
	for (const [index, line] of lines.entries()) {
		const prefix = line.match(/^[ \t]{0,8}(?:L|line )?(\d{1,7})(?: {0,3}(→|│|\||:)|(\t)|$)/u);
		if (!prefix) return undefined;
		const number = Number(prefix[1]);
		firstNumber ??= number;
		if (number !== firstNumber + index) return undefined;
		const mark = prefix[2] ?? prefix[3];
		separator ??= mark;
		if (mark !== undefined && mark !== separator) return undefined;
		bare.push(line.slice(prefix[0].length));
	}
	if (firstNumber === undefined || separator === undefined) return undefined;
	const isPadded = separator !== "\t" && separator !== "→" && bare.every((line) => line === "" || line.startsWith(" "));
	const unpadded = isPadded ? bare.map((line) => line.slice(1)) : bare;
	return { text: unpadded.join("\n") + (text.endsWith("\n") ? "\n" : ""), firstNumber };
}

/** A single line proves it, unless the number looks like that of a list: then two do, beyond the start of the file. */
function repeatsNumberedLines(newText: string, spanText: string, startLine: () => number): boolean {
	let spanLines: string[] | undefined;
	let listed = 0;
	for (const line of newText.split("\n")) {
		const prefix = line.match(/^[ \t]{0,8}[[(]?(?:L|line )?(\d{1,7})([ \t→│|:.)\]-]{1,8})/u);
		if (!prefix) continue;
		spanLines ??= spanText.split("\n");
		const number = Number(prefix[1]);
		const spanLine = spanLines[number - startLine()];
		const rest = unmarked(line.slice(prefix[0].length));
		if (spanLine === undefined || rest === "" || unmarked(spanLine) !== rest || spanLines.includes(line)) continue;
		if (/[\t→│|:\]]/u.test(prefix[2]!)) return true;
		if (number >= FIRST_UNLISTED_NUMBER) listed++;
		if (listed === 2) return true;
	}
	return false;
}

/** A list that starts with the file has its numbers right by chance. */
const FIRST_UNLISTED_NUMBER = 3;

/** Blanks and marks off the start: some may have been taken for the separator. */
function unmarked(line: string): string {
	return line.replace(/^[ \t→│|:.)\]-]+/u, "").trimEnd();
}
