/** README's program for hosts that embed pi: run as it is printed there, and without the line that it warns of. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { TOOL_DESCRIPTION } from "../../lib/words-for-model.ts";
import { CHECKOUT, makeSandbox, PACKAGE_FOLDER } from "../support/pi-sandbox.ts";
import { type ModelRequest, startScriptedModel } from "../support/pi-scripted-model.ts";
import { editing, editToolIn, lastAnswer } from "../support/pi-tool.ts";

const readme = readFileSync(join(CHECKOUT, "README.md"), "utf8");
const program = /```ts\n(import [^`]*DefaultResourceLoader[^`]*)```/.exec(readme)?.[1] ?? "";
const binding = /^await session\.bindExtensions\(.*\n/m;

describe("README's program for SDK hosts", () => {
	it("has our tool answer", async () => {
		const [first, second] = await run(program);
		assert.equal(editToolIn(first)?.description, TOOL_DESCRIPTION);
		assert.match(lastAnswer(second), /^Successfully replaced 2 block\(s\) in src\/a\.txt\.[\s\S]*edits\[1\]/);
	});

	it("has pi's own tool answer without bindExtensions", async () => {
		assert.match(program, binding);
		const [first] = await run(program.replace(binding, ""));
		assert.notEqual(editToolIn(first)?.description, TOOL_DESCRIPTION);
	});
});

/** Runs `source` as a module of a project that has both packages installed; returns what the model was asked. */
async function run(source: string): Promise<ModelRequest[]> {
	const model = await startScriptedModel([editing("src/a.txt", ["one", "two"], ["two", "three"]), { text: "done" }]);
	const sandbox = makeSandbox(model.baseUrl, {
		files: { "src/a.txt": "one\n", "host.ts": source },
		settings: { defaultProvider: "mock", defaultModel: "scripted" },
	});
	try {
		const modules = join(sandbox.project, "node_modules");
		mkdirSync(modules);
		symlinkSync(PACKAGE_FOLDER, join(modules, "pi-edit-safe"));
		symlinkSync(join(CHECKOUT, "node_modules/@earendil-works"), join(modules, "@earendil-works"));
		writeFileSync(join(sandbox.project, "package.json"), '{ "type": "module" }');
		const { project: cwd, environment: env } = sandbox;
		const child = spawn(process.execPath, ["host.ts"], { cwd, env, stdio: "inherit", timeout: 60_000 });
		assert.deepEqual(await once(child, "close"), [0, null]);
		return model.requests;
	} finally {
		await model.close();
		sandbox.remove();
	}
}
