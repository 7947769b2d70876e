/** What a write keeps, and what it leaves behind: nothing. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
	chmodSync,
	chownSync,
	closeSync,
	linkSync,
	lstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	rmSync,
	statSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { editFile } from "../../lib/edit-file.ts";
import { nativeFiles } from "../../lib/file-store/native-files.ts";
import { readSnapshot } from "../../lib/file-store/snapshot.ts";
import { replaceIfUnchanged } from "../../lib/file-store.ts";
import { startEditing } from "../support/child-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const NEEDS_ROOT = process.geteuid?.() !== 0 && "only root can set this up";
const NOBODY = 65534;
const edits = [{ oldText: "old", newText: "new" }];

function makeFile(context: TestContext, content = "old\n"): { folder: string; path: string } {
	const folder = temporaryFolder(context);
	const path = join(folder, "file.txt");
	writeFileSync(path, content);
	return { folder, path };
}

function assertEdited(path: string, folder: string, names = ["file.txt"]): void {
	assert.equal(readFileSync(path, "utf8"), "new\n");
	assert.deepEqual(readdirSync(folder).sort(), names);
}

for (const umask of [0o000, 0o022, 0o077, 0o777]) {
	for (const mode of [0o644, 0o600, 0o755, 0o666, 0o4755, 0o2755, 0o1644]) {
		test(`mode ${mode.toString(8)} stays under umask ${umask.toString(8)}`, async (context) => {
			const { folder, path } = makeFile(context);
			chmodSync(path, mode);
			const before = process.umask(umask);
			await editFile({ path, edits }, { cwd: folder }).finally(() => process.umask(before));
			assert.equal(statSync(path).mode & 0o7777, mode);
			assertEdited(path, folder);
		});
	}
}

test("the temporary file is hidden, is no source, and is never open wider than the file", async (context) => {
	const { folder, path } = makeFile(context);
	chmodSync(path, 0o640);
	const seen: [name: string, mode: number][] = [];
	await replaceIfUnchanged(await readSnapshot(path, path), [Buffer.from("new\n")], () => {
		for (const name of readdirSync(folder))
			if (name !== "file.txt") seen.push([name, statSync(join(folder, name)).mode & 0o7777]);
	});
	assert.equal(seen.length, 1);
	assert.match(seen[0]![0], /^\..*\.tmp$/);
	assert.equal(seen[0]![1], 0o640);
	assertEdited(path, folder);
});

test("content in more pieces than the system takes at once is written whole", async (context) => {
	const { folder, path } = makeFile(context);
	const pieces = Array.from({ length: 5000 }, (_, index) => Buffer.from(index % 3 === 0 ? "" : `${index}\n`));
	for (const link of [undefined, join(folder, "link")]) {
		if (link !== undefined) linkSync(path, link);
		assert.equal(await replaceIfUnchanged(await readSnapshot(path, path), pieces, () => {}), true);
		assert.deepEqual(readFileSync(path), Buffer.concat(pieces));
	}
});

test("owner and group stay", { skip: NEEDS_ROOT }, async (context) => {
	const { folder, path } = makeFile(context);
	chownSync(path, 1234, 5678);
	chmodSync(path, 0o4664);
	await editFile({ path, edits }, { cwd: folder });
	const { uid, gid, mode } = statSync(path);
	assert.deepEqual([uid, gid, mode & 0o7777], [1234, 5678, 0o4664]);
	assertEdited(path, folder);
});

test("a file of somebody else is written in place by who may only write to it", {
	skip: NEEDS_ROOT,
}, async (context) => {
	const { folder, path } = makeFile(context);
	chmodSync(folder, 0o777);
	chmodSync(path, 0o666);
	const inode = statSync(path).ino;
	assert.equal(await editAs(NOBODY, folder, "file.txt"), "ready\nlanded\n");
	const { uid, gid, mode, ino } = statSync(path);
	assert.deepEqual([uid, gid, mode & 0o7777, ino], [0, 0, 0o666, inode]);
	assertEdited(path, folder);
});

test("a file in a folder that takes no new file is written in place", { skip: NEEDS_ROOT }, async (context) => {
	const { folder, path } = makeFile(context);
	chownSync(path, NOBODY, NOBODY);
	chmodSync(folder, 0o755);
	const inode = statSync(path).ino;
	assert.equal(await editAs(NOBODY, folder, "file.txt"), "ready\nlanded\n");
	assert.equal(statSync(path).ino, inode);
	assertEdited(path, folder);
});

function editAs(user: number, folder: string, path: string): Promise<string> {
	return startEditing({ kind: "one", folder, path, oldText: "old", newText: "new" }, { uid: user, gid: user }).output;
}

test("all names of a hard-linked file see the edit", async (context) => {
	const { folder, path } = makeFile(context);
	mkdirSync(join(folder, "sub"));
	linkSync(path, join(folder, "sub/name.txt"));
	await editFile({ path, edits }, { cwd: folder });
	assert.equal(statSync(path).ino, statSync(join(folder, "sub/name.txt")).ino);
	assertEdited(path, folder, ["file.txt", "sub"]);
	assert.deepEqual(readdirSync(join(folder, "sub")), ["name.txt"]);
});

test("a chain of links stays, and its target is edited", async (context) => {
	const { folder, path } = makeFile(context);
	mkdirSync(join(folder, "sub"));
	symlinkSync("sub/second", join(folder, "first"));
	symlinkSync(path, join(folder, "sub/second"));
	await editFile({ path: "first", edits }, { cwd: folder });
	assert.deepEqual(
		[readlinkSync(join(folder, "first")), readlinkSync(join(folder, "sub/second"))],
		["sub/second", path],
	);
	assertEdited(path, folder, ["file.txt", "first", "sub"]);
});

test("extended attributes and access lists stay, and none is inherited", async (context) => {
	const { folder, path } = makeFile(context);
	const native = await nativeFiles();
	assert.ok(native);
	const descriptor = openSync(path, "r+");
	const folderDescriptor = openSync(folder, "r");
	try {
		native.setAttrSync(descriptor, "user.note", Buffer.from("kept"));
		native.setAttrSync(descriptor, "system.posix_acl_access", accessList(0o6, NOBODY, 0o4));
		native.setAttrSync(folderDescriptor, "system.posix_acl_default", accessList(0o7, 1000, 0o7));
	} catch {
		return context.skip("the file system has no access lists");
	} finally {
		closeSync(descriptor);
		closeSync(folderDescriptor);
	}
	const before = await readSnapshot(path, path);
	await editFile({ path, edits }, { cwd: folder });
	const after = await readSnapshot(path, path);
	assert.deepEqual(after.attributes, before.attributes);
	assert.deepEqual([...(before.attributes?.keys() ?? [])].sort(), ["system.posix_acl_access", "user.note"]);
	assert.equal(after.stats.mode, before.stats.mode);
	assertEdited(path, folder);
});

/** A POSIX access list of owner, one named user, group, mask and others, as Linux keeps it. */
function accessList(owner: number, user: number, userRights: number): Buffer {
	const noId = 0xffffffff;
	const entries = [
		[1, owner, noId],
		[2, userRights, user],
		[4, 4, noId],
		[0x10, userRights | 4, noId],
		[0x20, 0, noId],
	];
	const list = Buffer.alloc(4 + entries.length * 8);
	list.writeUInt32LE(2, 0);
	for (const [index, [tag, rights, id]] of entries.entries()) {
		list.writeUInt16LE(tag!, 4 + index * 8);
		list.writeUInt16LE(rights!, 6 + index * 8);
		list.writeUInt32LE(id!, 8 + index * 8);
	}
	return list;
}

test("a file that changed is not written over", async (context) => {
	for (const hardLinked of [false, true]) {
		const { folder, path } = makeFile(context);
		if (hardLinked) linkSync(path, join(folder, "name.txt"));
		const snapshot = await readSnapshot(path, path);
		const change = (): void => writeFileSync(path, "changed by another\n");
		assert.equal(await replaceIfUnchanged(snapshot, [Buffer.from("new\n")], change), false);
		assert.equal(readFileSync(path, "utf8"), "changed by another\n");
		assert.deepEqual(readdirSync(folder), hardLinked ? ["file.txt", "name.txt"] : ["file.txt"]);
	}
});

test("a folder that vanishes under the write leaves nothing", async (context) => {
	const { folder, path } = makeFile(context);
	const snapshot = await readSnapshot(path, path);
	const removeAll = (): void => rmSync(folder, { recursive: true });
	assert.equal(await replaceIfUnchanged(snapshot, [Buffer.from("new\n")], removeAll), false);
	await assert.rejects(editFile({ path, edits }, { cwd: folder }), { code: "not-readable" });
	assert.equal(lstatSync(folder, { throwIfNoEntry: false }), undefined);
});

test("what a dead process left is removed, and what belongs to a live one or to others stays", {
	timeout: 10_000,
}, async (context) => {
	const { folder, path } = makeFile(context);
	let own = "";
	await replaceIfUnchanged(await readSnapshot(path, path), [Buffer.from("old \n")], () => {
		own = readdirSync(folder).find((name) => name.startsWith(".pi-edit-safe-"))!;
	});
	const host = own.split("-")[3]!;
	const dead = Number(execFileSync("sh", ["-c", "echo $$"], { encoding: "utf8" }));
	let count = 0;
	const companion = (host: string, processId: number): string =>
		`.pi-edit-safe-${host}-${processId}-0123456789abcde${count++}.new.tmp`;
	const foreign = "01234567";
	const [live, recent, fifo] = [companion(host, process.ppid), companion(foreign, dead), companion(host, dead)];
	// The last three: this process does not know it, so an earlier one had its id; no write takes as long as it is old; and
	// (where start times can be seen) the process that has its id now was not running when it was written.
	const gone = [companion(host, dead), companion(host, process.pid), companion(foreign, dead)];
	if (process.platform === "linux") gone.push(companion(host, process.ppid));
	const notes = ".pi-edit-safe-notes.tmp";
	for (const name of [live, recent, notes, ...gone]) writeFileSync(join(folder, name), "");
	utimesSync(join(folder, gone[2]!), 1, 1);
	const beforeTheTests = Date.now() / 1000 - performance.now() / 1000 - 1800;
	if (gone[3]) utimesSync(join(folder, gone[3]), beforeTheTests, beforeTheTests);
	execFileSync("mkfifo", [join(folder, fifo)]);
	await editFile({ path, edits }, { cwd: folder });
	assert.deepEqual(readdirSync(folder).sort(), [live, recent, fifo, notes, "file.txt"].sort());
});
