/** The user's own folder outside every project, for locks and for what can not be kept beside the file. */
import { access, chmod, constants, lstat, mkdir } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

/**
 * Its path, or undefined if there is no such folder that is writable and the user's alone.
 *
 * It does not follow `TMPDIR` where there is a `/tmp`: processes that were given different ones still have to meet.
 */
export async function privateFolder(): Promise<string | undefined> {
	const bases = process.platform === "win32" ? [tmpdir()] : ["/tmp", tmpdir()];
	for (const base of bases) {
		const folder = await privateFolderIn(base);
		if (folder !== undefined) return folder;
	}
	return undefined;
}

export async function privateFolderIn(base: string): Promise<string | undefined> {
	try {
		const userId = process.geteuid?.();
		const path = join(base, `pi-edit-safe-${userId ?? userInfo().username}`);
		// Set apart from `mkdir`, whose mode the umask narrows.
		if (await isCreated(path)) await chmod(path, 0o700);
		const stats = await lstat(path);
		// Somebody else may have made it first, to read what is put there or to hold its locks.
		const isOurs = userId === undefined || (stats.uid === userId && (stats.mode & 0o077) === 0);
		if (!stats.isDirectory() || !isOurs) return undefined;
		await access(path, constants.W_OK | constants.X_OK);
		return path;
	} catch {
		return undefined;
	}
}

async function isCreated(path: string): Promise<boolean> {
	try {
		await mkdir(path, 0o700);
		return true;
	} catch {
		return false;
	}
}
