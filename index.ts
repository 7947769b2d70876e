import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";

export default function editSafe(_pi: ExtensionAPI): void {}
