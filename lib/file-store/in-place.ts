/**
 * Writing into the file itself, where a new file in its place would break something.
 *
 * Holds when `writeInPlace` returns or throws: the file is the old or the new one, whole. While it is neither, a side file
 * has both versions, and `recover` brings the old one back after a kill.
 */
import { constants } from "node:fs";
import { type FileHandle, open, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errorCodeOf } from "../paths.ts";
import { createCompanion, flushFolder, leaveCompanion, removeCompanion, writeAll } from "./companion-files.ts";
import { privateFolder } from "./private-folder.ts";
import { isSnapshotOf, readWhole, type Snapshot } from "./snapshot.ts";

/** False, and nothing written, if the file is no longer the one that was read. */
export async function writeInPlace(
	snapshot: Snapshot,
	content: readonly Buffer[],
	throwIfAborted: () => void,
): Promise<boolean> {
	const bytes = Buffer.concat(content);
	const sidePath = await saveBoth(snapshot, bytes);
	let whole = true;
	try {
		const handle = await openForWriting(snapshot.realPath);
		try {
			throwIfAborted();
			if (!(await isSnapshotOf(handle, snapshot))) return false;
			whole = false;
			await overwrite(handle, bytes, snapshot.bytes.length).catch(async (error) => {
				await overwrite(handle, snapshot.bytes, snapshot.bytes.length);
				whole = true;
				throw error;
			});
			whole = true;
			// Writing takes the set-user-id bit off. Only the owner can set it again, and the edit is made in any case.
			await handle.chmod(Number(snapshot.stats.mode & 0o7777n)).catch(() => {});
			return true;
		} finally {
			await handle.close().catch(() => {});
		}
	} finally {
		if (whole) await removeCompanion(sidePath);
		else leaveCompanion(sidePath);
	}
}

/** Both versions of a file that is being written in place. */
interface Versions {
	targetPath: string;
	oldBytes: Buffer;
	newBytes: Buffer;
}

/** The versions in a side file; undefined if it was cut short, so that its process died before it touched the file. */
export async function readSideFile(sidePath: string): Promise<Versions | undefined> {
	const content = await readFile(sidePath);
	const headerEnd = content.indexOf("\n");
	if (headerEnd < 0) return undefined;
	const { targetPath, oldLength, newLength } = JSON.parse(content.toString("utf8", 0, headerEnd));
	const oldStart = headerEnd + 1;
	const newStart = oldStart + oldLength;
	if (content.length !== newStart + newLength) return undefined;
	const folder = dirname(sidePath);
	// In a project's folder anybody may have made the file: there it speaks for its neighbours only.
	const path = folder === privateFolder() ? targetPath : join(folder, basename(targetPath));
	return { targetPath: path, oldBytes: content.subarray(oldStart, newStart), newBytes: content.subarray(newStart) };
}

/**
 * Brings a file back that a killed process left half written. False, and nothing done, if the file holds anything that is
 * from neither version: somebody has changed it since.
 */
export async function recover({ targetPath, oldBytes, newBytes }: Versions): Promise<boolean> {
	const handle = await openForWriting(targetPath).catch((error) => {
		if (errorCodeOf(error) === "ENOENT") return undefined;
		throw error;
	});
	if (handle === undefined) return true;
	try {
		const bytes = await readWhole(handle, (await handle.stat()).size);
		if (bytes.equals(oldBytes) || bytes.equals(newBytes)) return true;
		if (!isMix(bytes, oldBytes, newBytes)) return false;
		await overwrite(handle, oldBytes, bytes.length);
		return true;
	} finally {
		await handle.close();
	}
}

/** In the file's folder, or in the private one if nothing can be added there. */
async function saveBoth(snapshot: Snapshot, newBytes: Buffer): Promise<string> {
	const { realPath, bytes: oldBytes } = snapshot;
	try {
		return await saveIn(dirname(realPath), { targetPath: basename(realPath), oldBytes, newBytes });
	} catch (error) {
		const folder = privateFolder();
		if (folder === undefined) throw error;
		return await saveIn(folder, { targetPath: realPath, oldBytes, newBytes });
	}
}

async function saveIn(folder: string, { targetPath, oldBytes, newBytes }: Versions): Promise<string> {
	const { path, handle } = await createCompanion(folder, "old", 0o600);
	try {
		const header = JSON.stringify({ targetPath, oldLength: oldBytes.length, newLength: newBytes.length });
		await writeAll(handle, [Buffer.from(`${header}\n`), oldBytes, newBytes]);
		await handle.sync();
		await flushFolder(folder);
		return path;
	} catch (error) {
		await removeCompanion(path);
		throw error;
	} finally {
		await handle.close();
	}
}

function openForWriting(path: string): Promise<FileHandle> {
	return open(path, constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOFOLLOW);
}

/** Whether each byte is that of either version, or a zero that a crash of the system left beyond the old end. */
function isMix(bytes: Buffer, oldBytes: Buffer, newBytes: Buffer): boolean {
	if (bytes.length < Math.min(oldBytes.length, newBytes.length)) return false;
	if (bytes.length > Math.max(oldBytes.length, newBytes.length)) return false;
	return bytes.every((byte, index) => {
		return byte === oldBytes[index] || byte === newBytes[index] || (byte === 0 && index >= oldBytes.length);
	});
}

/**
 * `bytes` become all that the file holds. What lies beyond the old end comes first: if there is no room for it, it is cut
 * off again and no old byte was touched.
 */
async function overwrite(handle: FileHandle, bytes: Buffer, presentLength: number): Promise<void> {
	await writeAt(handle, bytes.subarray(presentLength), presentLength);
	await writeAt(handle, bytes.subarray(0, presentLength), 0);
	await handle.truncate(bytes.length);
	await handle.sync();
}

async function writeAt(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
	for (let done = 0; done < bytes.length; ) {
		done += (await handle.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
	}
}
