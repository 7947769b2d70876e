/**
 * `npm run bench:drift`: how often an edit lands, and how, when the model's text has drifted from the file's.
 *
 *     --seed N      another draw (default 1)
 *     --calls N     calls per class and part
 *     --class TEXT  only classes whose name holds TEXT
 *     --show N      print up to N calls that ours did not land clean, and those it should have refused
 *     --json        print the counts for programs
 *     --record      write the result to bench/records/
 */
import { parseArgs } from "node:util";
import { ourArm, piArm } from "./arms/arms.ts";
import { loadPiFunctions } from "./arms/pi-functions.ts";
import { loadCorpus } from "./drift/corpus.ts";
import { driftReport } from "./drift/report.ts";
import { type Failure, runDrift } from "./drift/run-drift.ts";
import { showFailure } from "./drift/show-failure.ts";
import { machine, writeRecord } from "./records.ts";

/** With two parts of 67 classes and 16 that must be refused: 12,000 calls, more edits, in about a minute. */
const CALLS_PER_CLASS = 80;

const { values } = parseArgs({
	options: {
		seed: { type: "string", default: "1" },
		calls: { type: "string", default: String(CALLS_PER_CLASS) },
		class: { type: "string" },
		show: { type: "string", default: "0" },
		json: { type: "boolean", default: false },
		record: { type: "boolean", default: false },
	},
});

const startTime = performance.now();
const pi = await loadPiFunctions();
const arms = [
	piArm(pi),
	ourArm("ours"),
	ourArm("ours, verbatim", { drift: "verbatim" }),
	ourArm("ours, refuse", { drift: "refuse" }),
];
const corpus = loadCorpus();
const failures: Failure[] = [];
const classes = runDrift({
	seed: Number(values.seed),
	corpus,
	arms,
	callsPerClass: Number(values.calls),
	...(values.class !== undefined && { only: values.class }),
	failuresOf: "ours",
	onFailure: (failure) => failures.push(failure),
});
const languages: Record<string, number> = {};
for (const { language } of corpus) languages[language] = (languages[language] ?? 0) + 1;
const result = {
	...machine(pi.version),
	seed: Number(values.seed),
	files: corpus.length,
	languages,
	arms: arms.map((arm) => arm.name),
	classes,
};

if (values.json) console.log(JSON.stringify(result, null, "\t"));
else {
	console.log(driftReport(result));
	for (const failure of failures.slice(0, Number(values.show))) console.log(showFailure(failure));
	console.log(`${((performance.now() - startTime) / 1000).toFixed(0)} s`);
}
if (values.record) console.log(`written: ${writeRecord("drift", result)}`);
