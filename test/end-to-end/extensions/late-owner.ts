/** Another package that brings an `edit` of its own and registers it when the session starts. */
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { anotherEdit } from "./another-edit.ts";

export default function lateOwner(pi: ExtensionAPI): void {
	pi.on("session_start", () => pi.registerTool(anotherEdit));
}
