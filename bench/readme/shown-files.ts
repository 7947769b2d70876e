/** The files that show numbers of the records, as they should be: README between its two marks, and the pictures. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DriftResult } from "../drift/report.ts";
import { summaryByGroup } from "../drift/report.ts";
import { landingPicture } from "../pictures/landing-picture.ts";
import { retryPicture } from "../pictures/retry-picture.ts";
import { speedPicture } from "../pictures/speed-picture.ts";
import { newestRecord, recordsIn } from "../records.ts";
import type { RetryRecord } from "../retry/record.ts";
import type { SpeedRecord } from "../speed/record.ts";
import type { StartupRecord } from "../startup/record.ts";
import { type CorruptionRecord, type FuzzRecord, numbersSection, type SoakRecord } from "./numbers-section.ts";

export interface ShownFile {
	/** Relative to the project. */
	name: string;
	text: string;
}

/** Those that are not what the newest records under `root` say, as they should be. */
export function staleFiles(root: string): ShownFile[] {
	return shownFiles(root).filter(({ name, text }) => readIfThere(join(root, name)) !== text);
}

function shownFiles(root: string): ShownFile[] {
	const folder = recordsIn(root);
	const records = {
		drift: newestRecord("drift", folder) as DriftResult,
		corruption: newestRecord("corruption", folder) as CorruptionRecord,
		speed: newestRecord("speed", folder) as SpeedRecord,
		retry: newestRecord("retry", folder) as RetryRecord,
		startup: newestRecord("startup", folder) as StartupRecord,
		fuzz: newestRecord("fuzz", folder) as FuzzRecord,
		soak: newestRecord("soak", folder) as SoakRecord,
	};
	const readme = readFileSync(join(root, "README.md"), "utf8");
	return [
		{ name: "README.md", text: withSection(readme, numbersSection(records)) },
		{ name: "bench/pictures/landing.svg", text: landingPicture(summaryByGroup(records.drift)) },
		{ name: "bench/pictures/speed.svg", text: speedPicture(records.speed.rows) },
		{ name: "bench/pictures/retry.svg", text: retryPicture(records.retry.results) },
	];
}

export const SECTION_MARKS = ["<!-- from bench/records: node bench/readme.ts -->", "<!-- to here -->"] as const;

/** The text between README's two marks is ours, the rest is not. */
function withSection(text: string, section: string): string {
	const [open, close] = SECTION_MARKS;
	const [start, end] = [text.indexOf(open), text.indexOf(close)];
	if (start === -1 || end < start) throw new Error("README.md has lost the marks between which the numbers stand.");
	return `${text.slice(0, start + open.length)}\n\n${section}\n\n${text.slice(end)}`;
}

function readIfThere(file: string): string | undefined {
	try {
		return readFileSync(file, "utf8");
	} catch {
		return undefined;
	}
}
