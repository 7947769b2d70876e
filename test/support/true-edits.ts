/** True edits of generated files: which lines are meant, what they become, and what the file is afterwards. */
import type { Choices } from "./choices.ts";
import { freshName, type Language, type SourceLine } from "./source-texts.ts";

/** A line of the new text: a line of the file (changed or not), or one that the edit brings in. */
export interface NewLine {
	/** Index of the line it comes from; undefined for a new one. */
	origin?: number;
	depth: number;
	/** The word of the origin that is exchanged, and for what. */
	exchange?: { word: string; replacement: string };
	/** Of a new line. */
	body?: string;
}

export interface TrueEdit {
	shape: string;
	isPlain: boolean;
	/** Range of the file's lines. */
	first: number;
	end: number;
	newLines: NewLine[];
}

interface Shape {
	name: string;
	isPlain: boolean;
	change(lines: NewLine[], source: readonly SourceLine[], language: Language, choices: Choices): void;
}

const SHAPES: readonly Shape[] = [
	{ name: "word", isPlain: true, change: exchangeWord },
	{
		name: "line in",
		isPlain: true,
		change: (lines, source, language, choices) => lineIn(lines, source, language, choices, "inside"),
	},
	{ name: "line out", isPlain: true, change: lineOut },
	{
		name: "lines at the edge",
		isPlain: false,
		change: (lines, source, language, choices) => lineIn(lines, source, language, choices, "edge"),
	},
	{ name: "block in", isPlain: false, change: blockIn },
	{ name: "wrapped", isPlain: false, change: wrap },
	{
		name: "several hunks",
		isPlain: false,
		change: (lines, source, language, choices) => {
			exchangeWord(lines, source, language, choices);
			lineIn(lines, source, language, choices, "inside");
			if (choices.once(2)) exchangeWord(lines, source, language, choices);
		},
	},
];

export const SHAPE_NAMES = SHAPES.map(({ name, isPlain }) => ({ name, isPlain }));

export function trueEdit(source: readonly SourceLine[], language: Language, choices: Choices): TrueEdit | undefined {
	const shape = choices.oneOf(SHAPES);
	const first = choices.below(source.length);
	const end = Math.min(source.length, first + 1 + choices.below(6));
	if (source[first]!.body === "" || source[end - 1]!.body === "") return undefined;
	const newLines: NewLine[] = [];
	for (let origin = first; origin < end; origin++) newLines.push({ origin, depth: source[origin]!.depth });
	const before = JSON.stringify(newLines);
	shape.change(newLines, source, language, choices);
	if (JSON.stringify(newLines) === before) return undefined;
	return { shape: shape.name, isPlain: shape.isPlain, first, end, newLines };
}

function exchangeWord(lines: NewLine[], source: readonly SourceLine[], _: Language, choices: Choices): void {
	const line = choices.oneOf(lines);
	if (line.origin === undefined || line.exchange) return;
	const words = source[line.origin]!.body.match(/[a-z]+\d+|\b\d+\b/g);
	if (!words) return;
	const word = choices.oneOf(words);
	line.exchange = { word, replacement: /^\d/.test(word) ? String(100 + choices.below(900)) : freshName(choices) };
}

function lineIn(
	lines: NewLine[],
	source: readonly SourceLine[],
	language: Language,
	choices: Choices,
	where: "inside" | "edge",
): void {
	const at = where === "edge" ? choices.oneOf([0, lines.length]) : 1 + choices.below(Math.max(1, lines.length - 1));
	if (where === "inside" && at >= lines.length) return;
	const depth = depthFor(lines, at, source, language);
	const count = where === "edge" ? 1 + choices.below(2) : 1;
	for (let index = 0; index < count; index++) {
		lines.splice(at + index, 0, { depth, body: plainStatement(language, choices) });
	}
}

/** The depth of a new line at `at`: that of a neighbour, one deeper after a header. */
function depthFor(lines: readonly NewLine[], at: number, source: readonly SourceLine[], language: Language): number {
	const above = lines[at - 1];
	if (above === undefined) return lines[at]!.depth;
	const body = above.origin === undefined ? above.body! : source[above.origin]!.body;
	if (body === "") return lines[at]?.depth ?? above.depth;
	return isHeader(body, language) ? above.depth + 1 : above.depth;
}

function isHeader(body: string, language: Language): boolean {
	return /^(?:if|for) .*[{:]$/.test(body) || body === language.header(body.match(/[a-z]+\d+/)?.[0] ?? "");
}

/** New text holds nothing that drift could touch but its indentation, so that its true form is known. */
function plainStatement(language: Language, choices: Choices): string {
	const name = freshName(choices);
	return language.closer === undefined ? `${name}:${choices.below(90)}` : `${name}(${choices.below(90)});`;
}

function lineOut(lines: NewLine[], source: readonly SourceLine[], _: Language, choices: Choices): void {
	const at = choices.below(lines.length);
	if (lines.length < 2 || source[lines[at]!.origin!]!.body === "") return;
	lines.splice(at, 1);
}

function blockIn(lines: NewLine[], source: readonly SourceLine[], language: Language, choices: Choices): void {
	const at = choices.below(lines.length + 1);
	const depth = depthFor(lines, at, source, language);
	const block: NewLine[] = [
		{ depth, body: language.header(freshName(choices)) },
		{ depth: depth + 1, body: plainStatement(language, choices) },
	];
	if (language.closer) block.push({ depth, body: language.closer });
	lines.splice(at, 0, ...block);
}

function wrap(lines: NewLine[], source: readonly SourceLine[], language: Language, choices: Choices): void {
	const shallowest = Math.min(...lines.filter(({ origin }) => source[origin!]!.body !== "").map(({ depth }) => depth));
	if (lines[0]!.depth !== shallowest) return;
	for (const line of lines) line.depth++;
	lines.unshift({ depth: shallowest, body: language.header(freshName(choices)) });
	if (language.closer) lines.push({ depth: shallowest, body: language.closer });
}
