/**
 * One regular, writable file as it was at one moment: its bytes, and what tells that state of it from any other.
 *
 * Holds when `readSnapshot` returns: the bytes were read in one piece, with no change while reading. What is no such file is
 * refused without opening it: a FIFO would block, and opening a device can have an effect.
 */
import { constants as bufferConstants } from "node:buffer";
import { type BigIntStats, constants, fstatSync } from "node:fs";
import { access, type FileHandle, lstat, open } from "node:fs/promises";
import { EditError } from "../edit-error.ts";
import { errorCodeOf } from "../paths.ts";
import { refuse } from "../refusal-text.ts";
import { nativeFiles } from "./native-files.ts";

export interface Snapshot {
	/** No link is left in it: what was read is what will be written. */
	realPath: string;
	/** The path as the caller wrote it, for messages. */
	where: string;
	bytes: Buffer;
	stats: BigIntStats;
	/** Extended attributes, access lists among them. None where the system shows none; undefined if it does not let us read them. */
	attributes: ReadonlyMap<string, Buffer> | undefined;
	/** Time stamps are so recent that a further change might leave them as they are. */
	timesMayRepeat: boolean;
}

/** How often a file that changes while it is read is read again. What is left after that, the check before the write finds. */
const READ_ATTEMPTS = 3;

/** Of all usual file systems FAT has the coarsest times. Raising this re-reads more files before the write, lowering it can miss a change. */
const COARSEST_TIME_NS = 2_000_000_000n;

/** @param limit bytes; a file with more is refused without being read */
export async function readSnapshot(
	realPath: string,
	where: string,
	limit: number = bufferConstants.MAX_STRING_LENGTH,
): Promise<Snapshot> {
	try {
		await refuseUnlessEditable(realPath, where, limit);
		const handle = await openForReading(realPath);
		try {
			return await readOpened(handle, realPath, where);
		} finally {
			await handle.close();
		}
	} catch (error) {
		if (error instanceof EditError) throw error;
		refuse({ code: "not-readable", where, errorCode: errorCodeOf(error) });
	}
}

/**
 * The file at the snapshot's path, open, if it is still in the state that was read. As long as it is open, a rename over
 * it does not have to free its blocks.
 */
export async function openIfUnchanged(snapshot: Snapshot): Promise<FileHandle | undefined> {
	const handle = await openForReading(snapshot.realPath).catch(() => undefined);
	if (handle === undefined || (await isSnapshotOf(handle, snapshot).catch(() => false))) return handle;
	await handle.close();
	return undefined;
}

/** Whether an open file is still in the state that was read. Its bytes are compared if its times can not tell. */
export async function isSnapshotOf(handle: FileHandle, snapshot: Snapshot): Promise<boolean> {
	if (snapshot.timesMayRepeat && !(await startsWithBytes(handle, snapshot.bytes))) return false;
	return isSameState(snapshot.stats, await handle.stat({ bigint: true }));
}

/** The same by its state alone, and at once: what waits for its turn in the thread pool leaves others time to write. */
export function isInStateOf(handle: FileHandle, snapshot: Snapshot): boolean {
	return isSameState(snapshot.stats, fstatSync(handle.fd, { bigint: true }));
}

/** Bytes that are compared at a time. Less waits for more reads, more takes memory that was not in use. */
const COMPARED_BYTES = 1 << 20;

/** Whether the file begins with `bytes`; that it ends with them is for its size to say. */
async function startsWithBytes(handle: FileHandle, bytes: Buffer): Promise<boolean> {
	const chunk = Buffer.allocUnsafe(Math.min(bytes.length, COMPARED_BYTES));
	for (let offset = 0; offset < bytes.length; ) {
		const { bytesRead } = await handle.read(chunk, 0, Math.min(chunk.length, bytes.length - offset), offset);
		if (bytesRead === 0 || bytes.compare(chunk, 0, bytesRead, offset, offset + bytesRead) !== 0) return false;
		offset += bytesRead;
	}
	return true;
}

/** All of the file, wherever the handle stands. With the `size` that the caller has just seen, one read will do. */
export async function readWhole(handle: FileHandle, size: number): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let length = 0;
	// One byte more than expected: if it stays empty, the file ends there.
	let chunk = Buffer.allocUnsafe(size + 1);
	for (;;) {
		const { bytesRead } = await handle.read(chunk, 0, chunk.length, length);
		chunks.push(chunk.subarray(0, bytesRead));
		length += bytesRead;
		if (bytesRead === 0 || length === size) return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
		chunk = Buffer.allocUnsafe(65536);
	}
}

function openForReading(realPath: string): Promise<FileHandle> {
	return open(realPath, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
}

async function refuseUnlessEditable(realPath: string, where: string, limit: number): Promise<void> {
	const stats = await lstat(realPath);
	const found = kindOf(stats);
	if (found !== "file")
		refuse({ code: "not-regular", where, found, errorCode: found === "directory" ? "EISDIR" : "EINVAL" });
	// By its bits, since root may write to anything: somebody who took the right to write away meant all who edit.
	if ((stats.mode & 0o222) === 0) refuse({ code: "read-only", where, errorCode: "EACCES" });
	await access(realPath, constants.W_OK).catch((error) =>
		refuse({ code: "read-only", where, errorCode: errorCodeOf(error) }),
	);
	if (stats.size > limit)
		refuse({ code: "too-large", where, editIndex: 0, editCount: 1, size: stats.size, limit, unit: "bytes" });
}

function kindOf(stats: Awaited<ReturnType<typeof lstat>>): string {
	if (stats.isFile()) return "file";
	if (stats.isDirectory()) return "directory";
	if (stats.isFIFO()) return "FIFO";
	if (stats.isSocket()) return "socket";
	if (stats.isSymbolicLink()) return "symbolic link";
	return stats.isCharacterDevice() || stats.isBlockDevice() ? "device" : "special file";
}

async function readOpened(handle: FileHandle, realPath: string, where: string): Promise<Snapshot> {
	const attributes = await attributesOf(handle);
	for (let attempt = 1; ; attempt++) {
		const now = BigInt(Date.now()) * 1_000_000n;
		const stats = await handle.stat({ bigint: true });
		const bytes = await readWhole(handle, Number(stats.size));
		if (attempt < READ_ATTEMPTS && !isSameState(stats, await handle.stat({ bigint: true }))) continue;
		// Whoever sets the time of modification back moves the time of change.
		const timesMayRepeat = stats.mtimeNs > now - COARSEST_TIME_NS || stats.ctimeNs > now - COARSEST_TIME_NS;
		return { realPath, where, bytes, stats, attributes, timesMayRepeat };
	}
}

export async function attributesOf(handle: FileHandle): Promise<Map<string, Buffer> | undefined> {
	const native = await nativeFiles();
	const attributes = new Map<string, Buffer>();
	try {
		for (const name of native?.listAttrsSync(handle.fd) ?? []) {
			const value = native?.getAttrSync(handle.fd, name);
			if (value) attributes.set(name, value);
		}
		return attributes;
	} catch (error) {
		// Not every file system has them.
		return errorCodeOf(error) === "ENOTSUP" ? attributes : undefined;
	}
}

function isSameState(left: BigIntStats, right: BigIntStats): boolean {
	return (
		left.dev === right.dev &&
		left.ino === right.ino &&
		left.size === right.size &&
		left.mtimeNs === right.mtimeNs &&
		left.ctimeNs === right.ctimeNs
	);
}
