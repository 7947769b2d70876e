/** What the pictures share: the card behind the text, and its colours on light and on dark pages. */

const STYLE = `
text { font: 13px system-ui, sans-serif; fill: #24292f; }
.small { font-size: 11px; }
.card { fill: #ffffff; }
@media (prefers-color-scheme: dark) { text { fill: #e6edf3; } .card { fill: #0d1117; } }
`;

export interface Card {
	title: string;
	width: number;
	height: number;
	/** Further rules: colours that keep their contrast on white and on black. */
	style: string;
	content: string[];
}

export function card({ title, width, height, style, content }: Card): string {
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
		`<title>${title}</title>`,
		`<style>${STYLE}${style}</style>`,
		`<rect class="card" width="${width}" height="${height}" rx="6"/>`,
		`<text x="16" y="26">${title}</text>`,
		...content,
		"</svg>",
		"",
	].join("\n");
}
