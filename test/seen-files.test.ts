import assert from "node:assert/strict";
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { SeenFiles } from "../lib/seen-files.ts";

test("a file is stale from a change on disk until it is seen again, the session ends or newer files push it out", (context) => {
	const folder = mkdtempSync(join(tmpdir(), "seen-files-"));
	context.after(() => rmSync(folder, { recursive: true }));
	const path = join(folder, "a.txt");
	writeFileSync(path, "one");
	const seen = new SeenFiles();
	assert.equal(seen.changedSinceSeen(path), undefined, "never seen");
	seen.remember(path);
	assert.equal(seen.changedSinceSeen(path), undefined, "as it was seen");
	utimesSync(path, 1000, 1000);
	assert.equal(seen.changedSinceSeen(path), 1_000_000);
	seen.remember(path);
	assert.equal(seen.changedSinceSeen(path), undefined, "seen again");
	writeFileSync(path, "three");
	seen.clear();
	assert.equal(seen.changedSinceSeen(path), undefined, "another session");
	seen.remember(path);
	for (let index = 0; index < 600; index++) {
		const other = join(folder, `${index}`);
		writeFileSync(other, "");
		seen.remember(other);
	}
	writeFileSync(path, "four");
	assert.equal(seen.changedSinceSeen(path), undefined, "pushed out");
});
