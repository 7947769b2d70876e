/** Small source files in several languages and indentation styles, generated line by line. */
import type { Choices } from "./choices.ts";

export interface SourceLine {
	depth: number;
	/** Without indentation; empty for a blank line. */
	body: string;
}

export interface Language {
	fileName: string;
	units: readonly string[];
	/** Deepest nesting. */
	deepest: number;
	header(name: string): string;
	/** What closes a block, if anything does. */
	closer?: string;
	statement(name: string, choices: Choices): string;
}

const WORDS = ["alpha", "total", "render", "queue", "limit", "user", "cache", "retry"];
const PHRASES = ["it's late", "a - b", "caf\u00e9 noir", "one two", "end-to-end", "r\u00e9sum\u00e9"];

const callStatement = (end: string) => (name: string, choices: Choices) =>
	choices.oneOf([
		`${name}.update("${choices.oneOf(PHRASES)}", ${choices.below(90)})${end}`,
		`${name} = ${choices.oneOf(WORDS)} - ${choices.below(90)}${end}`,
		`return ${name}${end}`,
		`${choices.oneOf(WORDS)}(${name}, [${choices.below(9)}, ${choices.below(9)}])${end}`,
	]);

const LANGUAGES: readonly Language[] = [
	{
		fileName: "file.ts",
		units: ["  ", "    ", "\t"],
		deepest: 4,
		header: (name) => `if (${name} > 3) {`,
		closer: "}",
		statement: callStatement(";"),
	},
	{
		fileName: "file.py",
		units: ["    ", "  ", "\t"],
		deepest: 4,
		header: (name) => `if ${name} > 3:`,
		statement: callStatement(""),
	},
	{
		fileName: "file.go",
		units: ["\t"],
		deepest: 4,
		header: (name) => `for _, ${name} := range items {`,
		closer: "}",
		statement: callStatement(""),
	},
	{
		fileName: "file.yaml",
		units: ["  ", "    "],
		deepest: 4,
		header: (name) => `${name}:`,
		statement: (name, choices) => `${name}: "${choices.oneOf(PHRASES)}"`,
	},
	{
		fileName: "Makefile",
		units: ["\t"],
		deepest: 1,
		header: (name) => `${name}: ${name}.o`,
		statement: (name, choices) => `$(CC) -o ${name} ${choices.oneOf(WORDS)}.c`,
	},
	{
		fileName: "notes.md",
		units: ["  "],
		deepest: 1,
		header: (name) => `- ${name}, about "${name}s" and more`,
		statement: (name, choices) => `The ${name} said: "${choices.oneOf(PHRASES)}" - and ${choices.below(90)} others.`,
	},
];

export interface SourceText {
	language: Language;
	unit: string;
	lines: SourceLine[];
}

export function sourceText(choices: Choices): SourceText {
	const language = choices.oneOf(LANGUAGES);
	const unit = choices.oneOf(language.units);
	const lines: SourceLine[] = [];
	let depth = 0;
	const count = 3 + choices.below(14);
	for (let index = 0; index < count; index++) {
		const name = newName(choices);
		const step = choices.below(6);
		if (step === 5 && lines.at(-1)?.body !== "" && lines.length > 0) lines.push({ depth, body: "" });
		else if ((step === 3 || index === 0) && depth < language.deepest) {
			lines.push({ depth, body: language.header(name) });
			depth++;
			lines.push({ depth, body: language.statement(newName(choices), choices) });
		} else if (step === 4 && depth > 0) {
			depth--;
			if (language.closer) lines.push({ depth, body: language.closer });
		} else lines.push({ depth, body: language.statement(name, choices) });
	}
	while (language.closer && depth > 0) lines.push({ depth: --depth, body: language.closer });
	return { language, unit, lines };
}

export function newName(choices: Choices): string {
	return `${choices.oneOf(WORDS)}${choices.below(40)}`;
}

/** A name that occurs in no generated text. */
export function freshName(choices: Choices): string {
	return `fresh${choices.oneOf(WORDS)}${choices.below(40)}`;
}
