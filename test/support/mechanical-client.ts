/**
 * A client that knows nothing but the call it sent and the text it got back. It builds the next call by rules, as the
 * weakest model could: copy the block in the place of `oldText`, carry the change over to it, lengthen by shown
 * neighbours, drop what is named. It never sees the file.
 */
import type { EditRequest } from "../../lib/apply-edits.ts";

export interface ShownBlock {
	startLine: number;
	endLine: number;
	text: string;
}

/** @param meantLine the line that was meant, for a client that has to choose among several places */
export function secondCall(
	edits: readonly EditRequest[],
	refusal: string,
	meantLine?: number,
): EditRequest[] | undefined {
	const failed = failedIndex(refusal);
	if (/without edits\[\d+\]/.test(refusal)) return edits.filter((_edit, index) => index !== failed);
	const edit = edits[failed]!;
	const next = nextEdits(edit, refusal, meantLine);
	return next && edits.flatMap((other, index) => (index === failed ? next : [other]));
}

export function shownBlocks(refusal: string): ShownBlock[] {
	const blocks = refusal.matchAll(/^--- copy from here \(lines (\d+)-(\d+)\) ---\n((?:[^\n]*\n)*?)--- to here ---$/gm);
	return [...blocks].map(([, startLine, endLine, text]) => ({
		startLine: Number(startLine),
		endLine: Number(endLine),
		text: text!.slice(0, -1),
	}));
}

function failedIndex(refusal: string): number {
	return Number(/edits\[(\d+)\]/.exec(refusal.split("\n")[0]!)?.[1] ?? 0);
}

function nextEdits(edit: EditRequest, refusal: string, meantLine?: number): EditRequest[] | undefined {
	const blocks = shownBlocks(refusal);
	if (/would replace \d+ lines/.test(refusal)) return [inTwoSteps(edit, blocks[0])].flat();
	if (blocks.length === 0) return withoutMissingLine(edit, refusal);
	if (!/Found \d+ occurrences/.test(refusal)) return blocks.length === 1 ? [copied(edit, blocks[0]!)] : undefined;
	const meant = blocks.find(({ startLine, endLine }) => meantLine! >= startLine && meantLine! <= endLine);
	return meant && [copied(edit, meant)];
}

/** The first or last line, where the refusal says that the file lacks it and the edit does not change it. */
function withoutMissingLine({ oldText, newText }: EditRequest, refusal: string): EditRequest[] | undefined {
	const shown = /^differs: the file has no line "(.*)"$/m.exec(refusal)?.[1];
	if (shown === undefined || !refusal.includes("that line left out")) return undefined;
	const line = shown.replaceAll("·", " ").replaceAll("→", "\t");
	const cut = (text: string) => {
		if (text.startsWith(`${line}\n`)) return text.slice(line.length + 1);
		return text.endsWith(`\n${line}`) ? text.slice(0, -line.length - 1) : undefined;
	};
	const [oldRest, newRest] = [cut(oldText), cut(newText)];
	return oldRest === undefined || newRest === undefined ? undefined : [{ oldText: oldRest, newText: newRest }];
}

/** The new lines first, beside the old ones, then the old ones go. */
function inTwoSteps(edit: EditRequest, block: ShownBlock | undefined): EditRequest[] {
	const { oldText, newText } = block ? copied(edit, block) : edit;
	return [
		{ oldText, newText: newText + oldText },
		{ oldText, newText: "" },
	];
}

/** The block as `oldText`, and the change from the old `oldText` to `newText` made to the block. */
function copied({ oldText, newText }: EditRequest, { text }: ShownBlock): EditRequest {
	const at = text.indexOf(oldText);
	if (at !== -1) {
		return { oldText: text, newText: text.slice(0, at) + newText + text.slice(at + oldText.length) };
	}
	return { oldText: text, newText: carriedOver(withoutNumbers(oldText), withoutNumbers(newText), text) };
}

function withoutNumbers(text: string): string {
	const lines = text.split("\n");
	return lines.every((line) => /^ *\d+\t/.test(line))
		? lines.map((line) => line.replace(/^ *\d+\t/, "")).join("\n")
		: text;
}

/**
 * `newText` with the block's lines where it has those of `oldText`. Lines that are changed are taken from `newText`, with
 * the indentation that the block has more than `oldText`.
 */
function carriedOver(oldText: string, newText: string, block: string): string {
	const [oldLines, newLines, blockLines] = [oldText, newText, block].map((text) => text.split("\n")) as [
		string[],
		string[],
		string[],
	];
	if (oldLines.length !== blockLines.length) return newText;
	const fitted = indentFitter(oldLines, blockLines);
	let from = 0;
	return newLines
		.map((line) => {
			const kept = oldLines.indexOf(line, from);
			if (kept === -1) return fitted(line);
			from = kept + 1;
			return blockLines[kept]!;
		})
		.join("\n");
}

function indentFitter(oldLines: readonly string[], blockLines: readonly string[]): (line: string) => string {
	const known = new Map<string, string>();
	for (const [index, line] of oldLines.entries()) {
		if (line.trim() !== "") known.set(indentOf(line), indentOf(blockLines[index]!));
	}
	return (line) => (known.get(indentOf(line)) ?? indentOf(line)) + line.slice(indentOf(line).length);
}

function indentOf(line: string): string {
	return /^[ \t]*/.exec(line)![0];
}
