/** Who runs in the speed bench on files: the whole tools, and what the plainest work on such a file costs. */
import { copyFile, type FileHandle, mkdtemp, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createEditToolDefinition } from "@earendil-works/pi-coding-agent";
import type { EditRequest } from "../../lib/apply-edits.ts";
import { editFile } from "../../lib/edit-file.ts";
import type { Contender } from "./measure.ts";

type Work = (path: string, edits: EditRequest[]) => Promise<unknown>;

/**
 * A file per contender, edited there and back by turns. What a flush costs is the disk's: what flushes is timed as it is
 * and with the flushes set aside. pi's tool takes part where it can go both ways.
 */
export async function onDisk(
	text: string,
	edits: EditRequest[],
	isExact: boolean,
): Promise<{ contenders: Contender[]; end(): Promise<void> }> {
	const folder = await mkdtemp(join(tmpdir(), "pi-edit-safe-speed-"));
	const flushes = await FlushClock.start(folder);
	const back = edits.map(({ oldText, newText }) => ({ oldText: newText, newText: oldText }));
	const contender = (name: string, work: Work): Contender => {
		let runs = 0;
		return { name, run: async () => void (await work(join(folder, name), runs++ % 2 === 0 ? edits : back)) };
	};
	const flushAside = (name: string, work: Work): Contender[] => {
		return [
			contender(name, work),
			{ ...contender(`${name}, flush aside`, work), takeAside: () => flushes.takeMilliseconds() },
		];
	};
	const contenders = [
		contender("read and write", async (path) => writeFile(path, await readFile(path))),
		...flushAside("the same, safely", readAndReplace),
		...flushAside("ours", (path, edits) => editFile({ path, edits }, { cwd: folder })),
		...(isExact ? [contender("pi", pisTool(folder))] : []),
	];
	await writeFile(join(folder, "text"), text);
	for (const { name } of contenders) await copyFile(join(folder, "text"), join(folder, name));
	const end = async (): Promise<void> => {
		flushes.stop();
		await rm(folder, { recursive: true });
	};
	return { contenders, end };
}

/** Written beside the file, flushed and renamed over it, the folder flushed: what any tool pays that a crash must not harm. */
async function readAndReplace(path: string): Promise<void> {
	const bytes = await readFile(path);
	const file = await open(`${path}.new`, "wx");
	await file.write(bytes);
	await file.sync();
	await file.close();
	await rename(`${path}.new`, path);
	const folder = await open(dirname(path));
	await folder.sync();
	await folder.close();
}

function pisTool(folder: string): Work {
	const tool = createEditToolDefinition(folder);
	// The tool asks its context for nothing but the folder.
	const context = { cwd: folder } as Parameters<typeof tool.execute>[4];
	return (path, edits) => tool.execute("call", { path, edits }, undefined, undefined, context);
}

/** The time that flushes take, whoever asks for them: node's own method is replaced while the clock runs. */
class FlushClock {
	#milliseconds = 0;
	readonly #prototype: FileHandle;
	readonly #sync: FileHandle["sync"];

	static async start(anyFolder: string): Promise<FlushClock> {
		const handle = await open(anyFolder);
		await handle.close();
		return new FlushClock(Object.getPrototypeOf(handle));
	}

	private constructor(prototype: FileHandle) {
		this.#prototype = prototype;
		this.#sync = prototype.sync;
		const { sync } = prototype;
		const add = (milliseconds: number): void => {
			this.#milliseconds += milliseconds;
		};
		prototype.sync = async function (this: FileHandle): Promise<void> {
			const start = performance.now();
			try {
				await sync.call(this);
			} finally {
				add(performance.now() - start);
			}
		};
	}

	/** Since it was last asked. */
	takeMilliseconds(): number {
		const taken = this.#milliseconds;
		this.#milliseconds = 0;
		return taken;
	}

	stop(): void {
		this.#prototype.sync = this.#sync;
	}
}
