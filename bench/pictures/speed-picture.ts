/** Time against the size of the file, both axes logarithmic: pi, this package and the bare scan. */
import type { SpeedRow } from "../speed/record.ts";
import { card } from "./card.ts";

const [LEFT, RIGHT, TOP, BOTTOM] = [70, 560, 50, 400];
const [WIDTH, HEIGHT] = [820, 450];
const LABEL_HEIGHT = 15;

const LINES = [
	{ row: "exact", contender: "scan and copy", label: "one scan and copy", className: "scan" },
	{ row: "exact", contender: "ours", label: "ours, exact edit", className: "ours" },
	{ row: "line-trimmed", contender: "ours", label: "ours, drifted indentation", className: "ours drifted" },
	{ row: "exact", contender: "pi", label: "pi, exact edit", className: "pi" },
	{ row: "line-trimmed", contender: "pi", label: "pi, drifted indentation: refused", className: "pi drifted" },
];

/** Colours that keep their contrast on white and on black, and that those who see no red or green can tell apart. */
const STYLE = `
path { fill: none; stroke-width: 2; }
.scan { stroke: #8c959f; }
.ours { stroke: #2e8b57; }
.pi { stroke: #3b7dd8; }
.drifted { stroke-dasharray: 6 4; }
.grid { stroke: #8c959f; stroke-opacity: 0.3; stroke-width: 1; }
`;

export function speedPicture(rows: readonly SpeedRow[]): string {
	const lines = LINES.map((line) => {
		const row = rows.find(({ part, name }) => part === "text" && name === line.row);
		return { ...line, points: row?.times[line.contender] ?? [] };
	});
	const points = lines.flatMap((line) => line.points);
	const across = axis(
		points.map(({ size }) => size),
		LEFT,
		RIGHT,
	);
	const up = axis(
		points.map(({ milliseconds }) => milliseconds),
		BOTTOM,
		TOP,
	);
	const paths = lines.map(({ points, className }) => {
		const steps = points.map(({ size, milliseconds }) => `${across.at(size)} ${up.at(milliseconds)}`);
		return `<path class="${className}" d="M ${steps.join(" L ")}"/>`;
	});
	const ends = lines.map(({ label, className, points }) => ({
		label,
		className,
		y: Number(up.at(points.at(-1)!.milliseconds)),
	}));
	return card({
		title: "Time of one edit in memory against the size of the file",
		width: WIDTH,
		height: HEIGHT,
		style: STYLE,
		content: [
			...across.decades.flatMap((size) => [
				`<path class="grid" d="M ${across.at(size)} ${TOP} V ${BOTTOM}"/>`,
				`<text class="small" text-anchor="middle" x="${across.at(size)}" y="${BOTTOM + 18}">${sizeWord(size)}</text>`,
			]),
			...up.decades.flatMap((milliseconds) => [
				`<path class="grid" d="M ${LEFT} ${up.at(milliseconds)} H ${RIGHT}"/>`,
				`<text class="small" text-anchor="end" x="${LEFT - 8}" y="${Number(up.at(milliseconds)) + 4}">${timeWord(milliseconds)}</text>`,
			]),
			...paths,
			...apart(ends).flatMap(({ label, className, y }) => [
				`<path class="${className}" d="M ${RIGHT + 10} ${y - 4} h 24"/>`,
				`<text class="small" x="${RIGHT + 40}" y="${y}">${label}</text>`,
			]),
			`<text class="small" text-anchor="middle" x="${(LEFT + RIGHT) / 2}" y="${BOTTOM + 38}">characters in the file</text>`,
		],
	});
}

function axis(values: readonly number[], from: number, to: number) {
	const [low, high] = [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)))];
	const decades = Array.from({ length: high - low + 1 }, (_, index) => Number(`1e${low + index}`));
	const at = (value: number) => (from + ((Math.log10(value) - low) / (high - low)) * (to - from)).toFixed(1);
	return { decades, at };
}

function sizeWord(size: number): string {
	return size >= 1e6 ? `${size / 1e6} M` : `${size / 1e3} k`;
}

/** Of a power of ten. */
function timeWord(milliseconds: number): string {
	if (milliseconds >= 1e3) return `${milliseconds / 1e3} s`;
	if (milliseconds >= 1) return `${milliseconds} ms`;
	if (milliseconds >= 1e-3) return `${Math.round(milliseconds * 1e3)} \u00b5s`;
	return `${Math.round(milliseconds * 1e6)} ns`;
}

/** From top to bottom, each at its line's end or as far below it as the one above needs. */
function apart<End extends { y: number }>(ends: readonly End[]): End[] {
	let last = Number.NEGATIVE_INFINITY;
	return ends
		.toSorted((left, right) => left.y - right.y)
		.map((end) => {
			last = Math.max(Math.round(end.y) + 4, last + LABEL_HEIGHT);
			return { ...end, y: last };
		});
}
