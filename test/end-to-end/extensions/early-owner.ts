/** Another package that brings an `edit` of its own and registers it while it loads, as most do. */
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { anotherEdit } from "./another-edit.ts";

export default function earlyOwner(pi: ExtensionAPI): void {
	pi.registerTool(anotherEdit);
}
