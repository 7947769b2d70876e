/** A child that runs a module of the tests under this node. */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Job } from "./editing-process.ts";

export interface Child {
	process: ChildProcess;
	/** Resolves when the child has printed its first line. */
	ready: Promise<void>;
	/** Resolves when the child is gone: all that it printed. */
	output: Promise<string>;
}

/** @param wrapper a command to run node under, such as `prlimit` with its options */
export function startEditing(job: Job, options: SpawnOptions = {}, wrapper: readonly string[] = []): Child {
	const script = join(import.meta.dirname, "editing-process.ts");
	const [command = process.execPath, ...rest] =
		wrapper.length > 0 ? [...wrapper, process.execPath] : [process.execPath];
	const child = spawn(command, [...rest, script, JSON.stringify(job)], {
		stdio: ["ignore", "pipe", "pipe"],
		...options,
	});
	let printed = "";
	const ready = Promise.withResolvers<void>();
	const collect = (chunk: Buffer): void => {
		printed += chunk.toString();
		if (printed.includes("\n")) ready.resolve();
	};
	child.stdout?.on("data", collect);
	child.stderr?.on("data", collect);
	const output = once(child, "close").then(() => {
		ready.resolve();
		return printed;
	});
	return { process: child, ready: ready.promise, output };
}
