import assert from "node:assert/strict";
import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { EditError } from "../lib/edit-error.ts";
import { editFile } from "../lib/edit-file.ts";
import { SeenFiles, withStaleness } from "../lib/seen-files.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

test("a text that is not found says when the file changed, any other refusal and an unchanged file say nothing", async (context) => {
	const cwd = temporaryFolder(context);
	const path = join(cwd, "a.txt");
	const seen = new SeenFiles();
	const refusal = (oldText: string) =>
		editFile({ path: "a.txt", edits: [{ oldText, newText: "new" }] }, { cwd }).then(
			() => assert.fail("not refused"),
			(error: unknown) => {
				assert.ok(error instanceof EditError);
				return withStaleness(error, path, seen).message;
			},
		);
	writeFileSync(path, "same\nsame\n");
	seen.remember(path);
	assert.doesNotMatch(await refusal("absent text"), /changed on disk/);
	utimesSync(path, 3600, 3600);
	assert.match(await refusal("absent text"), /^The file changed on disk at 01:00:00 UTC, after you last saw it\.$/m);
	assert.doesNotMatch(await refusal("same"), /changed on disk/);
});
