/**
 * The long run of the search against the oracle: `npm run fuzz:match -- [--seconds N] [--seed S]`. Every difference is
 * shrunk and printed as a case to copy into a test, and the run fails.
 */
import { parseArgs } from "node:util";
import fc from "fast-check";
import { matchCase, matchDifference } from "./match-cases.ts";

/** A million cases take about ten minutes. More finds rarer differences, less ends sooner. */
const SECONDS = 600;

/** Cases drawn at a time; only the precision of the end depends on it. */
const BATCH = 2000;

/** Differences that are printed, one of a kind; the rest are only counted. */
const PRINTED = 8;

const { values } = parseArgs({ options: { seconds: { type: "string" }, seed: { type: "string" } } });
const seconds = Number(values.seconds ?? SECONDS);
const firstSeed = Number(values.seed ?? Date.now() & 0x7fffffff);
console.log(`${seconds} seconds, seed ${firstSeed}`);

const property = fc.property(matchCase, (one) => matchDifference(one) === undefined);
const printed = new Set<string>();
const started = performance.now();
let cases = 0;
let differences = 0;
for (let seed = firstSeed; performance.now() - started < seconds * 1000; seed++) {
	const { numRuns, counterexample, errorInstance } = fc.check(property, { numRuns: BATCH, seed });
	cases += numRuns;
	if (counterexample === null) continue;
	differences++;
	const difference = matchDifference(counterexample[0]) ?? String(errorInstance);
	const kind = difference.slice(0, difference.indexOf(":"));
	if (!printed.has(kind) && printed.size < PRINTED) console.log(`seed ${seed}: ${difference}`);
	printed.add(kind);
}
const elapsed = ((performance.now() - started) / 1000).toFixed(0);
console.log(`${cases} cases, ${differences} differences, ${elapsed} s`);
if (differences > 0) process.exitCode = 1;
