/** One pi process through many sessions: the tool is ours in each, and what a session chose and counted ends with it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { openRpc, type PiRpc } from "../support/pi-rpc.ts";
import { PACKAGE_FOLDER } from "../support/pi-sandbox.ts";
import { detailsOfOurs, editing } from "../support/pi-tool.ts";

let pi: PiRpc;
before(async () => {
	pi = await openRpc({
		files: { "a.txt": "0\n" },
		extensions: [PACKAGE_FOLDER, join(import.meta.dirname, "extensions/watcher.ts")],
		keepsSession: true,
	});
});
after(async () => {
	const complaints = pi.notices().filter((notice) => notice.includes("steps aside"));
	const { code, stderr } = await pi.close();
	assert.deepEqual(complaints, []);
	assert.equal(code, 0, stderr);
	assert.equal(stderr, "");
});

let edits = 0;

/** One more edit of the file through whatever session pi is in. */
async function assertEditIsOurs(): Promise<void> {
	const [result] = await pi.prompt([editing("a.txt", [`${edits}`, `${edits + 1}`]), { text: "done" }]);
	edits++;
	detailsOfOurs(result);
	assert.equal(pi.sandbox.read("a.txt"), `${edits}\n`);
}

async function status(): Promise<string> {
	await pi.prompt([], "/edit-safe");
	return pi.notices().at(-1)!;
}

async function stateOf(): Promise<{ sessionFile: string }> {
	return (await pi.command("get_state")).data as { sessionFile: string };
}

describe("a session", () => {
	it("shows packages that watch the canonical call, whatever the model sent", async () => {
		const args = { file_path: "a.txt", old_string: "0", new_string: "1" };
		const [result] = await pi.prompt([{ toolCalls: [{ name: "edit", args }] }, { text: "done" }]);
		edits++;
		detailsOfOurs(result);
		const canonical = { path: "a.txt", edits: [{ oldText: "0", newText: "1" }] };
		assert.ok(pi.notices().includes(`saw ${JSON.stringify(canonical)}`), pi.notices().join("\n"));
	});

	it("keeps the tool and starts its counts anew when it is a new one", async () => {
		await pi.prompt([], "/edit-safe drift refuse");
		assert.match(await status(), /edits that landed: 1 exact/);
		await pi.command("new_session");
		assert.match(await status(), /drift +correct \(default\)[\s\S]*edits that landed: none/);
		await assertEditIsOurs();
		assert.match(await status(), /edits that landed: 1 exact/);
	});

	it("keeps the tool when it is forked", async () => {
		const { data } = await pi.command("get_fork_messages");
		const [first] = (data as { messages: { entryId: string }[] }).messages;
		assert.ok(first, JSON.stringify(data));
		await pi.command("fork", { entryId: first.entryId });
		await assertEditIsOurs();
	});

	it("keeps the tool when another is taken up again", async () => {
		const { sessionFile } = await stateOf();
		await pi.command("new_session");
		await assertEditIsOurs();
		await pi.command("switch_session", { sessionPath: sessionFile });
		await assertEditIsOurs();
	});

	it("keeps the tool when pi loads its packages anew, and registers nothing twice", async () => {
		await pi.prompt([], "/load-again");
		await assertEditIsOurs();
		const { data } = await pi.command("get_commands");
		assert.equal(JSON.stringify(data).match(/"name":"edit-safe/g)?.length, 1);
	});

	it("is exported with the diffs of its edits", async () => {
		const path = join(pi.sandbox.root, "session.html");
		const response = await pi.command("export_html", { outputPath: path });
		assert.equal(response.success, true, JSON.stringify(response));
		const data = /id="session-data"[^>]*>([^<]+)</.exec(readFileSync(path, "utf8"))?.[1];
		assert.ok(data, "the page holds no session");
		// The page draws an edit itself, from pi's own details.
		const { entries } = JSON.parse(Buffer.from(data.trim(), "base64").toString("utf8"));
		assert.ok(JSON.stringify(entries).includes(`-1 ${edits - 1}\\n+1 ${edits}`));
	});
});
