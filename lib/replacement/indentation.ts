/**
 * The correction of indentation: what an indent of `newText` becomes in the file. Pure. Every indent that it returns is
 * proved by the pairs of indents that `oldText` and the span show, or it returns `undefined` and the edit is refused.
 */

export interface IndentPair {
	/** Indentation of a line of `oldText`. */
	old: string;
	/** Indentation of the same line in the file. */
	file: string;
}

export interface IndentEvidence {
	/** One pair for each filled line of the span that starts at a line's start, in order. */
	pairs: readonly IndentPair[];
	/** Indents of all filled lines of `newText` that start at a line's start, in order. */
	newIndents: readonly string[];
	/** The file's own step of indentation, or `undefined` if its lines show none. */
	fileStep: string | undefined;
}

/** What each indent of `newText` becomes; `undefined`: not proved. */
export type IndentCorrection = (indent: string) => string | undefined;

export function indentCorrection(evidence: IndentEvidence): IndentCorrection {
	if (onlyOldTextDrifted(evidence)) return (indent) => indent;
	const shown = shownIndents(evidence.pairs);
	const rules = explainingRules(evidence);
	return (indent) => {
		const known = shown.get(indent);
		if (known) return known.size === 1 ? [...known][0] : undefined;
		return provedIndent(indent, rules, evidence);
	};
}

/** No drifted indent occurs in `newText`, and all its indents are the file's: they are meant as they came. */
function onlyOldTextDrifted({ pairs, newIndents }: IndentEvidence): boolean {
	const drifted = new Set(pairs.filter(({ old, file }) => old !== file).map(({ old }) => old));
	const fileIndents = new Set(pairs.map(({ file }) => file));
	return newIndents.every((indent) => !drifted.has(indent) && fileIndents.has(indent));
}

function shownIndents(pairs: readonly IndentPair[]): Map<string, Set<string>> {
	const shown = new Map<string, Set<string>>();
	for (const { old, file } of pairs) {
		const known = shown.get(old);
		if (known) known.add(file);
		else shown.set(old, new Set([file]));
	}
	return shown;
}

interface Rules {
	shift: IndentCorrection | undefined;
	units: IndentCorrection[];
	firstLine: IndentCorrection | undefined;
}

function explainingRules({ pairs }: IndentEvidence): Rules {
	return { shift: shiftRule(pairs), units: unitRules(pairs), firstLine: firstLineRule(pairs) };
}

/** All lines gained, or all lost, one and the same string in front. */
function shiftRule(pairs: readonly IndentPair[]): IndentCorrection | undefined {
	const first = pairs[0];
	if (!first) return undefined;
	if (first.file.endsWith(first.old)) {
		const added = first.file.slice(0, first.file.length - first.old.length);
		if (pairs.every(({ old, file }) => file === added + old)) return (indent) => added + indent;
	} else if (first.old.endsWith(first.file)) {
		const removed = first.old.slice(0, first.old.length - first.file.length);
		if (pairs.every(({ old, file }) => old === removed + file)) {
			return (indent) => (indent.startsWith(removed) ? indent.slice(removed.length) : undefined);
		}
	}
	return undefined;
}

/** One step of indentation: how many times which character. */
interface Unit {
	character: string;
	length: number;
}

/** Widths that editors and style guides use; a tab is one character. */
const UNITS: readonly Unit[] = [
	{ character: "\t", length: 1 },
	{ character: " ", length: 2 },
	{ character: " ", length: 3 },
	{ character: " ", length: 4 },
	{ character: " ", length: 8 },
];

/**
 * Each change of unit that explains all lines: so many steps of the old unit are as many of the file's, and what is
 * left below one step (an aligned comment star) stays. Between two units of spaces, two different indents must show it.
 */
function unitRules(pairs: readonly IndentPair[]): IndentCorrection[] {
	const rules: IndentCorrection[] = [];
	for (const oldUnit of UNITS) {
		for (const fileUnit of UNITS) {
			if (oldUnit === fileUnit) continue;
			const convert = (indent: string) => changeUnit(indent, oldUnit, fileUnit);
			const stepped = pairs.filter(({ old, file }) => old !== file);
			if (stepped.length === 0 || !pairs.every(({ old, file }) => convert(old) === file)) continue;
			const hasTabs = oldUnit.character !== fileUnit.character;
			if (!hasTabs && new Set(stepped.map(({ old }) => old)).size < 2) continue;
			// A remainder that no line showed is no proof: it may be half a step of another unit.
			const rests = new Set(["", ...pairs.map(({ old }) => steps(old, oldUnit)?.rest)]);
			rules.push((indent) => (rests.has(steps(indent, oldUnit)?.rest) ? convert(indent) : undefined));
		}
	}
	return rules;
}

function changeUnit(indent: string, from: Unit, to: Unit): string | undefined {
	const counted = steps(indent, from);
	if (!counted || counted.rest.length >= Math.max(to.length, 2)) return undefined;
	return to.character.repeat(to.length * counted.count) + counted.rest;
}

/** How many steps of the unit an indent has, and the spaces left over; `undefined` if it holds anything else. */
function steps(indent: string, unit: Unit): { count: number; rest: string } | undefined {
	let length = 0;
	while (indent[length] === unit.character) length++;
	const count = Math.floor(length / unit.length);
	const rest = indent.slice(count * unit.length);
	return /^ *$/.test(rest) ? { count, rest } : undefined;
}

/** Only the first line lost or gained indentation; all others came as they are in the file. */
function firstLineRule(pairs: readonly IndentPair[]): IndentCorrection | undefined {
	const [first, ...others] = pairs;
	if (!first || first.old === first.file || !others.some(({ file }) => file !== "")) return undefined;
	return others.every(({ old, file }) => old === file) ? (indent) => indent : undefined;
}

function provedIndent(indent: string, rules: Rules, evidence: IndentEvidence): string | undefined {
	const byUnit = agreed(rules.units.map((rule) => rule(indent)));
	const byShift = rules.shift?.(indent);
	let proved: string | undefined;
	if (rules.firstLine) proved = rules.firstLine(indent);
	else if (byUnit === "disagree") return undefined;
	else if (byShift === undefined || byUnit === undefined || byShift === byUnit) proved = byShift ?? byUnit;
	else proved = stepsLikeFile(evidence) ? byShift : byUnit;
	if (proved !== undefined && byUnit === undefined && rules.shift && !rules.firstLine) {
		proved = shiftOrRefusal(proved, evidence);
	}
	return proved !== undefined && mixesNewly(proved, evidence) ? undefined : proved;
}

function agreed(results: readonly (string | undefined)[]): string | undefined | "disagree" {
	const said = new Set(results.filter((result) => result !== undefined));
	if (said.size > 1) return "disagree";
	return [...said][0];
}

/**
 * A single indent of spaces can have been shifted or have changed its unit. The shift stands if `newText` steps as the
 * file does, or if its indent cannot have been another unit's.
 */
function shiftOrRefusal(shifted: string, evidence: IndentEvidence): string | undefined {
	const filled = new Set(evidence.pairs.filter(({ old }) => old !== "").map(({ old }) => old));
	if (filled.size !== 1 || !evidence.fileStep) return shifted;
	const [first] = evidence.pairs.filter(({ old }) => old !== "");
	if (!first || first.file === "" || /[^ ]/.test(first.old + first.file)) return shifted;
	return stepsLikeFile(evidence) ? shifted : undefined;
}

/** Whether the smallest step between the call's indents is the file's. */
function stepsLikeFile({ pairs, newIndents, fileStep }: IndentEvidence): boolean {
	if (fileStep === undefined) return false;
	const indents = [...new Set([...pairs.map(({ old }) => old), ...newIndents])].sort((a, b) => a.length - b.length);
	let smallest: string | undefined;
	for (const [index, indent] of indents.entries()) {
		const previous = indents[index - 1];
		if (previous === undefined || !indent.startsWith(previous)) continue;
		const step = indent.slice(previous.length);
		if (smallest === undefined || step.length < smallest.length) smallest = step;
	}
	return smallest === fileStep;
}

/** A mix of tabs and blanks that neither text has is no indent that anybody meant. */
function mixesNewly(indent: string, { pairs, newIndents }: IndentEvidence): boolean {
	const mixes = (text: string) => text.includes("\t") && /[^\t]/.test(text);
	if (!mixes(indent)) return false;
	return !pairs.some(({ old, file }) => mixes(old) || mixes(file)) && !newIndents.some(mixes);
}

/** Lines that are looked at for the file's step; more costs time, fewer may see only a flat stretch. */
const STEP_LINES = 400;

/** The step of indentation that the lines around `offset` show most often, or `undefined`. */
export function stepOfFile(text: string, offset: number): string | undefined {
	const counts = new Map<string, number>();
	let previous: string | undefined;
	for (const indent of indentsAround(text, offset)) {
		if (previous !== undefined && indent.length > previous.length && indent.startsWith(previous)) {
			const step = indent.slice(previous.length);
			counts.set(step, (counts.get(step) ?? 0) + 1);
		}
		previous = indent;
	}
	return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** Characters of a line that are looked at for its indentation: a longer indent is no step of anything. */
const STEP_CHARACTERS = 200;

function indentsAround(text: string, offset: number): string[] {
	let start = offset;
	for (let line = 0; line < STEP_LINES && start > 0; line++) start = text.lastIndexOf("\n", start - 2) + 1;
	const indents: string[] = [];
	for (let line = 0; line < 2 * STEP_LINES && start < text.length; line++) {
		const [indent] = text.slice(start, start + STEP_CHARACTERS).match(/^[ \t]*(?=[^ \t\r\n])/) ?? [];
		if (indent !== undefined) indents.push(indent);
		const lineFeed = text.indexOf("\n", start);
		if (lineFeed === -1) break;
		start = lineFeed + 1;
	}
	return indents;
}
