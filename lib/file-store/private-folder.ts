/** The user's own folder outside every project, for locks and for what can not be kept beside the file. */
import { accessSync, chmodSync, constants, lstatSync, mkdirSync, type Stats } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { errorCodeOf } from "../paths.ts";

/**
 * Its path, or undefined if there is no such folder that is writable and the user's alone. A few questions to a local
 * disk, asked synchronously: each would wait longer for its turn than for its answer.
 *
 * It does not follow `TMPDIR` where there is a `/tmp`: processes that were given different ones still have to meet.
 */
export function privateFolder(): string | undefined {
	const bases = process.platform === "win32" ? [tmpdir()] : ["/tmp", tmpdir()];
	for (const base of bases) {
		const folder = privateFolderIn(base);
		if (folder !== undefined) return folder;
	}
	return undefined;
}

export function privateFolderIn(base: string): string | undefined {
	try {
		const userId = process.geteuid?.();
		const path = join(base, `pi-edit-safe-${userId ?? userInfo().username}`);
		const stats = lstatSync(path, { throwIfNoEntry: false }) ?? created(path);
		// Somebody else may have made it first, to read what is put there or to hold its locks.
		const isOurs = userId === undefined || (stats.uid === userId && (stats.mode & 0o077) === 0);
		if (!stats.isDirectory() || !isOurs) return undefined;
		accessSync(path, constants.W_OK | constants.X_OK);
		return path;
	} catch {
		return undefined;
	}
}

function created(path: string): Stats {
	try {
		mkdirSync(path, 0o700);
		// Set apart from `mkdirSync`, whose mode the umask narrows.
		chmodSync(path, 0o700);
	} catch (error) {
		// Another process was quicker.
		if (errorCodeOf(error) !== "EEXIST") throw error;
	}
	return lstatSync(path);
}
