/**
 * Placeholders: lines of `newText` that stand for text the model left out, and would overwrite that text. Three degrees
 * of evidence, so that neither real comments nor sample code are refused:
 *
 * - certain: it opens with an ellipsis and names what was left out ("... existing code ...");
 * - likely: an ellipsis and little else, or nothing but the words of a placeholder ("rest of the function unchanged").
 *   Refused where the edit takes a line away;
 * - possible: such words without a decisive one ("same as before"), or an ellipsis that can be code. Refused where the
 *   edit takes away as many lines as it brings in, the placeholder counted, or more.
 */

export interface ElisionQuestion {
	/** The file's text at the span. */
	spanText: string;
	oldText: string;
	newText: string;
	/** The path: in some languages a bare ellipsis is code. */
	where: string;
}

/** The placeholder that `newText` brings in, as it stands there, trimmed. */
export function elidedLine({ spanText, oldText, newText, where }: ElisionQuestion): string | undefined {
	const newLines = trimmedLines(newText);
	let balance: LineBalance | undefined;
	let knownLines: Set<string> | undefined;
	for (const [index, line] of newLines.entries()) {
		const evidence = elisionEvidence(line, newLines[index - 1] ?? "", where);
		if (!evidence) continue;
		knownLines ??= new Set([...trimmedLines(oldText), ...trimmedLines(spanText)]);
		if (knownLines.has(line)) continue;
		balance ??= lineBalance(oldText, newLines);
		const { lost, added } = balance;
		if (evidence === "certain" || (lost > 0 && (evidence === "likely" || lost >= added))) return line;
	}
	return undefined;
}

type Evidence = "certain" | "likely" | "possible";

/** Longest line that can be a placeholder; real ones are short. */
const PLACEHOLDER_CHARACTERS = 120;

function elisionEvidence(line: string, lineBefore: string, where: string): Evidence | undefined {
	if (line.length === 0 || line.length > PLACEHOLDER_CHARACTERS) return undefined;
	const comment = commentText(line, where);
	if (comment !== undefined) return commentEvidence(comment);
	const bracketed = textInBrackets(line);
	// Brackets around names and punctuation are code.
	if (bracketed?.includes(" ") && /^[\p{L}\p{N}\s.…-]+$/u.test(bracketed)) return commentEvidence(bracketed);
	if (isEllipsis(bracketed ?? "")) return "possible";
	if (isElidedSentence(line)) return "certain";
	if (isEllipsis(line)) return isEllipsisCode(lineBefore, where) ? undefined : "possible";
	return trailingEvidence(line, where);
}

function commentEvidence(text: string): Evidence | undefined {
	const inner = textInBrackets(text) ?? text;
	const words = wordsOf(inner);
	if (words.length === 0) return hasEllipsis(inner) ? "likely" : undefined;
	const isOpened = opensElided(inner);
	if (isOpened && hasDecisiveWord(words)) return "certain";
	const isAllPlaceholder = words.every((word) => isNumber(word) || PLACEHOLDER_WORDS.has(word));
	if (isAllPlaceholder && isDecisive(words)) return "likely";
	if (isOpened && (closesElided(inner) || /^[[(<]?(?:\.{2,}|…)\s/u.test(inner))) return "likely";
	if (isAllPlaceholder && words.length > 1 && words.some((word) => NAMING_WORDS.has(word) || WEAK_WORDS.has(word)))
		return "possible";
	return closesElided(inner) && (isAllPlaceholder || hasDecisiveWord(words)) ? "possible" : undefined;
}

/** Outside a comment: spread syntax opens with an ellipsis too. */
function isElidedSentence(line: string): boolean {
	return opensElided(line) && hasDecisiveWord(wordsOf(line)) && (closesElided(line) || /^(?:\.{2,}|…)\s/u.test(line));
}

const COMMENT_MARKS: readonly (readonly [open: string, close: string])[] = [
	["{/*", "*/}"],
	["<!--", "-->"],
	["/*", "*/"],
	["(*", "*)"],
	['"""', '"""'],
	["//", ""],
	["#", ""],
	["--", ""],
	[";", ""],
	["%", ""],
	["*", ""],
	["' ", ""],
	["REM ", ""],
	["rem ", ""],
];

/** What a line says that is one comment, without its marks and rules of dashes or equals signs. */
function commentText(line: string, where: string): string | undefined {
	const marks = COMMENT_MARKS.find(([open]) => line.startsWith(open));
	if (!marks) return undefined;
	// A line within a longer comment, an item of a list, a heading: only an ellipsis or a sentence tells.
	const isTitle = line.startsWith("*") || (isProse(where) && marks[1] === "");
	if (isTitle && !hasEllipsis(line) && wordsOf(line).length < SENTENCE_WORDS) return undefined;
	const [open, close] = marks;
	let text = line.slice(open.length);
	if (close && text.endsWith(close)) text = text.slice(0, -close.length);
	return trimCharacters(text, " \t/#*-=~;!");
}

/** Titles have fewer words, placeholders that are sentences have more. */
const SENTENCE_WORDS = 5;

function textInBrackets(text: string): string | undefined {
	const close = { "[": "]", "(": ")", "<": ">", "{": "}" }[text[0] ?? ""];
	return close && text.endsWith(close) ? text.slice(1, -1).trim() : undefined;
}

/** A comment or a body of nothing but an ellipsis behind other code. */
function trailingEvidence(line: string, where: string): Evidence | undefined {
	for (const open of ["// ", "# ", "/* ", "<!-- "]) {
		const start = line.lastIndexOf(open);
		if (start <= 0) continue;
		const comment = commentText(line.slice(start), where) ?? "";
		if (opensElided(comment) && hasDecisiveWord(wordsOf(comment))) return "certain";
	}
	if (isEllipsisLanguage(where) || isProse(where)) return undefined;
	const body = line.lastIndexOf("{");
	return body > 0 && line.endsWith("}") && isEllipsis(line.slice(body + 1, -1).trim()) ? "possible" : undefined;
}

const hasEllipsis = (text: string) => text.includes("...") || text.includes("…");
const isEllipsis = (text: string) => text === "..." || text === "…" || text === "/* ... */";
const opensElided = (text: string) => /^[[(<]?(?:\.{3,}|…|\.\.\s)/u.test(text);
const closesElided = (text: string) => /(?:\.\.|…)[\])>]?$/u.test(text);
const isNumber = (word: string) => /^\d+$/u.test(word);
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const hasDecisiveWord = (words: readonly string[]) =>
	words.some((word) => STATE_WORDS.has(word) || NAMING_WORDS.has(word));
const isDecisive = (words: readonly string[]) =>
	words.some((word) => STATE_WORDS.has(word)) ||
	(words.some((word) => NAMING_WORDS.has(word)) && words.some((word) => CODE_WORDS.has(word)));

const isEllipsisLanguage = (where: string) => /\.pyi?$/iu.test(where);
const isProse = (where: string) => /\.(?:md|mdx|markdown|txt|rst|adoc|tex|html?)$/iu.test(where);

/** `...` alone is a body in Python, and a document's end in YAML. */
function isEllipsisCode(lineBefore: string, where: string): boolean {
	if (/\.ya?ml$/iu.test(where)) return true;
	return isEllipsisLanguage(where) && (lineBefore.endsWith(":") || lineBefore.endsWith('"""'));
}

function trimCharacters(text: string, characters: string): string {
	let start = 0;
	let end = text.length;
	while (start < end && characters.includes(text[start]!)) start++;
	while (end > start && characters.includes(text[end - 1]!)) end--;
	return text.slice(start, end);
}

const trimmedLines = (text: string) => text.split(/\r\n|\r|\n/u).map((line) => line.trim());

interface LineBalance {
	/** Lines of `oldText` that `newText` lacks. */
	lost: number;
	/** Lines of `newText` that `oldText` lacks, the placeholders among them. */
	added: number;
}

/** Blank lines aside, and whatever the indentation. */
function lineBalance(oldText: string, newLines: readonly string[]): LineBalance {
	const oldLines = trimmedLines(oldText);
	const lacks = (lines: readonly string[], others: readonly string[]) => {
		const known = new Set(others);
		return lines.reduce((count, line) => (line === "" || known.has(line) ? count : count + 1), 0);
	};
	return { lost: lacks(oldLines, newLines), added: lacks(newLines, oldLines) };
}

const words = (text: string) => new Set(text.split(/\s+/u));

/** Words that say that something was left out. Adding one refuses more comments; taking one out misses more placeholders. */
const STATE_WORDS = words("unchanged untouched unmodified omitted elided snip snipped truncated abbreviated");

/** Words that say so of code; of other things ("other options", "remaining fields") they can be the title of a section. */
const NAMING_WORDS = words("rest remaining remainder existing");
const CODE_WORDS = words(
	"code implementation function method class component file body logic content page document script module",
);

/** Words that say so only beside others of a placeholder. */
const WEAK_WORDS = words(
	"same other others previous original more etc before above changes change here everything brevity",
);

/** A comment of nothing but these (and numbers) is no comment on the code: it is a placeholder, or says nothing. */
const PLACEHOLDER_WORDS = new Set([
	...STATE_WORDS,
	...NAMING_WORDS,
	...CODE_WORDS,
	...WEAK_WORDS,
	...words(
		`a all an and any are as be below block can components constants contents continue continues data declarations
		definition definitions elements else entries exactly exports fields for from functions further go goes handlers helpers
		html implementations imports in intact is it items keep kept left lines line list markup methods no not nothing need
		needed of on only options or our part parts properties props queries remain remains required routes rules section
		sections should shown so statements stay stays still stuff styles such tests text that the their these they things this
		those to todo types up values variables was were will with without you your`,
	),
]);
