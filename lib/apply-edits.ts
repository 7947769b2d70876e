/** The core: applying the edits of one call to a text. Pure: text in, text out, or an `EditError`. */
import { EditError, type RefusalFacts } from "./edit-error.ts";
import { type DriftKind, type MatchedVia, matchedVia } from "./match/drift-kinds.ts";
import { findSpan } from "./match/find-span.ts";
import { refusalText } from "./refusal-text.ts";

export interface EditRequest {
	oldText: string;
	newText: string;
}

export interface ApplyOptions {
	drift?: "correct" | "verbatim" | "refuse";
	/** A span of at least so many lines is guarded by `over-scope`; 0 switches the guard off. */
	overScopeLines?: number;
	/** Share of the span's lines that `newText` must at least have. */
	overScopeRatio?: number;
}

export interface EditOutcome {
	matchedVia: MatchedVia;
	drift: DriftKind[];
	/** 1-based, inclusive, in the text the edit was applied to. */
	startLine: number;
	endLine: number;
	/** Offsets of the span in the text the edit was applied to, in UTF-16 units, and what was written in its place. */
	start: number;
	end: number;
	replacement: string;
}

export interface ApplyResult {
	content: string;
	edits: EditOutcome[];
}

export function applyEdits(
	source: string,
	edits: EditRequest[],
	where: string,
	_options: ApplyOptions = {},
): ApplyResult {
	let content = source;
	const outcomes: EditOutcome[] = [];
	for (const [editIndex, { oldText, newText }] of edits.entries()) {
		const found = findSpan(content, oldText, newText);
		if (found.kind !== "found") refuse({ code: "not-found", where, editIndex, editCount: edits.length });
		const { span, drift } = found.candidate;
		outcomes.push({
			matchedVia: matchedVia(drift),
			drift: [...drift],
			startLine: 1,
			endLine: 1,
			start: span.start,
			end: span.end,
			replacement: newText,
		});
		content = content.slice(0, span.start) + newText + content.slice(span.end);
	}
	return { content, edits: outcomes };
}

function refuse(facts: RefusalFacts): never {
	throw new EditError(refusalText(facts), facts);
}
