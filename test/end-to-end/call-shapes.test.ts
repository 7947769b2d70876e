/** Every shape of a call, sent to the real pi: what is read as meant lands, what is not changes nothing. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { applyEdits, type EditRequest } from "../../lib/apply-edits.ts";
import type { EditArguments } from "../../lib/arguments.ts";
import { openRpc, type PiRpc } from "../support/pi-rpc.ts";
import type { ToolResult } from "../support/pi-run.ts";
import { detailsOfOurs } from "../support/pi-tool.ts";

interface CallShape {
	title: string;
	sent: unknown;
	call: EditArguments;
}

const shapes: CallShape[] = JSON.parse(readFileSync(new URL("../cases/call-shapes.json", import.meta.url), "utf8"))
	// The wire carries a JSON object and pi takes nothing else; the other shapes reach the tool from scripts alone.
	.filter(({ sent }: CallShape) => typeof sent === "object" && sent !== null && !Array.isArray(sent));

let pi: PiRpc;
let results: ToolResult[];
before(async () => {
	pi = await openRpc();
	const toolCalls = shapes.map(({ sent, call }, index) => {
		writeFileSync(fileOf(index, call), textFor(call));
		return { name: "edit", args: JSON.parse(JSON.stringify(sent).replaceAll("f.ts", ownName(index))) };
	});
	results = await pi.prompt([{ toolCalls }, { text: "done" }]);
});
after(() => pi.close());

const ownName = (index: number) => `${index}.ts`;

function fileOf(index: number, { path = "f.ts" }: EditArguments): string {
	return join(pi.sandbox.project, path.replaceAll("f.ts", ownName(index)));
}

function textFor({ edits }: EditArguments): string {
	return `${edits.map(({ oldText }) => oldText ?? "x").join("\n---\n")}\n`;
}

for (const [index, { title, call }] of shapes.entries()) {
	const isComplete = call.path !== undefined && call.edits.length > 0 && call.edits.every(isEdit);
	const fate = !isComplete ? "named by validation" : call.conflicts ? "refused" : "applied";
	test(`${title} is ${fate} by the real pi`, () => {
		const result = results.find(({ toolCallId }) => toolCallId.endsWith(`_${index}`));
		const text = readFileSync(fileOf(index, call), "utf8");
		if (fate === "applied") {
			detailsOfOurs(result);
			assert.equal(text, applyEdits(textFor(call), call.edits as EditRequest[], call.path!).content);
			return;
		}
		assert.equal(result?.isError, true);
		assert.equal(text, textFor(call));
		if (fate === "refused") for (const conflict of call.conflicts ?? []) assert.ok(result.text.includes(conflict));
		else assert.match(result.text, /^Validation failed for tool "edit":\n {2}- (path|edits)/);
	});
}

function isEdit({ oldText, newText }: Partial<EditRequest>): boolean {
	return oldText !== undefined && newText !== undefined;
}

test("a call that asks for every occurrence is told to send one edit per place", async () => {
	const args = { file_path: "many.ts", old_string: "x", new_string: "y", replace_all: true };
	writeFileSync(join(pi.sandbox.project, "many.ts"), "x x");
	const [result] = await pi.prompt([{ toolCalls: [{ name: "edit", args }] }, { text: "done" }]);
	assert.match(result!.text, /^Found 2 occurrences of the text in many\.ts[\s\S]* one edit per place/);
	assert.equal(readFileSync(join(pi.sandbox.project, "many.ts"), "utf8"), "x x");
});
