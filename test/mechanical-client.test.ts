import assert from "node:assert/strict";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { applyEdits } from "../lib/apply-edits.ts";
import { EditError } from "../lib/edit-error.ts";
import { shownBlocks } from "./support/mechanical-client.ts";
import { callsOnSources, type EditTool, type Retry, retry } from "./support/retry.ts";

/** Sources that no change of this project changes: the version of the package is exact. */
const SOURCES = join(import.meta.dirname, "..", "node_modules", "diff", "libesm");

const SEED = Number(process.env.SEED ?? 20261201);

const ours: EditTool = async (file, edits) => {
	try {
		return { content: applyEdits(file, edits, "file.ts").content };
	} catch (error) {
		assert.ok(error instanceof EditError);
		return { refusal: error.message };
	}
};

describe(`the second call of a mechanical client (seed ${SEED})`, () => {
	let retries: Retry[];
	before(async () => {
		const calls = callsOnSources(SOURCES, ".js", SEED);
		const all = await Promise.all(calls.map((call) => retry(call, ours)));
		retries = all.filter(({ outcome }) => outcome !== "landed at once");
	});

	it("succeeds for 95 % of the refused calls whose target exists, and lands nowhere wrong", () => {
		const existing = retries.filter(({ call }) => call.kind !== "hallucinated");
		assert.ok(existing.length > 100);
		const wrong = existing.filter(({ outcome }) => outcome === "wrong");
		assert.deepEqual(
			wrong.map(({ refusal }) => refusal),
			[],
		);
		const right = existing.filter(({ outcome }) => outcome === "right").length;
		assert.ok(right >= 0.95 * existing.length, `${right} of ${existing.length}`);
	});

	it("is not possible for a target that a model made up", () => {
		const madeUp = retries.filter(({ call }) => call.kind === "hallucinated");
		assert.ok(madeUp.length > 20);
		const offered = madeUp.filter(({ refusal }) => shownBlocks(refusal).length > 0);
		assert.deepEqual(
			offered.map(({ refusal }) => refusal),
			[],
		);
	});
});
