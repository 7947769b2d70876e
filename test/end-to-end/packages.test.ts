/** Beside other packages: pi always starts, exactly one tool answers, and the person learns which. */
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { openRpc } from "../support/pi-rpc.ts";
import { type PiRun, type PiRunOptions, runPi, spawnPi } from "../support/pi-run.ts";
import { CHECKOUT, PACKAGE_FOLDER } from "../support/pi-sandbox.ts";
import { detailsOfOurs, editing } from "../support/pi-tool.ts";

const other = (name: string) => join(import.meta.dirname, "extensions", `${name}.ts`);
const files = { "a.txt": "one\n" };
const play = (...extensions: string[]) =>
	runPi({ turns: [editing("a.txt", ["one", "ONE"]), { text: "done" }], files, extensions });

function assertOtherAnswered(run: PiRun): void {
	assert.equal(run.code, 0, run.stderr);
	assert.equal(run.results[0]?.text, "another package answered");
	assert.equal(run.files["a.txt"], "one\n");
	assert.equal(run.stderr.match(/steps aside/g)?.length, 1, run.stderr);
	assert.match(run.stderr, /the tool "edit" belongs to \S*-owner\.ts/);
}

describe("another package that owns edit", () => {
	it("keeps it when it was loaded before us", async () => {
		assertOtherAnswered(await play(other("early-owner"), PACKAGE_FOLDER));
	});

	it("keeps it when it was loaded after us", async () => {
		assertOtherAnswered(await play(PACKAGE_FOLDER, other("early-owner")));
	});

	it("keeps it when it registers as late as we do and was loaded before us", async () => {
		assertOtherAnswered(await play(other("late-owner"), PACKAGE_FOLDER));
	});

	it("leaves it to us when it registers as late as we do and was loaded after us", async () => {
		const run = await play(PACKAGE_FOLDER, other("late-owner"));
		assert.equal(run.files["a.txt"], "ONE\n");
		detailsOfOurs(run.results[0]);
		assert.equal(run.stderr, "");
	});

	it("is noticed at the first call when it took edit after the session had started", async () => {
		assertOtherAnswered(await play(other("latest-owner"), PACKAGE_FOLDER));
	});
});

describe("/edit-safe", () => {
	const told: [title: string, options: Partial<PiRunOptions>, answer: RegExp][] = [
		["this package's", {}, /^pi-edit-safe: edit is this package's\.\n/m],
		[
			"another package's",
			{ extensions: [other("early-owner"), PACKAGE_FOLDER] },
			/edit belongs to \S*early-owner\.ts\.\n/,
		],
		[
			"pi's own",
			{ settings: { editSafe: { disable: 1 } } },
			/edit is pi's own\.\n[\s\S]*disable +1 \(settings\.json\)/,
		],
		[
			"switched off",
			{ arguments: ["-nbt"] },
			/edit is switched off in this session; under -nbt, --tools edit brings it in\.\n/,
		],
		[
			"not there",
			{ arguments: ["--exclude-tools", "edit"] },
			/there is no edit in this session; it was switched off\.\n/,
		],
	];
	for (const [title, options, answer] of told) {
		it(`says of an edit that is ${title} that it is`, async () => {
			const run = await runPi({ turns: [], mode: "print", prompt: "/edit-safe", ...options });
			assert.equal(run.code, 0, run.stderr);
			assert.match(run.stderr, answer);
		});
	}

	it("does not pretend that a switch turns another package's edit", async () => {
		const extensions = [other("early-owner"), PACKAGE_FOLDER];
		const run = await runPi({ turns: [], mode: "print", prompt: "/edit-safe preview on", extensions });
		assert.match(run.stderr, /preview on: .* It has no effect now: edit belongs to \S*early-owner\.ts\.\n/);
	});
});

describe("this package twice", () => {
	const copy = mkdtempSync(join(tmpdir(), "pi-edit-safe-copy-"));
	after(() => rmSync(copy, { recursive: true, force: true }));

	before(() => {
		for (const name of ["package.json", "index.ts", "lib"]) {
			cpSync(join(PACKAGE_FOLDER, name), join(copy, name), { recursive: true });
		}
		symlinkSync(join(CHECKOUT, "node_modules"), join(copy, "node_modules"));
	});

	it("adds nothing the second time", async () => {
		const run = await play(PACKAGE_FOLDER, copy);
		assert.equal(run.code, 0, run.stderr);
		assert.equal(run.stderr, "");
		assert.equal(run.files["a.txt"], "ONE\n");
		detailsOfOurs(run.results[0]);
	});

	it("adds nothing the second time when it is installed and named, too", async () => {
		const run = await runPi({
			turns: [editing("a.txt", ["one", "ONE"]), { text: "done" }],
			files,
			before: async (sandbox) => assert.equal((await spawnPi(sandbox, ["install", copy])).code, 0),
		});
		assert.equal(run.code, 0, run.stderr);
		assert.equal(run.stderr, "");
		detailsOfOurs(run.results[0]);
	});

	it("is there once after pi has loaded its packages anew and in a new session", async (context) => {
		const pi = await openRpc({ files, extensions: [PACKAGE_FOLDER, copy, other("watcher")] });
		context.after(() => pi.close());
		let content = "one";
		for (const change of ["", "/load-again", "/load-again", "new_session"]) {
			if (change.startsWith("/")) await pi.prompt([], change);
			else if (change !== "") await pi.command(change);
			const [result] = await pi.prompt([editing("a.txt", [content, `${content}1`]), { text: "done" }]);
			content += "1";
			detailsOfOurs(result);
			const { data } = await pi.command("get_commands");
			assert.equal(JSON.stringify(data).match(/"name":"edit-safe/g)?.length, 1, change);
		}
		assert.deepEqual(
			pi.notices().filter((notice) => !notice.startsWith("saw ")),
			[],
		);
	});
});
