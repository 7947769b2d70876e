/** What a replacement takes away from a large block. Pure. */
import type { Span } from "../match/exact-occurrences.ts";
import { lineFeedText } from "./copy-text.ts";
import { isHead } from "./enclosing-label.ts";

/** The lines of a block that its replacement lacks, as far as they say what would go. */
export interface LostLines {
	first: string;
	last: string;
	/** Definitions and headings that `newText` does not have, with their 1-based line in the file; the first few. */
	heads: { line: number; text: string }[];
}

const SHOWN_HEADS = 6;

export function lostLines(content: string, span: Span, startLine: number, newText: string): LostLines {
	const lines = lineFeedText(content.slice(span.start, span.end)).split("\n");
	const kept = new Set(
		lineFeedText(newText)
			.split("\n")
			.map((line) => line.trim()),
	);
	const filled = lines.filter((line) => line.trim() !== "");
	const heads: LostLines["heads"] = [];
	for (const [index, line] of lines.entries()) {
		if (heads.length === SHOWN_HEADS) break;
		if (isHead(line) && !kept.has(line.trim())) heads.push({ line: startLine + index, text: line.trim() });
	}
	return { first: filled[0] ?? "", last: filled.at(-1) ?? "", heads };
}
