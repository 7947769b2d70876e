/** A package that asks the person before each edit. */
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function gate(pi: ExtensionAPI): void {
	pi.on("tool_call", async (event, context) => {
		if (event.toolName !== "edit") return;
		if (!(await context.ui.confirm("Allow this edit?", event.toolCallId)))
			return { block: true, reason: "The person said no." };
	});
}
