/**
 * The only module that reads or writes content on disk.
 *
 * Holds when `readSnapshot` returns: the bytes are those of one regular file that may be written. Holds when
 * `replaceIfUnchanged` returns or throws: the file is the old one or the new one, whole, and nothing else is left behind.
 */
import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, lstat, open, realpath, rename, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { EditError, type RefusalFacts } from "./edit-error.ts";
import { refusalText } from "./refusal-text.ts";

export interface Snapshot {
	/** The path with every link resolved: what is read is what is written. */
	realPath: string;
	/** The path as the caller wrote it, for messages. */
	where: string;
	bytes: Buffer;
	identity: Identity;
	mode: number;
}

/** What tells one state of a file from another without reading it. */
interface Identity {
	device: bigint;
	inode: bigint;
	size: bigint;
	modifiedNs: bigint;
	changedNs: bigint;
}

export async function readSnapshot(path: string, where: string): Promise<Snapshot> {
	try {
		const realPath = await realpath(path);
		// O_NONBLOCK: opening a FIFO that nobody writes to would wait forever.
		const handle = await open(realPath, constants.O_RDONLY | constants.O_NONBLOCK);
		try {
			const stats = await handle.stat({ bigint: true });
			if (!stats.isFile())
				refuse({ code: "not-regular", where, found: stats.isDirectory() ? "directory" : "special file" });
			const mode = Number(stats.mode & 0o7777n);
			if ((mode & 0o222) === 0) refuse({ code: "read-only", where });
			return { realPath, where, bytes: await handle.readFile(), identity: identityOf(stats), mode };
		} finally {
			await handle.close();
		}
	} catch (error) {
		if (error instanceof EditError) throw error;
		refuse({ code: "not-readable", where, errorCode: errorCodeOf(error) });
	}
}

/** Puts `bytes` in the place of the file that `snapshot` was taken of; false if that file has changed since. */
export async function replaceIfUnchanged(snapshot: Snapshot, bytes: Buffer): Promise<boolean> {
	const folder = dirname(snapshot.realPath);
	const temporaryPath = join(folder, `.${randomBytes(8).toString("hex")}.pi-edit-safe.tmp`);
	let replaced = false;
	try {
		const handle = await open(temporaryPath, "wx", 0o600);
		try {
			await writeWhole(handle, bytes, snapshot.mode);
		} catch (error) {
			await unlink(temporaryPath);
			throw error;
		} finally {
			await handle.close();
		}
		replaced = sameIdentity(snapshot.identity, identityOf(await lstat(snapshot.realPath, { bigint: true })));
		await (replaced ? rename(temporaryPath, snapshot.realPath) : unlink(temporaryPath));
		if (replaced) await flushFolder(folder);
		return replaced;
	} catch (error) {
		refuse({ code: "write-failed", where: snapshot.where, errorCode: errorCodeOf(error) });
	}
}

async function writeWhole(handle: FileHandle, bytes: Buffer, mode: number): Promise<void> {
	await handle.writeFile(bytes);
	await handle.chmod(mode);
	await handle.sync();
}

async function flushFolder(folder: string): Promise<void> {
	const handle = await open(folder, constants.O_RDONLY);
	try {
		await handle.sync();
	} finally {
		await handle.close();
	}
}

function identityOf(stats: { dev: bigint; ino: bigint; size: bigint; mtimeNs: bigint; ctimeNs: bigint }): Identity {
	return {
		device: stats.dev,
		inode: stats.ino,
		size: stats.size,
		modifiedNs: stats.mtimeNs,
		changedNs: stats.ctimeNs,
	};
}

function sameIdentity(left: Identity, right: Identity): boolean {
	return (
		left.device === right.device &&
		left.inode === right.inode &&
		left.size === right.size &&
		left.modifiedNs === right.modifiedNs &&
		left.changedNs === right.changedNs
	);
}

function refuse(facts: RefusalFacts): never {
	throw new EditError(refusalText(facts), facts);
}

function errorCodeOf(error: unknown): string {
	return error instanceof Error && "code" in error ? String(error.code) : "UNKNOWN";
}
