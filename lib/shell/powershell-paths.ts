/** Paths as PowerShell takes them. */
import type { Machine } from "./machine.ts";
import { isKnown } from "./unknown.ts";

/** In a path both slashes separate, and `*` and `?` stand for what is there. */
export function writePath(path: string, machine: Machine): void {
	for (const each of pathsOf(path, machine)) machine.write(each);
}

export function pathsOf(path: string, machine: Machine): string[] {
	const slashes = path.replaceAll("\\", "/");
	if (!isKnown(slashes) || /^\$?null$/i.test(slashes)) return [];
	return /[*?]/.test(slashes) ? machine.files.glob(slashes, machine.folder) : [slashes];
}
