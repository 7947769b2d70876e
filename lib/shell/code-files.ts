/** What inline code finds when it looks for files: names on disk, as paths from where the code looks. */
import type { Machine } from "./machine.ts";
import { isKnown } from "./unknown.ts";

/** Names that one search gives. More names more files of a large folder; fewer bounds what is joined to them. */
const MOST_NAMES = 1_000;

export function pathsMatching(patterns: string[], machine: Machine): string[] {
	const { files, folder } = machine;
	return patterns
		.filter(isKnown)
		.flatMap((pattern) => files.glob(pattern, folder, true))
		.slice(0, MOST_NAMES);
}

export function namesIn(folders: string[], machine: Machine): string[] {
	return folders.flatMap((folder) => {
		const absolute = machine.resolve(folder);
		return absolute === undefined ? [] : machine.files.names(absolute);
	});
}

export function pathsBelow(folders: string[], machine: Machine): string[] {
	return folders.flatMap((folder) => namesIn([folder], machine).map((name) => `${folder}/${name}`));
}

/** `os.walk`: the folders, the names of folders, the names of files. */
export function foldersAndNames(starts: string[], machine: Machine): { values: string[]; columns: string[][] } {
	const folders: string[] = [];
	const names = new Set<string>();
	for (const start of starts) {
		const absolute = machine.resolve(start);
		if (absolute === undefined) continue;
		for (const { path, isFolder } of machine.files.walk(absolute)) {
			if (isFolder) folders.push(path === "" ? start : `${start}/${path}`);
			else names.add(path.slice(path.lastIndexOf("/") + 1));
			if (folders.length + names.size > MOST_NAMES) break;
		}
	}
	return { values: folders, columns: [folders, [], [...names]] };
}
