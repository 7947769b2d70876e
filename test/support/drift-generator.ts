/**
 * True edits whose call has drifted, with the result that is right: what the same edit gives when its call has not.
 * New text holds nothing that the drift could touch but its indentation, so the right result is known byte for byte.
 */
import { Choices } from "./choices.ts";
import { DRIFT_CLASSES, type DriftClass } from "./drift-classes.ts";
import { type SourceText, sourceText } from "./source-texts.ts";
import { type NewLine, type TrueEdit, trueEdit } from "./true-edits.ts";

export interface DriftedEdit {
	where: string;
	file: string;
	oldText: string;
	newText: string;
	/** What the file may become; the first is the undrifted result, others differ in where a blank line stands. */
	right: string[];
	shape: string;
	isPlain: boolean;
	/** Names of the classes, `none` left out. */
	drift: string[];
	/** Whether nothing else in the file looks like `oldText`, so that a refusal is needless. */
	isRecoverable: boolean;
}

/** The drifted edit that `tape` describes; undefined if it describes none. */
export function driftedEdit(tape: readonly number[]): DriftedEdit | undefined {
	const choices = new Choices(tape);
	const classes = drawClasses(choices);
	const source = sourceText(choices);
	const edit = trueEdit(source.lines, source.language, choices);
	if (!edit) return undefined;
	const written = writtenFile(source, classes, choices);
	const endsWithBreak = choices.once(2) || classes.some((one) => one.lacksLastBreak);
	if (classes.some((one) => one.lacksLastBreak) && edit.end !== source.lines.length) return undefined;
	// Which of two equal closers is the new one is not known, and their line breaks differ.
	if (
		classes.some((one) => one.lineBreak === "mixed") &&
		edit.newLines.some(({ body }) => body === source.language.closer)
	)
		return undefined;
	const isFlush =
		edit.newLines.some(({ depth }) => depth === 0) ||
		source.lines.slice(edit.first, edit.end).some(({ depth }) => depth === 0);
	if (isFlush && classes.some(({ indents }) => indents === "all")) return undefined;
	const call = drawCall(source, edit, written, classes, endsWithBreak, choices);
	if (call.oldText === call.newText || call.oldText === "") return undefined;
	// Blanks that follow the span stay where they are, behind whatever becomes the last line.
	const lastLine = written.lines[written.indexOf[edit.end - 1]!]!.text;
	if (!endsWithBreak && lastLine !== lastLine.trimEnd() && edit.newLines.at(-1)!.origin !== edit.end - 1)
		return undefined;
	const lastBreak = endsWithBreak ? "\n" : "";
	const asText = (text: string) => classes.reduce((drifted, one) => one.text?.(drifted) ?? drifted, text + lastBreak);
	const file = joined(written.lines, written);
	const [oldText, newText] = [asText(call.oldText), asText(call.newText)];
	// Nor can indentation be corrected whose drift oldText does not show.
	const trueIndents = source.lines.slice(edit.first, edit.end).map(({ depth }) => depth);
	if (classes.some(({ name }) => /indent|tab|unit/.test(name)) && trueIndents.every((depth) => depth === 0))
		return undefined;
	// Blanks that oldText has as the file has them, and newText has not, were taken off.
	if (countNamed(classes, /^trailing blanks/) > 1) return undefined;
	// Two ways of escaping, or two of indenting, in one call: oldText need not show both.
	if (countNamed(classes, /entities|escaped/) > 1 || countNamed(classes, /indent|tab|unit|first line/) > 1)
		return undefined;
	// A first line that lost its indentation is seen to only where it had some, and where there is a first line.
	const isTrimmed = classes.some(({ name }) => name === "first line trimmed");
	const newFirst = edit.newLines[0];
	const firstBody = newFirst?.body ?? source.lines[newFirst?.origin ?? edit.first]!.body;
	if (isTrimmed && (firstBody === "" || trueIndents[0] === 0)) return undefined;
	// The line break of a line that is new after the last one is anybody's guess in a mixed file.
	if (classes.some((one) => one.lineBreak === "mixed") && edit.newLines.at(-1)!.origin !== edit.end - 1)
		return undefined;
	// Escapes that oldText does not show are text.
	if (classes.some(({ text }) => text) && oldText === call.oldText + lastBreak) return undefined;
	// What is found as it stands is replaced as it stands, whatever was meant.
	const spliced = splicedAsItStands(written.hasLastBreak ? file : `${file}\n`, oldText, newText);
	if (
		spliced.length > 0 &&
		!spliced.includes(call.right[0]!.replace(/\r\n?/g, "\n") + (written.hasLastBreak ? "" : "\n"))
	)
		return undefined;
	return {
		where: source.language.fileName,
		file,
		oldText,
		newText,
		right: call.right,
		shape: edit.shape,
		isPlain: edit.isPlain,
		drift: classes.map(({ name }) => name).filter((name) => name !== "none"),
		isRecoverable:
			isUnique(written.lines.map((line) => line.text).join(""), call.oldText) && hasDistinctLines(source, edit),
	};
}

function countNamed(classes: readonly DriftClass[], pattern: RegExp): number {
	return classes.filter(({ name }) => pattern.test(name)).length;
}

function drawClasses(choices: Choices): DriftClass[] {
	const first = choices.oneOf(DRIFT_CLASSES);
	const second = choices.once(3) ? choices.oneOf(DRIFT_CLASSES) : undefined;
	// Two texts whose indentation drifted in two ways say nothing about a third.
	const isPair = second && second !== first && !(first.indents && second.indents);
	return isPair ? [first, second] : [first];
}

interface WrittenLine {
	text: string;
	lineBreak: string;
}

interface WrittenFile {
	lines: WrittenLine[];
	hasLastBreak: boolean;
	/** Index in `lines` of each line of the source. */
	indexOf: number[];
}

function writtenFile({ lines, unit }: SourceText, classes: readonly DriftClass[], choices: Choices): WrittenFile {
	const written: WrittenLine[] = [];
	const indexOf: number[] = [];
	const kind = classes.find((one) => one.lineBreak)?.lineBreak ?? "\n";
	const isDoubled = classes.some((one) => one.blankLines === "doubled in the file");
	for (const { depth, body } of lines) {
		let text = body === "" ? "" : unit.repeat(depth) + body;
		for (const one of classes) text = one.file?.(text, choices) ?? text;
		const lineBreak = kind === "mixed" ? choices.oneOf(["\r\n", "\n"]) : kind;
		indexOf.push(written.length);
		written.push({ text, lineBreak });
		if (isDoubled && body === "") written.push({ text, lineBreak });
	}
	return { lines: written, hasLastBreak: !classes.some((one) => one.lacksLastBreak), indexOf };
}

function joined(lines: readonly WrittenLine[], { hasLastBreak }: WrittenFile): string {
	const text = lines.map((line) => line.text + line.lineBreak).join("");
	return hasLastBreak ? text : text.slice(0, text.length - (lines.at(-1)?.lineBreak.length ?? 0));
}

interface CallText {
	oldText: string;
	newText: string;
	right: string[];
}

interface CallLine {
	text: string;
	/** Whether the call may have a blank line before it that the file lacks. */
	hasBlankBefore: boolean;
}

function drawCall(
	source: SourceText,
	edit: TrueEdit,
	written: WrittenFile,
	classes: readonly DriftClass[],
	endsWithBreak: boolean,
	choices: Choices,
): CallText {
	const drawn = choices.below(3);
	const trueLine = (line: NewLine) => trueTextOf(line, source, written);
	const callLine = (text: string, isNew: boolean, side: "oldText" | "newText") =>
		classes.reduce((drifted, one) => {
			const applies = one.call && (side === "oldText" || !one.oldTextOnly) && (!isNew || one.bringsIn);
			return applies ? one.call!(drifted, drawn, source.unit) : drifted;
		}, text);
	const hasBlankBefore = (origin: number) =>
		origin > edit.first && source.lines[origin]!.body !== "" && source.lines[origin - 1]!.body !== "";
	const oldLines: CallLine[] = [];
	for (let origin = edit.first; origin < edit.end; origin++) {
		const text = callLine(written.lines[written.indexOf[origin]!]!.text, false, "oldText");
		oldLines.push({ text, hasBlankBefore: hasBlankBefore(origin) });
	}
	const newLines = edit.newLines.map((line) => ({
		text: callLine(trueLine(line), line.origin === undefined, "newText"),
		hasBlankBefore: line.origin !== undefined && hasBlankBefore(line.origin),
	}));
	const blanks = classes.find((one) => one.blankLines)?.blankLines;
	return {
		oldText: withBlankLines(oldLines, blanks),
		newText: withBlankLines(newLines, blanks),
		right: rightResults(edit, written, endsWithBreak, trueLine),
	};
}

function trueTextOf(
	{ origin, depth, exchange, body }: NewLine,
	{ lines, unit }: SourceText,
	written: WrittenFile,
): string {
	if (origin === undefined) return unit.repeat(depth) + body;
	const text = written.lines[written.indexOf[origin]!]!.text;
	if (text.trim() === "") return text;
	const deeper = unit.repeat(depth - lines[origin]!.depth) + text;
	return exchange ? deeper.replace(new RegExp(`\\b${exchange.word}\\b`), exchange.replacement) : deeper;
}

/** A blank line that the call adds stands before a line of the file, and both texts have it. */
function withBlankLines(lines: CallLine[], blanks: DriftClass["blankLines"]): string {
	const texts = lines.map(({ text }) => text);
	if (blanks === "dropped") return texts.filter((text) => text.trim() !== "").join("\n");
	if (blanks === "around") return ["", ...texts, ""].join("\n");
	if (blanks !== "added") return texts.join("\n");
	return lines.map(({ text, hasBlankBefore }) => (hasBlankBefore ? `\n${text}` : text)).join("\n");
}

/**
 * The file with the lines of the edit exchanged. A new line takes the line break of the line before it; the first line may
 * take that of the line it stands before. The break after the last line is part of the edit only if the call has it.
 */
function rightResults(
	edit: TrueEdit,
	written: WrittenFile,
	endsWithBreak: boolean,
	trueLine: (line: NewLine) => string,
): string[] {
	const { lines, indexOf } = written;
	const start = indexOf[edit.first]!;
	const end = indexOf[edit.end] ?? lines.length;
	const lastBreak = lines[end - 1]!.lineBreak;
	const firstBreaks = new Set([lines[start]!.lineBreak, lines[start - 1]?.lineBreak ?? lines[start]!.lineBreak]);
	const isBlank = (line: NewLine) => line.origin !== undefined && lines[indexOf[line.origin]!]!.text.trim() === "";
	const orders = [edit.newLines, aboveBlankLines(edit.newLines, isBlank)];
	return orders.flatMap((order) =>
		[...firstBreaks].map((firstBreak) => {
			const result: WrittenLine[] = [];
			for (const line of order) {
				const origin = line.origin === undefined ? undefined : indexOf[line.origin]!;
				const ownBreak =
					origin === undefined || (origin === end - 1 && !endsWithBreak) ? undefined : lines[origin]!.lineBreak;
				result.push({ text: trueLine(line), lineBreak: ownBreak ?? result.at(-1)?.lineBreak ?? firstBreak });
				const isDoubled = origin !== undefined && lines[origin + 1]?.text === "" && !indexOf.includes(origin + 1);
				if (isDoubled) result.push(lines[origin + 1]!);
			}
			if (!endsWithBreak) result[result.length - 1]!.lineBreak = lastBreak;
			return joined([...lines.slice(0, start), ...result, ...lines.slice(end)], written);
		}),
	);
}

/** Where the call has no blank lines, a new line comes right after the line above it, before the blank lines of the file. */
function aboveBlankLines(newLines: readonly NewLine[], isBlank: (line: NewLine) => boolean): NewLine[] {
	const ordered: NewLine[] = [];
	for (const line of newLines) {
		let at = ordered.length;
		while (line.origin === undefined && at > 0 && isBlank(ordered[at - 1]!)) at--;
		ordered.splice(at, 0, line);
	}
	return ordered;
}

/** What replacing an occurrence of `oldText` gives, line endings aside; none that lacks the indentation of further lines. */
function splicedAsItStands(file: string, oldText: string, newText: string): string[] {
	const [text, wanted, replacement] = [file, oldText, newText].map((one) => one.replace(/\r\n?/g, "\n")) as [
		string,
		string,
		string,
	];
	const results: string[] = [];
	for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
		const before = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
		const lacksIndentation =
			before !== "" && before.trim() === "" && /^[ \t]/.test(wanted) && /\n[ \t]*\S/.test(newText);
		if (!lacksIndentation) results.push(text.slice(0, at) + replacement + text.slice(at + wanted.length));
	}
	return results;
}

/** Whether `oldText` is in `file` once when all blanks, breaks and look-alikes are forgiven. */
function isUnique(file: string, oldText: string): boolean {
	const wanted = squeezed(oldText);
	const text = squeezed(file);
	const first = text.indexOf(wanted);
	return wanted.length >= 5 && first !== -1 && text.indexOf(wanted, first + 1) === -1;
}

/** Which of two equal lines goes, or changes, only the undrifted call could say. */
function hasDistinctLines({ lines, language }: SourceText, edit: TrueEdit): boolean {
	const bodies = lines.slice(edit.first, edit.end).map(({ body }) => body);
	const telling = bodies.filter((body) => body !== "" && body !== language.closer);
	return new Set(telling).size === telling.length;
}

function squeezed(text: string): string {
	return text
		.replace(/[\s\u200b]/g, "")
		.normalize("NFKC")
		.replace(/[\u2018\u2019]/g, "'")
		.replace(/[\u201c\u201d]/g, '"')
		.replace(/[\u2013\u2014]/g, "-");
}
