/**
 * How much work a function does, counted instead of timed: every block of our sources that runs, as V8 counts it, and
 * every code unit that a built-in function of strings reads or writes meanwhile. The same on every machine.
 */
import { type Profiler, Session } from "node:inspector";

/** @param sources part of the path of the modules whose blocks count */
export function workOf(sources: string, run: () => void): number {
	const session = new Session();
	session.connect();
	session.post("Profiler.enable");
	session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
	const units = countStringUnits(run);
	let blocks = 0;
	session.post("Profiler.takePreciseCoverage", (error, coverage) => {
		if (error) throw error;
		blocks = blocksRun(coverage.result, sources);
	});
	session.disconnect();
	return blocks + units;
}

function blocksRun(scripts: Profiler.ScriptCoverage[], sources: string): number {
	let blocks = 0;
	for (const { url, functions } of scripts) {
		if (!url.includes(sources)) continue;
		for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
	}
	return blocks;
}

type StringFunction = (this: string, ...parameters: unknown[]) => unknown;

/** What a call of each function costs in code units, given the text, the parameters and the result. */
const COSTS: Record<string, (text: string, parameters: unknown[], result: unknown) => number> = {
	// Charged its worst case, which periodic texts bring about.
	indexOf: (text, [piece, from], result) => scanned(text, from, result) * String(piece).length,
	includes: (text, [piece]) => text.length * String(piece).length,
	startsWith: (text, [piece, from]) => agreeing(text, String(piece), Number(from ?? 0)),
	endsWith: (text, [piece]) => agreeing(text, String(piece), text.length - String(piece).length),
	slice: (_text, _parameters, result) => String(result).length,
	split: (text) => text.length,
	replace: (text) => text.length,
	replaceAll: (text) => text.length,
	// Quadratic in a run of marks, and a text may be one.
	normalize: (text) => text.length ** 2,
};

function scanned(text: string, from: unknown, result: unknown): number {
	return (Number(result) < 0 ? text.length : Number(result)) - Number(from ?? 0);
}

function agreeing(text: string, piece: string, from: number): number {
	let length = 0;
	while (length < piece.length && text[from + length] === piece[length]) length++;
	return length;
}

function countStringUnits(run: () => void): number {
	const prototype = String.prototype as unknown as Record<string, StringFunction>;
	const originals = Object.keys(COSTS).map((name) => [name, prototype[name]!] as const);
	let units = 0;
	for (const [name, original] of originals) {
		const cost = COSTS[name]!;
		prototype[name] = function (...parameters) {
			const result = original.apply(this, parameters);
			units += Math.max(0, cost(this, parameters, result));
			return result;
		};
	}
	try {
		run();
	} finally {
		for (const [name, original] of originals) prototype[name] = original;
	}
	return units;
}
