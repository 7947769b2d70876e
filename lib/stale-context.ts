/**
 * Telling the model that a file changed behind its back: which files it has seen is watched here, and a text that was not
 * found says so. Never a reason to refuse by itself.
 */
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { EditError } from "./edit-error.ts";
import { resolvePath } from "./paths.ts";
import { refusalText } from "./refusal-text.ts";
import type { SeenFiles } from "./seen-files.ts";

/** The tools whose success leaves the model with the file as it is. */
const SEEING_TOOLS = new Set(["read", "edit", "write"]);

export function watchSeenFiles(pi: ExtensionAPI, seenFiles: SeenFiles): void {
	pi.on("session_start", () => seenFiles.clear());
	pi.on("session_tree", () => seenFiles.clear());
	pi.on("tool_result", ({ toolName, isError, input }, context) => {
		if (isError || !SEEING_TOOLS.has(toolName) || typeof input.path !== "string") return;
		const path = resolvedPath(input.path, context.cwd);
		if (path !== undefined) seenFiles.remember(path);
	});
}

/** `undefined` for a path that edit itself would refuse. */
function resolvedPath(path: string, cwd: string): string | undefined {
	try {
		return resolvePath(path, cwd);
	} catch {
		return undefined;
	}
}

/** The same error, with when the file changed if that may be why the text was not found. */
export function withStaleness(error: EditError, path: string, seenFiles: SeenFiles): EditError {
	const { facts } = error;
	if (facts.code !== "not-found") return error;
	const changedSinceSeen = seenFiles.changedSinceSeen(path);
	if (changedSinceSeen === undefined) return error;
	const staleFacts = { ...facts, changedSinceSeen };
	return new EditError(refusalText(staleFacts), staleFacts);
}
