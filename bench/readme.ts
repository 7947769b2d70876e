/**
 * Writes what README and the pictures show from the newest records, so that no number is typed by hand.
 *
 *     node bench/readme.ts           write README's tables and bench/pictures/
 *     node bench/readme.ts --check   end 1 if one of them is not what the records say
 */
import { readFileSync, writeFileSync } from "node:fs";
import type { DriftResult } from "./drift/report.ts";
import { summaryByGroup, summaryOf } from "./drift/report.ts";
import { landingPicture } from "./pictures/landing-picture.ts";
import { retryPicture } from "./pictures/retry-picture.ts";
import { speedPicture } from "./pictures/speed-picture.ts";
import { newestRecord } from "./records.ts";
import type { RetryRecord } from "./retry/record.ts";
import type { SpeedRecord, SpeedRow } from "./speed/record.ts";

const README = new URL("../README.md", import.meta.url);

const drift = newestRecord("drift") as DriftResult;
const corruption = newestRecord("corruption") as CorruptionRecord;
const speed = newestRecord("speed") as SpeedRecord;
const retry = newestRecord("retry") as RetryRecord;

/** Of the cases in memory. */
const SHOWN_SPEED = ["exact", "line-endings", "unicode", "line-trimmed", "not found", "100 edits"];

interface CorruptionRecord {
	cases: { name: string; pi: string; ours: string }[];
}

const readme = readFileSync(README, "utf8");
const outputs: [URL, string][] = [
	[README, withSection(readme, numbersSection())],
	[pictureFile("landing"), landingPicture(summaryByGroup(drift))],
	[pictureFile("speed"), speedPicture(speed.rows)],
	[pictureFile("retry"), retryPicture(retry.results)],
];
const stale = outputs.filter(([file, text]) => readIfThere(file) !== text);
if (!process.argv.includes("--check")) for (const [file, text] of stale) writeFileSync(file, text);
else if (stale.length > 0) {
	const names = stale.map(([file]) => file.pathname.split("/").at(-1));
	console.error(`Out of step with bench/records: ${names.join(", ")}. Run: node bench/readme.ts`);
	process.exitCode = 1;
}

function numbersSection(): string {
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
		`${edits.toLocaleString("en")} edits on ${drift.files} files, seed ${drift.seed}, pi ${drift.pi} (${drift.date}; every class of drift weighted alike):`,
		"",
		...table(["what the model changed", "landed clean", "a kept line rewritten", "refused", "wrong"], rows),
		"",
		`Calls that must be refused and were not: pi ${accepted[0]}, ours ${accepted[1]}. Of ${corruption.cases.length} byte-exact cases ` +
			`pi corrupts ${tally("pi", "corrupted")} and ours ${tally("ours", "corrupted")}.`,
		"",
		"![What became of drifted edits, by kind of drift](bench/pictures/landing.svg)",
		"",
		...speedSection(),
		"",
		"![Time against the size of the file](bench/pictures/speed.svg)",
		"",
		`A client that knows nothing but the text of a refusal, ${retry.calls.toLocaleString("en")} calls, seed ${retry.seed} (${retry.date}):`,
		"",
		"![Share of refused calls that were right at the second call](bench/pictures/retry.svg)",
	].join("\n");
}

/** Milliseconds are the machine's; the ratios say more. */
function speedSection(): string[] {
	const size = 1_000_000;
	const millisecondsOf = (row: SpeedRow, contender: string) =>
		row.times[contender]?.find((point) => point.size === size)?.milliseconds;
	const cell = (row: SpeedRow, contender: string) => {
		const milliseconds = millisecondsOf(row, contender);
		const measure = millisecondsOf(row, Object.keys(row.times)[0]!);
		return milliseconds === undefined ? "" : `${rounded(milliseconds)} ms (${rounded(milliseconds / measure!)}x)`;
	};
	const shown = speed.rows.filter(({ part, name }) => part === "text" && SHOWN_SPEED.includes(name));
	const rows = shown.map((row) => [row.name, cell(row, "pi"), cell(row, "ours")]);
	return [
		`One call in memory on a text of ${size.toLocaleString("en")} characters, medians, and as a multiple of one scan and copy of it; ` +
			`${speed.processor}, load average ${speed.load} at the end, seed ${speed.seed} (${speed.date}):`,
		"",
		...table(["case", "pi", "ours"], rows),
	];
}

/** Two digits: more would be noise. */
function rounded(number: number): string {
	return String(Number(number.toPrecision(2)));
}

function pictureFile(name: string): URL {
	return new URL(`./pictures/${name}.svg`, import.meta.url);
}

function partOf(part: string) {
	return drift.classes.filter((count) => count.part === part);
}

function percent(share: number): string {
	return `${(100 * share).toFixed(1)} %`;
}

function table(head: string[], rows: string[][]): string[] {
	const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column]!.length)));
	const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(" | ")} |`;
	return [line(head), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...rows.map(line)];
}

/** The text between README's two marks is ours, the rest is not. */
function withSection(text: string, section: string): string {
	const [open, close] = ["<!-- from bench/records: node bench/readme.ts -->", "<!-- to here -->"];
	const [start, end] = [text.indexOf(open), text.indexOf(close)];
	if (start === -1 || end < start) throw new Error("README.md has lost the marks between which the numbers stand.");
	return `${text.slice(0, start + open.length)}\n\n${section}\n\n${text.slice(end)}`;
}

function readIfThere(file: URL): string | undefined {
	try {
		return readFileSync(file, "utf8");
	} catch {
		return undefined;
	}
}
