/** Who runs in the speed bench: this package, pi's own functions and tool, and what the plainest work on such a text costs. */
import { copyFile, mkdtemp, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createEditToolDefinition } from "@earendil-works/pi-coding-agent";
import { applyEdits, type EditRequest } from "../../lib/apply-edits.ts";
import { changedRanges } from "../../lib/diff/changed-ranges.ts";
import { diffRanges } from "../../lib/diff.ts";
import { EditError } from "../../lib/edit-error.ts";
import { editFile } from "../../lib/edit-file.ts";
// pi exports its tool, but not the functions below it; they are what a text is edited with, free of the disk.
import * as pi from "../../node_modules/@earendil-works/pi-coding-agent/dist/core/tools/edit-diff.js";
import type { SpeedCase } from "./cases.ts";
import type { Contender } from "./measure.ts";

/** One look at every character, and one copy: less can no tool do that reads a text and writes it. */
export function scanAndCopy(text: string): Contender {
	return {
		name: "scan and copy",
		run() {
			let lineFeeds = 0;
			for (let offset = 0; offset < text.length; offset++) if (text.charCodeAt(offset) === 10) lineFeeds++;
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

/** A file per contender, edited there and back by turns. pi's tool takes part where it can go both ways. */
export async function onDisk(
	text: string,
	[edit]: EditRequest[],
	isExact: boolean,
): Promise<{ contenders: Contender[]; end(): Promise<void> }> {
	const folder = await mkdtemp(join(tmpdir(), "pi-edit-safe-speed-"));
	const { oldText, newText } = edit!;
	const directions = [
		{ oldText, newText },
		{ oldText: newText, newText: oldText },
	];
	const contender = (name: string, run: (path: string, edits: EditRequest[]) => Promise<unknown>): Contender => {
		let runs = 0;
		return { name, run: async () => void (await run(join(folder, name), [directions[runs++ % 2]!])) };
	};
	const contenders = [
		contender("read and write", async (path) => writeFile(path, await readFile(path))),
		contender("the same, safely", readAndReplace),
		contender("ours", (path, edits) => editFile({ path, edits }, { cwd: folder })),
		...(isExact ? [contender("pi", pisTool(folder))] : []),
	];
	await writeFile(join(folder, "text"), text);
	for (const { name } of contenders) await copyFile(join(folder, "text"), join(folder, name));
	return { contenders, end: () => rm(folder, { recursive: true }) };
}

/** Written beside the file, flushed and renamed over it, the folder flushed: what any tool pays that a crash must not harm. */
async function readAndReplace(path: string): Promise<void> {
	await writeFile(`${path}.new`, await readFile(path), { flush: true });
	await rename(`${path}.new`, path);
	const folder = await open(dirname(path));
	await folder.sync();
	await folder.close();
}

function pisTool(folder: string): (path: string, edits: EditRequest[]) => Promise<unknown> {
	const tool = createEditToolDefinition(folder);
	// The tool asks its context for nothing but the folder.
	const context = { cwd: folder } as Parameters<typeof tool.execute>[4];
	return (path, edits) => tool.execute("call", { path, edits }, undefined, undefined, context);
}

/** A text put together from parts costs its copy when it is first read. */
function flatten(text: string): void {
	text.charCodeAt(text.length >> 1);
}
