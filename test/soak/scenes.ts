/** What the soak plays: the turns of one prompt, what happens beside them, and what must be in the files afterwards. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { editFile } from "../../lib/edit-file.ts";
import type { PiRpc } from "../support/pi-rpc.ts";
import type { ToolResult } from "../support/pi-run.ts";
import { type EditPair, editCall, editing } from "../support/pi-tool.ts";
import { bytesOf, counted, type SoakFile } from "./soak-files.ts";

export interface Stage {
	pi: PiRpc;
	files: SoakFile[];
	random(limit: number): number;
}

/** Plays one prompt, checks the answers and brings the model up to date. Returns how its calls ended. */
export type Scene = (stage: Stage) => Promise<Outcome>;

export interface Outcome {
	landed: number;
	refused: number;
	aborted?: number;
}

const DONE = { text: "done" };

export const SCENES: Record<string, Scene> = {
	exact: (stage) => land(stage, pick(stage.files, stage), (text) => text),
	"line endings sent as LF": (stage) =>
		land(stage, named(stage, "windows.txt"), (text) => text.replaceAll("\r\n", "\n")),
	"trailing blanks missing": (stage) =>
		land(stage, named(stage, "trailing.txt"), (text) => text.replaceAll(/ +(?=\n|$)/g, "")),
	"quotes and dashes made plain": (stage) =>
		land(stage, named(stage, "typeset.txt"), (text) => text.replaceAll("\u201d", '"').replaceAll("\u2013", "-")),
	"indentation as blanks": (stage) => land(stage, named(stage, "plain.txt"), (text) => text.replaceAll("\t", "    ")),
	"blanks within lines": (stage) => land(stage, named(stage, "spaced.txt"), (text) => text.replaceAll("  =  ", " = ")),
	"escaped once too often": (stage) => land(stage, named(stage, "plain.txt"), (text) => text.replaceAll('"', '\\"')),
	"shapes of other tools": otherShape,
	"several edits in one call": severalEdits,
	"parallel calls": parallelCalls,
	refusals,
	"all or none": allOrNone,
	"shell bump": shellBump,
	abort,
	"external writer between calls": externalWriter,
	"another process at once": anotherProcess,
};

/** A block of three lines with its middle one counted up, sent as `drift` makes it. */
async function land(stage: Stage, file: SoakFile, drift: (text: string) => string): Promise<Outcome> {
	const middle = 1 + stage.random(file.lines.length - 2);
	const block = file.lines.slice(middle - 1, middle + 2);
	const after = block.with(1, counted(block[1]!));
	const sent: EditPair = [drift(block.join(file.lineBreak)), drift(after.join(file.lineBreak))];
	assertLanded(await stage.pi.prompt([editing(file.name, sent), DONE]), 1);
	file.lines[middle] = after[1]!;
	return { landed: 1, refused: 0 };
}

async function otherShape(stage: Stage): Promise<Outcome> {
	const file = pick(stage.files, stage);
	const { index, pair } = oneLine(file, stage);
	const [oldText, newText] = pair;
	const shapes = [
		{ file_path: file.name, old_string: oldText, new_string: newText },
		{ filePath: file.name, oldString: oldText, newString: newText },
		{ path: file.name, oldText, newText },
		{ path: file.name, edits: { oldText, newText } },
		{ path: file.name, edits: JSON.stringify([{ oldText, newText }]) },
		{ path: `@${file.name}`, edits: [{ oldText, newText }] },
	];
	const toolCalls = [{ name: "edit", args: pick(shapes, stage) }];
	assertLanded(await stage.pi.prompt([{ toolCalls, chunk: 7 }, DONE]), 1);
	file.lines[index] = newText;
	return { landed: 1, refused: 0 };
}

async function severalEdits(stage: Stage): Promise<Outcome> {
	const file = pick(stage.files, stage);
	const [first, second] = twoLines(file, stage);
	// The last edit names what the first one wrote: edits apply in order.
	const again: EditPair = [first.pair[1], counted(first.pair[1])];
	assertLanded(await stage.pi.prompt([editing(file.name, first.pair, second.pair, again), DONE]), 1);
	file.lines[first.index] = again[1];
	file.lines[second.index] = second.pair[1];
	return { landed: 1, refused: 0 };
}

async function parallelCalls(stage: Stage): Promise<Outcome> {
	const shared = pick(stage.files, stage);
	const toolCalls: { name: string; args: unknown }[] = [];
	for (let index = stage.random(4); index < shared.lines.length; index += 5) {
		const line = shared.lines[index]!;
		shared.lines[index] = counted(line);
		toolCalls.push(editCall(shared.name, [line, counted(line)]));
	}
	for (const file of stage.files.filter((file) => file !== shared)) {
		const { index, pair } = oneLine(file, stage);
		file.lines[index] = pair[1];
		toolCalls.push(editCall(file.name, pair));
	}
	assertLanded(await stage.pi.prompt([{ toolCalls }, DONE]), toolCalls.length);
	return { landed: toolCalls.length, refused: 0 };
}

async function refusals(stage: Stage): Promise<Outcome> {
	const file = pick(stage.files, stage);
	const [line] = [file.lines[stage.random(file.lines.length)]!];
	const block = file.lines.slice(2, 32).join(file.lineBreak);
	const toolCalls = [
		editCall(file.name, ["\tvalue_none = 7", "\tvalue_none = 8"]),
		editCall(file.name, ["total;", "sum;"]),
		editCall(file.name, ["", "sum;"]),
		editCall(file.name, [line, line]),
		editCall(file.name, [block, "\tnothing = 1;"]),
		editCall("missing.txt", ["one", "two"]),
		editCall(".", ["one", "two"]),
		editCall(file.name, [line, `${line}\ud800`]),
		{ name: "edit", args: { path: file.name, edits: [] } },
		{ name: "edit", args: '{"path": "plain.txt", "edits": [{' },
	];
	const results = await stage.pi.prompt([{ toolCalls }, DONE]);
	assert.equal(results.length, toolCalls.length);
	for (const { isError, text } of results) assert.ok(isError, `landed: ${text}`);
	return { landed: 0, refused: toolCalls.length };
}

async function allOrNone(stage: Stage): Promise<Outcome> {
	const file = pick(stage.files, stage);
	const { pair } = oneLine(file, stage);
	const [result] = await stage.pi.prompt([editing(file.name, pair, ["\tvalue_none = 7", "\tvalue_none = 8"]), DONE]);
	assert.ok(result?.isError);
	return { landed: 0, refused: 1 };
}

/** The first time the command comes back unrun; the same command once more runs. */
async function shellBump(stage: Stage): Promise<Outcome> {
	const file = named(stage, "plain.txt");
	const { index, pair } = oneLine(file, stage);
	const [before, after] = pair.map((line) => line.trim()) as EditPair;
	const turn = { toolCalls: [{ name: "bash", args: { command: `sed -i 's/${before}/${after}/' plain.txt` } }] };
	const results = await stage.pi.prompt([turn, turn, DONE]);
	assert.deepEqual(
		results.map(({ isError }) => isError),
		[true, false],
		JSON.stringify(results),
	);
	file.lines[index] = pair[1];
	return { landed: 1, refused: 1 };
}

const REQUEST_UNDER_WAY_MS = 20;

/** Stopped at a chance moment: each file is as before or as after, never between. */
async function abort(stage: Stage): Promise<Outcome> {
	const changes = stage.files.map((file) => ({ file, ...oneLine(file, stage) }));
	const toolCalls = changes.map(({ file, pair }) => editCall(file.name, pair));
	const chunk = stage.random(2) === 0 ? { chunk: 40, chunkDelayMs: 1 } : {};
	const ended = stage.pi.prompt([{ toolCalls, ...chunk }, DONE]);
	await sleep(stage.random(60));
	await stage.pi.command("abort");
	await ended;
	// A request that was under way when pi hung up must not find the turns of the next prompt.
	await sleep(REQUEST_UNDER_WAY_MS);
	// What was not played is of no use to the next prompt.
	stage.pi.model.script.length = 0;
	let landed = 0;
	for (const { file, index, pair } of changes) {
		const before = bytesOf(file);
		const after = { ...file, lines: file.lines.with(index, pair[1]) };
		const actual = onDisk(stage, file);
		if (actual.equals(before)) continue;
		assert.ok(actual.equals(bytesOf(after)), `${file.name} is neither the old version nor the new one`);
		file.lines[index] = pair[1];
		landed++;
	}
	return { landed, refused: 0, aborted: changes.length - landed };
}

async function externalWriter(stage: Stage): Promise<Outcome> {
	const file = pick(stage.files, stage);
	const [theirs, ours] = twoLines(file, stage);
	file.lines[theirs.index] = theirs.pair[1];
	writeFileSync(join(stage.pi.sandbox.project, file.name), bytesOf(file));
	const [stale, fresh] = await stage.pi.prompt([editing(file.name, theirs.pair), editing(file.name, ours.pair), DONE]);
	assert.ok(stale?.isError, "a line that is gone was found");
	assertLanded([fresh!], 1);
	file.lines[ours.index] = ours.pair[1];
	return { landed: 1, refused: 1 };
}

/** This process edits the file with the same code while pi does: the lock between processes must keep both. */
async function anotherProcess(stage: Stage): Promise<Outcome> {
	const file = named(stage, "shared.txt");
	const [theirs, ours] = twoLines(file, stage);
	const played = stage.pi.prompt([editing(file.name, ours.pair), DONE]);
	await sleep(stage.random(20));
	const [oldText, newText] = theirs.pair;
	await editFile({ path: file.name, edits: [{ oldText, newText }] }, { cwd: stage.pi.sandbox.project });
	assertLanded(await played, 1);
	file.lines[theirs.index] = theirs.pair[1];
	file.lines[ours.index] = ours.pair[1];
	return { landed: 2, refused: 0 };
}

function assertLanded(results: ToolResult[], count: number): void {
	assert.equal(results.length, count, JSON.stringify(results));
	for (const { isError, text, details } of results) {
		assert.ok(!isError, text);
		assert.ok(Array.isArray(details?.edits), "the built-in tool answered");
	}
}

export function onDisk({ pi }: Stage, { name }: SoakFile): Buffer {
	return readFileSync(join(pi.sandbox.project, name));
}

function oneLine(file: SoakFile, stage: Stage): { index: number; pair: EditPair } {
	const index = stage.random(file.lines.length);
	return { index, pair: [file.lines[index]!, counted(file.lines[index]!)] };
}

function twoLines(file: SoakFile, stage: Stage) {
	const first = oneLine(file, stage);
	const index = (first.index + 1 + stage.random(file.lines.length - 1)) % file.lines.length;
	return [first, { index, pair: [file.lines[index]!, counted(file.lines[index]!)] as EditPair }] as const;
}

function named({ files }: Stage, name: string): SoakFile {
	return files.find((file) => file.name === name)!;
}

function pick<Item>(items: readonly Item[], { random }: Stage): Item {
	return items[random(items.length)]!;
}
