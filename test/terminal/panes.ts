/** Whole panes of the real pi in a terminal. `npm run test:terminal`; needs tmux, and says so when it is missing. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import { CHECKOUT, PACKAGE_FOLDER } from "../support/pi-sandbox.ts";
import type { Turn } from "../support/pi-scripted-model.ts";
import { hasTmux, openTerminal, type PiTerminal, type TerminalOptions } from "../support/pi-terminal.ts";
import { editCall, editing } from "../support/pi-tool.ts";

const GATE = join(CHECKOUT, "test/end-to-end/extensions/gate.ts");
const SOURCE = "one\ntwo\nthree\n";
const lines = (count: number, prefix = "line") =>
	Array.from({ length: count }, (_, index) => `${prefix} ${index + 1}\n`).join("");

const skip = hasTmux() ? false : "tmux is not installed, so no pane was looked at";
if (skip) console.error(`SKIPPED: ${skip}`);

/** Sends one prompt to pi, with `turn` as the model's answer, and hands over the terminal. */
async function inTerminal(
	turn: Turn,
	options: Partial<TerminalOptions>,
	look: (pi: PiTerminal) => Promise<void>,
): Promise<void> {
	// In small pieces and slowly, as a model streams.
	const streamed = { chunk: 24, chunkDelayMs: 10, ...turn };
	const turns = [streamed, { text: "all done", delayMs: 300 }];
	const pi = await openTerminal({ turns, files: { "a.txt": SOURCE }, ...options });
	try {
		await pi.shows("scripted");
		await pi.type("please edit");
		pi.press("Enter");
		await look(pi);
	} finally {
		await pi.close();
	}
}

/** The rows of the calls, from the first title to whatever pi draws below them. */
function panesOf(frame: string): string {
	const from = frame.search(/^ edit /m);
	const to = frame.slice(from).search(/^( all done| Allow this edit|──)/m);
	return frame
		.slice(from, to < 0 ? undefined : from + to)
		.replaceAll(/ +$/gm, "")
		.trimEnd();
}

describe("a pane in the terminal", { skip }, () => {
	it("shows an exact edit as pi's own tool does, in both themes, colours included", async () => {
		for (const theme of ["dark", "light"] as const) {
			const coloured: string[] = [];
			for (const extensions of [[PACKAGE_FOLDER], []]) {
				await inTerminal(editing("a.txt", ["two", "2"]), { theme, extensions }, async (pi) => {
					assert.match(
						panesOf(await pi.shows("all done")),
						/^ edit a\.txt\n\n {2}1 one\n -2 two\n \+2 2\n {2}3 three$/,
					);
					const frame = pi.frame({ colours: true });
					coloured.push(frame.slice(frame.indexOf("please edit"), frame.indexOf("all done")));
				});
			}
			assert.equal(coloured[0], coloured[1], theme);
		}
	});

	it("shows how many edits have come while they stream, and never an error that did not happen", async () => {
		const turn = { ...editing("a.txt", ["one", "uno"], ["uno\ntwo", "uno\ndos"]), chunk: 4 };
		await inTerminal(turn, {}, async (pi) => {
			await pi.shows("all done");
			assert.ok(pi.frames.some((frame) => frame.includes("edit a.txt (1 edit so far)")));
			assert.ok(pi.frames.every((frame) => !frame.includes("Could not")));
		});
	});

	const asked: [title: string, source: string, turn: Turn, diff: RegExp][] = [
		["sequential edits", SOURCE, editing("a.txt", ["one", "uno"], ["uno\ntwo", "uno\ndos"]), /\+1 uno\n \+2 dos/],
		[
			"an indentation that drifted",
			"def f():\n\tif x:\n\t\treturn 1\n",
			editing("a.txt", ["  if x:\n    return 1", "  if y:\n    return 2"]),
			/\+2 {4}if y:\n \+3 {7}return 2\n\n oldText differed in indentation/,
		],
		[
			"another tool's shape",
			SOURCE,
			{ toolCalls: [{ name: "edit", args: { file_path: "a.txt", old_string: "two", new_string: "2" } }] },
			/-2 two\n \+2 2/,
		],
		[
			"two calls of one message on one file",
			SOURCE,
			{ toolCalls: [editCall("a.txt", ["one", "uno"]), editCall("a.txt", ["uno\ntwo", "uno\ndos"])] },
			/\+1 uno[\s\S]* {2}1 uno\n -2 two\n \+2 dos/,
		],
	];
	for (const [title, source, turn, diff] of asked) {
		it(`shows for ${title}, while a person is asked, the diff that is then written`, async () => {
			await inTerminal(turn, { files: { "a.txt": source }, extensions: [PACKAGE_FOLDER, GATE] }, async (pi) => {
				const before = panesOf(await pi.showsWhere((frame) => frame.includes("Allow this edit?") && diff.test(frame)));
				for (const index of turn.toolCalls!.keys()) {
					await pi.shows(`call_1_${index}`);
					pi.press("Enter");
				}
				assert.equal(panesOf(await pi.shows("all done")), before);
			});
		});
	}

	it("shows a refusal and no diff, before any approval and after", async () => {
		const turn = editing("a.txt", [lines(20), "short\n"]);
		await inTerminal(turn, { files: { "a.txt": lines(20) }, extensions: [PACKAGE_FOLDER, GATE] }, async (pi) => {
			await pi.showsWhere((frame) => frame.includes("Allow this edit?") && /over-scope|20 lines/.test(frame));
			pi.press("Enter");
			await pi.shows("all done");
			assert.doesNotMatch(pi.frames.map(panesOf).join("\n"), /^ [-+] ?1 /m);
			assert.equal(pi.sandbox.read("a.txt"), lines(20));
		});
	});

	it("takes the diff away when the person says no", async () => {
		await inTerminal(editing("a.txt", ["one", "uno"]), { extensions: [PACKAGE_FOLDER, GATE] }, async (pi) => {
			await pi.showsWhere((frame) => frame.includes("Allow this edit?") && frame.includes("+1 uno"));
			pi.press("Escape");
			assert.equal(panesOf(await pi.shows("all done")), " edit a.txt\n\n The person said no.");
			assert.equal(pi.sandbox.read("a.txt"), SOURCE);
		});
	});

	it("hides the rest of a large diff until it is asked for", async () => {
		const turn = { ...editing("a.txt", [lines(60), lines(60, "new")]), chunk: 2000 };
		await inTerminal(turn, { files: { "a.txt": lines(60) }, rows: 60 }, async (pi) => {
			await pi.shows("all done");
			assert.match(pi.frame(), /\.\.\. \(80 more lines, .* to expand\)/);
			pi.press("C-o");
			await pi.shows("+60 new 60");
		});
	});

	it("draws a session that is taken up again from its records", async () => {
		await inTerminal(editing("a.txt", ["two", "2"]), { arguments: [] }, async (pi) => {
			const before = panesOf(await pi.shows("all done"));
			pi.restart(["-c"]);
			await pi.shows("scripted");
			assert.equal(panesOf(await pi.shows("all done")), before);
		});
	});
});
