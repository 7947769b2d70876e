/**
 * `npm run soak -- [--minutes N] [--seed N] [--record]`: one process of the real pi and a scripted model, scene after scene, with every
 * file compared with the model of it after each prompt. Ends 1 if a file differs, a temporary file stays, memory grows or handles stay open.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { VERSION } from "@earendil-works/pi-coding-agent";
import { machine, writeRecord } from "../../bench/records.ts";
import { openRpc } from "../support/pi-rpc.ts";
import { onDisk, SCENES, type Stage } from "./scenes.ts";
import { bytesOf, soakFiles } from "./soak-files.ts";

const { values } = parseArgs({
	options: {
		minutes: { type: "string", default: "10" },
		seed: { type: "string", default: "1" },
		record: { type: "boolean", default: false },
	},
});

/** Every request carries the whole session, so a session that never ended would cost the square of its length. */
const PROMPTS_PER_SESSION = 48;

/** How much larger the last quarter's memory may be than the second quarter's. The first one still warms up. */
const GROWTH_ALLOWED = 1.2;

/** Handles that may be open beyond those after warming up: pi's own connection to the model comes and goes. */
const HANDLES_ALLOWED = 4;

const files = soakFiles();
const pi = await openRpc({ files: Object.fromEntries(files.map((file) => [file.name, bytesOf(file)])) });
const stage: Stage = { pi, files, random: randomFrom(Number(values.seed)) };
const counts: Record<string, { prompts: number; landed: number; refused: number; aborted: number }> = {};
const samples: { megabytes: number; handles: number }[] = [];

const end = performance.now() + Number(values.minutes) * 60_000;
let prompts = 0;
while (performance.now() < end) {
	for (const name of Object.keys(SCENES)) await play(name);
	samples.push(sampled());
	if (prompts % PROMPTS_PER_SESSION === 0) await startSession();
}
const { code, stderr } = await pi.close();
assert.deepEqual({ code, stderr }, { code: 0, stderr: "" });
report();

async function play(name: string): Promise<void> {
	const {
		landed,
		refused,
		aborted = 0,
	} = await SCENES[name]!(stage).catch((error) => {
		throw new Error(`prompt ${prompts}, ${name}`, { cause: error });
	});
	prompts++;
	counts[name] ??= { prompts: 0, landed: 0, refused: 0, aborted: 0 };
	const count = counts[name];
	count.prompts++;
	count.landed += landed;
	count.refused += refused;
	count.aborted += aborted;
	for (const file of files) assert.ok(onDisk(stage, file).equals(bytesOf(file)), `${file.name} differs after ${name}`);
	assert.deepEqual(readdirSync(pi.sandbox.project).sort(), files.map((file) => file.name).sort(), `left after ${name}`);
}

async function startSession(): Promise<void> {
	await pi.command("new_session");
	pi.records.length = 0;
	pi.model.requests.length = 0;
}

function sampled(): { megabytes: number; handles: number } {
	const status = readFileSync(`/proc/${pi.pid}/status`, "utf8");
	const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
	return { megabytes: Math.round(kilobytes / 1024), handles: readdirSync(`/proc/${pi.pid}/fd`).length };
}

function report(): void {
	const quarter = Math.floor(samples.length / 4);
	const quarters = [1, 2, 3].map((part) => samples.slice(part * quarter, (part + 1) * quarter));
	const megabytes = quarters.map((part) => median(part.map((sample) => sample.megabytes)));
	const handles = quarters.map((part) => median(part.map((sample) => sample.handles)));
	const total = (what: "landed" | "refused" | "aborted") =>
		Object.values(counts).reduce((sum, count) => sum + count[what], 0);
	const totals = { prompts, landed: total("landed"), refused: total("refused"), aborted: total("aborted") };
	console.table(counts);
	console.log(totals, { megabytes, handles });
	const { minutes, seed } = values;
	const record = {
		...machine(VERSION),
		seed: Number(seed),
		minutes: Number(minutes),
		...totals,
		megabytes,
		handles,
		scenes: counts,
	};
	if (values.record) console.log(writeRecord("soak", record));
	assert.ok(megabytes[2]! <= megabytes[0]! * GROWTH_ALLOWED, `memory grows: ${megabytes.join(", ")} MB`);
	assert.ok(handles[2]! <= handles[0]! + HANDLES_ALLOWED, `handles stay open: ${handles.join(", ")}`);
}

function median(numbers: number[]): number {
	return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
}

function randomFrom(seed: number): (limit: number) => number {
	let state = seed >>> 0;
	return (limit) => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return Math.floor((state / 2 ** 32) * limit);
	};
}
