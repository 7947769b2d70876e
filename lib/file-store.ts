/**
 * The only module that writes content on disk; what it needs is in the folder of its name, beside `readSnapshot`.
 *
 * Holds when `replaceIfUnchanged` returns or throws: the file is the old one or the new one, whole; its mode, owner, links
 * and attributes are as they were; nothing is left beside it.
 */
import { stat, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { EditError } from "./edit-error.ts";
import { removeLeftovers } from "./file-store/companion-files.ts";
import { readSideFile, recover, writeInPlace } from "./file-store/in-place.ts";
import { withFileLock } from "./file-store/lock.ts";
import { privateFolder } from "./file-store/private-folder.ts";
import { replaceByRename } from "./file-store/replace-by-rename.ts";
import type { Snapshot } from "./file-store/snapshot.ts";
import { errorCodeOf } from "./paths.ts";
import { refuse } from "./refusal-text.ts";

/**
 * Puts `content`, in pieces, in the place of the file that `snapshot` was taken of. False, and nothing written, if that file is no longer
 * as it was. `throwIfAborted` is asked up to the moment of writing and not after it.
 */
export async function replaceIfUnchanged(
	snapshot: Snapshot,
	content: readonly Buffer[],
	throwIfAborted: () => void,
): Promise<boolean> {
	try {
		// A new file under one of several names would part it from the others.
		if (snapshot.stats.nlink > 1n) return await writeInPlace(snapshot, content, throwIfAborted);
		const outcome = await replaceByRename(snapshot, content, throwIfAborted);
		return outcome === "impossible" ? await writeInPlace(snapshot, content, throwIfAborted) : outcome === "replaced";
	} catch (error) {
		if (error instanceof EditError) throw error;
		return refuse({ code: "write-failed", where: snapshot.where, errorCode: errorCodeOf(error) });
	}
}

/** Removes what killed processes left in the file's folder, and brings back what they left half written. */
export async function clearLeftovers(realPath: string): Promise<void> {
	const folders = [dirname(realPath), privateFolder()].filter((folder) => folder !== undefined);
	await Promise.all(folders.map((folder) => removeLeftovers(folder, (path) => recoverFrom(path, realPath))));
}

/** @param lockedPath the file that the caller has the lock of */
async function recoverFrom(sidePath: string, lockedPath: string): Promise<void> {
	const versions = await readSideFile(sidePath);
	if (versions === undefined) return await unlink(sidePath);
	const clear = async (): Promise<void> => {
		if (await recover(versions)) await unlink(sidePath);
	};
	if (await isSameFile(versions.targetPath, lockedPath)) await clear();
	else await withFileLock(versions.targetPath, "no-wait", undefined, clear);
}

async function isSameFile(left: string, right: string): Promise<boolean> {
	if (left === right) return true;
	const [a, b] = await Promise.all([left, right].map((path) => stat(path, { bigint: true }).catch(() => undefined)));
	return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}
