/** Every switch through the real pi, from settings.json and from the environment, and `/edit-safe`. */
import assert from "node:assert/strict";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Settings } from "../../lib/settings.ts";
import { SETTING_NAMES, SWITCHES } from "../../lib/settings.ts";
import { openRpc, type PiRpc } from "../support/pi-rpc.ts";
import { type PiRun, type PiRunOptions, runPi } from "../support/pi-run.ts";
import type { Turn } from "../support/pi-scripted-model.ts";
import { detailsOfOurs, type EditPair, editing } from "../support/pi-tool.ts";

const lines = (count: number, prefix: string) =>
	Array.from({ length: count }, (_, index) => `${prefix} ${index + 1}\n`).join("");

interface SwitchCase {
	name: keyof Settings;
	value: string;
	source: string;
	edit: EditPair;
	/** What is edited, if it is not the file itself. */
	path?: string;
	/** The model's turn, where it is not the edit. */
	turn?: Turn;
	/** The file afterwards, and what else must be true. */
	expected: string;
	check?(run: PiRun): void;
}

const shrinking: Pick<SwitchCase, "source" | "edit"> = {
	source: lines(20, "line"),
	edit: [lines(20, "line"), lines(9, "new")],
};
const drifted: Pick<SwitchCase, "source" | "edit"> = {
	source: "def f():\n\tif x:\n\t\treturn 1\n",
	edit: ["  if x:\n    return 1", "  if y:\n    return 2"],
};
const SHELL_REWRITE: Turn = { toolCalls: [{ name: "bash", args: { command: "sed -i s/one/ONE/ a.txt" } }] };
const isRefused = (run: PiRun) => assert.equal(run.results[0]?.isError, true);

const cases: SwitchCase[] = [
	{
		name: "disable",
		value: "1",
		source: "one\n",
		edit: ["one", "ONE"],
		expected: "ONE\n",
		check: (run) => assert.equal(run.results[0]?.details?.edits, undefined),
	},
	{ name: "drift", value: "refuse", ...drifted, expected: drifted.source, check: isRefused },
	{ name: "drift", value: "verbatim", ...drifted, expected: "def f():\n  if y:\n    return 2\n" },
	{ name: "overScopeLines", value: "0", ...shrinking, expected: lines(9, "new") },
	{ name: "overScopeRatio", value: "0.25", ...shrinking, expected: lines(9, "new") },
	{
		name: "paths",
		value: "open",
		source: "one\n",
		edit: ["outside", "through the link"],
		path: "link-to-outside.txt",
		expected: "one\n",
	},
	{
		name: "paths",
		value: "strict",
		source: "one\n",
		edit: ["outside", "by its own name"],
		path: "../outside.txt",
		expected: "one\n",
		check: isRefused,
	},
	{
		name: "preview",
		value: "on",
		source: "one\n",
		edit: ["one", "ONE"],
		expected: "one\n",
		check: (run) => {
			assert.match(run.results[0]!.text, /^Preview only, nothing was written to a\.txt\./);
			assert.equal(detailsOfOurs(run.results[0]).previewOnly, true);
		},
	},
	{
		name: "shell",
		value: "off",
		source: "one\n",
		edit: ["one", "ONE"],
		turn: SHELL_REWRITE,
		expected: "ONE\n",
		check: (run) => assert.equal(run.results[0]?.isError, false, run.results[0]?.text),
	},
];

/** What each bad value must be reported as, whichever source it comes from. */
const badValues: Record<keyof Settings, string> = {
	disable: "perhaps",
	drift: "sometimes",
	overScopeLines: "2.5",
	overScopeRatio: "1.5",
	paths: "shut",
	preview: "ON",
	shell: "maybe",
};

describe("a switch", () => {
	for (const { name, value, source, edit, path = "a.txt", turn = editing(path, edit), expected, check } of cases) {
		for (const from of ["settings.json", "the environment"]) {
			it(`${name} ${value} holds from ${from}`, async () => {
				const run = await runPi({
					turns: [turn, { text: "done" }],
					files: { "a.txt": source },
					before: async ({ root, project }) => {
						writeFileSync(join(root, "outside.txt"), "outside\n");
						symlinkSync("../outside.txt", join(project, "link-to-outside.txt"));
					},
					...(from === "settings.json"
						? { settings: { editSafe: { [name]: value } } }
						: { environment: { [SWITCHES[name].environment]: value } }),
				});
				assert.equal(run.code, 0, run.stderr);
				assert.equal(run.stderr, "");
				assert.equal(run.files["a.txt"], expected);
				if (check) check(run);
				else detailsOfOurs(run.results[0]);
			});
		}
	}

	it("is played here, whichever it is", () => {
		assert.deepEqual([...new Set(cases.map(({ name }) => name))].sort(), [...SETTING_NAMES].sort());
	});

	const variables = Object.fromEntries(SETTING_NAMES.map((name) => [SWITCHES[name].environment, badValues[name]]));
	const badSources: [title: string, options: Partial<PiRunOptions>, named: (name: keyof Settings) => string][] = [
		["settings.json", { settings: { editSafe: badValues } }, (name) => `editSafe.${name}`],
		["the environment", { environment: variables }, (name) => SWITCHES[name].environment],
	];
	for (const [title, options, named] of badSources) {
		it(`that is bad in ${title} is reported, and its default holds`, async () => {
			const drift = editing("b.py", drifted.edit);
			const previewOrDisabled = editing("a.txt", ["two", "TWO"]);
			const run = await runPi({
				turns: [editing("c.txt", shrinking.edit), drift, SHELL_REWRITE, previewOrDisabled, { text: "done" }],
				files: { "a.txt": "one\ntwo\n", "b.py": drifted.source, "c.txt": shrinking.source },
				...options,
			});
			assert.equal(run.code, 0, run.stderr);
			for (const name of SETTING_NAMES) {
				const { values } = SWITCHES[name];
				assert.ok(
					run.stderr.includes(`${named(name)} is "${badValues[name]}", which is not ${values}: it is ignored.`),
					name,
				);
			}
			assert.deepEqual(
				run.results.map(({ isError }) => isError),
				[true, false, true, false],
			);
			detailsOfOurs(run.results[3]);
			assert.deepEqual(run.files, {
				"a.txt": "one\nTWO\n",
				"b.py": "def f():\n\tif y:\n\t\treturn 2\n",
				"c.txt": shrinking.source,
			});
		});
	}

	it("that does not exist is reported, and so is a value that is no object", async () => {
		const play = (editSafe: unknown) =>
			runPi({
				turns: [editing("a.txt", ["one", "ONE"]), { text: "done" }],
				files: { "a.txt": "one\n" },
				settings: { editSafe },
			});
		const [unknown, list] = [await play({ colour: "red" }), await play(["drift", "refuse"])];
		assert.match(unknown.stderr, /editSafe\.colour is not a switch/);
		assert.match(list.stderr, /editSafe is \["drift","refuse"\], which is not an object/);
		for (const run of [unknown, list]) detailsOfOurs(run.results[0]);
	});

	it("in the environment wins over settings.json, and the project's file over the person's once it is trusted", async () => {
		const play = (options: Partial<PiRunOptions>) =>
			runPi({
				turns: [editing("a.txt", drifted.edit), { text: "done" }],
				files: { "a.txt": drifted.source, ".pi/settings.json": '{ "editSafe": { "drift": "verbatim" } }' },
				settings: { editSafe: { drift: "refuse" } },
				...options,
			});
		isRefused(await play({}));
		assert.equal((await play({ arguments: ["--approve"] })).files["a.txt"], "def f():\n  if y:\n    return 2\n");
		const corrected = await play({ environment: { PI_EDIT_SAFE_DRIFT: "correct" } });
		assert.equal(corrected.files["a.txt"], "def f():\n\tif y:\n\t\treturn 2\n");
	});
});

describe("/edit-safe", () => {
	let pi: PiRpc;
	before(async () => {
		pi = await openRpc({
			files: { "a.txt": "one\ntwo\n" },
			settings: { editSafe: { paths: "open" } },
			environment: { PI_EDIT_SAFE_OVER_SCOPE_RATIO: "0.4" },
		});
	});
	after(async () => {
		const { code, stderr } = await pi.close();
		assert.equal(code, 0, stderr);
	});

	async function command(words: string): Promise<string> {
		const before = pi.notices().length;
		await pi.prompt([], `/edit-safe ${words}`.trim());
		return pi.notices().slice(before).join("\n");
	}

	it("is listed with the commands", async () => {
		const { data } = await pi.command("get_commands");
		assert.match(JSON.stringify(data), /"name":"edit-safe"/);
	});

	it("shows every switch and where its value comes from", async () => {
		const shown = await command("");
		assert.match(shown, /edit is this package's/);
		assert.match(shown, /paths +open \(settings\.json\)/);
		assert.match(shown, /overScopeRatio +0\.4 \(environment\)/);
		assert.match(shown, /drift +correct \(default\)/);
		assert.match(shown, /disable +0 \(default\)/);
		assert.match(shown, /edits that landed: none/);
	});

	it("makes the session read-only for edit with preview on, and undoes it with preview off", async () => {
		assert.match(await command("preview on"), /preview on: edits are shown, and none is written\.$/);
		const [shown] = await pi.prompt([editing("a.txt", ["one", "ONE"]), { text: "done" }]);
		assert.match(shown!.text, /^Preview only/);
		assert.equal(pi.sandbox.read("a.txt"), "one\ntwo\n");
		assert.match(await command(""), /preview +on \(session\)/);
		assert.match(await command("preview off"), /preview off: edits are written\.$/);
		const [landed] = await pi.prompt([editing("a.txt", ["one", "ONE"]), { text: "done" }]);
		detailsOfOurs(landed);
		assert.equal(pi.sandbox.read("a.txt"), "ONE\ntwo\n");
	});

	it("counts what landed, what was refused and what was only shown", async () => {
		await pi.prompt([editing("a.txt", ["absent text", "x"]), { text: "done" }]);
		const shown = await command("");
		assert.match(shown, /edits that landed: 1 exact/);
		assert.match(shown, /calls refused: 1 not-found/);
		assert.match(shown, /calls shown and not written: 1/);
	});

	it("turns drift for the session and refuses what it does not know", async () => {
		assert.match(await command("drift refuse"), /drift refuse: exact text only\.$/);
		assert.match(await command("drift maybe"), /"drift maybe" is not understood/);
		assert.match(await command("colour red"), /is not understood/);
		assert.match(await command(""), /drift +refuse \(session\)/);
	});

	for (const mode of ["print", "json"] as const) {
		it(`answers on the error stream in ${mode} mode, where pi shows no notices`, async () => {
			const run = await runPi({ turns: [], mode, prompt: "/edit-safe" });
			assert.equal(run.code, 0);
			assert.match(run.stderr, /edit is this package's/);
			assert.equal(run.requests.length, 0);
		});
	}
});
