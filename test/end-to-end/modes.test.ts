/** Each way of starting the real pi: modes, tools switched off, code mode, folders and installed packages. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { TOOL_DESCRIPTION } from "../../lib/words-for-model.ts";
import { runPi, spawnPi } from "../support/pi-run.ts";
import { PACKAGE_FOLDER } from "../support/pi-sandbox.ts";
import { detailsOfOurs, editing, editToolIn, lastAnswer } from "../support/pi-tool.ts";

const files = { "a.txt": "one\ntwo\n" };
const turns = () => [editing("a.txt", ["one", "ONE"]), { text: "all done" }];

describe("pi's modes", () => {
	it("edits in print mode and prints the model's answer alone", async () => {
		const run = await runPi({ turns: turns(), files, mode: "print" });
		assert.equal(run.code, 0, run.stderr);
		assert.equal(run.stdout, "all done\n");
		assert.equal(run.stderr, "");
		assert.equal(run.files["a.txt"], "ONE\ntwo\n");
		assert.equal(editToolIn(run.requests[0])?.description, TOOL_DESCRIPTION);
		assert.match(lastAnswer(run.requests[1]), /^Successfully replaced 1 block\(s\) in a\.txt\./);
	});

	it("edits in json mode", async () => {
		const run = await runPi({ turns: turns(), files });
		assert.equal(run.code, 0, run.stderr);
		assert.equal(run.files["a.txt"], "ONE\ntwo\n");
		detailsOfOurs(run.results[0]);
	});

	it("answers code mode's tools.edit", async () => {
		const code = 'return await tools.edit({ path: "a.txt", edits: [{ oldText: "one", newText: "ONE" }] });';
		const run = await runPi({
			turns: [{ toolCalls: [{ name: "codemode", args: { code } }] }, { text: "done" }],
			files,
			arguments: ["--tools", "edit,codemode"],
		});
		assert.equal(run.files["a.txt"], "ONE\ntwo\n");
		detailsOfOurs(run.results.find(({ toolName }) => toolName === "edit"));
	});
});

describe("switching off", () => {
	it("registers nothing under PI_EDIT_SAFE_DISABLE=1, and the built-in tool edits", async () => {
		const run = await runPi({ turns: turns(), files, environment: { PI_EDIT_SAFE_DISABLE: "1" } });
		assert.equal(run.code, 0, run.stderr);
		assert.equal(run.files["a.txt"], "ONE\ntwo\n");
		assert.notEqual(editToolIn(run.requests[0])?.description, TOOL_DESCRIPTION);
		assert.equal(run.results[0]!.details?.edits, undefined);
	});

	for (const [why, flags] of [
		["--exclude-tools edit", ["--exclude-tools", "edit"]],
		["--tools read", ["--tools", "read"]],
		["--tools -edit", ["--tools", "-edit"]],
		["-nbt", ["-nbt"]],
	] as const) {
		it(`leaves edit switched off under ${why}`, async () => {
			const run = await runPi({ turns: turns(), files, arguments: [...flags] });
			assert.equal(run.code, 0, run.stderr);
			assert.equal(editToolIn(run.requests[0]), undefined);
			assert.equal(run.files["a.txt"], "one\ntwo\n");
		});
	}

	it("leaves edit switched off when the settings take it from the default tools", async () => {
		const run = await runPi({ turns: turns(), files, settings: { defaultTools: ["-edit"] } });
		assert.equal(editToolIn(run.requests[0]), undefined);
		assert.equal(run.files["a.txt"], "one\ntwo\n");
	});

	for (const flags of [
		["-nbt", "--tools", "edit"],
		["--tools", "read,edit"],
		["--exclude-tools", "write"],
	]) {
		it(`comes under ${flags.join(" ")}`, async () => {
			const run = await runPi({ turns: turns(), files, arguments: flags });
			detailsOfOurs(run.results[0]);
			assert.equal(run.files["a.txt"], "ONE\ntwo\n");
		});
	}
});

describe("installing", () => {
	it("loads as an installed folder", async () => {
		const run = await runPi({
			turns: turns(),
			files,
			extensions: [],
			before: async (sandbox) => {
				const install = await spawnPi(sandbox, ["install", PACKAGE_FOLDER]);
				assert.equal(install.code, 0, install.stderr);
			},
		});
		assert.equal(run.files["a.txt"], "ONE\ntwo\n");
		detailsOfOurs(run.results[0]);
	});
});
