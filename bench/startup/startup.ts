/**
 * What loading this package adds to a warm start of pi, against an extension that does nothing: paired runs of the real
 * pi in print mode, one after the other, medians. Run it on a quiet machine: npm run bench:startup -- [--record] [pairs]
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { VERSION } from "@earendil-works/pi-coding-agent";
import { runPi } from "../../test/support/pi-run.ts";
import { PACKAGE_FOLDER } from "../../test/support/pi-sandbox.ts";
import { machine, writeRecord } from "../records.ts";
import type { StartupRecord } from "./record.ts";

const { values: flags, positionals } = parseArgs({ allowPositionals: true, options: { record: { type: "boolean" } } });
const pairs = Number(positionals[0] ?? 15);
const folder = mkdtempSync(join(tmpdir(), "pi-edit-safe-startup-"));
const empty = join(folder, "empty.ts");
writeFileSync(empty, "export default function nothing(): void {}\n");

const times = { empty: [] as number[], ours: [] as number[] };
const differences: number[] = [];
try {
	// The first pair fills pi's cache of transformed sources and is not counted.
	for (let pair = 0; pair <= pairs; pair++) {
		const [bare, ours] = [await startMs(empty), await startMs(PACKAGE_FOLDER)];
		if (pair === 0) continue;
		times.empty.push(bare);
		times.ours.push(ours);
		differences.push(ours - bare);
	}
} finally {
	rmSync(folder, { recursive: true, force: true });
}
const milliseconds = {
	empty: median(times.empty),
	ours: median(times.ours),
	differenceOfPair: median(differences),
};
console.log(`pairs                 ${pairs}`);
console.log(`empty extension       ${milliseconds.empty} ms (median of whole runs)`);
console.log(`pi-edit-safe          ${milliseconds.ours} ms`);
console.log(`difference of a pair  ${milliseconds.differenceOfPair} ms (median)`);
if (flags.record) writeRecord<StartupRecord>("startup", { ...machine(VERSION), pairs, milliseconds });

async function startMs(extension: string): Promise<number> {
	const started = performance.now();
	const run = await runPi({ turns: [{ text: "done" }], mode: "print", extensions: [extension] });
	if (run.code !== 0) throw new Error(run.stderr);
	return Math.round(performance.now() - started);
}

function median(values: number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
