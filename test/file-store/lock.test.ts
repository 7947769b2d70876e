import assert from "node:assert/strict";
import { chmodSync, linkSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { editFile } from "../../lib/edit-file.ts";
import { withFileLock } from "../../lib/file-store/lock.ts";
import { privateFolder } from "../../lib/file-store/private-folder.ts";
import { startEditing } from "../support/child-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A file, and `TMPDIR` in a folder of the test, so that the locks are the test's own. */
function makeFile(context: TestContext): { folder: string; path: string; temporary: string } {
	const folder = temporaryFolder(context);
	const temporary = join(folder, "tmp");
	mkdirSync(temporary);
	const before = process.env.TMPDIR;
	process.env.TMPDIR = temporary;
	context.after(() => {
		if (before === undefined) delete process.env.TMPDIR;
		else process.env.TMPDIR = before;
	});
	const path = join(folder, "file.txt");
	writeFileSync(path, "old\n");
	return { folder, path, temporary };
}

test("no two calls run at once under the lock of one file, whichever of its names they use", async (context) => {
	const { folder, path } = makeFile(context);
	linkSync(path, join(folder, "name.txt"));
	let running = 0;
	let most = 0;
	const run = async (): Promise<void> => {
		running++;
		most = Math.max(most, running);
		await delay(5);
		running--;
	};
	const names = [path, join(folder, "name.txt")];
	await Promise.all(Array.from({ length: 12 }, (_, index) => withFileLock(names[index % 2]!, "wait", undefined, run)));
	assert.equal(most, 1);
});

test("a held lock is reported by who does not wait, and freed when the run fails", async (context) => {
	const { path } = makeFile(context);
	const failing = withFileLock(path, "wait", undefined, async () => {
		assert.deepEqual(await withFileLock(path, "no-wait", undefined, async () => "run"), { kind: "held" });
		throw new Error("failed");
	});
	await assert.rejects(failing, /failed/);
	assert.deepEqual(await withFileLock(path, "no-wait", undefined, async () => "run"), { kind: "done", result: "run" });
});

test("an abort ends the wait for a held lock", async (context) => {
	const { folder, path } = makeFile(context);
	await withFileLock(path, "wait", undefined, async () => {
		const abort = new AbortController();
		const edit = editFile({ path, edits: [{ oldText: "old", newText: "new" }] }, { cwd: folder, signal: abort.signal });
		setTimeout(() => abort.abort(), 20);
		await assert.rejects(edit, { code: "aborted" });
	});
});

test("no lock outlives its run, and all of them are in a folder of the user alone", async (context) => {
	const { path, temporary } = makeFile(context);
	await withFileLock(path, "wait", undefined, async () => {
		const [name] = readdirSync(temporary) as [string];
		assert.equal(statSync(join(temporary, name)).mode & 0o7777, 0o700);
		assert.equal(readdirSync(join(temporary, name)).length, 1);
	});
	assert.deepEqual(readdirSync((await privateFolder())!), []);
});

test("without a place for locks an edit goes on without one", async (context) => {
	const { folder, path, temporary } = makeFile(context);
	for (const [index, breakIt] of [
		() => writeFileSync(join(temporary, `pi-edit-safe-${process.geteuid?.()}`), ""),
		() => {
			process.env.TMPDIR = join(temporary, "none");
		},
	].entries()) {
		breakIt();
		assert.equal(await privateFolder(), undefined);
		const [oldText, newText] = index === 0 ? ["old", "new"] : ["new", "newer"];
		await editFile({ path, edits: [{ oldText, newText }] }, { cwd: folder });
	}
});

test("a private folder that others may enter is not used", async (context) => {
	const { temporary } = makeFile(context);
	const folder = (await privateFolder())!;
	assert.equal(join(temporary, folder.slice(temporary.length)), folder);
	chmodSync(folder, 0o755);
	assert.equal(await privateFolder(), undefined);
});

test("the lock of a killed process is free at once", async (context) => {
	const { folder, path } = makeFile(context);
	const child = startEditing({ kind: "hold", folder, path });
	await child.ready;
	assert.deepEqual(await withFileLock(path, "no-wait", undefined, async () => "run"), { kind: "held" });
	child.process.kill("SIGKILL");
	await child.output;
	assert.deepEqual(await withFileLock(path, "no-wait", undefined, async () => "run"), { kind: "done", result: "run" });
});

const IS_SLOW = process.env.KILLS === undefined && "takes 30 seconds: npm run test:kill";

test("a lock that a live process holds too long is a refusal, and nothing is written", {
	skip: IS_SLOW,
}, async (context) => {
	const { folder, path } = makeFile(context);
	const child = startEditing({ kind: "hold", folder, path });
	await child.ready;
	child.process.kill("SIGSTOP");
	await assert.rejects(editFile({ path, edits: [{ oldText: "old", newText: "new" }] }, { cwd: folder }), {
		code: "changed-on-disk",
		facts: { code: "changed-on-disk", where: path, reason: "locked" },
	});
	child.process.kill("SIGKILL");
	await child.output;
});
