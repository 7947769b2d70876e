/**
 * A process that edits files until it is done or killed. Its first argument is a `Job` as JSON. It prints
 * `ready` when the first edit can begin, and each error.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { editFile } from "../../lib/edit-file.ts";
import { withFileLock } from "../../lib/file-store/lock.ts";
import { FLIP, FLIP_STATES } from "./flip-file.ts";

export type Job =
	/** Fills its own slots, each once. */
	| { kind: "slots"; folder: string; path: string; name: string; slots: number }
	/** Turns one state of the file into the other, for a minute at most, and prints `ready` each time. */
	| { kind: "flip"; folder: string; path: string }
	/** Holds the lock of the file until it is killed, a minute at most. */
	| { kind: "hold"; folder: string; path: string }
	/** Fills its own slots all at once, in one process. */
	| { kind: "at-once"; folder: string; path: string; name: string; slots: number }
	/** One edit, then the code of its refusal, or `landed`. */
	| { kind: "one"; folder: string; path: string; oldText: string; newText: string };

if (process.argv[2] !== undefined) {
	const job: Job = JSON.parse(process.argv[2]);
	if (job.kind === "slots" || job.kind === "one") console.log("ready");
	await run(job).catch((error) => {
		console.log(error.code ?? String(error), error.message);
	});
}

async function run(job: Job): Promise<void> {
	const { folder: cwd, path } = job;
	switch (job.kind) {
		case "slots":
			for (let slot = 0; slot < job.slots; slot++) await fill(job, slot);
			return;
		case "at-once":
			await Promise.all(Array.from({ length: job.slots }, (_, slot) => fill(job, slot)));
			return;
		case "flip":
			for (let from = readFileSync(resolve(cwd, path), "utf8") === FLIP_STATES[0] ? 0 : 1; ; from = 1 - from) {
				const edits = FLIP.map((states) => ({ oldText: states[from]!, newText: states[1 - from]! }));
				await editFile({ path, edits }, { cwd });
				console.log("ready");
				if (performance.now() > 60_000) return;
			}
		case "hold":
			await withFileLock(resolve(cwd, path), "wait", undefined, async () => {
				console.log("ready");
				// Not forever: a test run that is killed can not end it.
				await setTimeout(60_000);
			});
			return;
		case "one":
			await editFile({ path, edits: [{ oldText: job.oldText, newText: job.newText }] }, { cwd });
			console.log("landed");
	}
}

async function fill(job: { folder: string; path: string; name: string }, slot: number): Promise<void> {
	const [oldText, newText] = [`slot ${job.name}-${slot} empty`, `slot ${job.name}-${slot} filled`];
	await editFile({ path: job.path, edits: [{ oldText, newText }] }, { cwd: job.folder });
}
