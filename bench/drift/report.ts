/** The counts as tables for people, every class weighted alike, with Wilson's 95 % interval where a share is all there is. */
import type { Machine } from "../records.ts";
import type { ClassCount, Part } from "./run-drift.ts";
import { VERDICTS, type Verdict } from "./verdict.ts";

export interface DriftResult extends Machine {
	seed: number;
	files: number;
	languages: Record<string, number>;
	arms: string[];
	classes: ClassCount[];
}

/** Shares, 0 to 1. */
export interface Summary {
	perfect: number;
	/** Landed with every kept line kept, the true bytes included. */
	clean: number;
	/** Landed at all. */
	landed: number;
	refused: number;
	wrong: number;
}

export function driftReport(result: DriftResult): string {
	return [
		`pi ${result.pi}, pi-edit-safe ${result.version}, node ${result.node}, seed ${result.seed}; ` +
			`${result.files} files: ${Object.entries(result.languages)
				.map(([language, count]) => `${language} ${count}`)
				.join(", ")}`,
		"",
		...classTable(result),
		"",
		...totals(result),
		"",
		...comparison(result),
	].join("\n");
}

export function summaryOf(counts: readonly ClassCount[], arm: string): Summary {
	const share = (...verdicts: Verdict[]) => mean(counts.map((count) => shareOf(count, arm, verdicts)));
	return {
		perfect: share("perfect"),
		clean: share("perfect", "clean"),
		landed: share("perfect", "clean", "right"),
		refused: share("refused"),
		wrong: share("wrong"),
	};
}

export interface GroupSummary {
	group: string;
	pi: Summary & { right: number };
	ours: Summary & { right: number };
}

/** Plain changes by kind of drift, in the order of the classes. */
export function summaryByGroup({ classes }: DriftResult): GroupSummary[] {
	const plain = classes.filter((count) => count.part === "plain" && count.calls > 0);
	return [...new Set(plain.map((count) => count.group))].map((group) => {
		const counts = plain.filter((count) => count.group === group);
		const of = (arm: string) => {
			const summary = summaryOf(counts, arm);
			return { ...summary, right: summary.landed - summary.clean };
		};
		return { group, pi: of("pi"), ours: of("ours") };
	});
}

/** Wilson's interval of a share at 95 %. */
export function wilson(successes: number, total: number): [number, number] {
	if (total === 0) return [0, 1];
	const z = 1.96;
	const share = successes / total;
	const scale = 1 + z ** 2 / total;
	const centre = share + z ** 2 / (2 * total);
	const reach = z * Math.sqrt((share * (1 - share)) / total + z ** 2 / (4 * total ** 2));
	return [Math.max(0, (centre - reach) / scale), Math.min(1, (centre + reach) / scale)];
}

function mean(numbers: readonly number[]): number {
	return numbers.length === 0 ? 0 : numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function shareOf(count: ClassCount, arm: string, verdicts: readonly Verdict[]): number {
	return count.calls === 0 ? 0 : successesOf(count, arm, verdicts) / count.calls;
}

function successesOf(count: ClassCount, arm: string, verdicts: readonly Verdict[]): number {
	return verdicts.reduce((sum, verdict) => sum + count.verdicts[arm]![VERDICTS.indexOf(verdict)]!, 0);
}

function classTable({ classes, arms }: DriftResult): string[] {
	const shown = arms.slice(0, 2);
	const head = shown.map((arm) => `${arm}: clean    right  refused  wrong`.padEnd(48)).join("| ");
	const lines = [`${"class".padEnd(72)} calls | ${head}`];
	let part: Part | undefined;
	for (const count of classes) {
		if (count.part !== part) lines.push(`--- ${count.part}`);
		part = count.part;
		const cells = shown.map((arm) => cell(count, arm)).join(" | ");
		lines.push(`${count.name.padEnd(72)} ${String(count.calls).padStart(5)} | ${cells}`);
	}
	return lines;
}

function cell(count: ClassCount, arm: string): string {
	const good: Verdict[] = count.part === "must refuse" ? ["refused"] : ["perfect", "clean"];
	const [low, high] = wilson(successesOf(count, arm, good), count.calls);
	const numbers = [good, ["right"], ["refused"], ["wrong"]].map((verdicts) =>
		percent(shareOf(count, arm, verdicts as Verdict[])),
	);
	const interval = `(${(100 * low).toFixed(0)}-${(100 * high).toFixed(0)})`.padEnd(9);
	return `${numbers[0]} ${interval} ${numbers.slice(1).join("  ")}`.padEnd(46);
}

function totals({ classes, arms }: DriftResult): string[] {
	const parts: [string, Part][] = [
		["plain changes", "plain"],
		["other shapes", "shape"],
		["must refuse", "must refuse"],
	];
	return parts.flatMap(([title, part]) => {
		const counts = classes.filter((count) => count.part === part && count.calls > 0);
		if (counts.length === 0) return [];
		const edits = counts.reduce((sum, count) => sum + count.edits, 0);
		return [
			`${title}: ${edits} edits, ${counts.length} classes weighted alike`,
			...arms.map((arm) => {
				const sum = summaryOf(counts, arm);
				return (
					`  ${arm.padEnd(16)} true bytes ${percent(sum.perfect)}  clean ${percent(sum.clean)}  landed ${percent(sum.landed)}  ` +
					`refused ${percent(sum.refused)}  wrong ${percent(sum.wrong)}`
				);
			}),
		];
	});
}

/** An independent benchmark of the same kind says of pi 1.6.0, in percent. */
const INDEPENDENT = { landed: 55, clean: 35, wrong: 2.5, accepted: 6 };

/** Where the two differ it is by the classes drawn: pi forgives no indentation, inner blank or escape, and has no guard at all. */
function comparison(result: DriftResult): string[] {
	const { classes } = result;
	const landing = summaryOf(
		classes.filter((count) => count.part === "plain"),
		"pi",
	);
	const refusing = summaryOf(
		classes.filter((count) => count.part === "must refuse"),
		"pi",
	);
	const row = (title: string, share: number, independent: number) =>
		`  ${title.padEnd(34)} ${percent(share)}   ${independent.toFixed(1).padStart(5)} %`;
	return [
		"pi here, and in an independent benchmark:",
		row("landed right", landing.landed, INDEPENDENT.landed),
		row("right and no kept line rewritten", landing.clean, INDEPENDENT.clean),
		row("wrong", landing.wrong, INDEPENDENT.wrong),
		row("must-refuse accepted", refusing.wrong, INDEPENDENT.accepted),
		"by kind of drift (landed, clean, wrong):",
		...summaryByGroup(result).map(
			({ group, pi }) => `  ${group.padEnd(24)} ${percent(pi.landed)}  ${percent(pi.clean)}  ${percent(pi.wrong)}`,
		),
		"must-refuse calls that pi accepts in one case of ten or more:",
		...result.classes
			.filter((count) => count.part === "must refuse" && shareOf(count, "pi", ["wrong"]) >= 0.1)
			.map((count) => `  ${count.name.padEnd(34)} ${percent(shareOf(count, "pi", ["wrong"]))}`),
	];
}

function percent(share: number): string {
	return `${(100 * share).toFixed(1).padStart(5)} %`;
}
