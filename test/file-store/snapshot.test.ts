/** What is read, and what is refused before it is opened. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import type { EditError } from "../../lib/edit-error.ts";
import { editFile } from "../../lib/edit-file.ts";
import { openIfUnchanged, readSnapshot, type Snapshot } from "../../lib/file-store/snapshot.ts";
import { startEditing } from "../support/child-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const isRoot = process.geteuid?.() === 0;
const NEEDS_ROOT = !isRoot && "only root can set this up";
const edits = [{ oldText: "text", newText: "new" }];

const kinds: [title: string, make: (path: string) => void, found: string, errorCode: string, skip?: string | false][] =
	[
		["a folder", (path) => mkdirSync(path), "directory", "EISDIR"],
		["a FIFO", (path) => execFileSync("mkfifo", [path]), "FIFO", "EINVAL"],
		["a device", (path) => execFileSync("mknod", [path, "c", "1", "3"]), "device", "EINVAL", NEEDS_ROOT],
		[
			"a link to a FIFO",
			(path) => {
				execFileSync("mkfifo", [`${path}-fifo`]);
				symlinkSync(`${path}-fifo`, path);
			},
			"FIFO",
			"EINVAL",
		],
	];

for (const [title, make, found, errorCode, skip] of kinds) {
	test(`${title} is refused at once, in pi's words`, { skip, timeout: 5000 }, async (context) => {
		const folder = temporaryFolder(context);
		make(join(folder, "odd"));
		await assert.rejects(editFile({ path: "odd", edits }, { cwd: folder }), (error: Error) => {
			assert.ok(error.message.startsWith(`Could not edit file: odd. Error code: ${errorCode}.`), error.message);
			assert.ok(error.message.includes(found));
			assert.deepEqual((error as EditError).facts, { code: "not-regular", where: "odd", found, errorCode });
			return true;
		});
	});
}

test("a socket is refused at once", async (context) => {
	const path = join(temporaryFolder(context), "socket");
	const server = createServer().listen(path);
	context.after(() => server.close());
	await new Promise((resolve) => server.once("listening", resolve));
	await assert.rejects(editFile({ path, edits }, { cwd: "/" }), { code: "not-regular" });
});

const missing: [title: string, path: string, errorCode: string][] = [
	["a file that is not there", "none.txt", "ENOENT"],
	["a path through a file", "file.txt/none.txt", "ENOTDIR"],
	["a dangling link", "dangling", "ENOENT"],
	["a loop of links", "loop", "ELOOP"],
];

for (const [title, path, errorCode] of missing) {
	test(`${title} is refused in pi's words`, async (context) => {
		const folder = temporaryFolder(context);
		writeFileSync(join(folder, "file.txt"), "text\n");
		symlinkSync("none.txt", join(folder, "dangling"));
		symlinkSync("loop", join(folder, "loop"));
		await assert.rejects(editFile({ path, edits }, { cwd: folder }), {
			code: "not-readable",
			message: new RegExp(`^Could not edit file: ${path}\\. Error code: ${errorCode}\\.\n`),
		});
	});
}

for (const mode of [0o444, 0o555, 0o400]) {
	test(`a file of mode ${mode.toString(8)} is read-only, also for root`, async (context) => {
		const folder = temporaryFolder(context);
		writeFileSync(join(folder, "kept.txt"), "text\n");
		chmodSync(join(folder, "kept.txt"), mode);
		await assert.rejects(editFile({ path: "kept.txt", edits }, { cwd: folder }), {
			code: "read-only",
			message: /^Could not edit file: kept\.txt\. Error code: EACCES\. The file is read-only/,
		});
	});
}

test("a file that only somebody else may write is read-only", { skip: NEEDS_ROOT }, async (context) => {
	const folder = temporaryFolder(context);
	chmodSync(folder, 0o777);
	writeFileSync(join(folder, "theirs.txt"), "text\n");
	const child = startEditing(
		{ kind: "one", folder, path: "theirs.txt", oldText: "text", newText: "new" },
		{ uid: 65534, gid: 65534 },
	);
	assert.match(await child.output, /read-only Could not edit file: theirs\.txt\. Error code: EACCES\./);
});

test("a file larger than a string can be is refused unread", async (context) => {
	const folder = temporaryFolder(context);
	writeFileSync(join(folder, "huge.txt"), "text\n");
	truncateSync(join(folder, "huge.txt"), 600_000_000);
	await assert.rejects(editFile({ path: "huge.txt", edits }, { cwd: folder }), {
		code: "too-large",
		facts: {
			code: "too-large",
			where: "huge.txt",
			size: 600_000_000,
			limit: 536_870_888,
			unit: "bytes",
			editIndex: 0,
			editCount: 1,
		},
	});
});

const changes: [title: string, change: (path: string) => unknown][] = [
	["another content", (path) => writeFileSync(path, "other text\n")],
	[
		"another content of the same length and times",
		(path) => {
			writeFileSync(path, "TEXT\n");
			utimesSync(path, 1, 1);
		},
	],
	["another mode", (path) => chmodSync(path, 0o600)],
	["a folder in its place", (path) => execFileSync("sh", ["-c", 'rm "$0" && mkdir "$0"', path])],
	["nothing in its place", (path) => rmSync(path)],
];

for (const [title, change] of changes) {
	test(`${title} is a change since the snapshot`, async (context) => {
		const path = join(temporaryFolder(context), "file.txt");
		writeFileSync(path, "text\n");
		utimesSync(path, 1, 1);
		const snapshot = await readSnapshot(path, path);
		assert.equal(await isUnchanged(snapshot), true);
		change(path);
		assert.equal(await isUnchanged(snapshot), false);
	});
}

test("a change that leaves all numbers as they are is found by its content", async (context) => {
	const path = join(temporaryFolder(context), "file.txt");
	writeFileSync(path, "text\n");
	const snapshot = await readSnapshot(path, path);
	assert.equal(await isUnchanged({ ...snapshot, bytes: Buffer.from("TEXT\n") }), false);
});

async function isUnchanged(snapshot: Snapshot): Promise<boolean> {
	const handle = await openIfUnchanged(snapshot);
	await handle?.close();
	return handle !== undefined;
}
