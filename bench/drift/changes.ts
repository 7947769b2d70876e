/**
 * What a model wants to change: a span of whole lines becomes a list of outputs, each of which says where its line comes
 * from. So the result is known line by line, whatever the drift does to the file or to the call.
 */
import { indentOf, isBlank, type Line, wordsOf } from "./lines.ts";
import type { Random } from "./random.ts";

export type Output =
	| { kind: "kept"; index: number }
	/** One word of the line is another. */
	| { kind: "changed"; index: number; ordinal: number; word: string }
	/** The line is one step deeper, and otherwise kept. */
	| { kind: "deeper"; index: number }
	| { kind: "new"; text: string };

/** Plain changes are what most calls are; the other shapes are harder to keep every line in. */
export const CHANGES = {
	rename: "plain",
	literal: "plain",
	"insert line": "plain",
	"delete line": "plain",
	wrap: "shape",
	"insert block": "shape",
	"several hunks": "shape",
	"insert at edge": "shape",
} as const;

export type ChangeName = keyof typeof CHANGES;

export interface ChangeRequest {
	lines: readonly Line[];
	first: number;
	last: number;
	unit: string;
	language: string;
	random: Random;
}

/** Undefined if the span has no room for such a change. */
export function makeChange(name: ChangeName, request: ChangeRequest): Output[] | undefined {
	const kept: Output[] = [];
	for (let index = request.first; index <= request.last; index++) kept.push({ kind: "kept", index });
	switch (name) {
		case "rename":
			return replaceWord(kept, request, (word) => !/^\d/.test(word));
		case "literal":
			return replaceWord(kept, request, (word) => /^\d+$/.test(word));
		case "insert line":
			return insertLine(kept, request);
		case "delete line":
			return deleteLine(kept, request);
		case "wrap":
			return wrapLines(kept, request);
		case "insert block":
			return insertBlock(kept, request);
		case "several hunks":
			return severalHunks(kept, request);
		case "insert at edge":
			return insertAtEdge(kept, request);
	}
}

function replaceWord(
	outputs: Output[],
	{ lines, random }: ChangeRequest,
	isWanted: (word: string) => boolean,
): Output[] | undefined {
	const places = outputs.flatMap((output, at) =>
		output.kind === "kept"
			? wordsOf(lines[output.index]!.text).flatMap((word, ordinal) =>
					isWanted(word.text) ? [{ at, ordinal, word }] : [],
				)
			: [],
	);
	if (places.length === 0) return undefined;
	const { at, ordinal, word } = random.pick(places);
	const { index } = outputs[at] as { index: number };
	const replacement = /^\d/.test(word.text) ? String(random.between(100, 99_999)) : freshWord(random);
	return outputs.with(at, { kind: "changed", index, ordinal, word: replacement });
}

function insertLine(outputs: Output[], request: ChangeRequest): Output[] | undefined {
	// Between two lines that are not blank: beside a blank one there are two right places.
	const gaps = outputs.flatMap((_, at) =>
		at > 0 && isText(outputs[at - 1], request) && isText(outputs[at], request) ? [at] : [],
	);
	if (gaps.length === 0) return undefined;
	const at = request.random.pick(gaps);
	return outputs.toSpliced(at, 0, { kind: "new", text: newLineLike(outputs[at - 1]!, request) });
}

function deleteLine(outputs: Output[], request: ChangeRequest): Output[] | undefined {
	const texts = outputs.flatMap((output, at) => (isText(output, request) ? [at] : []));
	if (texts.length < 2) return undefined;
	return outputs.toSpliced(request.random.pick(texts), 1);
}

function wrapLines(outputs: Output[], request: ChangeRequest): Output[] | undefined {
	const start = request.random.between(0, outputs.length - 1);
	const end = Math.min(outputs.length - 1, start + request.random.between(0, 3));
	if (!isText(outputs[start], request) || !isText(outputs[end], request)) return undefined;
	const [header, footer] = blockLines(indentOf(textOf(outputs[start]!, request)), request);
	const body = outputs
		.slice(start, end + 1)
		.map(
			(output): Output =>
				isText(output, request) ? { kind: "deeper", index: (output as { index: number }).index } : output,
		);
	return outputs.toSpliced(start, end - start + 1, header, ...body, ...footer);
}

function insertBlock(outputs: Output[], request: ChangeRequest): Output[] | undefined {
	const at = request.random.between(1, outputs.length);
	if (!isText(outputs[at - 1], request) || (at < outputs.length && !isText(outputs[at], request))) return undefined;
	const indent = indentOf(textOf(outputs[at - 1]!, request));
	const [header, footer] = blockLines(indent, request);
	const body: Output = { kind: "new", text: `${indent}${request.unit}${freshCall(request.random)}` };
	return outputs.toSpliced(at, 0, header, body, ...footer);
}

function severalHunks(outputs: Output[], request: ChangeRequest): Output[] | undefined {
	let changed = replaceWord(outputs, request, () => true);
	changed &&= request.random.chance(0.5) ? insertLine(changed, request) : deleteLine(changed, request);
	return changed && replaceWord(changed, request, () => true);
}

function insertAtEdge(outputs: Output[], request: ChangeRequest): Output[] | undefined {
	const atStart = request.random.chance(0.5);
	const neighbour = atStart ? outputs[0]! : outputs.at(-1)!;
	if (!isText(neighbour, request)) return undefined;
	const line: Output = { kind: "new", text: newLineLike(neighbour, request) };
	return atStart ? [line, ...outputs] : [...outputs, line];
}

function blockLines(indent: string, { language, random }: ChangeRequest): [Output, Output[]] {
	if (language === "Python") return [{ kind: "new", text: `${indent}if ${freshWord(random)}:` }, []];
	return [{ kind: "new", text: `${indent}if (${freshWord(random)}) {` }, [{ kind: "new", text: `${indent}}` }]];
}

/** With the neighbour's indentation: half of them its near-copy, as real insertions are, half something new. */
function newLineLike(neighbour: Output, request: ChangeRequest): string {
	const { random } = request;
	const text = textOf(neighbour, request);
	const words = wordsOf(text);
	if (words.length > 0 && random.chance(0.5)) {
		const word = random.pick(words);
		return text.slice(0, word.start) + freshWord(random) + text.slice(word.end);
	}
	return indentOf(text) + freshCall(random);
}

function freshWord(random: Random): string {
	return `${random.pick(["fresh", "Other", "next", "new_name", "Ready", "x"])}${random.between(10, 9999)}`;
}

function freshCall(random: Random): string {
	return `${freshWord(random)}(${freshWord(random)}, ${random.between(1, 99)});`;
}

function textOf(output: Output, { lines }: ChangeRequest): string {
	return output.kind === "new" ? output.text : lines[output.index]!.text;
}

function isText(output: Output | undefined, request: ChangeRequest): boolean {
	return output !== undefined && !isBlank(textOf(output, request));
}
