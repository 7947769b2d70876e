/** The package as people get it: packed, served by a registry, installed, updated and removed by the real pi. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, before, describe, it } from "node:test";
import {
	dependencyFolders,
	type LoopbackRegistry,
	packageCopy,
	startLoopbackRegistry,
} from "../support/loopback-registry.ts";
import { spawnPi, toolResults } from "../support/pi-run.ts";
import { CHECKOUT, MODEL_ARGUMENTS, makeSandbox, type Sandbox } from "../support/pi-sandbox.ts";
import { type ScriptedModel, startScriptedModel } from "../support/pi-scripted-model.ts";
import { detailsOfOurs, editing } from "../support/pi-tool.ts";

const readme = readFileSync(join(CHECKOUT, "README.md"), "utf8");
const manifest = JSON.parse(readFileSync(join(CHECKOUT, "package.json"), "utf8"));

describe("installed from a registry", { concurrency: false }, () => {
	let root: string;
	let registry: LoopbackRegistry;
	let model: ScriptedModel;
	let sandbox: Sandbox;

	before(async () => {
		root = mkdtempSync(join(tmpdir(), "pi-edit-safe-registry-"));
		registry = await startLoopbackRegistry(root);
		registry.publish(packageCopy(join(root, "checkout")));
		model = await startScriptedModel();
		sandbox = makeSandbox(model.baseUrl, {
			files: { "a.txt": "one\r\ntwo\r\n" },
			environment: {
				npm_config_registry: registry.url,
				npm_config_cache: join(root, "cache"),
				npm_config_fetch_retries: "0",
				// Nothing here leaves the loopback interface; offline, pi would not ask the registry for updates.
				PI_OFFLINE: "",
			},
		});
	});

	after(async () => {
		await registry.close();
		await model.close();
		sandbox.remove();
		rmSync(root, { recursive: true, force: true });
	});

	it("answers in place of pi's own tool, with its dependencies and nothing else", async () => {
		await pi("install", "npm:pi-edit-safe");
		const installed = readdirSync(join(sandbox.agent, "npm/node_modules")).filter((name) => !name.startsWith("."));
		const expected = ["pi-edit-safe", ...dependencyFolders().map((folder) => basename(folder))];
		assert.deepEqual(installed.sort(), expected.sort());
		assert.ok(detailsOfOurs(await editOnce("one\ntwo", "ONE\ntwo")));
		assert.equal(sandbox.read("a.txt"), "ONE\r\ntwo\r\n");
	});

	it("is brought to a newer version by an update, and answers still", async () => {
		const newer = manifest.version.replace(/\d+$/, (patch: string) => String(Number(patch) + 1));
		registry.publish(copyAs(newer));
		await pi("update", "npm:pi-edit-safe");
		const installed = join(sandbox.agent, "npm/node_modules/pi-edit-safe/package.json");
		assert.equal(JSON.parse(readFileSync(installed, "utf8")).version, newer);
		assert.ok(detailsOfOurs(await editOnce("ONE", "one")));
	});

	it("leaves pi's own tool in place when it is switched off, and when it is removed", async () => {
		const off = await editOnce("one", "1", { PI_EDIT_SAFE_DISABLE: "1" });
		assert.deepEqual([off?.isError, off?.details && "edits" in off.details], [false, false]);
		await pi("remove", "npm:pi-edit-safe");
		assert.doesNotMatch(await pi("list"), /pi-edit-safe/);
		const removed = await editOnce("1", "one");
		assert.deepEqual([removed?.isError, removed?.details && "edits" in removed.details], [false, false]);
	});

	/** A command as README prints it. */
	async function pi(...args: string[]): Promise<string> {
		assert.ok(readme.includes(`pi ${args.join(" ")}`), `README has no pi ${args.join(" ")}`);
		const { code, stdout, stderr } = await spawnPi(sandbox, args);
		assert.equal(code, 0, stdout + stderr);
		return stdout;
	}

	async function editOnce(oldText: string, newText: string, environment: Record<string, string> = {}) {
		model.script.push(editing("a.txt", [oldText, newText]), { text: "done" });
		const inEnvironment = { ...sandbox, environment: { ...sandbox.environment, ...environment, PI_OFFLINE: "1" } };
		const args = ["--mode", "json", ...MODEL_ARGUMENTS, "--no-session", "go"];
		const { code, stdout, stderr } = await spawnPi(inEnvironment, args);
		assert.equal(code, 0, stderr);
		const lines = stdout.split("\n").filter((line) => line !== "");
		return toolResults(lines.map((line) => JSON.parse(line)))[0];
	}

	/** This package with another version number. */
	function copyAs(version: string): string {
		const copy = packageCopy(join(root, version));
		writeFileSync(join(copy, "package.json"), JSON.stringify({ ...manifest, version }));
		return copy;
	}
});

describe("the registry of a checkout", () => {
	it("serves the package under the command that README prints, until it is stopped", async () => {
		const child = spawn(process.execPath, [join(CHECKOUT, "test/installed/registry.ts")], {
			env: { ...process.env, PORT: "0" },
			stdio: ["ignore", "pipe", "inherit"],
		});
		const [printed] = await once(child.stdout, "data");
		const [, port] = /^npm_config_registry=http:\/\/127\.0\.0\.1:(\d+)\/ pi install npm:pi-edit-safe\n$/.exec(
			String(printed),
		)!;
		assert.ok(readme.includes(String(printed).replace(port!, "4873")), String(printed));
		const response = await fetch(`http://127.0.0.1:${port}/pi-edit-safe`);
		assert.deepEqual(Object.keys(((await response.json()) as { versions: object }).versions), [manifest.version]);
		child.kill("SIGINT");
		assert.deepEqual(await once(child, "exit"), [0, null]);
	});
});
