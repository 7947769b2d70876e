/** What became of drifted edits, by kind of drift, as an SVG: two bars a kind, pi's and ours, and the share that landed clean. Readable on light and dark. */
import type { GroupSummary } from "../drift/report.ts";
import { card } from "./card.ts";

const LABEL_WIDTH = 190;
const ARM_WIDTH = 42;
const BAR_WIDTH = 460;
const SHARE_WIDTH = 56;
const BAR_HEIGHT = 13;
const GROUP_HEIGHT = 40;
const TOP = 62;
const MARGIN = 16;

const PIECES = [
	{ name: "landed clean", className: "clean" },
	{ name: "a kept line rewritten", className: "right" },
	{ name: "refused", className: "refused" },
	{ name: "wrong", className: "wrong" },
] as const;

/** Colours that keep their contrast on white and on black, and differ in brightness, too. */
const STYLE = `
.clean { fill: #2e8b57; }
.right { fill: #e0a100; }
.refused { fill: #8c959f; }
.wrong { fill: #d1242f; }
`;

export function landingPicture(groups: readonly GroupSummary[]): string {
	const width = MARGIN + LABEL_WIDTH + ARM_WIDTH + BAR_WIDTH + SHARE_WIDTH + MARGIN;
	const height = TOP + groups.length * GROUP_HEIGHT + MARGIN;
	return card({
		title: "What became of drifted edits (plain changes), by kind of drift; at the right: landed clean",
		width,
		height,
		style: STYLE,
		content: [...legend(), ...groups.flatMap((group, index) => groupBars(group, TOP + index * GROUP_HEIGHT))],
	});
}

function legend(): string[] {
	return PIECES.flatMap(({ name, className }, index) => {
		const x = MARGIN + index * 160;
		return [
			`<rect class="${className}" x="${x}" y="38" width="11" height="11"/>`,
			`<text class="small" x="${x + 16}" y="48">${name}</text>`,
		];
	});
}

function groupBars({ group, pi, ours }: GroupSummary, top: number): string[] {
	const lines = [`<text x="${MARGIN}" y="${top + 21}">${group}</text>`];
	for (const [index, [arm, summary]] of [["pi", pi] as const, ["ours", ours] as const].entries()) {
		const y = top + 3 + index * (BAR_HEIGHT + 3);
		lines.push(`<text class="small" x="${MARGIN + LABEL_WIDTH}" y="${y + 10}">${arm}</text>`);
		let x = MARGIN + LABEL_WIDTH + ARM_WIDTH;
		for (const { className } of PIECES) {
			const width = summary[className] * BAR_WIDTH;
			if (width >= 0.05) {
				lines.push(
					`<rect class="${className}" x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${BAR_HEIGHT}"/>`,
				);
			}
			x += width;
		}
		const share = `${(100 * summary.clean).toFixed(1)} %`;
		lines.push(
			`<text class="small" text-anchor="end" x="${MARGIN + LABEL_WIDTH + ARM_WIDTH + BAR_WIDTH + SHARE_WIDTH}" y="${y + 10}">${share}</text>`,
		);
	}
	return lines;
}
