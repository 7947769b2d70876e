/** `npm run bench:pane`: what a person sees of one call, with pi's own edit and with this one, as bench/pictures/pane.svg. Needs tmux. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { VERSION } from "@earendil-works/pi-coding-agent";
import { CHECKOUT, PACKAGE_FOLDER } from "../../test/support/pi-sandbox.ts";
import { openTerminal } from "../../test/support/pi-terminal.ts";
import { editing } from "../../test/support/pi-tool.ts";
import { type CapturedPane, panePicture } from "./pane-picture.ts";

const COLUMNS = 80;

const SOURCE = `class Cart:
	def total(self):
		total = 0
		for item in self.items:
			total += item.price
		return total
`;

/** Indented with spaces, where the file has tabs; and the second edit is made on what the first leaves. */
const TURN = editing(
	"cart.py",
	["            total += item.price", "            total += item.price * item.count"],
	[
		"            total += item.price * item.count\n        return total",
		"            total += item.price * item.count\n        return round(total, 2)",
	],
);

async function capture(caption: string, extensions: string[], shown: string): Promise<CapturedPane> {
	const askFirst = join(CHECKOUT, "test/end-to-end/extensions/ask-first.ts");
	const pi = await openTerminal({
		turns: [TURN],
		files: { "cart.py": SOURCE },
		columns: COLUMNS,
		extensions: [...extensions, askFirst],
	});
	try {
		await pi.shows("scripted");
		await pi.type("Count the items, and round the total.");
		pi.press("Enter");
		await pi.showsWhere((frame) => frame.includes("Allow this edit?") && frame.includes(shown));
		const rows = pi.frame({ colours: true }).split("\n");
		const plain = rows.map((row) => stripVTControlCharacters(row).trim());
		const start = plain.indexOf("edit cart.py");
		return { caption, rows: rows.slice(start - 1, plain.indexOf("No") + 1) };
	} finally {
		await pi.close();
	}
}

const panes = [
	await capture(`pi ${VERSION}, its own edit: the call fails`, [], "Could not find"),
	await capture("The same with pi-edit-safe: what is shown is what is written", [PACKAGE_FOLDER], "differed"),
];
writeFileSync(
	join(import.meta.dirname, "pane.svg"),
	panePicture("One call: two edits, with spaces where the file has tabs, and a package that asks", COLUMNS, panes),
);
