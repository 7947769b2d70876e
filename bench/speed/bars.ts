/** What the times are held to: ratios of times that were taken in one run, save for two that are plain times. */
import type { SpeedRow } from "./record.ts";

export interface Bar {
	title: string;
	unit: "x" | " ms" | "";
	/** Undefined if the run did not measure it. */
	measured: number | undefined;
	limit: number;
}

interface RatioBar {
	title: string;
	limit: number;
	/** Part and case. */
	row: string;
	size: number;
	contender: string;
	/** The contender that is the measure; without one it is the time itself. */
	against?: string;
}

const [KB, MB] = [1_000, 1_000_000];
const [SCAN, SEARCH] = ["scan", "search and copy"];

const BARS: RatioBar[] = [
	{
		title: "exact edit in 10 MB, to one search and one copy",
		limit: 1.5,
		row: "text: exact",
		size: 10 * MB,
		contender: "ours",
		against: SEARCH,
	},
	{
		title: "100 edits in 1 MB, to 100 searches",
		limit: 8,
		row: "text: 100 edits",
		size: MB,
		contender: "ours",
		against: SEARCH,
	},
	{
		title: "search in vain in 1 MB of ASCII, to one charCodeAt loop",
		limit: 8,
		row: "search: not found",
		size: MB,
		contender: "ours",
		against: SCAN,
	},
	{
		title: "search in vain in 1 MB of other text, to the same",
		limit: 20,
		row: "search: not found, not ASCII",
		size: MB,
		contender: "ours",
		against: SCAN,
	},
	{
		title: "8,000 drifted lines, half of them changed",
		limit: 2000,
		row: "text: 8000 drifted lines, half changed",
		size: 300 * KB,
		contender: "ours",
	},
	{
		title: "one word in a drifted line of 1 MB",
		limit: 1000,
		row: "text: one word in a drifted line",
		size: MB,
		contender: "ours",
	},
	{
		title: "diff of one edit in 10 MB, to one charCodeAt loop",
		limit: 1,
		row: "diff: exact",
		size: 10 * MB,
		contender: "ours",
		against: SCAN,
	},
	{
		title: "whole tool on 1 kB, to the same safe write by hand",
		limit: 3,
		row: "disk: exact",
		size: KB,
		contender: "ours",
		against: "the same, safely",
	},
	{
		title: "whole tool on 10 MB, flush aside, to read and write",
		limit: 3,
		row: "disk: exact",
		size: 10 * MB,
		contender: "ours, flush aside",
		against: "read and write",
	},
];

/** Time may grow a little faster than the text: caches hold less of a long one. */
const HIGHEST_EXPONENT = 1.2;

export function barsOf(rows: readonly SpeedRow[]): Bar[] {
	return [...BARS.map((bar) => measuredBar(bar, rows)), growthBar(rows)];
}

export function millisecondsOf({ times }: SpeedRow, contender: string, size: number): number | undefined {
	return times[contender]?.find((point) => point.size === size)?.milliseconds;
}

function measuredBar({ title, limit, row: name, size, contender, against }: RatioBar, rows: readonly SpeedRow[]): Bar {
	const row = rows.find((each) => `${each.part}: ${each.name}` === name);
	const own = row && millisecondsOf(row, contender, size);
	if (against === undefined) return { title, unit: " ms", measured: own, limit };
	const other = row && millisecondsOf(row, against, size);
	return { title, unit: "x", measured: own !== undefined && other !== undefined ? own / other : undefined, limit };
}

/** Of the case that grows fastest. */
function growthBar(rows: readonly SpeedRow[]): Bar {
	const grown = rows.filter(({ part, exponents }) => part === "text" && exponents.ours !== undefined);
	const fastest = grown.toSorted((left, right) => right.exponents.ours! - left.exponents.ours!)[0];
	const title = "growth of time with the text's length, the highest exponent";
	return {
		title: fastest ? `${title}: ${fastest.name}` : title,
		unit: "",
		measured: fastest?.exponents.ours,
		limit: HIGHEST_EXPONENT,
	};
}
