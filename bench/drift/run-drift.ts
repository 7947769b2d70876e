/** Draws the scenarios of every class, puts them to every arm, and counts the verdicts. The seed decides every draw. */
import type { Arm, ArmResult } from "../arms/arms.ts";
import { CHANGES, type ChangeName } from "./changes.ts";
import type { SourceText } from "./corpus.ts";
import { DRIFT_CLASSES, type DriftClass } from "./drift-classes.ts";
import { Random } from "./random.ts";
import { REFUSAL_CLASSES, type RefusalClass } from "./refusal-classes.ts";
import { makeRefusalScenario } from "./refusal-scenario.ts";
import { makeScenario, type Scenario } from "./scenario.ts";
import { VERDICTS, type Verdict, verdictOf } from "./verdict.ts";

/** `plain` and `shape` changes are counted apart: different figures are asked of them. */
export type Part = "plain" | "shape" | "must refuse";

export interface ClassCount {
	name: string;
	group: string;
	part: Part;
	calls: number;
	edits: number;
	/** By arm, in the order of `VERDICTS`. */
	verdicts: Record<string, number[]>;
}

export interface Failure {
	part: Part;
	name: string;
	path: string;
	change: string;
	verdict: Verdict | "accepted";
	/** The class, the change and this number give the case again. */
	attempt: number;
	result: ArmResult;
	source: string;
	edits: readonly { oldText: string; newText: string }[];
	expected: string | undefined;
}

export interface DriftRequest {
	seed: number;
	corpus: readonly SourceText[];
	arms: readonly Arm[];
	/** Per class and part. More of them narrow the intervals and take longer. */
	callsPerClass: number;
	/** Only classes whose name holds this. */
	only?: string;
	/** Called for what the named arm does not land clean. */
	onFailure?: (failure: Failure) => void;
	failuresOf?: string;
}

/** Draws without a scenario before a class counts as impossible on this corpus. */
const MAXIMAL_DRAWS_PER_CALL = 3_000;

export function runDrift(request: DriftRequest): ClassCount[] {
	const wanted = (name: string) => request.only === undefined || name.includes(request.only);
	const parts = [partOf("plain"), partOf("shape")];
	return [
		...parts.flatMap(({ part, changes }) =>
			DRIFT_CLASSES.filter(({ name }) => wanted(name)).map((drift) => runClass(drift, part, changes, request)),
		),
		...REFUSAL_CLASSES.filter(({ name }) => wanted(name)).map((refusal) => runRefusals(refusal, request)),
	];
}

function partOf(part: "plain" | "shape"): { part: Part; changes: ChangeName[] } {
	const names = Object.keys(CHANGES) as ChangeName[];
	return { part, changes: names.filter((name) => CHANGES[name] === part) };
}

function runClass(drift: DriftClass, part: Part, changes: readonly ChangeName[], request: DriftRequest): ClassCount {
	const count = emptyCount(drift.name, drift.group, part, request);
	for (let attempt = 0; count.calls < request.callsPerClass; attempt++) {
		if (attempt > MAXIMAL_DRAWS_PER_CALL * (count.calls + 1)) break;
		const random = new Random(request.seed, part, drift.name, attempt);
		const scenario = makeScenario(drift, random.pick(changes), random.pick(request.corpus), random);
		if (!scenario) continue;
		count.calls++;
		count.edits += scenario.edits.length;
		for (const arm of request.arms) {
			const result = arm.apply(scenario.source, scenario.edits, scenario.path);
			const verdict = verdictOf(result, scenario);
			add(count, arm, verdict);
			if (arm.name === request.failuresOf && verdict !== "perfect" && verdict !== "clean") {
				request.onFailure?.(failureOf(drift.name, part, scenario, verdict, attempt, result));
			}
		}
	}
	return count;
}

function runRefusals(refusal: RefusalClass, request: DriftRequest): ClassCount {
	const part = "must refuse";
	const count = emptyCount(refusal.name, part, part, request);
	for (let attempt = 0; count.calls < request.callsPerClass; attempt++) {
		if (attempt > MAXIMAL_DRAWS_PER_CALL * (count.calls + 1)) break;
		const random = new Random(request.seed, part, refusal.name, attempt);
		const file = random.pick(request.corpus);
		const call = makeRefusalScenario(refusal, file, random);
		if (!call) continue;
		count.calls++;
		count.edits += call.edits.length;
		for (const arm of request.arms) {
			const result = arm.apply(call.source, call.edits, file.path);
			const isRefused = result.kind === "refused";
			add(count, arm, isRefused ? "refused" : "wrong");
			if (arm.name === request.failuresOf && !isRefused) {
				const { path } = file;
				request.onFailure?.({
					part,
					name: refusal.name,
					path,
					change: "rename",
					verdict: "accepted",
					attempt,
					result,
					...call,
					expected: undefined,
				});
			}
		}
	}
	return count;
}

function emptyCount(name: string, group: string, part: Part, { arms }: DriftRequest): ClassCount {
	const verdicts = Object.fromEntries(arms.map((arm) => [arm.name, VERDICTS.map(() => 0)]));
	return { name, group, part, calls: 0, edits: 0, verdicts };
}

function add(count: ClassCount, arm: Arm, verdict: Verdict): void {
	count.verdicts[arm.name]![VERDICTS.indexOf(verdict)]!++;
}

function failureOf(
	name: string,
	part: Part,
	scenario: Scenario,
	verdict: Verdict,
	attempt: number,
	result: ArmResult,
): Failure {
	const { path, change, source, edits, truth } = scenario;
	const expected = truth.map((line) => line.text + line.lineBreak).join("");
	return { part, name, path, change, verdict, attempt, result, source, edits, expected };
}
