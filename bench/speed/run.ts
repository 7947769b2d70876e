/**
 * The speed bench: `npm run bench:speed -- [--quick] [--only WORD] [--record]`. Times as multiples of one scan and copy of the
 * same text (on disk: of one read and write), and how they grow with it. The milliseconds are the machine's, the rest is ours.
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { VERSION } from "@earendil-works/pi-coding-agent";
import type { EditRequest } from "../../lib/apply-edits.ts";
import { machine, writeRecord } from "../records.ts";
import { barsOf } from "./bars.ts";
import { CASES, MISSES, type SpeedCase } from "./cases.ts";
import { ourDiff, ourSearch, ours, outcomeOf, pis, pisDiff, scan, scanAndCopy, searchAndCopy } from "./contenders.ts";
import { onDisk } from "./disk-contenders.ts";
import { type Contender, type Effort, exponentOfGrowth, medians } from "./measure.ts";
import type { SpeedRecord, SpeedRow } from "./record.ts";
import { SEED } from "./texts.ts";

const { values: flags } = parseArgs({
	options: { quick: { type: "boolean" }, only: { type: "string", default: "" }, record: { type: "boolean" } },
});

if (flags.record && (flags.quick || flags.only !== "")) throw new Error("A record is of all cases and sizes.");

const SIZES = flags.quick ? [1_000, 100_000, 1_000_000] : [1_000, 10_000, 100_000, 1_000_000, 10_000_000];
const EFFORT: Effort = flags.quick ? { rounds: 3, minimumMilliseconds: 2 } : { rounds: 7, minimumMilliseconds: 10 };

/** Below it, what any call costs hides how the time grows. */
const SMALLEST_FOR_GROWTH = 100_000;

/** A contender that took longer for a text is left out of longer ones: some of pi's times grow with the square. */
const TOO_LONG_MILLISECONDS = 3_000;

interface Task {
	part: SpeedRow["part"];
	speedCase: SpeedCase;
	contenders(text: string, edits: EditRequest[]): Setting | Promise<Setting>;
}

interface Setting {
	contenders: Contender[];
	end?(): Promise<void>;
}

const rows: SpeedRow[] = [];
for (const task of tasks()) {
	const row = await measured(task);
	rows.push(row);
	print(row);
}
console.log("\nWhat these times are held to:");
for (const { title, unit, measured, limit } of barsOf(rows)) {
	const verdict = measured === undefined ? "not measured" : measured <= limit ? "holds" : "MISSED";
	const times = `${measured?.toPrecision(3) ?? "-"}${unit}, at most ${limit}${unit}`;
	console.log(`  ${verdict.padEnd(13)}${times.padStart(26)}  ${title}`);
}
const minutes = (performance.now() / 60_000).toFixed(1);
console.log(`\n${minutes} minutes; load average ${loadavg()[0]!.toFixed(1)}`);
if (flags.record)
	writeRecord<SpeedRecord>("speed", {
		...machine(VERSION),
		load: Math.round(loadavg()[0]!),
		seed: SEED,
		sizes: SIZES,
		effort: EFFORT,
		rows,
	});

function tasks(): Task[] {
	const of = (
		part: SpeedRow["part"],
		cases: SpeedCase[],
		contenders: (text: string, edits: EditRequest[], isExact: boolean) => Setting | Promise<Setting>,
	): Task[] =>
		cases.map((speedCase) => ({
			part,
			speedCase,
			contenders: (text, edits) => contenders(text, edits, speedCase.outcome === "exact"),
		}));
	const all = [
		...of("text", CASES, (text, edits) => ({
			contenders: [scanAndCopy(text), searchAndCopy(text, edits), ours(text, edits), pis(text, edits)],
		})),
		...of("search", MISSES, (text, edits) => ({ contenders: [scan(text), ourSearch(text, edits)] })),
		...of("diff", casesCalled("exact", "100 edits", "1000 lines rewritten"), (text, edits) => ({
			contenders: [scan(text), ourDiff(text, edits), pisDiff(text, edits)],
		})),
		...of("disk", casesCalled("exact", "line-trimmed", "100 edits"), onDisk),
	];
	return all.filter(({ part, speedCase: { name } }) => `${part}: ${name}`.includes(flags.only));
}

function casesCalled(...names: string[]): SpeedCase[] {
	return CASES.filter(({ name }) => names.includes(name));
}

async function measured({ part, speedCase, contenders: contendersFor }: Task): Promise<SpeedRow> {
	const { name, outcome } = speedCase;
	const times: SpeedRow["times"] = {};
	for (const size of speedCase.sizes ?? SIZES) {
		const [text, edits] = [speedCase.text(size), speedCase.edits(size)];
		const actual = outcomeOf(text, edits);
		if (actual !== outcome) throw new Error(`${name}, ${size} characters: ${actual} instead of ${outcome}`);
		const { contenders, end } = await contendersFor(text, edits);
		const quickEnough = contenders.filter((contender) => {
			const last = times[contender.name]?.at(-1);
			return last === undefined || last.milliseconds < TOO_LONG_MILLISECONDS;
		});
		for (const { name: contender, milliseconds } of await medians(quickEnough, EFFORT)) {
			times[contender] ??= [];
			times[contender].push({ size, milliseconds });
		}
		await end?.();
	}
	const exponents = Object.fromEntries(
		Object.entries(times).map(([contender, points]) => [
			contender,
			exponentOfGrowth(points.filter(({ size }) => size >= SMALLEST_FOR_GROWTH)),
		]),
	);
	return { part, name, outcome, times, exponents };
}

function print({ part, name, outcome, times, exponents }: SpeedRow): void {
	const [[measure, reference] = ["", []]] = Object.entries(times);
	console.log(`\n${part}: ${name} (${outcome})`);
	for (const [contender, points] of Object.entries(times)) {
		const cells = points.map(({ milliseconds }, index) => {
			const ratio = (milliseconds / reference[index]!.milliseconds).toPrecision(2);
			return `${milliseconds.toPrecision(3)} ms${contender === measure ? "" : ` (${ratio}x)`}`.padStart(22);
		});
		console.log(`  ${contender.padEnd(30)}${cells.join("")}   exponent ${exponents[contender]?.toFixed(2) ?? "-"}`);
	}
}
