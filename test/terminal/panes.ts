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
	const same: [title: string, options: Partial<TerminalOptions>, turn: Turn, diff: RegExp][] = [
		["an exact edit", {}, editing("a.txt", ["two", "2"]), /^ edit a\.txt\n\n {2}1 one\n -2 two\n \+2 2\n {2}3 three$/],
		["an exact edit on light", { theme: "light" }, editing("a.txt", ["two", "2"]), /\n -2 two\n \+2 2\n/],
		[
			"a CRLF file",
			{ files: { "a.txt": "one\r\ntwo\r\n" } },
			editing("a.txt", ["one\ntwo", "one\n2"]),
			/-2 two\n \+2 2$/,
		],
		[
			"lines that wrap in a narrow pane",
			{ columns: 40, files: { "src/components/folder/a.txt": `const value = call(${"argument, ".repeat(9)});\n` } },
			editing("src/components/folder/a.txt", ["value", "result"]),
			/^ edit src\/components\/folder\/a\.txt\n\n -1 const value = call\(argument,\n argument, /,
		],
		[
			"wide characters, emoji and tabs",
			{ files: { "\u65e5\u672c.txt": "\t\u65e5\u672c\u8a9e \u{1f600}\tone\n" } },
			editing("\u65e5\u672c.txt", ["one", "\u{1f468}\u200d\u{1f469}\u200d\u{1f467} two"]),
			/^ edit \u65e5\u672c\.txt\n\n -1 {4}\u65e5\u672c\u8a9e \u{1f600} {3}one\n/u,
		],
		[
			"edits in two places",
			{ files: { "a.txt": lines(30) } },
			editing("a.txt", ["line 3\n", "third\n"], ["line 20\n", ""]),
			/\+ 3 third\n[\s\S]*\n {5}\.\.\.\n[\s\S]* -20 line 20\n/,
		],
	];
	for (const [title, options, turn, diff] of same) {
		it(`shows ${title} as pi's own tool does, colours included`, async () => {
			const coloured: string[] = [];
			for (const extensions of [[PACKAGE_FOLDER], []]) {
				await inTerminal(turn, { ...options, extensions }, async (pi) => {
					assert.match(panesOf(await pi.shows("all done")), diff);
					const frame = pi.frame({ colours: true });
					coloured.push(frame.slice(frame.indexOf("please edit"), frame.indexOf("all done")));
				});
			}
			assert.equal(coloured[0], coloured[1]);
		});
	}

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
		[
			"an edit of what an earlier call of the message writes",
			SOURCE,
			{
				toolCalls: [
					{ name: "write", args: { path: "a.txt", content: "alpha\nbeta\n" } },
					editCall("a.txt", ["beta", "BETA"]),
				],
			},
			/^ edit a\.txt\n\n {2}1 alpha\n -2 beta\n \+2 BETA/m,
		],
		["a deletion", lines(9), editing("a.txt", [lines(9).slice(14), ""]), /- ?9 line 9\n\n Deletes 7 lines\./],
		[
			"blanks alone",
			"if x:\n\treturn 1\n",
			editing("a.txt", ["\treturn 1", "   return 1"]),
			/\+2 {4}return 1\n\n 1 line differs in blanks or invisible characters alone\./,
		],
		[
			"text that would steer the terminal",
			"one \u001b[31mred\u001b[0m\u0007\n",
			editing("a.txt", ["one", "\u001b[2Jtwo\u202e"]),
			/-1 one \u241b\[31mred\u241b\[0m\u2407\n \+1 \u241b\[2Jtwo\u27e8202E\u27e9 \u241b\[31mred/,
		],
		[
			"a very long line",
			`${"x".repeat(5000)}one${"y".repeat(5000)}\n`,
			editing("a.txt", ["xone", "xtwo"]),
			/-1\s+\u2026x+oney[\s\S]*more\s+characters\)\n \+1\s+\u2026x+twoy/,
		],
	];
	for (const [title, source, turn, diff] of asked) {
		it(`shows for ${title}, while a person is asked, the diff that is then written`, async () => {
			await inTerminal(turn, { files: { "a.txt": source }, extensions: [PACKAGE_FOLDER, GATE] }, async (pi) => {
				const before = panesOf(await pi.showsWhere((frame) => frame.includes("Allow this edit?") && diff.test(frame)));
				for (const [index, { name }] of turn.toolCalls!.entries()) {
					if (name !== "edit") continue;
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

	it("foresees the second call anew when the person says no to the first", async () => {
		const turn = { toolCalls: [editCall("a.txt", ["one", "uno"]), editCall("a.txt", ["uno\ntwo", "uno\ndos"])] };
		await inTerminal(turn, { extensions: [PACKAGE_FOLDER, GATE] }, async (pi) => {
			await pi.showsWhere((frame) => frame.includes("call_1_0") && frame.includes("+2 dos"));
			pi.press("Escape");
			await pi.showsWhere((frame) => frame.includes("call_1_1") && frame.includes("Could not find the exact text"));
			assert.doesNotMatch(panesOf(pi.frame()), /^ *[-+]\d/m);
			pi.press("Enter");
			assert.doesNotMatch(panesOf(await pi.shows("all done")), /^ *[-+]\d/m);
			assert.equal(pi.sandbox.read("a.txt"), SOURCE);
		});
	});

	it("takes the diff away when the person stops the call", async () => {
		await inTerminal(editing("a.txt", ["one", "uno"]), { extensions: [PACKAGE_FOLDER, GATE] }, async (pi) => {
			await pi.showsWhere((frame) => frame.includes("Allow this edit?") && frame.includes("+1 uno"));
			pi.press("C-c");
			await pi.showsWhere((frame) => !frame.includes("Allow this edit?"));
			assert.doesNotMatch(panesOf(await pi.shows("The person said no.")), /^ *[-+]\d/m);
			assert.equal(pi.sandbox.read("a.txt"), SOURCE);
		});
	});

	it("shows no diff of a call that is stopped while it streams", async () => {
		const turn = { ...editing("a.txt", ["one", "uno"], ["two", "dos"]), chunk: 3, chunkDelayMs: 100 };
		await inTerminal(turn, {}, async (pi) => {
			await pi.shows("edit a.txt (1 edit so far)");
			pi.press("Escape");
			assert.doesNotMatch(panesOf(await pi.shows("Operation aborted")), /^ *[-+]\d/m);
			assert.equal(pi.sandbox.read("a.txt"), SOURCE);
		});
	});

	it("follows a pane that becomes narrow and wide again while a person is asked", async () => {
		const turn = editing("a.txt", ["one", "uno ".repeat(15)]);
		await inTerminal(turn, { extensions: [PACKAGE_FOLDER, GATE] }, async (pi) => {
			const wide = panesOf(
				await pi.showsWhere((frame) => frame.includes("Allow this edit?") && frame.includes("+1 uno")),
			);
			pi.resize(40);
			await pi.showsWhere((frame) => /\+1( uno){9}\n( uno){6}\n {2}2 two\n/.test(frame.replaceAll(/ +$/gm, "")));
			pi.resize(90);
			await pi.showsWhere((frame) => panesOf(frame) === wide);
			pi.press("Enter");
			assert.equal(panesOf(await pi.shows("all done")), wide);
		});
	});

	it("says in preview mode, before and after, that nothing is written", async () => {
		const options = { settings: { editSafe: { preview: "on" } }, extensions: [PACKAGE_FOLDER, GATE] };
		await inTerminal(editing("a.txt", ["two", "2"]), options, async (pi) => {
			const asked = await pi.showsWhere(
				(frame) => frame.includes("Allow this edit?") && frame.includes("Preview only"),
			);
			assert.match(panesOf(asked), /-2 two\n \+2 2\n {2}3 three\n\n Preview only: nothing is written\.$/);
			pi.press("Enter");
			assert.equal(panesOf(await pi.shows("all done")), panesOf(asked));
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

	it("draws a session that pi's own tool recorded as that tool does", async () => {
		await inTerminal(editing("a.txt", ["two", "2"]), { arguments: [], extensions: [] }, async (pi) => {
			const before = panesOf(await pi.shows("all done"));
			pi.restart(["-c"], [PACKAGE_FOLDER]);
			await pi.shows("scripted");
			assert.equal(panesOf(await pi.shows("all done")), before);
		});
	});

	it("takes /edit-safe typed in full, and completed", async () => {
		await inTerminal({ text: "all done" }, {}, async (pi) => {
			await pi.shows("all done");
			await pi.type("/edit-safe drift refuse");
			pi.press("Enter");
			await pi.shows("pi-edit-safe: drift refuse: exact text only.");
			await pi.type("/edit-safe pre");
			await pi.shows("edits are shown, and none is written");
			pi.press("Tab");
			await pi.shows("/edit-safe preview on");
			pi.press("Enter");
			await pi.shows("pi-edit-safe: preview on: edits are shown, and none is written.");
		});
	});

	it("shows whose edit it is after /reload and /new, and in a session that is resumed", async () => {
		await inTerminal(editing("a.txt", ["two", "2"]), { arguments: [] }, async (pi) => {
			await pi.shows("all done");
			for (const command of ["/reload", "/new", "/resume"]) {
				await pi.type(command);
				pi.press("Enter");
				if (command === "/resume") {
					await pi.shows("Resume Session");
					pi.press("Enter");
				}
				await pi.shows({ "/reload": "Reloaded", "/new": "New session", "/resume": "Resumed session" }[command]!);
				await pi.type("/edit-safe");
				pi.press("Enter");
				await pi.showsWhere((frame) => /edit is this package's\.[\s\S]*edits that landed: none/.test(frame));
			}
		});
	});
});
