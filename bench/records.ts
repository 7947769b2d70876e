/** Dated result files in `bench/records/`: what was measured, with which versions, on what machine. No paths, no names. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, release, type as systemType } from "node:os";
import { join } from "node:path";

/** Where the records of the project at `root` are. */
export function recordsIn(root: string): string {
	return join(root, "bench", "records");
}

const RECORDS = recordsIn(join(import.meta.dirname, ".."));

export interface Machine {
	date: string;
	version: string;
	pi: string;
	node: string;
	processor: string;
	system: string;
}

export function machine(piVersion: string): Machine {
	const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as { version: string };
	return {
		date: new Date().toISOString().slice(0, 10),
		version: manifest.version,
		pi: piVersion,
		node: process.versions.node,
		processor: `${cpus()[0]?.model ?? "unknown"}, ${cpus().length} cores`,
		system: `${systemType()} ${release()}`,
	};
}

/** @returns the file's name; a second record of one day replaces the first */
export function writeRecord<Result extends Machine>(bench: string, result: Result): string {
	const name = `${result.date}-${bench}.json`;
	mkdirSync(RECORDS, { recursive: true });
	writeFileSync(join(RECORDS, name), `${JSON.stringify(result, null, "\t")}\n`);
	return name;
}

/** The newest record of a bench. */
export function newestRecord(bench: string, folder = RECORDS): unknown {
	const names = readdirSync(folder).filter((name) => name.endsWith(`-${bench}.json`));
	const newest = names.sort().at(-1);
	if (newest === undefined) throw new Error(`bench/records holds no record of ${bench}`);
	return JSON.parse(readFileSync(join(folder, newest), "utf8"));
}
