import assert from "node:assert/strict";
import { chmod, lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { editFile } from "../lib/edit-file.ts";

let folder = "";
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "edit-file-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("an exact edit lands, keeps the mode and leaves no other file", async () => {
	await writeFile(join(folder, "run.sh"), "#!/bin/sh\necho a\n");
	await chmod(join(folder, "run.sh"), 0o755);
	const result = await editFile({ path: "run.sh", edits: [{ oldText: "echo a", newText: "echo b" }] }, { cwd: folder });
	assert.match(result.text, /^Successfully replaced 1 block\(s\) in run\.sh\./);
	assert.equal(await readFile(join(folder, "run.sh"), "utf8"), "#!/bin/sh\necho b\n");
	assert.equal((await stat(join(folder, "run.sh"))).mode & 0o7777, 0o755);
	assert.deepEqual(await readdir(folder), ["run.sh"]);
});

test("an edit through a link changes the target and keeps the link", async () => {
	await writeFile(join(folder, "real.txt"), "north\n");
	await symlink("real.txt", join(folder, "link.txt"));
	await editFile({ path: "link.txt", edits: [{ oldText: "north", newText: "south" }] }, { cwd: folder });
	assert.equal((await lstat(join(folder, "link.txt"))).isSymbolicLink(), true);
	assert.equal(await readFile(join(folder, "real.txt"), "utf8"), "south\n");
});

test("a missing file is refused in pi's words", async () => {
	await assert.rejects(editFile({ path: "no.txt", edits: [{ oldText: "a", newText: "b" }] }, { cwd: folder }), {
		code: "not-readable",
		message: "Could not edit file: no.txt. Error code: ENOENT.",
	});
});
