/**
 * Panes of a terminal as an SVG, from what tmux captured: one `<text>` for each run of one style, held to the grid, so that
 * no font can cut it off. Readable on light and dark pages: a terminal brings its own background.
 */
import { card } from "./card.ts";

export interface CapturedPane {
	caption: string;
	/** Rows with colours, and with their trailing blanks, as `capture-pane -e -N` gives them. */
	rows: string[];
}

const [CELL_WIDTH, ROW_HEIGHT, MARGIN, PADDING] = [8, 17, 16, 10];
const [TITLE_HEIGHT, CAPTION_HEIGHT] = [36, 26];

const SCREEN = "#16181d";

const STYLE = `
rect { shape-rendering: crispEdges; }
.screen { fill: ${SCREEN}; stroke: #8c959f; stroke-opacity: 0.4; }
.cell { font: 13px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
`;

interface Style {
	colour: string;
	background: string | undefined;
	bold: boolean;
	inverse: boolean;
}

/** Of what pi gives no colour of its own. */
const PLAIN: Style = { colour: "#d4d4d4", background: undefined, bold: false, inverse: false };

interface Run extends Style {
	text: string;
	column: number;
}

export function panePicture(title: string, columns: number, panes: readonly CapturedPane[]): string {
	const content: string[] = [];
	let y = TITLE_HEIGHT;
	for (const { caption, rows } of panes) {
		const [top, height] = [y + CAPTION_HEIGHT, rows.length * ROW_HEIGHT + 2 * PADDING];
		content.push(
			`<text x="${MARGIN}" y="${y + 17}">${escaped(caption)}</text>`,
			`<rect class="screen" x="${MARGIN}" y="${top}" width="${columns * CELL_WIDTH + 2 * PADDING}" height="${height}" rx="4"/>`,
			...screen(rows, MARGIN + PADDING, top + PADDING),
		);
		y = top + height + MARGIN;
	}
	return card({ title, width: columns * CELL_WIDTH + 2 * (MARGIN + PADDING), height: y, style: STYLE, content });
}

function screen(rows: readonly string[], left: number, top: number): string[] {
	let style: Style = PLAIN;
	return rows.flatMap((row, index) => {
		const y = top + index * ROW_HEIGHT;
		const [runs, last] = runsOf(row, style);
		style = last;
		return [...runs.flatMap((run) => background(run, left, y)), ...runs.flatMap((run) => foreground(run, left, y))];
	});
}

/** The runs of one style in a row; colours go on from one row to the next. */
function runsOf(row: string, before: Style): [runs: Run[], last: Style] {
	const runs: Run[] = [];
	let style = before;
	let column = 0;
	for (const part of row.split(/(\x1b\[[\d;]*m)/)) {
		if (part.startsWith("\x1b")) style = styleAfter(style, part.slice(2, -1).split(";").map(Number));
		else if (part !== "") {
			runs.push({ ...style, text: part, column });
			column += part.length;
		}
	}
	return [runs, style];
}

/** The few attributes that pi uses; colours come as red, green and blue. */
function styleAfter(style: Style, codes: readonly number[]): Style {
	const [code, , ...rgb] = codes;
	switch (code) {
		case 1:
			return { ...style, bold: true };
		case 7:
			return { ...style, inverse: true };
		case 22:
			return { ...style, bold: false };
		case 27:
			return { ...style, inverse: false };
		case 38:
			return { ...style, colour: `rgb(${rgb})` };
		case 39:
			return { ...style, colour: PLAIN.colour };
		case 48:
			return { ...style, background: `rgb(${rgb})` };
		case 49:
			return { ...style, background: undefined };
		default:
			return PLAIN;
	}
}

function background({ text, column, colour, background, inverse }: Run, left: number, y: number): string[] {
	const fill = inverse ? colour : background;
	if (fill === undefined) return [];
	const [x, width] = [left + column * CELL_WIDTH, text.length * CELL_WIDTH];
	return [`<rect fill="${fill}" x="${x}" y="${y}" width="${width}" height="${ROW_HEIGHT}"/>`];
}

function foreground({ text, column, colour, background, bold, inverse }: Run, left: number, y: number): string[] {
	const word = text.trim();
	if (word === "") return [];
	const x = left + (column + text.indexOf(word)) * CELL_WIDTH;
	const fill = inverse ? (background ?? SCREEN) : colour;
	return [
		`<text class="cell" x="${x}" y="${y + 13}" textLength="${word.length * CELL_WIDTH}" lengthAdjust="spacingAndGlyphs" ` +
			`style="fill: ${fill}${bold ? "; font-weight: bold" : ""}">${escaped(word).replaceAll(" ", "\u00a0")}</text>`,
	];
}

function escaped(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
