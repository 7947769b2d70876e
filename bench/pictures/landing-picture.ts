/** What became of drifted edits, by kind of drift, as an SVG: two bars a kind, pi's and ours. Readable on light and dark. */
import type { GroupSummary } from "../drift/report.ts";

const LABEL_WIDTH = 190;
const ARM_WIDTH = 42;
const BAR_WIDTH = 460;
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
text { font: 13px system-ui, sans-serif; fill: #24292f; }
.small { font-size: 11px; }
.clean { fill: #2e8b57; }
.right { fill: #e0a100; }
.refused { fill: #8c959f; }
.wrong { fill: #d1242f; }
.card { fill: #ffffff; }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3; } .card { fill: #0d1117; } }
`;

export function landingPicture(groups: readonly GroupSummary[]): string {
	const width = MARGIN + LABEL_WIDTH + ARM_WIDTH + BAR_WIDTH + 3 * MARGIN;
	const height = TOP + groups.length * GROUP_HEIGHT + MARGIN;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
		"<title>What became of drifted edits, by kind of drift</title>",
		`<style>${STYLE}</style>`,
		`<rect class="card" width="${width}" height="${height}" rx="6"/>`,
		`<text x="${MARGIN}" y="26">What became of drifted edits (plain changes), by kind of drift</text>`,
		...legend(),
		...groups.flatMap((group, index) => groupBars(group, TOP + index * GROUP_HEIGHT)),
		"</svg>",
		"",
	].join("\n");
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
	}
	return lines;
}
