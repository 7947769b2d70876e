/** What the real pi tells of the files that the model has seen: a text that is not found any more says that its file changed. */
import assert from "node:assert/strict";
import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { openRpc, type PiRpc } from "../support/pi-rpc.ts";
import { editCall, editing } from "../support/pi-tool.ts";

const SEEN = "first line\nsecond line\n";
const reading = { toolCalls: [{ name: "read", args: { path: "a.txt" } }] };
const missing = editing("a.txt", ["second line", "2"]);
const CHANGED = /^The file changed on disk at 04:05:06 UTC, after you last saw it\.$/m;

let pi: PiRpc;
before(async () => {
	pi = await openRpc({ files: { "a.txt": SEEN } });
});
after(async () => {
	const { code, stderr } = await pi.close();
	assert.equal(code, 0, stderr);
});
beforeEach(async () => {
	await pi.command("new_session");
	writeFileSync(join(pi.sandbox.project, "a.txt"), SEEN);
});

/** Somebody else changes the file, at a time that is told by the clock alone. */
function changeOnDisk(): void {
	const file = join(pi.sandbox.project, "a.txt");
	writeFileSync(file, "quite another text\n");
	const time = new Date("2031-02-03T04:05:06Z");
	utimesSync(file, time, time);
}

/** The refusal of the edit, after what the model did before the change. */
async function refusalAfter(...turns: (typeof missing)[]): Promise<string> {
	if (turns.length > 0) await pi.prompt([...turns, { text: "done" }]);
	changeOnDisk();
	const [result] = await pi.prompt([missing, { text: "done" }]);
	assert.equal(result?.isError, true, result?.text);
	assert.match(result.text, /^Could not find the exact text in a\.txt/);
	return result.text;
}

describe("an edit of a text that is not there any more", () => {
	const seeing = {
		read: reading,
		written: { toolCalls: [{ name: "write", args: { path: "a.txt", content: SEEN } }] },
		edited: editing("a.txt", ["first line", "1st line"]),
	};
	for (const [done, turn] of Object.entries(seeing)) {
		it(`says that the file changed, and when, if the model had ${done} it`, async () => {
			assert.match(await refusalAfter(turn), CHANGED);
		});
	}

	it("says nothing of it when the model has not seen the file", async () => {
		assert.doesNotMatch(await refusalAfter(), /changed on disk/);
	});

	it("says nothing of it when the file was seen in another session", async () => {
		await pi.prompt([reading, { text: "done" }]);
		await pi.command("new_session");
		assert.doesNotMatch(await refusalAfter(), /changed on disk/);
	});

	it("says nothing of it when the model itself changed the file", async () => {
		await pi.prompt([reading, editing("a.txt", ["second line", "another line"]), { text: "done" }]);
		const [result] = await pi.prompt([missing, { text: "done" }]);
		assert.doesNotMatch(result!.text, /changed on disk/);
	});

	it("takes no refused edit for one that showed the file", async () => {
		const refused = { toolCalls: [editCall("a.txt", ["no such text", "x"])] };
		assert.doesNotMatch(await refusalAfter(refused), /changed on disk/);
	});
});
