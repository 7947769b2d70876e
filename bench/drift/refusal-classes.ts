/**
 * Calls that name no place of the file, or more than one, or whose newText is no text to write. Each must be refused; an
 * arm that writes anything has edited something the model did not mean. Data: each turns an honest call into such a one.
 */
import type { EditRequest } from "../../lib/apply-edits.ts";
import { countOccurrences, indentOf, isBlank, strong, wordsOf } from "./lines.ts";
import type { Random } from "./random.ts";

export interface HonestCall {
	/** The file's lines before, in and after the span. */
	before: string[];
	span: string[];
	after: string[];
	/** What the model wants the span to be. */
	changed: string[];
	random: Random;
}

export interface RefusalCall {
	source: string;
	edits: EditRequest[];
}

export interface RefusalClass {
	name: string;
	/** Undefined where the honest call has nothing to spoil. */
	make(call: HonestCall): RefusalCall | undefined;
}

export const REFUSAL_CLASSES: readonly RefusalClass[] = [
	{
		name: "a hallucinated word",
		make: (call) =>
			withLine(call, (line, random) =>
				replaceWord(line, random, /^[\p{L}_]{3,}$/u, (word) => `${word}${random.pick(["s", "2", "_id", "Value"])}`),
			),
	},
	{
		name: "a wrong case",
		make: (call) => withLine(call, (line, random) => replaceWord(line, random, /^[a-zA-Z]{3,}$/, flipCase)),
	},
	{
		name: "a wrong digit",
		make: (call) => withLine(call, (line, random) => replaceWord(line, random, /^\d+$/, (word) => nextDigit(word))),
	},
	{ name: "a wrong operator", make: (call) => withLine(call, wrongOperator) },
	{ name: "a missing line", make: missingLine },
	{ name: "an extra line", make: extraLine },
	{ name: "two lines swapped", make: swappedLines },
	{ name: "an edit already applied", make: alreadyApplied },
	{ name: "an exact duplicate", make: (call) => twice(call) },
	{
		name: "two places under one drift",
		make: (call) =>
			twice(
				call,
				(line) => `${line} `,
				(line) => `${line}\t`,
			),
	},
	{
		name: "two places under two drifts",
		make: (call) => twice(call, curly, (line) => (isBlank(line) ? line : `  ${line}`)),
	},
	{ name: "an overlap of two edits", make: overlap },
	{ name: "the same edit twice", make: (call) => ({ source: sourceOf(call), edits: [editOf(call), editOf(call)] }) },
	{ name: "an elision in newText", make: elision },
	{ name: "line numbers in both texts", make: (call) => numbered(call, true) },
	{ name: "line numbers in newText", make: (call) => numbered(call, false) },
];

function sourceOf({ before, span, after }: HonestCall): string {
	return `${[...before, ...span, ...after].join("\n")}\n`;
}

function editOf({ span, changed }: HonestCall): EditRequest {
	return { oldText: span.join("\n"), newText: changed.join("\n") };
}

/** The call with another oldText, if that text really is nowhere in the file. */
function unless(call: HonestCall, oldLines: string[], newLines: string[]): RefusalCall | undefined {
	const source = sourceOf(call);
	const oldText = oldLines.join("\n");
	const newText = newLines.join("\n");
	if (strong(source).includes(strong(oldText)) || oldText === newText || strong(oldText).length < 8) return undefined;
	return { source, edits: [{ oldText, newText }] };
}

/** The same slip in both texts: the model believes that the file says so. */
function withLine(
	call: HonestCall,
	slip: (line: string, random: Random) => string | undefined,
): RefusalCall | undefined {
	const at = call.random.between(0, call.span.length - 1);
	const own = call.span[at]!;
	const slipped = slip(own, call.random);
	if (slipped === undefined) return undefined;
	return unless(
		call,
		call.span.with(at, slipped),
		call.changed.map((line) => (line === own ? slipped : line)),
	);
}

function replaceWord(
	line: string,
	random: Random,
	wanted: RegExp,
	change: (word: string) => string,
): string | undefined {
	const words = wordsOf(line).filter((word) => wanted.test(word.text));
	if (words.length === 0) return undefined;
	const word = random.pick(words);
	return line.slice(0, word.start) + change(word.text) + line.slice(word.end);
}

function flipCase(word: string): string {
	const first = word[0]!;
	return (first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase()) + word.slice(1);
}

function nextDigit(word: string): string {
	return word.slice(0, -1) + ((Number(word.at(-1)) + 1) % 10);
}

const OPERATORS: readonly (readonly [string, string])[] = [
	["===", "=="],
	["!==", "==="],
	["&&", "||"],
	["||", "&&"],
	["==", "!="],
	["<=", "<"],
	[" < ", " > "],
	[" > ", " >= "],
	[" + ", " - "],
	[" - ", " + "],
	[" = ", " += "],
	["true", "false"],
	["!", ""],
];

function wrongOperator(line: string, random: Random): string | undefined {
	const present = OPERATORS.filter(([operator]) => line.includes(operator));
	if (present.length === 0) return undefined;
	const [operator, other] = random.pick(present);
	return line.replace(operator, () => other);
}

function missingLine(call: HonestCall): RefusalCall | undefined {
	const inner = call.span.slice(1, -1).filter((line) => !isBlank(line));
	if (inner.length === 0) return undefined;
	const gone = call.random.pick(inner);
	return unless(
		call,
		call.span.toSpliced(call.span.indexOf(gone, 1), 1),
		call.changed.filter((line) => line !== gone),
	);
}

function extraLine(call: HonestCall): RefusalCall | undefined {
	if (call.span.length < 2) return undefined;
	const extra = `${indentOf(call.span[0]!)}invented${call.random.between(10, 999)}();`;
	return unless(call, call.span.toSpliced(1, 0, extra), call.changed.toSpliced(1, 0, extra));
}

function swappedLines(call: HonestCall): RefusalCall | undefined {
	const at = call.span.findIndex((line, index) => {
		const next = call.span[index + 1];
		return next !== undefined && !isBlank(line) && !isBlank(next) && strong(line) !== strong(next);
	});
	if (at === -1) return undefined;
	const swap = (lines: string[]) => lines.with(at, lines[at + 1]!).with(at + 1, lines[at]!);
	const swapped = swap(call.span);
	return unless(call, swapped, [...swapped.slice(0, -1), `${swapped.at(-1)} changed${call.random.between(1, 99)}`]);
}

function alreadyApplied(call: HonestCall): RefusalCall | undefined {
	const { oldText, newText } = editOf(call);
	const source = sourceOf({ ...call, span: call.changed });
	if (strong(source).includes(strong(oldText)) || strong(oldText).length < 8) return undefined;
	return { source, edits: [{ oldText, newText }] };
}

/** The span twice, each time drifted in its own way, and the call drifted in neither. */
function twice(call: HonestCall, ...drifts: ((line: string) => string)[]): RefusalCall | undefined {
	const isExact = drifts.length === 0;
	const [first, second] = isExact
		? [call.span, call.span]
		: drifts.map((drift) => call.span.map((line) => drift(line)));
	if (!first || !second) return undefined;
	const source = `${[...call.before, ...first, ...call.after.slice(0, 3), ...second, ...call.after.slice(3)].join("\n")}\n`;
	const edit = editOf(call);
	if (strong(edit.oldText).length < 8 || edit.oldText === edit.newText) return undefined;
	if (countOccurrences(strong(source), strong(edit.oldText)) < 2) return undefined;
	// The drift must really be there in both places, else the undrifted one is the exact match.
	return isExact || !source.includes(edit.oldText) ? { source, edits: [edit] } : undefined;
}

function curly(line: string): string {
	return line.replaceAll('"', "”").replaceAll("'", "’").replaceAll("-", "–");
}

function overlap(call: HonestCall): RefusalCall | undefined {
	if (call.span.length < 3) return undefined;
	const [first, middle, last] = [call.span[0]!, call.span[1]!, call.span[2]!];
	if (isBlank(middle) || strong(first + middle).length < 8 || strong(middle + last).length < 8) return undefined;
	const edits = [
		{ oldText: `${first}\n${middle}`, newText: `${first}\n${middle} one` },
		{ oldText: `${middle}\n${last}`, newText: `${middle} two\n${last}` },
	];
	const source = sourceOf(call);
	return edits.every(({ oldText }) => countOccurrences(strong(source), strong(oldText)) === 1)
		? { source, edits }
		: undefined;
}

const ELISIONS = [
	"// ... rest of the code ...",
	"# ... existing code ...",
	"// ... existing code unchanged ...",
	"/* ... remains the same ... */",
];

function elision(call: HonestCall): RefusalCall | undefined {
	if (call.span.length < 5) return undefined;
	const comment = `${indentOf(call.span[1]!)}${call.random.pick(ELISIONS)}`;
	const newText = [`${call.span[0]} changed`, comment, call.span.at(-1)!].join("\n");
	return { source: sourceOf(call), edits: [{ oldText: call.span.join("\n"), newText }] };
}

const GUTTERS: readonly ((line: string, lineNumber: number) => string)[] = [
	(line, lineNumber) => `${lineNumber}: ${line}`,
	(line, lineNumber) => `${String(lineNumber).padStart(6)}\t${line}`,
	(line, lineNumber) => `${String(lineNumber).padStart(5)}→${line}`,
	(line, lineNumber) => `${lineNumber}|${line}`,
];

function numbered(call: HonestCall, inBoth: boolean): RefusalCall | undefined {
	if (call.span.length < 3) return undefined;
	const gutter = call.random.pick(GUTTERS);
	const number = (lines: readonly string[]) => lines.map((line, index) => gutter(line, call.before.length + 1 + index));
	if (!inBoth)
		return {
			source: sourceOf(call),
			edits: [{ oldText: call.span.join("\n"), newText: number(call.changed).join("\n") }],
		};
	return unless(call, number(call.span), number(call.changed));
}
