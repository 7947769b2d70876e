/** What the next edit makes of a file that a killed process was writing in place. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, linkSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { editFile } from "../../lib/edit-file.ts";
import { privateFolder } from "../../lib/file-store/private-folder.ts";
import { readSnapshot } from "../../lib/file-store/snapshot.ts";
import { replaceIfUnchanged } from "../../lib/file-store.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const OLD = "a\nstate: old\nz\n";
const NEW = "a\nstate: new and longer\nz\n";

/** A folder with `file.txt` in the old state, and the side file of a write to the new one, as a dead process would leave it. */
async function killedInPlace(context: TestContext): Promise<{ folder: string; path: string; side: string }> {
	const folder = temporaryFolder(context);
	const path = join(folder, "file.txt");
	writeFileSync(path, OLD);
	linkSync(path, join(folder, "name.txt"));
	let name = "";
	let content = Buffer.alloc(0);
	await assert.rejects(
		replaceIfUnchanged(await readSnapshot(path, path), [Buffer.from(NEW)], () => {
			name = readdirSync(folder).find((name) => name.startsWith("."))!;
			content = readFileSync(join(folder, name));
			throw new Error("stop here");
		}),
	);
	unlinkSync(join(folder, "name.txt"));
	const dead = execFileSync("sh", ["-c", "echo $$"], { encoding: "utf8" }).trim();
	const side = join(folder, name.replace(`-${process.pid}-`, `-${dead}-`));
	writeFileSync(side, content);
	return { folder, path, side };
}

/** Any edit that is not made is an edit as well. */
async function nextEdit(folder: string, path = "file.txt"): Promise<void> {
	await assert.rejects(editFile({ path, edits: [{ oldText: "absent", newText: "x" }] }, { cwd: folder }));
}

const states: [title: string, found: string, expected: string, sideStays: boolean][] = [
	["not yet written to", OLD, OLD, false],
	["written to the end", NEW, NEW, false],
	["with the new end and the old beginning", OLD + NEW.slice(OLD.length), OLD, false],
	["half new", NEW.slice(0, 10) + OLD.slice(10) + NEW.slice(OLD.length), OLD, false],
	["extended, but not yet filled", `${NEW.slice(0, 10)}${OLD.slice(10)}\0\0\0`, OLD, false],
	["changed by somebody since", "a\nstate: mine\nz\n", "a\nstate: mine\nz\n", true],
	["shortened by somebody since", "a\n", "a\n", true],
];

for (const [title, found, expected, sideStays] of states) {
	test(`a file ${title} is ${found === expected ? "left as it is" : "brought back"}`, async (context) => {
		const { folder, path, side } = await killedInPlace(context);
		writeFileSync(path, found);
		await nextEdit(folder);
		assert.equal(readFileSync(path, "utf8"), expected);
		assert.equal(existsSync(side), sideStays);
	});
}

const torn = NEW.slice(0, 10) + OLD.slice(10);

test("an edit of another file in the folder brings it back too", async (context) => {
	const { folder, path, side } = await killedInPlace(context);
	writeFileSync(path, torn);
	writeFileSync(join(folder, "other.txt"), "text\n");
	await nextEdit(folder, "other.txt");
	assert.equal(readFileSync(path, "utf8"), OLD);
	assert.equal(existsSync(side), false);
});

test("a side file that was cut short goes, and the file stays", async (context) => {
	const { folder, path, side } = await killedInPlace(context);
	writeFileSync(side, readFileSync(side).subarray(0, -3));
	writeFileSync(path, torn);
	await nextEdit(folder);
	assert.equal(readFileSync(path, "utf8"), torn);
	assert.equal(existsSync(side), false);
});

test("a side file whose file is gone goes", async (context) => {
	const { folder, path, side } = await killedInPlace(context);
	rmSync(path);
	await nextEdit(folder);
	assert.deepEqual([existsSync(path), existsSync(side)], [false, false]);
});

test("a side file in the private folder brings back a file anywhere", async (context) => {
	const { folder, path, side } = await killedInPlace(context);
	writeFileSync(path, torn);
	const content = readFileSync(side, "utf8").replace('"file.txt"', JSON.stringify(path));
	const inPrivate = join(privateFolder()!, side.slice(folder.length));
	rmSync(side);
	writeFileSync(inPrivate, content);
	await nextEdit(folder);
	assert.equal(readFileSync(path, "utf8"), OLD);
	assert.equal(existsSync(inPrivate), false);
});

test("a side file in a project speaks for files beside it only", async (context) => {
	const { folder, side } = await killedInPlace(context);
	const outside = join(temporaryFolder(context), "file.txt");
	writeFileSync(outside, torn);
	const content = readFileSync(side, "utf8");
	for (const name of [outside, `../${outside}`]) {
		writeFileSync(side, content.replace('"file.txt"', JSON.stringify(name)));
		await nextEdit(folder);
		assert.equal(readFileSync(outside, "utf8"), torn);
	}
});
