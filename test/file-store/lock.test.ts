import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { chmodSync, chownSync, linkSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { editFile } from "../../lib/edit-file.ts";
import { withFileLock } from "../../lib/file-store/lock.ts";
import { privateFolder, privateFolderIn } from "../../lib/file-store/private-folder.ts";
import { startEditing } from "../support/child-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

function makeFile(context: TestContext): { folder: string; path: string } {
	const folder = temporaryFolder(context);
	const path = join(folder, "file.txt");
	writeFileSync(path, "old\n");
	return { folder, path };
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

test("a lock is a file in a folder of the user alone, and gone after its run", async (context) => {
	const { path } = makeFile(context);
	const folder = privateFolder()!;
	assert.equal(statSync(folder).mode & 0o7777, 0o700);
	const before = readdirSync(folder);
	let during: string[] = [];
	await withFileLock(path, "wait", undefined, async () => {
		during = readdirSync(folder).filter((name) => !before.includes(name));
	});
	assert.ok(during.length >= 1);
	assert.ok(during.every((name) => name.endsWith(".lock")));
	const own = createHash("sha256").update(path).digest("hex");
	assert.ok(during.includes(`${own}.lock`));
	assert.ok(!readdirSync(folder).includes(`${own}.lock`));
});

test("a private folder keeps its mode under every umask, and one that others may enter is not used", async (context) => {
	for (const umask of [0o000, 0o777]) {
		const base = temporaryFolder(context);
		const before = process.umask(umask);
		const folder = privateFolderIn(base);
		process.umask(before);
		assert.equal(statSync(folder!).mode & 0o7777, 0o700);
		chmodSync(folder!, 0o755);
		assert.equal(privateFolderIn(base), undefined);
	}
	assert.equal(privateFolderIn("/nowhere"), undefined);
});

const NEEDS_ROOT = process.geteuid?.() !== 0 && "only root can set this up";

test("without a place for locks an edit goes on without one", { skip: NEEDS_ROOT }, async (context) => {
	const { folder, path } = makeFile(context);
	const user = 54_321;
	chownSync(folder, user, user);
	chownSync(path, user, user);
	const blocker = `/tmp/pi-edit-safe-${user}`;
	writeFileSync(blocker, "");
	context.after(() => rmSync(blocker));
	const options = { uid: user, gid: user, env: { TMPDIR: "/nowhere" } };
	const child = startEditing({ kind: "one", folder, path, oldText: "old", newText: "new" }, options);
	assert.equal(await child.output, "ready\nlanded\n");
});

test("without one the calls of one process take turns all the same", { skip: NEEDS_ROOT }, async (context) => {
	const { folder, path } = makeFile(context);
	const user = 54_322;
	writeFileSync(path, Array.from({ length: 20 }, (_, slot) => `slot a-${slot} empty\n`).join(""));
	chownSync(folder, user, user);
	chownSync(path, user, user);
	const blocker = `/tmp/pi-edit-safe-${user}`;
	writeFileSync(blocker, "");
	context.after(() => rmSync(blocker));
	const options = { uid: user, gid: user, env: { TMPDIR: "/nowhere" } };
	const child = startEditing({ kind: "at-once", folder, path, name: "a", slots: 20 }, options);
	assert.equal(await child.output, "");
	assert.equal(readFileSync(path, "utf8").match(/filled/g)?.length, 20);
});

test("the lock of a killed process is free at once", async (context) => {
	const { folder, path } = makeFile(context);
	const child = startEditing({ kind: "hold", folder, path });
	context.after(() => child.process.kill("SIGKILL"));
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
	context.after(() => child.process.kill("SIGKILL"));
	await child.ready;
	child.process.kill("SIGSTOP");
	await assert.rejects(editFile({ path, edits: [{ oldText: "old", newText: "new" }] }, { cwd: folder }), {
		code: "changed-on-disk",
		facts: { code: "changed-on-disk", where: path, reason: "locked" },
	});
	child.process.kill("SIGKILL");
	await child.output;
});
