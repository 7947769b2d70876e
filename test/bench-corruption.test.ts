import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { loadPiFunctions } from "../bench/arms/pi-functions.ts";
import { loadCases, loadExpected } from "../bench/corruption/cases.ts";
import { corruptionReport } from "../bench/corruption/report.ts";
import { outcomeWord, runCorruption } from "../bench/corruption/run-corruption.ts";

const cases = loadCases();
const results = await runCorruption(cases, await loadPiFunctions());

test("There are 40 cases or more, each with a name of its own, and each right result differs from the file.", () => {
	assert.ok(cases.length >= 40);
	assert.equal(new Set(cases.map(({ name }) => name)).size, cases.length);
	for (const { name, bytes, right } of cases) assert.ok(!right?.equals(bytes), name);
});

for (const { corruptionCase, ours } of results) {
	test(`Ours does with ${corruptionCase.name} what it is expected to do.`, () => {
		assert.equal(outcomeWord(ours), loadExpected()[corruptionCase.name]);
	});
}

test("The report shows the bytes of what pi corrupts.", () => {
	const report = corruptionReport(results);
	assert.match(report, / {2}overlapping-matches\n(?: {4}.*\n)* {4}pi {5}bANAna\\n/);
	assert.match(report, /pi {5}\/\* caf\\xef\\xbf\\xbd \*\//);
});

test("README and the pictures say what the newest records say.", () => {
	const script = fileURLToPath(new URL("../bench/readme.ts", import.meta.url));
	const { status, stderr } = spawnSync(process.execPath, [script, "--check"], { encoding: "utf8" });
	assert.equal(status, 0, stderr);
});
