/**
 * pi's shipped matcher, taken from the files of the installed package: no copy, so a new pi is measured as it is. When a
 * function has moved or changed its shape, loading throws and says which, instead of measuring something else.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { EditRequest } from "../../lib/apply-edits.ts";

export interface PiReplacement {
	matchIndex: number;
	matchLength: number;
	newText: string;
}

export interface PiFunctions {
	version: string;
	splitBom(text: string): { bom: string; text: string };
	normalizeToLF(text: string): string;
	applyEditsToNormalizedContent(
		content: string,
		edits: EditRequest[],
		path: string,
	): { baseContent: string; newContent: string; replacements: PiReplacement[] };
	applyReplacementsToOriginal(original: string, replacements: PiReplacement[]): string;
}

const PI_PACKAGE = "@earendil-works/pi-coding-agent";

/** Where each function lives in pi's `dist/`, and the names that its own edit tool must still import. */
const HOMES = {
	"utils/text.js": ["splitBom"],
	"core/tools/edit-diff.js": ["normalizeToLF", "applyEditsToNormalizedContent", "applyReplacementsToOriginal"],
} as const;

const EDIT_TOOL = "core/tools/edit.js";

/** @throws Error that names every function that is not where the bench looks for it */
export async function loadPiFunctions(packageFolder = piPackageFolder()): Promise<PiFunctions> {
	const { version } = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8")) as { version: string };
	const functions: Record<string, unknown> = {};
	const missing: string[] = [];
	const editTool = readIfThere(join(packageFolder, "dist", EDIT_TOOL));
	for (const [file, names] of Object.entries(HOMES)) {
		const module = await importIfThere(join(packageFolder, "dist", file));
		for (const name of names) {
			functions[name] = module[name];
			if (typeof module[name] !== "function") missing.push(`${name} (not exported by dist/${file})`);
			else if (!editTool.includes(`${name}(`)) missing.push(`${name} (no longer called by dist/${EDIT_TOOL})`);
		}
	}
	if (missing.length > 0) {
		throw new Error(
			`pi ${version} has moved what this bench measures: ${missing.join(", ")}. ` +
				"Look at how its edit tool applies an edit now, and change bench/arms/pi-functions.ts.",
		);
	}
	return { ...(functions as unknown as Omit<PiFunctions, "version">), version };
}

function piPackageFolder(): string {
	return dirname(dirname(fileURLToPath(import.meta.resolve(PI_PACKAGE))));
}

function readIfThere(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return "";
	}
}

async function importIfThere(path: string): Promise<Record<string, unknown>> {
	try {
		return (await import(pathToFileURL(path).href)) as Record<string, unknown>;
	} catch {
		return {};
	}
}
