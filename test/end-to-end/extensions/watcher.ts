/** A package that watches edits and says what it saw; `/load-again` makes pi load every package anew. */
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function watcher(pi: ExtensionAPI): void {
	pi.on("tool_call", (event, context) => {
		if (event.toolName === "edit") context.ui.notify(`saw ${JSON.stringify(event.input)}`);
	});
	pi.registerCommand("load-again", {
		description: "Load every package anew",
		handler: (_words, context) => context.reload(),
	});
}
