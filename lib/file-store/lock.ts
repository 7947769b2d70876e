/**
 * One process, and one call in it, at a time for each file.
 *
 * The lock is the system's, on an empty file in the user's private folder, so it ends with its holder and is never stale.
 * Where there is no such folder or no such lock, the call runs without: the last check before the write stands alone then.
 * The folder is on a local disk, and asked synchronously, as in `private-folder.ts`.
 */
import { createHash } from "node:crypto";
import { type BigIntStats, closeSync, constants, fstatSync, openSync, statSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { comparable } from "../paths.ts";
import { type NativeFiles, nativeFiles } from "./native-files.ts";
import { privateFolder } from "./private-folder.ts";

/** How long a call waits for a live holder. Less refuses while a slow disk works, more lets the model wait for a stuck process. */
const WAIT_LIMIT_MS = 30_000;
/** The pause between two tries grows to this. Less costs processor time, more leaves a free lock unused. */
const LONGEST_PAUSE_MS = 40;

export type LockWait = "wait" | "no-wait";

/** What `run` returned, or why it did not run: the lock was `held` until the limit, or the signal came while waiting. */
export type LockResult<Result> = { kind: "done"; result: Result } | { kind: "held" } | { kind: "aborted" };

export async function withFileLock<Result>(
	realPath: string,
	wait: LockWait,
	signal: AbortSignal | undefined,
	run: () => Promise<Result>,
): Promise<LockResult<Result>> {
	const turn = await takeTurn(lockName(realPath), wait, signal);
	if (turn.kind !== "held-by-us") return turn;
	try {
		const lock = await acquire(realPath, wait, signal);
		if (lock.kind !== "held-by-us") return lock;
		try {
			return { kind: "done", result: await run() };
		} finally {
			lock.release();
		}
	} finally {
		turn.release();
	}
}

/** The calls of this process that are at work, by lock name: where the system has no lock, these still take turns. */
const turns = new Map<string, Promise<void>>();

async function takeTurn(
	name: string,
	wait: LockWait,
	signal: AbortSignal | undefined,
): Promise<OwnLock | { kind: "held" } | { kind: "aborted" }> {
	const deadline = performance.now() + (wait === "wait" ? WAIT_LIMIT_MS : 0);
	for (let running = turns.get(name); running; running = turns.get(name)) {
		if (signal?.aborted) return { kind: "aborted" };
		const left = deadline - performance.now();
		if (left <= 0) return { kind: "held" };
		const ended = new AbortController();
		const pause = delay(left, undefined, { signal: AbortSignal.any([ended.signal, ...(signal ? [signal] : [])]) });
		await Promise.race([running, pause.catch(() => {})]);
		ended.abort();
	}
	const { promise, resolve } = Promise.withResolvers<void>();
	turns.set(name, promise);
	return {
		kind: "held-by-us",
		release() {
			turns.delete(name);
			resolve();
		},
	};
}

interface OwnLock {
	kind: "held-by-us";
	release(): void;
}

const WITHOUT_LOCK: OwnLock = { kind: "held-by-us", release() {} };

async function acquire(
	realPath: string,
	wait: LockWait,
	signal: AbortSignal | undefined,
): Promise<OwnLock | { kind: "held" } | { kind: "aborted" }> {
	const native = await nativeFiles();
	const folder = privateFolder();
	if (native === undefined || folder === undefined) return WITHOUT_LOCK;
	const deadline = performance.now() + (wait === "wait" ? WAIT_LIMIT_MS : 0);
	for (let pause = 1; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE_MS)) {
		if (signal?.aborted) return { kind: "aborted" };
		const lock = tryAcquire(native, folder, realPath);
		if (lock !== undefined) return lock;
		if (performance.now() >= deadline) return { kind: "held" };
		// Not all after the same pause, or the same one wins each time. An abort ends the pause; the next round sees it.
		await delay(pause * (0.5 + Math.random()), undefined, signal && { signal }).catch(() => {});
	}
}

/** The lock; undefined if another holds it or it has to be tried again. */
function tryAcquire(native: NativeFiles, folder: string, realPath: string): OwnLock | undefined {
	const name = lockName(realPath);
	const path = join(folder, name);
	let descriptor: number | undefined;
	try {
		descriptor = openSync(path, constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW, 0o600);
		if (native.tryLock(descriptor)) {
			// The holder before us removes the file, and the file's own links may have changed: then others lock elsewhere.
			const stillIt = isStillNamed(descriptor, path) && lockName(realPath) === name;
			if (stillIt) return ownLock(descriptor, path);
		}
	} catch {
		if (descriptor !== undefined) closeSync(descriptor);
		return WITHOUT_LOCK;
	}
	closeSync(descriptor);
	return undefined;
}

/** Of a file with several names the inode is what all of them share; of others the path is what outlives a rename. */
function lockName(realPath: string): string {
	const stats = statsIfThere(realPath);
	const key = stats !== undefined && stats.nlink > 1n ? `${stats.dev}:${stats.ino}` : comparable(realPath);
	return `${createHash("sha256").update(key).digest("hex")}.lock`;
}

function isStillNamed(descriptor: number, path: string): boolean {
	const named = statsIfThere(path);
	const own = fstatSync(descriptor, { bigint: true });
	return named?.ino === own.ino && named.dev === own.dev;
}

function statsIfThere(path: string): BigIntStats | undefined {
	try {
		return statSync(path, { bigint: true, throwIfNoEntry: false });
	} catch {
		return undefined;
	}
}

function ownLock(descriptor: number, path: string): OwnLock {
	return {
		kind: "held-by-us",
		release() {
			// A release that fails must not turn an edit that was made into an error.
			for (const step of [() => unlinkSync(path), () => closeSync(descriptor)]) {
				try {
					step();
				} catch {}
			}
		},
	};
}
