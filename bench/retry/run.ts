/**
 * How many refused calls a mechanical client repairs from the text of the refusal alone: for pi's own texts and for ours,
 * on the same calls. Usage: npm run bench:retry -- [--record] [folder] [ending] [seed]
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createEditTool, VERSION } from "@earendil-works/pi-coding-agent";
import { editFile } from "../../lib/edit-file.ts";
import { callsOnSources, type EditTool, retry } from "../../test/support/retry.ts";
import { machine, writeRecord } from "../records.ts";
import type { RetryCounts, RetryRecord } from "./record.ts";

const { values: flags, positionals } = parseArgs({ allowPositionals: true, options: { record: { type: "boolean" } } });
const [folder = join(import.meta.dirname, "..", "..", "lib"), ending = ".ts", seed = "1"] = positionals;
const cwd = mkdtempSync(join(tmpdir(), "bench-retry-"));
const path = `file${ending}`;
const pisTool = createEditTool(cwd);

const tools: [name: string, tool: EditTool][] = [
	["pi", onDisk((edits) => pisTool.execute("call", { path, edits }))],
	["ours", onDisk((edits) => editFile({ path, edits }, { cwd }))],
];

const results: Record<string, RetryCounts> = {};
const calls = callsOnSources(folder, ending, Number(seed));
for (const [name, tool] of tools) {
	const counts: RetryCounts = { refused: 0, right: 0, wrong: 0, madeUp: 0, madeUpLanded: 0 };
	for (const call of calls) {
		const { outcome } = await retry(call, tool);
		if (outcome === "landed at once") continue;
		if (call.kind === "hallucinated") {
			counts.madeUp++;
			if (outcome === "wrong") counts.madeUpLanded++;
			continue;
		}
		counts.refused++;
		if (outcome === "right") counts.right++;
		if (outcome === "wrong") counts.wrong++;
	}
	results[name] = counts;
	const share = ((100 * counts.right) / Math.max(1, counts.refused)).toFixed(1);
	console.log(
		`${name}: ${counts.right} of ${counts.refused} refused calls right at the second call (${share} %), ${counts.wrong} wrong; of ${counts.madeUp} made-up targets ${counts.madeUpLanded} landed`,
	);
}
rmSync(cwd, { recursive: true });
if (flags.record) {
	if (positionals.length > 0) throw new Error("A record is of the project's own sources and seed 1.");
	writeRecord<RetryRecord>("retry", { ...machine(VERSION), seed: Number(seed), calls: calls.length, results });
}

function onDisk(execute: (edits: { oldText: string; newText: string }[]) => Promise<unknown>): EditTool {
	return async (file, edits) => {
		writeFileSync(join(cwd, path), file);
		try {
			await execute(edits);
			return { content: readFileSync(join(cwd, path), "utf8") };
		} catch (error) {
			return { refusal: (error as Error).message };
		}
	};
}
