/**
 * The classes of drift that a model's call can have and that should land all the same. Data: each says what happens to the
 * lines of the file, or to those of the call. A kept line drifts once, alike in oldText and newText.
 */
import { indentOf, isBlank } from "./lines.ts";
import type { Random } from "./random.ts";
import {
	accented,
	compatible,
	htmlEscaped,
	innerBlanks,
	jsonEscaped,
	specialSpaces,
	trailing,
	typographic,
	withInvisible,
} from "./text-drifts.ts";

export type Group =
	| "none"
	| "trailing blanks"
	| "indentation"
	| "tabs and spaces"
	| "indentation unit"
	| "line endings"
	| "blank lines"
	| "punctuation"
	| "normal forms"
	| "invisible characters"
	| "inner blanks"
	| "over-escaping"
	| "pairs";

export interface FileContext {
	unit: string;
	random: Random;
}

export interface FileDrift {
	line?(text: string): string;
	/** Given the file's own break, for one line after the other. */
	lineBreak?(own: string): string;
}

export interface CallContext {
	/** The undrifted lines of the span. */
	span: readonly string[];
	unit: string;
	random: Random;
}

export interface CallDrift {
	/** The indentation that the model writes; undefined if this line has none it could have come from. */
	indent?(own: string): string | undefined;
	/** The rest of the line; undefined drops the line. */
	body?(own: string): string | undefined;
	/** Ordinal of a line of the span after which the model sends a blank line that the file lacks. */
	blankAfter?: number;
	/** The whole text, last of all. */
	text?(own: string): string;
}

export interface DriftClass {
	name: string;
	group: Group;
	/** What the undrifted file must hold for the class to be possible. */
	base?(text: string): string;
	file?(context: FileContext): FileDrift;
	call?(context: CallContext): CallDrift | undefined;
	/** Whether the call's span may start and end inside a line. */
	midLine?: true;
	/** newText comes undrifted. */
	oldOnly?: true;
	/** A change beside a blank line would have two right places. */
	hidesBlankLines?: true;
	/** The drifted call may still match exactly. */
	mayBeExact?: true;
	/** The span is the end of a file that has no final line break, which the call adds. */
	atEnd?: true;
}

const TRAILING: DriftClass[] = [
	{
		name: "trailing blanks in the file",
		group: "trailing blanks",
		midLine: true,
		file: ({ random }) => ({ line: (text) => text + trailing(random, 0.5) }),
	},
	{
		name: "Markdown's two blanks in the file",
		group: "trailing blanks",
		file: ({ random }) => ({ line: (text) => (isBlank(text) || random.chance(0.4) ? text : `${text}  `) }),
	},
	{
		name: "special spaces at line ends in the file",
		group: "trailing blanks",
		file: ({ random }) => ({
			line: (text) => (random.chance(0.4) ? `${text}${random.pick(["\u00a0", "\u3000 "])}` : text),
		}),
	},
	{
		name: "blank lines of the file hold blanks",
		group: "trailing blanks",
		file: ({ unit }) => ({ line: (text) => (text === "" ? unit : text) }),
	},
	{
		name: "trailing blanks in the call",
		group: "trailing blanks",
		call: ({ random }) => ({ body: (text) => text + trailing(random, 0.5) }),
	},
	{
		name: "trailing blanks in oldText only",
		group: "trailing blanks",
		oldOnly: true,
		call: ({ random }) => ({ body: (text) => text + trailing(random, 0.5) }),
	},
];

const INDENTATION: DriftClass[] = [
	{ name: "indentation removed", group: "indentation", call: ({ span }) => removeFromAll(span, commonIndent(span)) },
	{
		name: "one step removed",
		group: "indentation",
		call: ({ span, unit }) => (commonIndent(span).startsWith(unit) ? removeFromAll(span, unit) : undefined),
	},
	{ name: "one step added", group: "indentation", call: ({ unit }) => ({ indent: (own) => unit + own }) },
	{
		name: "two blanks added",
		group: "indentation",
		call: ({ span }) => (span.some((line) => line.startsWith("\t")) ? undefined : { indent: (own) => `  ${own}` }),
	},
	{
		name: "first line lost its indentation",
		group: "indentation",
		mayBeExact: true,
		call: ({ span }) => (indentOf(span[0]!) === "" ? undefined : { text: (text) => text.replace(/^[ \t]+/, "") }),
	},
	{
		name: "indentation removed in oldText only",
		group: "indentation",
		oldOnly: true,
		call: ({ span }) => removeFromAll(span, commonIndent(span)),
	},
];

const TABS: DriftClass[] = [
	{ name: "tabs sent as four blanks", group: "tabs and spaces", call: ({ span }) => tabsAs(span, "    ") },
	{ name: "tabs sent as two blanks", group: "tabs and spaces", call: ({ span }) => tabsAs(span, "  ") },
	{ name: "tabs sent as eight blanks", group: "tabs and spaces", call: ({ span }) => tabsAs(span, "        ") },
	{ name: "blanks sent as tabs", group: "tabs and spaces", call: ({ span, unit }) => changeUnit(span, unit, "\t") },
	{
		name: "tabs sent as blanks in oldText only",
		group: "tabs and spaces",
		oldOnly: true,
		call: ({ span }) => tabsAs(span, "    "),
	},
];

const UNITS: DriftClass[] = [
	{
		name: "four blanks sent as two",
		group: "indentation unit",
		call: ({ span, unit }) => (unit === "    " ? changeUnit(span, unit, "  ") : undefined),
	},
	{
		name: "two blanks sent as four",
		group: "indentation unit",
		call: ({ span, unit }) => (unit === "  " ? changeUnit(span, unit, "    ") : undefined),
	},
];

const LINE_ENDINGS: DriftClass[] = [
	{ name: "CRLF in the file", group: "line endings", midLine: true, file: () => ({ lineBreak: () => "\r\n" }) },
	{ name: "CR in the file", group: "line endings", file: () => ({ lineBreak: () => "\r" }) },
	{
		name: "both endings in the file",
		group: "line endings",
		file: ({ random }) => ({ lineBreak: () => random.pick(["\n", "\r\n"]) }),
	},
	{ name: "CRLF in the call", group: "line endings", call: () => ({ text: (text) => text.replaceAll("\n", "\r\n") }) },
	{
		name: "no final line break in the file",
		group: "line endings",
		atEnd: true,
		call: () => ({ text: (text) => `${text}\n` }),
	},
];

const BLANK_LINES: DriftClass[] = [
	{ name: "a blank line before both texts", group: "blank lines", call: () => ({ text: (text) => `\n${text}` }) },
	{
		name: "a blank line after both texts",
		group: "blank lines",
		call: () => ({ text: (text) => `${text.replace(/\n$/, "")}\n\n` }),
	},
	{
		name: "blank lines left out in the call",
		group: "blank lines",
		hidesBlankLines: true,
		call: ({ span }) => (span.some(isBlank) ? { body: (text) => (isBlank(text) ? undefined : text) } : undefined),
	},
	{
		name: "a blank line added inside the call",
		group: "blank lines",
		call: ({ span, random }) => (span.length > 1 ? { blankAfter: random.between(0, span.length - 2) } : undefined),
	},
];

const PUNCTUATION: DriftClass[] = [
	{
		name: "typography in the file",
		group: "punctuation",
		midLine: true,
		file: ({ random }) => ({ line: (text) => typographic(text, random) }),
	},
	{
		name: "typography in the call",
		group: "punctuation",
		midLine: true,
		call: ({ random }) => ({ body: (text) => typographic(text, random) }),
	},
	{
		name: "typography in oldText only",
		group: "punctuation",
		oldOnly: true,
		call: ({ random }) => ({ body: (text) => typographic(text, random) }),
	},
	{
		name: "special spaces in the file",
		group: "punctuation",
		midLine: true,
		file: ({ random }) => ({ line: (text) => specialSpaces(text, random) }),
	},
];

const NORMAL_FORMS: DriftClass[] = [
	{
		name: "NFD in the file, NFC in the call",
		group: "normal forms",
		midLine: true,
		base: accented,
		file: () => ({ line: (text) => text.normalize("NFD") }),
	},
	{
		name: "NFC in the file, NFD in the call",
		group: "normal forms",
		midLine: true,
		base: accented,
		call: () => ({ text: (text) => text.normalize("NFD") }),
	},
	{
		name: "compatibility characters in the file",
		group: "normal forms",
		midLine: true,
		file: () => ({ line: compatible }),
	},
	{ name: "compatibility characters in the call", group: "normal forms", call: () => ({ body: compatible }) },
];

const INVISIBLE: DriftClass[] = [
	{
		name: "invisible characters in the file",
		group: "invisible characters",
		midLine: true,
		file: ({ random }) => ({ line: (text) => withInvisible(text, random) }),
	},
	{
		name: "invisible characters in the call",
		group: "invisible characters",
		call: ({ random }) => ({ body: (text) => withInvisible(text, random) }),
	},
];

const INNER_BLANKS: DriftClass[] = [
	{
		name: "inner blanks in the file",
		group: "inner blanks",
		midLine: true,
		file: ({ random }) => ({ line: (text) => innerBlanks(text, random, ["  ", "   "]) }),
	},
	{
		name: "inner blanks in the call",
		group: "inner blanks",
		midLine: true,
		call: ({ random }) => ({ body: (text) => innerBlanks(text, random, ["  ", "    "]) }),
	},
	{
		name: "inner tabs in the file",
		group: "inner blanks",
		midLine: true,
		file: ({ random }) => ({ line: (text) => innerBlanks(text, random, ["\t"]) }),
	},
];

const ESCAPING: DriftClass[] = [
	{ name: "both texts escaped once too often", group: "over-escaping", call: () => ({ text: jsonEscaped }) },
	{
		name: "oldText escaped once too often",
		group: "over-escaping",
		oldOnly: true,
		call: ({ span }) => (span.some((line) => line.includes("\\")) ? undefined : { text: jsonEscaped }),
	},
	{
		name: "both texts with HTML entities",
		group: "over-escaping",
		call: ({ span }) => (span.some((line) => line.includes("&")) ? undefined : { text: htmlEscaped }),
	},
];

const SINGLE: readonly DriftClass[] = [
	{ name: "no drift", group: "none", midLine: true, mayBeExact: true },
	...TRAILING,
	...INDENTATION,
	...TABS,
	...UNITS,
	...LINE_ENDINGS,
	...BLANK_LINES,
	...PUNCTUATION,
	...NORMAL_FORMS,
	...INVISIBLE,
	...INNER_BLANKS,
	...ESCAPING,
];

const PAIRS: readonly (readonly [string, string])[] = [
	["trailing blanks in the file", "indentation removed"],
	["trailing blanks in the file", "tabs sent as four blanks"],
	["trailing blanks in the file", "typography in the file"],
	["CRLF in the file", "indentation removed"],
	["CRLF in the file", "typography in the file"],
	["CRLF in the file", "trailing blanks in the file"],
	["CRLF in the file", "a blank line before both texts"],
	["both endings in the file", "one step removed"],
	["typography in the file", "one step added"],
	["typography in the file", "inner blanks in the file"],
	["inner blanks in the file", "indentation removed"],
	["inner blanks in the call", "tabs sent as two blanks"],
	["NFD in the file, NFC in the call", "typography in the file"],
	["NFD in the file, NFC in the call", "indentation removed"],
	["invisible characters in the file", "trailing blanks in the file"],
	["trailing blanks in the call", "four blanks sent as two"],
	["trailing blanks in the file", "two blanks sent as four"],
	["one step removed", "a blank line after both texts"],
	["indentation removed", "blank lines left out in the call"],
	["typography in the file", "both texts escaped once too often"],
	["CRLF in the file", "both texts escaped once too often"],
	["tabs sent as four blanks", "both texts escaped once too often"],
];

export const DRIFT_CLASSES: readonly DriftClass[] = [
	...SINGLE,
	...PAIRS.map(([one, other]) => pairOf(named(one), named(other))),
];

function named(name: string): DriftClass {
	return SINGLE.find((drift) => drift.name === name)!;
}

function pairOf(one: DriftClass, other: DriftClass): DriftClass {
	const chain = (first?: (text: string) => string, second?: (text: string) => string) => (text: string) =>
		(second ?? same)((first ?? same)(text));
	return {
		name: `${one.name} + ${other.name}`,
		group: "pairs",
		base: chain(one.base, other.base),
		file: (context) => {
			const [first, second] = [one.file?.(context), other.file?.(context)];
			const lineBreak = first?.lineBreak ?? second?.lineBreak;
			return { line: chain(first?.line, second?.line), ...(lineBreak && { lineBreak }) };
		},
		call: (context) => {
			const [first, second] = [one.call ? one.call(context) : {}, other.call ? other.call(context) : {}];
			if (!first || !second) return undefined;
			const indent = first.indent ?? second.indent;
			const body = first.body ?? second.body;
			const text = first.text || second.text ? chain(first.text, second.text) : undefined;
			return { ...(text && { text }), ...(indent && { indent }), ...(body && { body }) };
		},
		...(one.midLine && other.midLine && { midLine: true }),
		...((one.hidesBlankLines || other.hidesBlankLines) && { hidesBlankLines: true }),
	};
}

function same(text: string): string {
	return text;
}

function commonIndent(span: readonly string[]): string {
	const indents = span.filter((line) => !isBlank(line)).map(indentOf);
	let common = indents[0] ?? "";
	for (const indent of indents) while (!indent.startsWith(common)) common = common.slice(0, -1);
	return common;
}

/**
 * A single line sent without any indentation is no drift: it is an exact match that starts inside its line, and nothing in
 * it shows whether the further lines of newText lost theirs, too.
 */
function removeFromAll(span: readonly string[], indent: string): CallDrift | undefined {
	if (indent === "" || (span.length === 1 && indentOf(span[0]!) === indent)) return undefined;
	return { indent: (own) => (own.startsWith(indent) ? own.slice(indent.length) : undefined) };
}

function tabsAs(span: readonly string[], blanks: string): CallDrift | undefined {
	if (!span.some((line) => line.startsWith("\t"))) return undefined;
	return { indent: (own) => (own.includes(" ") ? undefined : own.replaceAll("\t", blanks)) };
}

function changeUnit(span: readonly string[], from: string, to: string): CallDrift | undefined {
	if (from === "\t" || !span.some((line) => line.startsWith(from))) return undefined;
	return {
		indent: (own) =>
			own.includes("\t") || own.length % from.length !== 0 ? undefined : to.repeat(own.length / from.length),
	};
}
