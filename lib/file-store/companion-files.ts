/**
 * The files that a write keeps beside its target for a moment, and what a killed process left of them.
 *
 * Holds when `removeLeftovers` returns: the folder has no such file of a dead process, save a side file that somebody's
 * later change made impossible to judge. It never throws: it is a courtesy of the next edit.
 */
import { createHash, randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, lstat, open, readdir, readFile, unlink } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { errorCodeOf } from "../paths.ts";

/** `new`: bytes that will take the target's place. `old`: bytes that are safe here while the target is written in place. */
export type CompanionKind = "new" | "old";

/** Process ids say nothing about another machine or container that shares the folder. */
const HOST = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);

/** What is older is dead, whatever its process id says. No write takes so long; raising it keeps leftovers of reused ids. */
const OLDEST_LIVE_MS = 3_600_000;

/** Those that this process is writing. Its own process id tells nothing: a restarted container gives out the same ones again. */
const inFlight = new Set<string>();

/**
 * A new, empty file in `folder`. Nobody can guess its name and no other write has it. It is hidden, and ends as neither
 * sources nor configuration do, so that watchers and compilers pass it over.
 */
export async function createCompanion(
	folder: string,
	kind: CompanionKind,
	mode: number,
): Promise<{ path: string; handle: FileHandle }> {
	const path = join(folder, `.pi-edit-safe-${HOST}-${process.pid}-${randomBytes(8).toString("hex")}.${kind}.tmp`);
	inFlight.add(path);
	const handle = await open(path, "wx", mode).catch((error) => {
		inFlight.delete(path);
		throw error;
	});
	return { path, handle };
}

/** Puts `content` at the end of the file. */
export async function writeAll(handle: FileHandle, content: readonly Buffer[]): Promise<void> {
	let pieces = content.filter((piece) => piece.length > 0);
	while (pieces.length > 0) {
		let { bytesWritten } = await handle.writev(pieces);
		// A disk that fills up takes a part, and says why at the next try.
		const rest = pieces.findIndex((piece) => {
			if (piece.length > bytesWritten) return true;
			bytesWritten -= piece.length;
			return false;
		});
		pieces = rest === -1 ? [] : [pieces[rest]!.subarray(bytesWritten), ...pieces.slice(rest + 1)];
	}
}

export async function removeCompanion(path: string): Promise<void> {
	inFlight.delete(path);
	await unlink(path).catch(() => {});
}

/** The file stays, for whoever finds it next: it took its target's place, or its target has to be restored from it. */
export function leaveCompanion(path: string): void {
	inFlight.delete(path);
}

/** Makes the names in a folder outlast a crash of the system. Not every folder can be opened, nor every system do it. */
export async function flushFolder(folder: string): Promise<void> {
	const handle = await open(folder, constants.O_RDONLY).catch(() => undefined);
	await handle?.sync().catch(() => {});
	await handle?.close().catch(() => {});
}

/** Removes the `new` files of dead processes, and hands each of their `old` files to `recover`. */
export async function removeLeftovers(folder: string, recover: (path: string) => Promise<void>): Promise<void> {
	const names = await readdir(folder).catch(() => []);
	for (const name of names) {
		const companion = parseName(name);
		const path = join(folder, name);
		if (companion === undefined || (await isInUse(path, companion))) continue;
		await (companion.kind === "new" ? unlink(path) : recover(path)).catch(() => {});
	}
}

interface Companion {
	host: string;
	processId: number;
	kind: CompanionKind;
}

function parseName(name: string): Companion | undefined {
	const match = /^\.pi-edit-safe-([0-9a-f]{8})-([0-9]{1,10})-[0-9a-f]{16}\.(new|old)\.tmp$/.exec(name);
	if (match === null) return undefined;
	return { host: match[1]!, processId: Number(match[2]), kind: match[3] as CompanionKind };
}

async function isInUse(path: string, { host, processId }: Companion): Promise<boolean> {
	const stats = await lstat(path).catch(() => undefined);
	// What bears such a name and is no file was put there by somebody: a FIFO would block who reads it.
	if (!stats?.isFile()) return true;
	if (Date.now() - stats.mtimeMs > OLDEST_LIVE_MS) return false;
	if (host !== HOST) return true;
	return processId === process.pid ? inFlight.has(path) : await isAuthor(processId, stats.mtimeMs);
}

/** Start times are told to the second, and clocks are set. More takes a new process with an old id for the author a little longer. */
const START_TOLERANCE_MS = 3000;

/** Whether the process that wrote a file at `writtenMs` is still running. */
async function isAuthor(processId: number, writtenMs: number): Promise<boolean> {
	try {
		process.kill(processId, 0);
	} catch (error) {
		return errorCodeOf(error) !== "ESRCH";
	}
	const [status, system] = await Promise.all(
		[`/proc/${processId}/stat`, "/proc/stat"].map((path) => readFile(path, "latin1").catch(() => "")),
	);
	// Fields are counted from behind the name, which stands in parentheses and can hold anything.
	const fields = status?.slice(status.lastIndexOf(")") + 2).split(" ") ?? [];
	// A process that nobody waited for keeps its id.
	if (fields[0] === "Z") return false;
	const bootSeconds = Number(/^btime (\d+)$/m.exec(system ?? "")?.[1]);
	const startMs = (bootSeconds + Number(fields[19]) / CLOCK_TICKS_PER_SECOND) * 1000;
	return !(startMs > writtenMs + START_TOLERANCE_MS);
}

/** Of every Linux, towards programs. */
const CLOCK_TICKS_PER_SECOND = 100;
