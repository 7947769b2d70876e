/** Another package that brings an `edit` of its own and registers it only when a prompt is sent. */
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { anotherEdit } from "./another-edit.ts";

export default function latestOwner(pi: ExtensionAPI): void {
	pi.on("input", () => pi.registerTool(anotherEdit));
}
