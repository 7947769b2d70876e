/** Saying something to the person who runs pi, in every mode. */
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";

/** In print and json mode pi shows no notices and the output belongs to the answer, so there it is the error stream. */
export function tell(context: ExtensionContext, message: string, level: "info" | "warning" = "info"): void {
	if (context.hasUI) context.ui.notify(message, level);
	else process.stderr.write(`${message}\n`);
}
