/**
 * The speed bump in pi: hears of requests, messages and edits, and sends a shell command back when the bump says so. A
 * fault in here lets the command run. The analysis of commands is loaded at the first shell call, not before.
 */
import { homedir } from "node:os";
import { relative, sep } from "node:path";
import type { ExtensionAPI, ExtensionContext, ToolResultEvent } from "@earendil-works/pi-coding-agent";
import { isToolCallEventType } from "@earendil-works/pi-coding-agent";
import { resolvePath } from "../paths.ts";
import type { Session } from "../session.ts";
import { SpeedBump } from "./speed-bump.ts";

/** @param isOurs whether the model has this package's `edit`; the bump points to no other */
export function hookShell(pi: ExtensionAPI, session: Session, isOurs: () => boolean): void {
	const bump = new SpeedBump();
	pi.on("session_start", () => bump.startRequest());
	pi.on("session_tree", () => bump.startRequest());
	// Fires when a message enters the conversation: the first one, and those that steer or follow up.
	pi.on("message_start", ({ message }) => {
		if (message.role === "user") bump.startRequest();
	});
	pi.on("turn_start", () => bump.startMessage());
	pi.on("tool_result", (event, context) => hearOfEdit(event, context, bump));
	pi.on("tool_call", async (event, context) => {
		const isShell = isToolCallEventType("bash", event) || isToolCallEventType("powershell", event);
		if (!isShell || session.settings.shell === "off" || session.settings.disable || !isOurs()) return undefined;
		const shell = event.toolName === "powershell" ? "powershell" : "bash";
		const reason = await reasonAgainst(event.input.command, shell, context.cwd, bump);
		if (reason === undefined) return undefined;
		session.counts.shellBumps++;
		return { block: true, reason };
	});
}

async function reasonAgainst(
	command: unknown,
	shell: "bash" | "powershell",
	cwd: string,
	bump: SpeedBump,
): Promise<string | undefined> {
	if (typeof command !== "string") return undefined;
	try {
		const { rewrittenFiles, diskNames } = await loadAnalysis();
		const files = rewrittenFiles(command, { shell, cwd, root: cwd, home: homedir(), ...diskNames() });
		return bump.judge(command, files, (path) => relative(cwd, path).split(sep).join("/") || undefined);
	} catch {
		// pi turns what a handler throws into a refusal of the call.
		return undefined;
	}
}

let loading: Promise<Analysis> | undefined;

type Analysis = Pick<typeof import("./rewritten-files.ts"), "rewrittenFiles"> &
	Pick<typeof import("./disk-names.ts"), "diskNames">;

/** One import for all: pi's loader hands out a module before it has run when two callers import it at the same time. */
function loadAnalysis(): Promise<Analysis> {
	loading ??= (async () => {
		const { rewrittenFiles } = await import("./rewritten-files.ts");
		const { diskNames } = await import("./disk-names.ts");
		return { rewrittenFiles, diskNames };
	})();
	return loading;
}

function hearOfEdit(event: ToolResultEvent, { cwd }: ExtensionContext, bump: SpeedBump): void {
	const { path } = event.input;
	if (event.toolName !== "edit" || typeof path !== "string") return;
	const file = absolutePath(path, cwd);
	const text = event.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
	if (event.isError) bump.editRefused(file, text);
	else bump.editLanded(file);
}

/** A path that can't be resolved names no file that a command could rewrite. */
function absolutePath(path: string, cwd: string): string {
	try {
		return resolvePath(path, cwd);
	} catch {
		return path;
	}
}
