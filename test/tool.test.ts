/** The tool beyond what the end-to-end tests see of it: its counts, and what it tells pi when a call can not be queued. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { EditError, type EditErrorCode } from "../lib/edit-error.ts";
import { Session } from "../lib/session.ts";
import { editTool } from "../lib/tool.ts";

let folder: string;
before(() => {
	folder = mkdtempSync(join(tmpdir(), "pi-edit-safe-tool-"));
});
after(() => rmSync(folder, { recursive: true, force: true }));

function run(session: Session, path: string, oldText: string, newText: string) {
	const context = { cwd: folder } as ExtensionContext;
	return editTool(session).execute(
		"id",
		{ path, edits: [{ oldText, newText }] },
		undefined,
		undefined,
		context as never,
	);
}

async function refusal(session: Session, path: string): Promise<EditErrorCode> {
	const error = await run(session, path, "some text", "x").then(
		() => undefined,
		(error: unknown) => error,
	);
	assert.ok(error instanceof EditError, String(error));
	return error.code;
}

describe("the tool", () => {
	it("counts what landed and how, and what was refused and why", async () => {
		const session = new Session(() => undefined);
		writeFileSync(join(folder, "a.txt"), "one\r\ntwo\r\nthree\r\n");
		await run(session, "a.txt", "three", "3");
		await run(session, "a.txt", "one\ntwo", "1\n2");
		await refusal(session, "a.txt");
		assert.deepEqual(
			[...session.counts.landed],
			[
				["exact", 1],
				["line-endings", 1],
			],
		);
		assert.deepEqual([...session.counts.refused], [["not-found", 1]]);
	});

	it("counts a call in preview mode as shown and not as landed", async () => {
		const session = new Session(() => ({ preview: "on" }));
		writeFileSync(join(folder, "a.txt"), "one\n");
		const { details } = await run(session, "a.txt", "one", "ONE");
		assert.equal(details.previewOnly, true);
		assert.equal(session.counts.previewed, 1);
		assert.equal(session.counts.landed.size, 0);
	});

	it("refuses with a code what pi's queue can not resolve", async () => {
		const session = new Session(() => undefined);
		symlinkSync("loop", join(folder, "loop"));
		assert.equal(await refusal(session, "loop"), "not-readable");
		assert.equal(await refusal(session, "loop/below"), "not-readable");
		assert.equal(await refusal(session, `${"long".repeat(2000)}`), "not-readable");
		assert.deepEqual([...session.counts.refused], [["not-readable", 3]]);
	});

	it("says in the details how many lines a deletion took, and nothing of the text it wrote", async () => {
		writeFileSync(join(folder, "a.txt"), "one\ntwo\nthree\n");
		const { details } = await run(new Session(() => undefined), "a.txt", "one\ntwo\n", "");
		assert.deepEqual(details.edits, [{ matchedVia: "exact", drift: [], startLine: 1, endLine: 2, deletedLines: 2 }]);
	});
});
