/**
 * The long run over drifted edits: `npm run fuzz -- [--seconds N] [--seed N] [--record]`. Counts what landed and what was refused, by
 * shape and by class of drift; a wrong outcome is shrunk and printed, and the run fails.
 */
import { parseArgs } from "node:util";
import { VERSION } from "@earendil-works/pi-coding-agent";
import fc from "fast-check";
import { machine, writeRecord } from "../../bench/records.ts";
import { type DriftedEdit, driftedEdit } from "../support/drift-generator.ts";
import { judge, tapes, wrongOutcome } from "./drift-cases.ts";

/** More finds rarer faults, less ends sooner. */
const SECONDS = 600;

/** Tapes drawn at a time; only the cost of drawing depends on it. */
const BATCH = 500;

/** Wrong outcomes that are shrunk (seconds each) and printed, one of a kind; the rest are only counted. */
const PRINTED = 8;

const { values } = parseArgs({
	options: { seconds: { type: "string" }, seed: { type: "string" }, record: { type: "boolean" } },
});
const seconds = Number(values.seconds ?? SECONDS);
const firstSeed = Number(values.seed ?? Date.now() & 0x7fffffff);
console.log(`${seconds} seconds, seed ${firstSeed}`);

interface Tally {
	landed: number;
	refused: number;
	wrong: number;
}

const byClass = new Map<string, Tally>();
const printed = new Set<string>();
const refusalCodes = new Map<string, number>();
let cases = 0;
let wrong = 0;
const started = performance.now();
for (let seed = firstSeed; performance.now() - started < seconds * 1000; seed++) {
	for (const tape of fc.sample(tapes, { numRuns: BATCH, seed })) runOne(tape);
}
report();
if (values.record) {
	const classes = Object.fromEntries([...byClass].sort());
	const result = { ...machine(VERSION), seconds, seed: firstSeed, cases, wrong, classes };
	writeRecord("fuzz", result);
}

function runOne(tape: readonly number[]): void {
	const edit = driftedEdit(tape);
	if (!edit) return;
	cases++;
	const verdict = judge(edit);
	if (verdict.kind === "wrong" || verdict.kind === "crashed") {
		wrong++;
		const kind = `${edit.shape} / ${edit.drift}`;
		if (!printed.has(kind) && printed.size < PRINTED) printShrunk(tape);
		printed.add(kind);
		count(edit, "wrong");
	} else if (verdict.kind === "landed") count(edit, "landed");
	else if (verdict.kind === "refused" && edit.isRecoverable) {
		count(edit, "refused");
		const key = `${nameOf(edit)}: ${verdict.code}`;
		refusalCodes.set(key, (refusalCodes.get(key) ?? 0) + 1);
	}
}

function count(edit: DriftedEdit, outcome: keyof Tally): void {
	for (const name of [nameOf(edit), edit.isPlain ? "= all plain changes" : "= all other shapes"]) {
		const tally = byClass.get(name) ?? { landed: 0, refused: 0, wrong: 0 };
		tally[outcome]++;
		byClass.set(name, tally);
	}
}

/** Pairs count together, since there are hundreds of them. */
function nameOf({ drift, isPlain }: DriftedEdit): string {
	return `${isPlain ? "plain" : "other"} / ${drift.length > 1 ? "two classes" : (drift[0] ?? "none")}`;
}

function printShrunk(tape: readonly number[]): void {
	const property = fc.property(tapes, (one) => wrongOutcome(one) === undefined);
	const shrunk = fc.check(property, { numRuns: 1, examples: [[[...tape]]] });
	console.log(`WRONG ${wrongOutcome(shrunk.counterexample?.[0] ?? tape)}`);
}

function report(): void {
	for (const [name, { landed, refused, wrong: failed }] of [...byClass].sort()) {
		const share = ((100 * landed) / Math.max(1, landed + refused + failed)).toFixed(2);
		console.log(`${share.padStart(6)} % of ${landed + refused + failed} landed, ${failed} wrong: ${name}`);
	}
	for (const [name, times] of [...refusalCodes].sort((one, other) => other[1] - one[1]).slice(0, 20)) {
		console.log(`needlessly refused ${times} times, ${name}`);
	}
	console.log(`${cases} drifted edits, ${wrong} wrong, ${((performance.now() - started) / 1000).toFixed(0)} s`);
	if (wrong > 0) process.exitCode = 1;
}
