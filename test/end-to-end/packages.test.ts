/** Beside other packages: pi always starts, exactly one tool answers, and the person learns which. */
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { type PiRun, runPi } from "../support/pi-run.ts";
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

describe("this package twice", () => {
	const copy = mkdtempSync(join(tmpdir(), "pi-edit-safe-copy-"));
	after(() => rmSync(copy, { recursive: true, force: true }));

	it("adds nothing the second time", async () => {
		for (const name of ["package.json", "index.ts", "lib"]) {
			cpSync(join(PACKAGE_FOLDER, name), join(copy, name), { recursive: true });
		}
		symlinkSync(join(CHECKOUT, "node_modules"), join(copy, "node_modules"));
		const run = await play(PACKAGE_FOLDER, copy);
		assert.equal(run.code, 0, run.stderr);
		assert.equal(run.stderr, "");
		assert.equal(run.files["a.txt"], "ONE\n");
		detailsOfOurs(run.results[0]);
	});
});
