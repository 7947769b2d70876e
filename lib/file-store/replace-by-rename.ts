/**
 * A new file in the place of the old one, by a rename, which is all or nothing.
 *
 * Holds when `replaceByRename` returns or throws: the temporary file is gone, and unless the outcome is `replaced` the file
 * was not touched.
 */
import { renameSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errorCodeOf } from "../paths.ts";
import { createCompanion, flushFolder, leaveCompanion, removeCompanion, writeAll } from "./companion-files.ts";
import { nativeFiles } from "./native-files.ts";
import { attributesOf, isInStateOf, openIfUnchanged, type Snapshot } from "./snapshot.ts";

/** `impossible`: a new file can not take this one's place, or would lose what the old one has. */
export type RenameOutcome = "replaced" | "changed" | "impossible";

export async function replaceByRename(
	snapshot: Snapshot,
	content: readonly Buffer[],
	throwIfAborted: () => void,
): Promise<RenameOutcome> {
	const folder = dirname(snapshot.realPath);
	const mode = Number(snapshot.stats.mode & 0o7777n);
	const temporary = await createCompanion(folder, "new", mode & 0o600).catch((error) => {
		if (FOLDER_CLOSED.includes(errorCodeOf(error))) return undefined;
		throw error;
	});
	if (temporary === undefined) return "impossible";
	let outcome: RenameOutcome = "impossible";
	try {
		try {
			if (!(await fill(temporary.handle, snapshot, content, mode))) return outcome;
		} finally {
			await temporary.handle.close();
		}
		throwIfAborted();
		const replaced = await openIfUnchanged(snapshot);
		outcome = replaced === undefined ? "changed" : await renameOver(temporary.path, snapshot, replaced);
	} finally {
		if (outcome === "replaced") leaveCompanion(temporary.path);
		else await removeCompanion(temporary.path);
	}
	if (outcome === "replaced") await flushFolder(folder);
	return outcome;
}

/** Nothing can be added to the folder, or its path is too long for one more name. */
const FOLDER_CLOSED = ["EACCES", "EPERM", "EROFS", "ENAMETOOLONG"];
/** The file is a mount point, or belongs to somebody else in a folder such as `/tmp`. On Windows: somebody has it open. */
const NOT_REPLACEABLE = ["EBUSY", "EPERM", "EACCES", "EXDEV"];

/** False if the new file can not get the old one's owner or attributes. */
async function fill(
	handle: FileHandle,
	snapshot: Snapshot,
	content: readonly Buffer[],
	mode: number,
): Promise<boolean> {
	if (!(await giveOwner(handle, snapshot))) return false;
	await writeAll(handle, content);
	// After the content, since writing takes capabilities off; before the mode, since an inherited access list widens it.
	if (!(await giveAttributes(handle, snapshot))) return false;
	// After the owner, since a change of owner takes the set-user-id bit off.
	await handle.chmod(mode);
	await handle.sync();
	return true;
}

async function giveOwner(handle: FileHandle, { stats }: Snapshot): Promise<boolean> {
	const own = await handle.stat({ bigint: true });
	if (own.uid === stats.uid && own.gid === stats.gid) return true;
	return handle.chown(Number(stats.uid), Number(stats.gid)).then(
		() => true,
		() => false,
	);
}

async function giveAttributes(handle: FileHandle, { attributes }: Snapshot): Promise<boolean> {
	const native = await nativeFiles();
	if (native === undefined) return true;
	try {
		const own = await attributesOf(handle);
		if (own === undefined || attributes === undefined) return false;
		for (const name of own.keys()) {
			if (!attributes.has(name)) native.removeAttrSync(handle.fd, name);
		}
		for (const [name, value] of attributes) {
			if (!own.get(name)?.equals(value)) native.setAttrSync(handle.fd, name, value);
		}
		return true;
	} catch {
		return false;
	}
}

/** On Windows a virus scanner or an indexer can hold a file for a moment. More tries make a file that stays open slower to write. */
const WINDOWS_RENAME_TRIES = 10;
const WINDOWS_RENAME_PAUSE_MS = 20;

/** The last look and the rename in one go: between them lies the only moment in which a change by others is lost. */
async function renameOver(from: string, snapshot: Snapshot, replaced: FileHandle): Promise<RenameOutcome> {
	const isWindows = process.platform === "win32";
	const tries = isWindows ? WINDOWS_RENAME_TRIES : 1;
	try {
		if (!isInStateOf(replaced, snapshot)) return "changed";
		// There, an open file can not be replaced.
		if (isWindows) await replaced.close();
		for (let attempt = 1; ; attempt++) {
			try {
				renameSync(from, snapshot.realPath);
				return "replaced";
			} catch (error) {
				const errorCode = errorCodeOf(error);
				// Somebody took the temporary file or the folder away.
				if (errorCode === "ENOENT") return "changed";
				if (!NOT_REPLACEABLE.includes(errorCode)) throw error;
				if (attempt === tries) return "impossible";
				await delay(WINDOWS_RENAME_PAUSE_MS);
			}
		}
	} finally {
		// Frees the blocks of a large file, which takes as long as to write it and nobody has to wait for.
		replaced.close().catch(() => {});
	}
}
