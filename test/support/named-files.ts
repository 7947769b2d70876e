/** A disk of names for the pure analysis of commands: the files that a case says are there, and their folders. */
export interface NamedFiles {
	exists(path: string): boolean;
	list(folder: string): string[];
}

export function namedFiles(root: string, files: readonly string[]): NamedFiles {
	const separator = root.includes("\\") ? "\\" : "/";
	const present = new Set<string>();
	const folders = new Map<string, Set<string>>();
	for (const file of files) {
		const segments = file.split("/");
		present.add([root, ...segments].join(separator));
		for (let depth = 0; depth < segments.length; depth++) {
			const folder = [root, ...segments.slice(0, depth)].join(separator);
			folders.set(folder, (folders.get(folder) ?? new Set()).add(segments[depth]!));
		}
	}
	return { exists: (path) => present.has(path), list: (folder) => [...(folders.get(folder) ?? [])] };
}
