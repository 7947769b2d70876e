/** What can be told of a picture without eyes: it is whole, nothing of it lies outside the card, no text over another. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { DriftResult, GroupSummary, Summary } from "../../bench/drift/report.ts";
import { summaryByGroup } from "../../bench/drift/report.ts";
import { landingPicture } from "../../bench/pictures/landing-picture.ts";
import { retryPicture } from "../../bench/pictures/retry-picture.ts";
import { speedPicture } from "../../bench/pictures/speed-picture.ts";
import { newestRecord } from "../../bench/records.ts";
import type { RetryCounts, RetryRecord } from "../../bench/retry/record.ts";
import type { SpeedRecord, SpeedRow } from "../../bench/speed/record.ts";

/** The share of its size that a character of a wide font takes, on average. */
const CHARACTER_WIDTH = 0.62;

const pictures: [title: string, svg: string][] = [
	["the landings of the newest record", landingPicture(summaryByGroup(newestRecord("drift") as DriftResult))],
	["the times of the newest record", speedPicture((newestRecord("speed") as SpeedRecord).rows)],
	["the retries of the newest record", retryPicture((newestRecord("retry") as RetryRecord).results)],
	[
		"landings at their extremes",
		landingPicture([group("all clean", 1, 0), group("all wrong", 0, 1), group("a thousandth", 0.999, 0.001)]),
	],
	["times that lie on each other", speedPicture(rowsTaking((size) => size / 1000))],
	["times as far apart as clocks go", speedPicture(rowsTaking((size, index) => size * 10 ** (index * 3 - 9)))],
	["no refusals", retryPicture({ pi: counts(0, 0), ours: counts(7, 7) })],
];

for (const [title, svg] of pictures) {
	describe(`the picture of ${title}`, () => {
		const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)!.map(Number) as [number, number, number];
		const boxes = textsOf(svg);

		it("is whole, and has no number that is none", () => {
			assert.match(svg, /^<svg .*<\/svg>\n$/s);
			assert.doesNotMatch(svg, /NaN|Infinity|undefined/);
			const open = [...svg.matchAll(/<(\w+)(?:[^<>]*[^/<>])?>/g)].map((match) => match[1]);
			const closed = [...svg.matchAll(/<\/(\w+)>/g)].map((match) => match[1]);
			assert.deepEqual(open.toSorted(), closed.toSorted());
		});

		it("has colours for light and for dark pages", () => assert.match(svg, /prefers-color-scheme: dark/));

		it("cuts no text off", () => {
			assert.ok(boxes.length > 2);
			for (const { text, left, right, top, bottom } of boxes) {
				assert.ok(left >= 0 && right <= width && top >= 0 && bottom <= height, text);
			}
		});

		it("writes no text over another", () => {
			for (const [index, one] of boxes.entries()) {
				for (const other of boxes.slice(index + 1)) {
					const isApart =
						one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
					assert.ok(isApart, `${one.text} and ${other.text}`);
				}
			}
		});

		it("has nothing outside the card", () => {
			for (const [, x, y, w, h] of svg.matchAll(
				/<rect [^>]*x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g,
			)) {
				assert.ok(Number(x) + Number(w) <= width && Number(y) + Number(h) <= height, `${x} ${y} ${w} ${h}`);
			}
			for (const [, path] of svg.matchAll(/<path class="(?:scan|ours|pi)[^"]*" d="M ([^"]+)"/g)) {
				for (const point of path!.split(" L ").filter((each) => !each.includes("h"))) {
					const [x, y] = point.split(" ").map(Number) as [number, number];
					assert.ok(x >= 0 && x <= width && y >= 0 && y <= height, point);
				}
			}
		});
	});
}

it("each bar of the landings is as long as all of its calls", () => {
	const svg = landingPicture([group("half", 0.5, 0.25)]);
	const widths = [
		...svg.matchAll(/class="(?:clean|right|refused|wrong)" x="[\d.]+" y="(\d+)" width="([\d.]+)" height="13"/g),
	];
	const sums = new Map<string, number>();
	for (const [, y, width] of widths) sums.set(y!, (sums.get(y!) ?? 0) + Number(width));
	assert.deepEqual([...sums.values()], [460, 460]);
	assert.match(svg, />50\.0 %</);
});

it("a time ten times as long stands one step of the axis higher", () => {
	const svg = speedPicture(rowsTaking((size, index) => (size / 1000) * 10 ** index));
	const heights = [...svg.matchAll(/<path class="(?:scan|ours|pi)[^"]*" d="M [\d.]+ ([\d.]+) L/g)].map((match) =>
		Number(match[1]),
	);
	assert.equal(heights.length, 5);
	const steps = new Set(heights.slice(1).map((height, index) => Math.round(Math.abs(heights[index]! - height) / 10)));
	assert.ok(steps.size <= 2, `${heights}`);
});

interface Box {
	text: string;
	left: number;
	right: number;
	top: number;
	bottom: number;
}

function textsOf(svg: string): Box[] {
	return [...svg.matchAll(/<text ([^>]*)>([^<]*)<\/text>/g)].map(([, attributes, text]) => {
		const [x, y] = ["x", "y"].map((name) => Number(new RegExp(` ?\\b${name}="([\\d.]+)"`).exec(attributes!)![1])) as [
			number,
			number,
		];
		const size = attributes!.includes("small") ? 11 : 13;
		const width = text!.length * size * CHARACTER_WIDTH;
		const share = attributes!.includes('"end"') ? 1 : attributes!.includes('"middle"') ? 0.5 : 0;
		return {
			text: text!,
			left: x - share * width,
			right: x + (1 - share) * width,
			top: y - 0.8 * size,
			bottom: y + 0.2 * size,
		};
	});
}

function group(name: string, clean: number, wrong: number): GroupSummary {
	const summary: Summary & { right: number } = {
		perfect: clean,
		clean,
		landed: clean,
		right: 0,
		refused: 1 - clean - wrong,
		wrong,
	};
	return { group: name, pi: summary, ours: summary };
}

/** A row for each line that the picture draws; `milliseconds` gets the place of the line. */
function rowsTaking(milliseconds: (size: number, index: number) => number): SpeedRow[] {
	const sizes = [1_000, 10_000, 100_000, 1_000_000, 10_000_000];
	return ["exact", "line-trimmed"].map((name, row) => ({
		part: "text",
		name,
		outcome: name,
		times: Object.fromEntries(
			["scan and copy", "ours", "pi"].map((contender, index) => [
				contender,
				sizes.map((size) => ({ size, milliseconds: milliseconds(size, row + index) })),
			]),
		),
		exponents: {},
	}));
}

function counts(right: number, refused: number): RetryCounts {
	return { right, refused, wrong: 0, madeUp: 0, madeUpLanded: 0 };
}
