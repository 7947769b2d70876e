/** Names of files as searches print them: every file that may be printed, since what is in the files isn't known. */
import { patternTest } from "../glob.ts";
import type { Machine } from "../machine.ts";
import { withoutEnd } from "../trimmed.ts";
import { isKnown, UNKNOWN } from "../unknown.ts";
import type { Options } from "./options.ts";

/** The files at or below a place, spelled from there. */
export function filesBelow(start: string, machine: Machine, skippedFolders: string[] = []): string[] {
	const absolute = machine.resolve(start);
	if (absolute === undefined) return [];
	const base = withoutEnd(start, "/");
	const skipped = skippedFolders.map((glob) => patternTest(glob.replace(/\/$/, "")));
	const enter = ({ name }: { name: string }) => !skipped.some((test) => test(name));
	return [...machine.files.walk(absolute, enter)]
		.filter((entry) => !entry.isFolder)
		.map((entry) => (entry.path === "" ? start : `${base}/${entry.path}`));
}

export function lastName(path: string): string {
	return path.slice(path.lastIndexOf("/") + 1);
}

/** Matching lines follow the name, which `cut -d: -f1` and the like take off again. */
export function printed(names: string[], namesOnly: boolean): string {
	return names.map((path) => (namesOnly ? `${path}\n` : `${path}:${UNKNOWN}\n`)).join("");
}

/** The lines of known names that plain text picks out; any other pattern keeps them all. */
export function filtered(pattern: string, options: Options, text: string): string {
	if (options.has("-c", "-o", "--count", "--only-matching", "-q", "--quiet")) return UNKNOWN;
	const parts = /^(\^?)((?:[\w/ -]|\\\.)+)(\$?)$/.exec(pattern);
	if (!parts || options.has("-i", "-f", "--ignore-case")) return text;
	const plain = parts[2]!.replaceAll("\\.", ".");
	const wanted = !options.has("-v", "--invert-match");
	const kept = text.split("\n").filter((line) => {
		if (!isKnown(line)) return true;
		const found = (parts[1] === "" || line.startsWith(plain)) && (parts[3] === "" || line.endsWith(plain));
		return line !== "" && (found && line.includes(plain)) === wanted;
	});
	return kept.map((line) => `${line}\n`).join("");
}
