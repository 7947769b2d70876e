/** Watches which files the model sees, so that a text which was not found can say that its file changed behind its back. */
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { resolvePath } from "./paths.ts";
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
