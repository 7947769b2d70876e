import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { applyEdits, type EditRequest } from "../lib/apply-edits.ts";
import { EditError } from "../lib/edit-error.ts";
import { secondCall, shownBlocks } from "./support/mechanical-client.ts";
import { type RefusedCall, refusedCalls } from "./support/refused-calls.ts";

const SEED = Number(process.env.SEED ?? 20261201);

function answer(file: string, edits: EditRequest[]): { content: string } | { refusal: string } {
	try {
		return { content: applyEdits(file, edits, "file.ts").content };
	} catch (error) {
		assert.ok(error instanceof EditError);
		return { refusal: error.message };
	}
}

type Outcome = "landed at once" | "right" | "wrong" | "refused again" | "no second call";

function retry(call: RefusedCall): { outcome: Outcome; text: string } {
	const first = answer(call.file, call.edits);
	if ("content" in first) return { outcome: "landed at once", text: "" };
	const second = secondCall(call.edits, first.refusal, call.meantLine);
	if (!second) return { outcome: "no second call", text: first.refusal };
	const last = answer(call.file, second);
	if ("refusal" in last) return { outcome: "refused again", text: `${first.refusal}\n=>\n${last.refusal}` };
	return { outcome: call.wanted.includes(last.content) ? "right" : "wrong", text: first.refusal };
}

function randomFrom(seed: number): (limit: number) => number {
	let state = seed >>> 0;
	return (limit) => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return Math.floor((state / 2 ** 32) * limit);
	};
}

function sourceFiles(): string[] {
	const folder = join(import.meta.dirname, "..", "lib");
	const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
	return names.sort().map((name) => readFileSync(join(folder, name), "utf8"));
}

describe(`the second call of a mechanical client (seed ${SEED})`, () => {
	const files = sourceFiles();
	const random = randomFrom(SEED);
	const calls = files.flatMap((file) =>
		Array.from({ length: 4 }, () => refusedCalls(file, files[random(files.length)]!, random)).flat(),
	);
	const tried = calls.map((call) => ({ call, ...retry(call) })).filter(({ outcome }) => outcome !== "landed at once");

	it("succeeds for 95 % of the refused calls whose target exists, and lands nowhere wrong", () => {
		const existing = tried.filter(({ call }) => call.kind !== "hallucinated");
		const right = existing.filter(({ outcome }) => outcome === "right");
		assert.ok(existing.length > 100);
		assert.deepEqual(
			existing.filter(({ outcome }) => outcome === "wrong").map(({ text }) => text),
			[],
		);
		assert.ok(right.length >= 0.95 * existing.length, `${right.length} of ${existing.length}`);
	});

	it("is not possible for a target that a model made up", () => {
		const madeUp = tried.filter(({ call }) => call.kind === "hallucinated");
		assert.ok(madeUp.length > 20);
		const offered = madeUp.filter(({ text }) => shownBlocks(text).length > 0);
		assert.deepEqual(
			offered.map(({ text }) => text),
			[],
		);
	});
});
