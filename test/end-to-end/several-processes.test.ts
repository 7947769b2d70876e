/** Several real pi processes at one file. `npm run test:kill` makes many more edits. */
import assert from "node:assert/strict";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { runPi } from "../support/pi-run.ts";
import { detailsOfOurs } from "../support/pi-tool.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const EDITS = Number(process.env.EDITS ?? 12);
const PROCESSES = process.env.EDITS === undefined ? 3 : 8;
const EDITS_PER_MESSAGE = 6;

test("no edit of several pi processes at one file is lost, some through a link", async (context) => {
	const folder = temporaryFolder(context);
	const [file, link] = [join(folder, "file.txt"), join(folder, "link.txt")];
	const slots = Array.from(
		{ length: PROCESSES * EDITS },
		(_, index) => `slot ${index % PROCESSES}-${Math.floor(index / PROCESSES)}`,
	);
	writeFileSync(file, slots.map((slot) => `${slot} empty\n`).join(""));
	symlinkSync("file.txt", link);
	const runs = Array.from({ length: PROCESSES }, (_, process) => {
		const calls = Array.from({ length: EDITS }, (_, slot) => {
			const edit = { oldText: `slot ${process}-${slot} empty`, newText: `slot ${process}-${slot} filled` };
			return { name: "edit", args: { path: process % 2 === 0 ? file : link, edits: [edit] } };
		});
		const turns = [];
		while (calls.length > 0) turns.push({ toolCalls: calls.splice(0, EDITS_PER_MESSAGE) });
		return runPi({ turns });
	});
	const results = (await Promise.all(runs)).flatMap(({ results }) => results);
	assert.equal(results.length, PROCESSES * EDITS);
	for (const result of results) detailsOfOurs(result);
	assert.equal(readFileSync(file, "utf8"), slots.map((slot) => `${slot} filled\n`).join(""));
});
