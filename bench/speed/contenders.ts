/** Who runs in the speed bench on a text in memory: this package, pi's own functions, and the plainest work on such a text. */
import { applyEdits, type EditRequest } from "../../lib/apply-edits.ts";
import { changedRanges } from "../../lib/diff/changed-ranges.ts";
import { diffRanges } from "../../lib/diff.ts";
import { EditError } from "../../lib/edit-error.ts";
import { findSpan } from "../../lib/match/find-span.ts";
// pi exports its tool, but not the functions below it; they are what a text is edited with, free of the disk.
import * as pi from "../../node_modules/@earendil-works/pi-coding-agent/dist/core/tools/edit-diff.js";
import type { SpeedCase } from "./cases.ts";
import type { Contender } from "./measure.ts";

/** One look at every character. */
export function scan(text: string): Contender {
	return { name: "scan", run: () => void countLineFeeds(text) };
}

/** One look at every character, and one copy: less can no tool do that reads a text and writes it. */
export function scanAndCopy(text: string): Contender {
	return {
		name: "scan and copy",
		run() {
			const lineFeeds = countLineFeeds(text);
			flatten(`${text.slice(0, text.length / 2)}${lineFeeds}${text.slice(text.length / 2)}`);
		},
	};
}

/** What an exact edit cannot do without: a look whether each text is there once, and one copy. */
export function searchAndCopy(text: string, edits: EditRequest[]): Contender {
	return {
		name: "search and copy",
		run() {
			let places = 0;
			for (const { oldText } of edits) {
				for (let at = text.indexOf(oldText); at !== -1; at = text.indexOf(oldText, at + 1)) places++;
			}
			flatten(`${text.slice(0, text.length / 2)}${places}${text.slice(text.length / 2)}`);
		},
	};
}

export function ours(text: string, edits: EditRequest[]): Contender {
	return { name: "ours", run: () => void outcomeOf(text, edits) };
}

/** The search alone, without the words of a refusal. */
export function ourSearch(text: string, [edit]: EditRequest[]): Contender {
	return { name: "ours", run: () => void findSpan(text, edit!.oldText, edit!.newText) };
}

/** How the last edit landed, or why the call was refused; any other error is one of the bench. */
export function outcomeOf(text: string, edits: EditRequest[]): SpeedCase["outcome"] {
	try {
		const { content, edits: outcomes } = applyEdits(text, edits, "file.ts");
		flatten(content);
		return outcomes.at(-1)!.matchedVia;
	} catch (error) {
		if (error instanceof EditError) return error.code;
		throw error;
	}
}

export function pis(text: string, edits: EditRequest[]): Contender {
	return {
		name: "pi",
		run() {
			try {
				const normalized = pi.normalizeToLF(text);
				const { newContent, replacements } = pi.applyEditsToNormalizedContent(normalized, edits, "file.ts");
				flatten(text === normalized ? newContent : pi.applyReplacementsToOriginal(text, replacements));
			} catch {
				// A refusal is an outcome like any other.
			}
		},
	};
}

export function ourDiff(text: string, edits: EditRequest[]): Contender {
	const { edits: outcomes } = applyEdits(text, edits, "file.ts");
	return { name: "ours", run: () => void diffRanges(text, changedRanges(outcomes), "file.ts") };
}

export function pisDiff(text: string, edits: EditRequest[]): Contender {
	const { baseContent, newContent, replacements } = pi.applyEditsToNormalizedContent(text, edits, "file.ts");
	return { name: "pi", run: () => void pi.generateEditDiff("file.ts", baseContent, newContent, replacements) };
}

function countLineFeeds(text: string): number {
	let lineFeeds = 0;
	for (let offset = 0; offset < text.length; offset++) if (text.charCodeAt(offset) === 10) lineFeeds++;
	return lineFeeds;
}

/** A text put together from parts costs its copy when it is first read. */
function flatten(text: string): void {
	text.charCodeAt(text.length >> 1);
}
