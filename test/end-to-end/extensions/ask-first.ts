/** A package that asks the person before each edit, as some do. */
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function askFirst(pi: ExtensionAPI): void {
	pi.on("tool_call", async ({ toolName, input }, context) => {
		if (toolName !== "edit") return undefined;
		const isAllowed = await context.ui.confirm("Allow this edit?", String(input.path));
		return isAllowed ? undefined : { block: true, reason: "The person said no." };
	});
}
