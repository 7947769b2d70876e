/** Several processes at one file, and processes killed in the middle. `npm run test:kill` makes many more rounds. */
import assert from "node:assert/strict";
import { linkSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { editFile } from "../../lib/edit-file.ts";
import { startEditing } from "../support/child-process.ts";
import { FLIP_STATES } from "../support/flip-file.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const PROCESSES = 8;
const SLOTS = Number(process.env.EDITS ?? 12);
const KILLS = Number(process.env.KILLS ?? 12);

for (const hardLinked of [false, true]) {
	test(`no edit of ${PROCESSES} processes at one ${hardLinked ? "hard-linked " : ""}file is lost, nor made twice`, async (context) => {
		const folder = temporaryFolder(context);
		const slots = Array.from(
			{ length: SLOTS * PROCESSES },
			(_, index) => `slot ${index % PROCESSES}-${Math.floor(index / PROCESSES)}`,
		);
		writeFileSync(join(folder, "file.txt"), slots.map((slot) => `${slot} empty\n`).join(""));
		symlinkSync("file.txt", join(folder, "link.txt"));
		symlinkSync(join(folder, "link.txt"), join(folder, "chain.txt"));
		if (hardLinked) linkSync(join(folder, "file.txt"), join(folder, "name.txt"));
		const paths = ["file.txt", "link.txt", "chain.txt", hardLinked ? "name.txt" : "./file.txt"];
		const children = Array.from({ length: PROCESSES }, (_, index) => {
			return startEditing({
				kind: "slots",
				folder,
				path: paths[index % paths.length]!,
				name: String(index),
				slots: SLOTS,
			});
		});
		const outputs = await Promise.all(children.map(({ output }) => output));
		assert.deepEqual(
			outputs,
			children.map(() => "ready\n"),
		);
		assert.equal(readFileSync(join(folder, "file.txt"), "utf8"), slots.map((slot) => `${slot} filled\n`).join(""));
		assert.deepEqual(
			readdirSync(folder).filter((name) => name.startsWith(".")),
			[],
		);
	});
}

for (const inPlace of [false, true]) {
	test(`a kill leaves a file written ${inPlace ? "in place" : "by rename"} whole, and the next edit clears up`, async (context) => {
		const folder = temporaryFolder(context);
		const path = join(folder, "file.txt");
		writeFileSync(path, FLIP_STATES[0]!);
		if (inPlace) linkSync(path, join(folder, "other-name.txt"));
		let leftovers = 0;
		let torn = 0;
		for (let kill = 0; kill < KILLS; kill++) {
			const child = startEditing({ kind: "flip", folder, path });
			await child.ready;
			await delay(Math.random() * 40);
			child.process.kill("SIGKILL");
			assert.match(await child.output, /^(ready\n)+$/);
			const isWhole = FLIP_STATES.includes(readFileSync(path, "utf8"));
			assert.ok(isWhole || inPlace);
			if (!isWhole) torn++;
			const left = readdirSync(folder).filter((name) => name.startsWith("."));
			assert.ok(left.length <= 1, left.join());
			leftovers += left.length;
			// The moment between both versions is short. Most kills miss it, so what it looks like is made: once the side
			// file is complete the file may be half written.
			const hasSideFile = left.some((name) => statSync(join(folder, name)).size > FLIP_STATES.join("").length);
			if (isWhole && hasSideFile) {
				tear(path);
				torn++;
			}
			// An edit that finds nothing to change is an edit in that folder, too.
			await assert.rejects(editFile({ path, edits: [{ oldText: "absent", newText: "new" }] }, { cwd: folder }), {
				code: "not-found",
			});
			assert.ok(FLIP_STATES.includes(readFileSync(path, "utf8")));
			assert.deepEqual(
				readdirSync(folder).filter((name) => name.startsWith(".")),
				[],
			);
		}
		context.diagnostic(`${KILLS} kills left ${leftovers} files, and ${torn} files half written until the next edit`);
	});
}

/** Writes as far into the file as a write in place to the other state may have come. */
function tear(path: string): void {
	const present = readFileSync(path, "utf8");
	const other = FLIP_STATES.find((state) => state !== present)!;
	const cut = 1 + Math.floor(Math.random() * (Math.min(present.length, other.length) - 1));
	writeFileSync(path, other.slice(0, cut) + present.slice(cut));
}
