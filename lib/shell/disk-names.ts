/** The names on the real disk, for `rewrittenFiles`. What can't be looked at isn't there. */
import { type Dirent, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

export interface DiskNames {
	exists(path: string): boolean;
	list(folder: string): string[];
}

/** One look at the disk: a folder's entries tell what its files are, so most of them are never asked about again. */
export function diskNames(): DiskNames {
	const files = new Set<string>();
	return {
		exists: (path) => files.has(path) || isFile(path),
		list: (folder) => {
			if (files.has(folder)) return [];
			return entriesOf(folder).map((entry) => {
				if (entry.isFile()) files.add(join(folder, entry.name));
				return entry.name;
			});
		},
	};
}

function isFile(path: string): boolean {
	try {
		return statSync(path).isFile();
	} catch {
		return false;
	}
}

function entriesOf(folder: string): Dirent[] {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch {
		return [];
	}
}
