/**
 * `npm run demo`: the real pi, this package and a scripted model on a small project in a temporary folder. Prints, for a
 * person, what the model sent, what it got back and what happened to the file. Ends 0 if all of it went as told.
 */
import { VERSION } from "@earendil-works/pi-coding-agent";
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";
import { openRpc } from "../support/pi-rpc.ts";
import type { ToolResult } from "../support/pi-run.ts";
import { type EditPair, editing } from "../support/pi-tool.ts";

interface Scene {
	title: string;
	file: string;
	edits: EditPair[];
	/** How the answer opens. A refusal must also leave the file as it was. */
	answer: string;
}

const PROJECT: Record<string, string> = {
	"cart.js": `export function total(items) {
	let sum = 0;
	for (const item of items) sum += item.price;
	return sum;
}

export function label(items) {
	return items.length + " items";
}
`,
	"invoice.txt": "Invoice 17\r\nAmount: 20 EUR\r\nDue: in 30 days\r\n",
	"limits.py": `def check(value):
    if value < 0:
        return False
    return True


def check_all(values):
    if not values:
        return False
    return True
`,
};

const SCENES: Scene[] = [
	{
		title: "An exact edit",
		file: "cart.js",
		edits: [["sum += item.price;", "sum += item.price * item.count;"]],
		answer: "Successfully replaced 1 block(s)",
	},
	{
		title: "Two edits in one call, applied in order, all or none",
		file: "cart.js",
		edits: [
			["function label(items)", "function label(items, noun)"],
			['items.length + " items"', 'items.length + " " + noun'],
		],
		answer: "Successfully replaced 2 block(s)",
	},
	{
		title: "A file with CRLF line endings; the model sends LF, the file stays CRLF",
		file: "invoice.txt",
		edits: [["Amount: 20 EUR\nDue: in 30 days", "Amount: 25 EUR\nVAT: 5 EUR\nDue: in 14 days"]],
		answer: "Successfully replaced 1 block(s)",
	},
	{
		title: "A refusal: the text is in the file twice, so nothing is written and the model learns how to retry",
		file: "limits.py",
		edits: [["        return False\n    return True", "        raise ValueError\n    return True"]],
		answer: "Found 2 occurrences",
	},
];

const pi = await openRpc({ files: PROJECT });
console.log(
	`The real pi ${VERSION}, pi-edit-safe, and a scripted model (no key, no network) in ${pi.sandbox.project}\n`,
);
let wentWrong = 0;
for (const [index, scene] of SCENES.entries()) {
	const before = pi.sandbox.read(scene.file);
	const [result] = await pi.prompt([editing(scene.file, ...scene.edits), { text: "done" }]);
	const after = pi.sandbox.read(scene.file);
	console.log(heading(`${index + 1}. ${scene.title}`));
	console.log(`\nThe model sent  edit ${scene.file}\n${scene.edits.map(shownEdit).join("\n")}`);
	console.log(`\nIt got back  ${result?.isError ? "(an error)" : ""}\n${indented(result?.text ?? "nothing")}`);
	console.log(`\nThe file\n${indented(before === after ? "unchanged" : fileDiff(scene.file, before, after))}\n`);
	const landed = before !== after && landedThroughUs(result);
	const refused = before === after && result?.isError;
	if (!result?.text.startsWith(scene.answer) || !(landed || refused)) {
		console.log("   THIS IS NOT WHAT SHOULD HAVE HAPPENED\n");
		wentWrong++;
	}
}
const { stderr } = await pi.close();
if (stderr !== "") console.log(stderr);
console.log(wentWrong === 0 ? "All four went as told." : `${wentWrong} of four went wrong.`);
process.exitCode = wentWrong === 0 ? 0 : 1;

/** Whether our tool answered; the built-in one would say nothing of `edits`. */
function landedThroughUs(result: ToolResult | undefined): boolean {
	return result?.isError === false && Array.isArray(result.details?.edits);
}

function shownEdit([oldText, newText]: EditPair): string {
	return `${marked("-", oldText)}\n${marked("+", newText)}`;
}

function marked(mark: string, text: string): string {
	return text
		.split("\n")
		.map((line) => `   ${mark} ${line}`)
		.join("\n");
}

function fileDiff(file: string, before: string, after: string): string {
	const patch = createTwoFilesPatch(file, file, before, after, "", "", { headerOptions: FILE_HEADERS_ONLY });
	return patch.replace(/\n$/, "").replaceAll("\r", "\u240d");
}

function indented(text: string): string {
	return text.replaceAll(/^/gm, "   ");
}

function heading(title: string): string {
	return `${title}\n${"-".repeat(title.length)}`;
}
