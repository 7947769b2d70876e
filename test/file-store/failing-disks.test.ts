/** Disks that fail: what is on them stays, and nothing is added. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { editFile } from "../../lib/edit-file.ts";
import { startEditing } from "../support/child-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const FULL_DISK_BYTES = 64 * 1024;
/** Longer than what is left on the disk or under the limit. */
const LONG = "long ".repeat(20_000);

for (const hardLinked of [false, true]) {
	const how = hardLinked ? "in place" : "by rename";

	test(`a full disk under a write ${how} leaves the old content and nothing else`, async (context) => {
		const folder = mountedDisk(context, ["-o", `size=${FULL_DISK_BYTES}`]);
		if (folder === undefined) return context.skip("a small disk can not be mounted here");
		await assertWriteFails(
			folder,
			hardLinked,
			() => editFile({ path: "file.txt", edits: [{ oldText: "old", newText: LONG }] }, { cwd: folder }),
			"ENOSPC",
		);
	});

	test(`a limit of the file size under a write ${how} leaves the old content and nothing else`, async (context) => {
		const folder = temporaryFolder(context);
		await assertWriteFails(
			folder,
			hardLinked,
			async () => {
				const job = { kind: "one", folder, path: "file.txt", oldText: "old", newText: LONG } as const;
				const output = await startEditing(job, {}, ["prlimit", `--fsize=${FULL_DISK_BYTES}`]).output;
				const [, code, message] = /^ready\n(\S+) (.*)\n$/s.exec(output)!;
				throw Object.assign(new Error(message), { code });
			},
			"EFBIG",
		);
	});
}

async function assertWriteFails(
	folder: string,
	hardLinked: boolean,
	edit: () => Promise<unknown>,
	errorCode: string,
): Promise<void> {
	writeFileSync(join(folder, "file.txt"), "old\n");
	if (hardLinked) linkSync(join(folder, "file.txt"), join(folder, "name.txt"));
	await assert.rejects(edit(), (error: Error & { code: string }) => {
		assert.equal(error.code, "write-failed");
		assert.ok(error.message.startsWith(`Could not edit file: file.txt. Error code: ${errorCode}.`), error.message);
		return true;
	});
	assert.equal(readFileSync(join(folder, "file.txt"), "utf8"), "old\n");
	assert.deepEqual(readdirSync(folder), hardLinked ? ["file.txt", "name.txt"] : ["file.txt"]);
}

test("a read-only mount is refused", async (context) => {
	const folder = mountedDisk(context, []);
	if (folder === undefined) return context.skip("nothing can be mounted here");
	writeFileSync(join(folder, "file.txt"), "old\n");
	execFileSync("mount", ["-o", "remount,ro", folder]);
	const edits = [{ oldText: "old", newText: "new" }];
	await assert.rejects(editFile({ path: "file.txt", edits }, { cwd: folder }), {
		code: "read-only",
		message: /^Could not edit file: file\.txt\. Error code: EROFS\./,
	});
	assert.equal(readFileSync(join(folder, "file.txt"), "utf8"), "old\n");
});

test("a file that is a mount of its own is written in place", async (context) => {
	const folder = mountedDisk(context, []);
	if (folder === undefined) return context.skip("nothing can be mounted here");
	const [path, mountPoint] = [join(folder, "file.txt"), join(folder, "mounted.txt")];
	writeFileSync(path, "old\n");
	writeFileSync(mountPoint, "");
	execFileSync("mount", ["--bind", path, mountPoint]);
	try {
		await editFile({ path: "mounted.txt", edits: [{ oldText: "old", newText: "new" }] }, { cwd: folder });
		assert.equal(readFileSync(mountPoint, "utf8"), "new\n");
		assert.equal(readFileSync(path, "utf8"), "new\n");
		assert.deepEqual(readdirSync(folder), ["file.txt", "mounted.txt"]);
	} finally {
		execFileSync("umount", [mountPoint]);
	}
});

/** A new disk in memory, or undefined where nothing can be mounted. */
function mountedDisk(context: TestContext, options: string[]): string | undefined {
	const folder = mkdtempSync(join(tmpdir(), "pi-edit-safe-test-"));
	try {
		execFileSync("mount", ["-t", "tmpfs", ...options, "tmpfs", folder], { stdio: "ignore" });
	} catch {
		rmSync(folder, { recursive: true });
		return undefined;
	}
	context.after(() => {
		execFileSync("umount", [folder]);
		rmSync(folder, { recursive: true });
	});
	return folder;
}
