/**
 * `npm run bench`: pi's shipped matcher and ours over byte-exact cases. Ends 1 if an outcome of ours is not the one in
 * `bench/cases/corruption-expected.json`, or if pi no longer has the functions that are measured.
 *
 *     --json     for programs
 *     --accept   take today's outcomes as the expected ones
 *     --record   write the result to bench/records/
 */
import { parseArgs } from "node:util";
import { loadPiFunctions } from "./arms/pi-functions.ts";
import { loadCases, loadExpected, saveExpected } from "./corruption/cases.ts";
import { corruptionReport } from "./corruption/report.ts";
import { outcomeWord, runCorruption } from "./corruption/run-corruption.ts";
import { machine, writeRecord } from "./records.ts";

const { values } = parseArgs({
	options: {
		json: { type: "boolean", default: false },
		accept: { type: "boolean", default: false },
		record: { type: "boolean", default: false },
	},
});

const pi = await loadPiFunctions().catch((error: Error) => {
	console.error(error.message);
	process.exit(1);
});
const results = await runCorruption(loadCases(), pi);
const outcomes = Object.fromEntries(
	results.map(({ corruptionCase, ours }) => [corruptionCase.name, outcomeWord(ours)]),
);
const record = {
	...machine(pi.version),
	cases: results.map(({ corruptionCase: { name, hazard }, pi, ours }) => ({
		name,
		hazard,
		pi: pi.outcome,
		ours: ours.outcome,
		piReason: pi.reason,
		oursReason: ours.reason,
	})),
};
if (values.accept) saveExpected(outcomes);
if (values.record) writeRecord("corruption", record);
console.log(values.json ? JSON.stringify(record, null, "\t") : corruptionReport(results));

const expected = loadExpected();
const names = new Set([...Object.keys(expected), ...Object.keys(outcomes)]);
const changed = [...names].filter((name) => expected[name] !== outcomes[name]);
for (const name of changed) {
	console.error(`changed: ${name} is "${outcomes[name] ?? "gone"}", was "${expected[name] ?? "not there"}"`);
}
if (changed.length > 0) process.exitCode = 1;
