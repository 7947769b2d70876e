import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { Arm, ArmResult } from "../bench/arms/arms.ts";
import { ourArm, piArm } from "../bench/arms/arms.ts";
import { loadPiFunctions } from "../bench/arms/pi-functions.ts";
import { loadCorpus } from "../bench/drift/corpus.ts";
import { wilson } from "../bench/drift/report.ts";
import { runDrift } from "../bench/drift/run-drift.ts";
import type { Scenario } from "../bench/drift/scenario.ts";
import { VERDICTS, verdictOf } from "../bench/drift/verdict.ts";

const corpus = loadCorpus();

test("The corpus has 200 files and 8 languages or more, and every language has one that is no minified file.", () => {
	assert.ok(corpus.length >= 200, `${corpus.length} files`);
	const languages = new Set(corpus.map((file) => file.language));
	assert.ok(languages.size >= 8, [...languages].join(", "));
	assert.ok(!languages.has(undefined as unknown as string));
});

test("The same seed gives the same counts, another seed another draw, and ours is never wrong in either.", async () => {
	const run = (seed: number) => {
		const sources: string[] = [];
		const recorder: Arm = {
			name: "recorder",
			apply(source) {
				sources.push(source);
				return { kind: "refused", reason: "" };
			},
		};
		return { classes: runDrift({ seed, corpus, arms: [ourArm("ours"), recorder], callsPerClass: 1 }), sources };
	};
	const [first, again, other] = [run(7), run(7), run(8)];
	assert.deepEqual(first.classes, again.classes);
	assert.deepEqual(first.sources, again.sources);
	assert.notDeepEqual(first.sources, other.sources);
	for (const { name, part, calls, verdicts } of [...first.classes, ...other.classes]) {
		assert.equal(calls, 1, `${name} (${part}) is possible on this corpus`);
		assert.equal(verdicts.ours![VERDICTS.indexOf("wrong")], 0, `${name} (${part})`);
	}
});

test("Without drift both matchers land every edit byte for byte.", async () => {
	const arms = [piArm(await loadPiFunctions()), ourArm("ours")];
	const [count] = runDrift({ seed: 3, corpus, arms, callsPerClass: 20, only: "no drift" });
	for (const arm of arms) assert.equal(count!.verdicts[arm.name]![VERDICTS.indexOf("perfect")], 20);
});

const SCENARIO: Scenario = {
	path: "a.py",
	language: "Python",
	change: "insert line",
	source: "top  \n  one “x” \n  two\nend\n",
	edits: [],
	truth: [
		{ text: "top  ", lineBreak: "\n", role: "outside" },
		{ text: "  one “x” ", lineBreak: "\n", role: "kept" },
		{ text: "  new()", lineBreak: "\n", role: "new" },
		{ text: "  2", lineBreak: "\n", role: "changed" },
		{ text: "end", lineBreak: "\n", role: "outside" },
	],
	before: "top  \n",
	after: "end\n",
};

for (const [title, content, verdict] of [
	["the true bytes", "top  \n  one “x” \n  new()\n  2\nend\n", "perfect"],
	["a new line with other blanks at its end", "top  \n  one “x” \n  new() \n  2\nend\n", "clean"],
	["a kept line without its trailing blank", "top  \n  one “x”\n  new()\n  2\nend\n", "right"],
	["a kept line with straight quotes", 'top  \n  one "x" \n  new()\n  2\nend\n', "right"],
	["a blank line more", "top  \n  one “x” \n\n  new()\n  2\nend\n", "right"],
	["a new line at another depth, in Python", "top  \n  one “x” \n    new()\n  2\nend\n", "wrong"],
	["a line outside the span without its blanks", "top\n  one “x” \n  new()\n  2\nend\n", "wrong"],
	["another content", "top  \n  one “x” \n  old()\n  2\nend\n", "wrong"],
	["a line missing", "top  \n  one “x” \n  2\nend\n", "wrong"],
	["a CRLF in a kept line", "top  \n  one “x” \r\n  new()\n  2\nend\n", "right"],
] as const) {
	test(`The verdict on ${title} is ${verdict}.`, () => {
		assert.equal(verdictOf({ kind: "written", content }, SCENARIO), verdict);
	});
}

test("The verdict on a crash is wrong, on a refusal refused.", () => {
	const results: ArmResult[] = [
		{ kind: "crashed", error: "RangeError" },
		{ kind: "refused", reason: "not-found" },
	];
	assert.deepEqual(
		results.map((result) => verdictOf(result, SCENARIO)),
		["wrong", "refused"],
	);
});

test("Wilson's interval is that of the textbooks.", () => {
	const rounded = (successes: number, total: number) =>
		wilson(successes, total).map((bound) => Number(bound.toFixed(3)));
	assert.deepEqual(rounded(8, 10), [0.49, 0.943]);
	assert.deepEqual(rounded(0, 10), [0, 0.278]);
	assert.deepEqual(rounded(100, 100), [0.963, 1]);
});

test("A pi whose functions have moved is reported by name, not measured.", async (context) => {
	const folder = mkdtempSync(join(tmpdir(), "bench-pi-"));
	context.after(() => rmSync(folder, { recursive: true }));
	writeFileSync(join(folder, "package.json"), JSON.stringify({ version: "9.9.9", type: "module" }));
	mkdirSync(join(folder, "dist/utils"), { recursive: true });
	mkdirSync(join(folder, "dist/core/tools"), { recursive: true });
	writeFileSync(join(folder, "dist/utils/text.js"), "export function splitBom() {}");
	writeFileSync(
		join(folder, "dist/core/tools/edit-diff.js"),
		"export function normalizeToLF() {}; export function applyReplacementsToOriginal() {}",
	);
	writeFileSync(join(folder, "dist/core/tools/edit.js"), "splitBom(raw); normalizeToLF(text);");
	await assert.rejects(loadPiFunctions(folder), (error: Error) => {
		assert.match(error.message, /pi 9\.9\.9 has moved/);
		assert.match(error.message, /applyEditsToNormalizedContent \(not exported/);
		assert.match(error.message, /applyReplacementsToOriginal \(no longer called/);
		assert.doesNotMatch(error.message, /normalizeToLF|splitBom/);
		return true;
	});
});
