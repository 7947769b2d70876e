/** What stands under "Numbers" in README, in Markdown, from the records. Pure. */
import { type DriftResult, summaryOf } from "../drift/report.ts";
import type { Machine } from "../records.ts";
import type { RetryRecord } from "../retry/record.ts";
import { type Bar, barsOf, millisecondsOf } from "../speed/bars.ts";
import type { SpeedRecord, SpeedRow } from "../speed/record.ts";
import type { StartupRecord } from "../startup/record.ts";

export interface CorruptionRecord extends Machine {
	cases: { name: string; pi: string; ours: string }[];
}

export interface FuzzRecord extends Machine {
	seconds: number;
	seed: number;
	cases: number;
	wrong: number;
}

export interface SoakRecord extends Machine {
	seed: number;
	minutes: number;
	landed: number;
	refused: number;
	aborted: number;
}

export interface Records {
	drift: DriftResult;
	corruption: CorruptionRecord;
	speed: SpeedRecord;
	retry: RetryRecord;
	startup: StartupRecord;
	fuzz: FuzzRecord;
	soak: SoakRecord;
}

export function numbersSection(records: Records): string {
	return [...landingPart(records), "", ...speedPart(records), "", ...retryPart(records)].join("\n");
}

function landingPart({ drift, corruption, fuzz, soak }: Records): string[] {
	const partOf = (part: string) => drift.classes.filter((count) => count.part === part);
	const parts = { plain: "plain changes", shape: "other shapes" } as const;
	const rows = Object.entries(parts).flatMap(([part, title]) =>
		["pi", "ours"].map((arm) => {
			const { clean, landed, refused, wrong } = summaryOf(partOf(part), arm);
			return [`${title}, ${arm}`, percent(clean), percent(landed - clean), percent(refused), percent(wrong)];
		}),
	);
	const accepted = ["pi", "ours"].map((arm) => percent(summaryOf(partOf("must refuse"), arm).wrong));
	const edits = drift.classes.reduce((sum, count) => sum + count.edits, 0);
	const tally = (arm: "pi" | "ours", outcome: string) => corruption.cases.filter((one) => one[arm] === outcome).length;
	return [
		`${counted(edits)} edits on ${drift.files} files, seed ${drift.seed}, pi ${drift.pi} (${drift.date}; every class of drift weighted alike):`,
		"",
		...table(["what the model changed", "landed clean", "a kept line rewritten", "refused", "wrong"], rows),
		"",
		`Calls that must be refused and were not: pi ${accepted[0]}, ours ${accepted[1]}. Of ${corruption.cases.length} byte-exact cases ` +
			`pi corrupts ${tally("pi", "corrupted")} and ours ${tally("ours", "corrupted")} (${corruption.date}). ` +
			`Of ${counted(fuzz.cases)} drifted edits whose right outcome is known, made in ${rounded(fuzz.seconds / 60)} minutes, ${counted(fuzz.wrong)} ended wrong ` +
			`(seed ${fuzz.seed}, ${fuzz.date}). In ${soak.minutes} minutes of calls against the real pi ${counted(soak.landed)} landed, ${counted(soak.refused)} ` +
			`were refused and ${counted(soak.aborted)} aborted, and each file was then as it should be (seed ${soak.seed}, ${soak.date}).`,
		"",
		"![What became of drifted edits, by kind of drift](bench/pictures/landing.svg)",
	];
}

/** Of the cases in memory. */
const SHOWN_IN_MEMORY = ["exact", "line-endings", "unicode", "line-trimmed", "not found", "100 edits"];

/** Milliseconds are the machine's; the ratios say more. */
function speedPart({ speed, startup }: Records): string[] {
	const [inMemory, onDisk] = [1_000_000, 10_000_000];
	const rows = speed.rows
		.filter(({ part, name }) => part === "text" && SHOWN_IN_MEMORY.includes(name))
		.map((row) => [row.name, ...["pi", "ours"].map((contender) => timeCell(row, contender, inMemory))]);
	const fileRows = speed.rows
		.filter(({ part }) => part === "disk")
		.flatMap((row) =>
			[1_000, onDisk].map((size) => [
				`${row.name}, ${counted(size)} characters`,
				...["pi", "ours", "ours, flush aside"].map((contender) => timeCell(row, contender, size)),
			]),
		);
	return [
		`One call in memory on a text of ${counted(inMemory)} characters, medians, and as a multiple of one scan and copy of it; ` +
			`${speed.processor}, load average ${speed.load} at the end, seed ${speed.seed} (${speed.date}):`,
		"",
		...table(["case", "pi", "ours"], rows),
		"",
		"The whole tool on a file, as a multiple of reading and writing it plainly. Ours flushes what it writes, so that a crash of the " +
			"system leaves one version or the other; pi's does not, and what a flush takes is the disk's:",
		"",
		...table(["case", "pi", "ours", "ours, flush aside"], fileRows),
		"",
		"What these times are held to:",
		"",
		...table(["case", "measured", "at most"], barsOf(speed.rows).map(barRow)),
		"",
		`Loading the package makes a warm start of pi ${startup.milliseconds.differenceOfPair} ms longer (median of ${startup.pairs} pairs, ${startup.date}).`,
		"",
		"![Time against the size of the file](bench/pictures/speed.svg)",
	];
}

function retryPart({ retry }: Records): string[] {
	return [
		`A client that knows nothing but the text of a refusal, ${counted(retry.calls)} calls, seed ${retry.seed} (${retry.date}):`,
		"",
		"![Share of refused calls that were right at the second call](bench/pictures/retry.svg)",
	];
}

function timeCell(row: SpeedRow, contender: string, size: number): string {
	const milliseconds = millisecondsOf(row, contender, size);
	const measure = millisecondsOf(row, Object.keys(row.times)[0]!, size);
	if (milliseconds === undefined || measure === undefined) return "";
	return `${rounded(milliseconds)} ms (${rounded(milliseconds / measure)}x)`;
}

function barRow({ title, unit, measured, limit }: Bar): string[] {
	return [title, measured === undefined ? "" : `${rounded(measured)}${unit}`, `${limit}${unit}`];
}

function counted(count: number): string {
	return count.toLocaleString("en");
}

/** Two digits: more would be noise. */
function rounded(number: number): string {
	return String(Number(number.toPrecision(2)));
}

function percent(share: number): string {
	return `${(100 * share).toFixed(1)} %`;
}

function table(head: string[], rows: string[][]): string[] {
	const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]!.length)));
	const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`;
	return [line(head), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...rows.map(line)];
}
