/** How many refused calls a mechanical client repairs at the second call, from the text of the refusal alone. */
import type { RetryCounts } from "../retry/record.ts";
import { card } from "./card.ts";

const [LEFT, BAR_WIDTH, BAR_HEIGHT, TOP] = [70, 420, 22, 48];

const STYLE = `
.repaired { fill: #2e8b57; }
.rest { fill: #8c959f; }
`;

export function retryPicture(results: Record<string, RetryCounts>): string {
	return card({
		title: "Refused calls that were right at the second call, from the refusal's text alone",
		width: 700,
		height: 130,
		style: STYLE,
		content: Object.entries(results).flatMap(([arm, { right, refused }], index) => {
			const y = TOP + index * (BAR_HEIGHT + 12);
			const share = refused === 0 ? 0 : right / refused;
			return [
				`<text x="16" y="${y + 16}">${arm}</text>`,
				`<rect class="rest" x="${LEFT}" y="${y}" width="${BAR_WIDTH}" height="${BAR_HEIGHT}"/>`,
				`<rect class="repaired" x="${LEFT}" y="${y}" width="${(share * BAR_WIDTH).toFixed(1)}" height="${BAR_HEIGHT}"/>`,
				`<text x="${LEFT + BAR_WIDTH + 12}" y="${y + 16}">${(100 * share).toFixed(1)} % of ${refused.toLocaleString("en")}</text>`,
			];
		}),
	});
}
