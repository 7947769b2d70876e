/** What a place stands in: the nearest heading, definition or key above it. Pure. A label to find the way, no address. */
import { lineEndAt, lineStartAt } from "./copy-text.ts";

/** Lines looked at above a place. Higher finds the heads of longer blocks and costs time at every place. */
const LINES_ABOVE = 500;

/** Longer lines are no heads. */
const HEAD_CHARACTERS = 200;

/** A definition, a heading or a key that opens a block, in the languages that models edit most. */
const HEAD =
	/^\s*(?:#{1,6} \S|(?:export|public|private|protected|internal|static|async|abstract|default|pub|final|override) |(?:def|class|function|fn|func|interface|struct|enum|impl|trait|module|namespace|type|describe|it|test)\b|\[[^\]]+\]\s*$|["']?[\w.-]+["']?:\s*(?:[|>{[]\s*)?$)/;

export function isHead(line: string): boolean {
	return line.length <= HEAD_CHARACTERS && HEAD.test(line);
}

/** The nearest head above the line at `offset` that is indented less; a heading counts whatever the indentation. */
export function enclosingLabel(text: string, offset: number): string | undefined {
	let start = lineStartAt(text, offset);
	let indent = indentOf(text, start);
	for (let count = 0; count < LINES_ABOVE && start > 0 && indent > 0; count++) {
		const end = start - 1;
		start = lineStartAt(text, end);
		if (end - start > HEAD_CHARACTERS || end === start) continue;
		const lineIndent = indentOf(text, start);
		if (lineIndent >= indent || start + lineIndent === end) continue;
		indent = lineIndent;
		const line = text.slice(start, end);
		if (isHead(line)) return line.trim();
	}
	return indent === 0 ? headingAbove(text, start) : undefined;
}

function headingAbove(text: string, offset: number): string | undefined {
	let start = offset;
	for (let count = 0; count < LINES_ABOVE && start > 0; count++) {
		const end = start - 1;
		start = lineStartAt(text, end);
		if (end - start > HEAD_CHARACTERS) continue;
		const line = text.slice(start, end);
		if (/^(?:#{1,6} \S|\[[^\]]+\]\s*$)/.test(line)) return line.trim();
	}
	return undefined;
}

function indentOf(text: string, start: number): number {
	const end = Math.min(lineEndAt(text, start), start + HEAD_CHARACTERS);
	let indent = 0;
	while (start + indent < end && (text[start + indent] === " " || text[start + indent] === "\t")) indent++;
	return indent;
}
