/** pi-edit-safe for pi: registers the tool and the command with pi and decides nothing. */
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { registerCommand } from "./lib/command.ts";
import { Forecasts } from "./lib/forecasts.ts";
import { claimEdit, isOurs, loadedAlready, whoseEdit } from "./lib/owner.ts";
import { watchCalls } from "./lib/preview.ts";
import { Session } from "./lib/session.ts";
import { readSettings } from "./lib/settings.ts";
import { hookShell } from "./lib/shell/shell-hook.ts";
import { watchSeenFiles } from "./lib/stale-context.ts";
import { tell } from "./lib/tell.ts";
import { editTool } from "./lib/tool.ts";

export default function editSafe(pi: ExtensionAPI): void {
	const { disable, shell } = readSettings(process.env, undefined).settings;
	if (disable || loadedAlready(pi)) return;
	const session = new Session(() => settingsFile(pi));
	pi.on("session_start", (_event, context) => {
		for (const problem of session.readSettings().problems) tell(context, `pi-edit-safe: ${problem}`, "warning");
	});
	watchSeenFiles(pi, session.seenFiles);
	const forecasts = new Forecasts(session);
	watchCalls(pi, forecasts);
	const tool = editTool(session, forecasts);
	claimEdit(pi, tool, () => !session.settings.disable);
	const hasOurs = () => isOurs(pi, tool);
	if (shell === "on") hookShell(pi, session, hasOurs);
	registerCommand(pi, session, () => whoseEdit(pi, tool), hasOurs);
}

/** pi's settings with keys that pi does not know; pi has them from 0.99 on. */
function settingsFile(pi: ExtensionAPI): unknown {
	return (pi.getSettings?.() as { editSafe?: unknown } | undefined)?.editSafe;
}
