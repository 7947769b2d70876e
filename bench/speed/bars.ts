/** What the times are held to, as ratios of times taken in one run, or in seconds. */
import type { SpeedRow } from "./record.ts";

export interface Bar {
	title: string;
	/** Undefined if this run did not measure it. */
	ratio: number | undefined;
	limit: number;
}

/** [title, at most, part and case, size, contender, against]; no contender to go against: milliseconds. */
type RatioBar = [title: string, limit: number, row: string, size: number, contender: string, against?: string];

const [KB, MB] = [1_000, 1_000_000];

const RATIO_BARS: RatioBar[] = [
	["an exact edit of 10 MB, of one search and one copy", 1.5, "text: exact", 10 * MB, "ours", "search and copy"],
	["100 edits of 1 MB, of 100 searches", 8, "text: 100 edits", MB, "ours", "search and copy"],
	["a miss in 1 MB of ASCII, of one charCodeAt loop", 8, "search: not found", MB, "ours", "scan"],
	["a miss in 1 MB of other text, of one charCodeAt loop", 20, "search: not found, not ASCII", MB, "ours", "scan"],
	["8,000 drifted lines, half changed, in ms", 2000, "text: 8000 drifted lines, half changed", 300 * KB, "ours"],
	["one word in a drifted line of 1 MB, in ms", 1000, "text: one word in a drifted line", MB, "ours"],
	["the diff of one edit in 10 MB, of one charCodeAt loop", 1, "diff: exact", 10 * MB, "ours", "scan"],
	["the whole tool on 1 kB, of the same write by hand", 3, "disk: exact", KB, "ours", "the same, safely"],
	[
		"the whole tool on 10 MB, of read and write, flush aside",
		3,
		"disk: exact",
		10 * MB,
		"ours, flush aside",
		"read and write",
	],
];

/** Time may grow a little faster than the text: caches hold less of a long one. */
const HIGHEST_EXPONENT = 1.2;

export function barsOf(rows: readonly SpeedRow[]): Bar[] {
	const ratioBars = RATIO_BARS.map(([title, limit, name, size, contender, against]) => {
		const row = rows.find(({ part, name: caseName }) => `${part}: ${caseName}` === name);
		const [own, other] = [contender, against].map((each) => row && each && millisecondsOf(row, each, size));
		const ratio = against === undefined ? own : own && other && own / other;
		return { title, limit, ratio: ratio || undefined };
	});
	const exponents = rows.filter(({ part }) => part === "text").map(({ exponents }) => exponents.ours ?? 0);
	const highest = Math.max(0, ...exponents);
	return [
		...ratioBars,
		{ title: "the highest exponent of growth of all texts", limit: HIGHEST_EXPONENT, ratio: highest || undefined },
	];
}

export function millisecondsOf({ times }: SpeedRow, contender: string, size: number): number | undefined {
	return times[contender]?.find((point) => point.size === size)?.milliseconds;
}
