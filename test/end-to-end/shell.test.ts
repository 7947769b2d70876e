/** The speed bump in the real pi: what is sent back, what runs, in each mode. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openRpc } from "../support/pi-rpc.ts";
import { runPi, type ToolResult } from "../support/pi-run.ts";
import type { Turn } from "../support/pi-scripted-model.ts";
import { editing, lastAnswer } from "../support/pi-tool.ts";

const files = { "a.txt": "one\n", "b.txt": "one\n" };
const SED_A = "sed -i s/one/two/ a.txt";
const SED_B = "sed -i s/one/two/ b.txt";
const done = { text: "done" };

function shell(...commands: string[]): Turn {
	return { toolCalls: commands.map((command) => ({ name: "bash", args: { command } })) };
}

const SLEEP = "sleep 2";

function isSleep(args: unknown): boolean {
	return (args as { command?: string }).command === SLEEP;
}

function isBump(result: ToolResult | undefined): boolean {
	return result?.isError === true && result.text.startsWith("Not run: this command rewrites ");
}

describe("a shell command that rewrites a file", () => {
	it("is sent back word for word, and its repeat frees the rest of the request", async () => {
		const run = await runPi({ turns: [shell(SED_A), shell(SED_A), shell(SED_B), done], files });
		assert.deepEqual(run.results.map(isBump), [true, false, false]);
		assert.equal(lastAnswer(run.requests[1]), run.results[0]!.text);
		assert.deepEqual(run.files, { "a.txt": "two\n", "b.txt": "two\n" });
	});

	it("is sent back in print mode", async () => {
		const run = await runPi({ turns: [shell(SED_A), done], files, mode: "print" });
		assert.equal(run.code, 0, run.stderr);
		assert.match(lastAnswer(run.requests[1]), /^Not run: this command rewrites a\.txt /);
		assert.equal(run.files["a.txt"], "one\n");
	});

	it("is sent back twice when it comes twice in one message", async () => {
		const run = await runPi({ turns: [shell(SED_A, SED_A), done], files });
		assert.deepEqual(run.results.map(isBump), [true, true]);
		assert.equal(run.files["a.txt"], "one\n");
	});

	it("is sent back inside code mode", async () => {
		const code = `return await tools.bash({ command: ${JSON.stringify(SED_A)} });`;
		const run = await runPi({
			turns: [{ toolCalls: [{ name: "codemode", args: { code } }] }, done],
			files,
			arguments: ["--tools", "+codemode"],
		});
		assert.ok(
			run.results.some((result) => result.toolName === "bash" && isBump(result)),
			JSON.stringify(run.results),
		);
		assert.equal(run.files["a.txt"], "one\n");
	});

	it("is not confirmed by the script of one message that sends it again, and is by that of the next", async () => {
		const again = `
			const send = async () => { try { await tools.bash({ command: ${JSON.stringify(SED_A)} }); } catch {} };
			await send();
			await send();
		`;
		const scripted: Turn = { toolCalls: [{ name: "codemode", args: { code: again } }] };
		const settings = { files, arguments: ["--tools", "+codemode"] };
		const once = await runPi({ turns: [scripted, done], ...settings });
		assert.equal(once.files["a.txt"], "one\n");
		const twice = await runPi({ turns: [scripted, scripted, done], ...settings });
		assert.equal(twice.files["a.txt"], "two\n");
	});

	it("repeats the way out of the refusal right after a refused edit of that file", async () => {
		const run = await runPi({ turns: [editing("a.txt", ["missing", "x"]), shell(SED_A, SED_B), done], files });
		assert.match(run.results[1]!.text, /The last edit of a\.txt was refused/);
		assert.doesNotMatch(run.results[2]!.text, /was refused/);
	});
});

describe("a shell command that is left alone", () => {
	it("makes a new file, reads, or writes outside the project", async () => {
		const run = await runPi({
			turns: [shell("cat a.txt > c.txt", "echo x > $TMPDIR/x", "sed -n 1p a.txt"), done],
			files,
		});
		assert.deepEqual(
			run.results.map((result) => result.isError),
			[false, false, false],
		);
	});

	for (const [why, environment] of [
		["PI_EDIT_SAFE_SHELL=off", { PI_EDIT_SAFE_SHELL: "off" }],
		["PI_EDIT_SAFE_DISABLE=1", { PI_EDIT_SAFE_DISABLE: "1" }],
	] as const) {
		it(`runs at once under ${why}`, async () => {
			const run = await runPi({ turns: [shell(SED_A), done], files, environment });
			assert.deepEqual(run.files, { "a.txt": "two\n", "b.txt": "one\n" });
		});
	}

	it("runs at once when the settings say so", async () => {
		const run = await runPi({ turns: [shell(SED_A), done], files, settings: { editSafe: { shell: "off" } } });
		assert.equal(run.files["a.txt"], "two\n");
	});

	it("runs at once when edit is switched off", async () => {
		const run = await runPi({ turns: [shell(SED_A), done], files, arguments: ["--exclude-tools", "edit"] });
		assert.equal(run.files["a.txt"], "two\n");
	});
});

describe("requests in one session", () => {
	it("bumps again in the next request, and after a message that steers", async () => {
		const pi = await openRpc({ files });
		try {
			const first = await pi.prompt([shell(SED_A), shell(SED_A), done]);
			assert.deepEqual(first.map(isBump), [true, false]);
			const second = await pi.prompt([shell(SED_B), done]);
			assert.deepEqual(second.map(isBump), [true]);

			pi.model.script.push(shell(SED_B, SLEEP), shell(SED_B), shell(SED_B), done);
			const settled = pi.prompt([]);
			const isAsleep = () => pi.records.some(({ type, args }) => type === "tool_execution_start" && isSleep(args));
			while (!isAsleep()) await new Promise((resolve) => setTimeout(resolve, 20));
			await pi.command("steer", { message: "mind the time" });
			assert.deepEqual((await settled).map(isBump), [true, false, true, false]);
			assert.equal(pi.sandbox.read("b.txt"), "two\n");
		} finally {
			await pi.close();
		}
	});
});
