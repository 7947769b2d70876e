/**
 * The correction of indentation: what an indent of `newText` becomes in the file. Pure. Every indent that it returns is
 * proved by the pairs of indents that `oldText` and the span show, or it returns `undefined` and the edit is refused.
 */
import { hasLoneReturnBreaks } from "../match/characters.ts";

export interface IndentPair {
	/** Indentation of a line of `oldText`. */
	old: string;
	/** Indentation of the same line in the file. */
	file: string;
}

export interface IndentEvidence {
	/** One pair for each filled line of the span that starts at a line's start, in order. */
	pairs: readonly IndentPair[];
	/** All filled lines of `newText` that start at a line's start, in order. */
	newLines: readonly NewIndent[];
	/** The first filled line of `newText` ends as one that opens a block or goes on in the next line. */
	firstLineOpens: boolean;
	/** The file's own step of indentation, or `undefined` if its lines show none. */
	fileStep: string | undefined;
}

export interface NewIndent {
	indent: string;
	/** Indentation of the line that this one continues, or `undefined` for a new line. */
	continues: IndentPair | undefined;
	/** It continues that line unchanged, and the line is long enough to tell. */
	isKept: boolean;
}

/** A line of `newText` whose indentation is not that of the line of `oldText` it continues. */
export interface IndentedLine {
	indent: string;
	/** The first filled line of `newText`. */
	isFirst: boolean;
	/** The line of `oldText` that it continues, if there is one: its indentation in the file, and whether its body is the same. */
	continues: { fileIndent: string; isSameBody: boolean } | undefined;
}

/** What the indent of a line of `newText` becomes; `undefined`: not proved. */
export type IndentCorrection = (line: IndentedLine) => string | undefined;

/** What an indent of `oldText` becomes under a rule; `undefined`: the rule cannot say. */
type IndentRule = (indent: string) => string | undefined;

export function indentCorrection(evidence: IndentEvidence): IndentCorrection {
	const shown = shownIndents(evidence.pairs);
	const known = (indent: string) => (shown.get(indent)?.size === 1 ? [...shown.get(indent)!][0] : undefined);
	const firstLine = firstLineDrift(evidence);
	if (firstLine === "proved") return (line) => firstLineCorrection(line, evidence);
	const rules = { shift: shiftRule(evidence.pairs), units: unitRules(evidence) };
	return ({ indent, isFirst, continues }) => {
		if (firstLine === "possible" && !isFirst) return undefined;
		if (shown.has(indent)) return known(indent);
		const isExplained = rules.shift !== undefined || rules.units.length > 0;
		// No rule explains the lines, and the line came as deep as it is in the file: only `oldText` had drifted there.
		if (!isExplained && continues?.fileIndent === indent) return indent;
		return provedIndent(indent, rules, evidence);
	};
}

/**
 * The indents of `newText` are the file's, so they are meant as they came: no drifted one occurs in it and each is one
 * that the span has, or, where no line goes on, some are and all others are deeper; or all lines that go on stand where
 * they stand in the file, or one step deeper in a block that is new around them.
 */
export function onlyOldTextDrifted(evidence: IndentEvidence): boolean {
	const { pairs, newLines, fileStep } = evidence;
	const drifted = new Set(pairs.filter(({ old, file }) => old !== file).map(({ old }) => old));
	const fileIndents = new Set(pairs.map(({ file }) => file));
	if (newLines.every(({ indent }) => !drifted.has(indent) && fileIndents.has(indent))) return true;
	if (pairs.length === 0) return false;
	const leftmost = [...fileIndents].reduce((least, indent) => (indent.length < least.length ? indent : least));
	if (!newLines.every(({ indent }) => indent.startsWith(leftmost))) return false;
	// Lines that had not drifted show nothing about those that had.
	const shown = newLines.filter(({ continues }) => continues !== undefined && continues.old !== continues.file);
	if (leftmost !== "" && startsAsDeep(evidence, shown) && newLines.some(({ indent }) => indent === leftmost))
		return true;
	const firstContinued = newLines.findIndex(({ continues }) => continues !== undefined);
	if (firstContinued === -1) return false;
	// Lines in front that start elsewhere than the file has the next one, or are shallower, wrap a block that drifted.
	const firstFileIndent = newLines[firstContinued]!.continues!.file;
	const wrapsDrifted =
		(firstContinued > 0 && newLines[0]!.indent !== firstFileIndent) ||
		newLines.slice(0, firstContinued).some(({ indent }) => indent.length < firstFileIndent.length);
	const stands = ({ indent, continues }: NewIndent) => {
		if (continues === undefined || indent === continues.file) return true;
		return indent !== continues.old && fileStep !== undefined && indent === continues.file + fileStep;
	};
	return shown.length > 0 && !wrapsDrifted && newLines.every(stands);
}

/**
 * Whether `newText` starts as deep as the file where `oldText` does not, steps like the file, and its lines speak for the
 * file: a kept one does not stand as in `oldText`, nor do more of the changed ones.
 */
function startsAsDeep({ pairs, newLines, fileStep }: IndentEvidence, shown: readonly NewIndent[]): boolean {
	const { old, file } = pairs[0]!;
	if (old === file || newLines[0]?.indent !== file) return false;
	const step = leastStep(stepsBetween(newLines.map(({ indent }) => indent)));
	if (step !== undefined && fileStep !== undefined && step !== fileStep) return false;
	const asInOld = shown.filter(({ indent, continues }) => indent === continues!.old);
	const asInFile = shown.filter(({ indent, continues }) => indent === continues!.file);
	return asInOld.length <= asInFile.length && !asInOld.some(({ isKept }) => isKept);
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

/**
 * Whether the first line alone came without its indentation, all others as they are in the file. With only one line to
 * show it, the further lines of `newText` tell: no deeper than the file's line below one that opens nothing, or one step
 * deeper below one that does. What else lies as deep as the file's line could be either.
 */
function firstLineDrift(evidence: IndentEvidence): "proved" | "possible" | "no" {
	const [first, ...others] = evidence.pairs;
	if (first?.old !== "" || first.file === "") return "no";
	if (others.length > 0) {
		const came = others.every(({ old, file }) => old === file) && others.some(({ file }) => file !== "");
		return came ? "proved" : "no";
	}
	const further = evidence.newLines.slice(1).map(({ indent }) => indent);
	if (further.length === 0 || !further.every((indent) => indent.startsWith(first.file))) return "no";
	const isLevel = further.includes(first.file);
	if (isLevel) return evidence.firstLineOpens ? "possible" : "proved";
	const isStepDeeper = evidence.fileStep !== undefined && further.includes(first.file + evidence.fileStep);
	return isStepDeeper && evidence.firstLineOpens ? "proved" : "possible";
}

function firstLineCorrection(line: IndentedLine, { pairs }: IndentEvidence): string | undefined {
	const { indent, isFirst, continues } = line;
	if (indent !== "") return indent;
	if (isFirst) return continues?.isSameBody ? continues.fileIndent : pairs[0]!.file;
	// A further line at the margin could have lost its indentation like the first one, unless others show the margin.
	return pairs.slice(1).some(({ old }) => old === "") ? indent : undefined;
}

interface Rules {
	shift: IndentRule | undefined;
	units: IndentRule[];
}

/** All lines gained, or all lost, one and the same string in front. */
function shiftRule(pairs: readonly IndentPair[]): IndentRule | undefined {
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
 * left below one step (an aligned comment star) stays. Between two units of spaces, two different indents must show it,
 * or the steps of the call and of the file's own lines.
 */
function unitRules(evidence: IndentEvidence): IndentRule[] {
	const { pairs } = evidence;
	if (pairs.every(({ old, file }) => old === file)) return [];
	const rules: IndentRule[] = [];
	for (const from of UNITS) {
		for (const to of UNITS) {
			const convert = (indent: string) => changeUnit(indent, from, to);
			if (from === to || !pairs.every(({ old, file }) => convert(old) === file)) continue;
			if (from.character === to.character && !hasTwoLevels(pairs) && !isStepChange(evidence, from, to)) continue;
			// A remainder that no line showed is no proof: it may be half a step of another unit.
			const rests = new Set(["", ...pairs.map(({ old }) => steps(old, from)?.rest)]);
			rules.push((indent) => (rests.has(steps(indent, from)?.rest) ? convert(indent) : undefined));
		}
	}
	return rules;
}

/** Two different indents that are not empty. */
function hasTwoLevels(pairs: readonly IndentPair[]): boolean {
	return levelsOf(pairs).filter((indent) => indent !== "").length > 1;
}

/** The different indents of `oldText`; one space more aligns and is no other level. */
function levelsOf(pairs: readonly IndentPair[]): string[] {
	const indents = new Set(pairs.map(({ old }) => old));
	return [...indents].filter((indent) => !(indent.endsWith(" ") && indents.has(indent.slice(0, -1))));
}

function isStepChange(evidence: IndentEvidence, from: Unit, to: Unit): boolean {
	return (
		callStep(evidence) === from.character.repeat(from.length) && evidence.fileStep === to.character.repeat(to.length)
	);
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

function provedIndent(indent: string, rules: Rules, evidence: IndentEvidence): string | undefined {
	const byUnit = agreed(rules.units.map((rule) => rule(indent)));
	const byShift = rules.shift?.(indent);
	if (byUnit === "disagree") return undefined;
	const proved = byUnit === undefined ? lonelyShift(byShift, evidence) : agreedOrStepping(byShift, byUnit, evidence);
	return proved !== undefined && mixesNewly(proved, evidence) ? undefined : proved;
}

function agreed(results: readonly (string | undefined)[]): string | undefined | "disagree" {
	const said = new Set(results.filter((result) => result !== undefined));
	if (said.size > 1) return "disagree";
	return [...said][0];
}

/** Where a shift and a change of unit both explain and disagree, a call that steps like the file was shifted. */
function agreedOrStepping(byShift: string | undefined, byUnit: string, evidence: IndentEvidence): string {
	if (byShift === undefined || byShift === byUnit) return byUnit;
	return callStep(evidence) === evidence.fileStep ? byShift : byUnit;
}

/** One level alone does not show whether the call steps like the file, so that its other levels are shifted alike. */
function lonelyShift(byShift: string | undefined, evidence: IndentEvidence): string | undefined {
	const { pairs, fileStep } = evidence;
	if (byShift === undefined || levelsOf(pairs).length > 1 || !couldBeUnitChange(pairs)) return byShift;
	return fileStep !== undefined && callStep(evidence) === fileStep ? byShift : undefined;
}

/** Whether some change of unit explains the lines, on its own or with all indentation taken off first. */
function couldBeUnitChange(pairs: readonly IndentPair[]): boolean {
	if (pairs.every(({ old }) => old === "")) return true;
	return UNITS.some((from) => UNITS.some((to) => pairs.every(({ old, file }) => changeUnit(old, from, to) === file)));
}

/** The smallest step from line to line in the call, or `undefined` if it has none. */
function callStep({ pairs, newLines }: IndentEvidence): string | undefined {
	const found = [...stepsBetween(newLines.map(({ indent }) => indent)), ...stepsBetween(pairs.map(({ old }) => old))];
	return leastStep(found);
}

function leastStep(steps: readonly string[]): string | undefined {
	return steps.reduce((least, step) => (step.length < least.length ? step : least), steps[0] ?? "") || undefined;
}

/** What each line is indented by beyond the line before it. One space aligns (a comment's star) and is no step. */
function stepsBetween(indents: readonly string[]): string[] {
	const found: string[] = [];
	for (const [index, indent] of indents.entries()) {
		const previous = indents[index - 1];
		if (previous === undefined || indent.length <= previous.length || !indent.startsWith(previous)) continue;
		const step = indent.slice(previous.length);
		if (step !== " ") found.push(step);
	}
	return found;
}

/** A mix of tabs and blanks that neither text has is no indent that anybody meant. */
function mixesNewly(indent: string, { pairs, newLines }: IndentEvidence): boolean {
	const mixes = (text: string) => text.includes("\t") && /[^\t]/.test(text);
	if (!mixes(indent)) return false;
	return !pairs.some(({ old, file }) => mixes(old) || mixes(file)) && !newLines.some((line) => mixes(line.indent));
}

/** Lines on each side that are looked at for the file's step; more costs time, fewer may see only a flat stretch. */
const STEP_LINES = 1000;

/** Share of the commonest step from which a smaller one counts: below it, it is noise, above it, deeper ones are continuations. */
const COMMON_STEP = 0.25;

/**
 * The smallest step of indentation that is common in the lines around `offset`, or `undefined`. Steps into a block show it
 * better than those of continued lines, which many styles indent twice as far.
 */
export function stepOfFile(text: string, offset: number): string | undefined {
	const lines = linesAround(text, offset, hasLoneReturnBreaks(text) ? "\r" : "\n");
	const intoBlocks = lines.flatMap(({ indent }, index) => {
		const above = lines[index - 1];
		return above?.opensBlock ? stepsBetween([above.indent, indent]) : [];
	});
	return commonestStep(intoBlocks.length > 0 ? intoBlocks : stepsBetween(lines.map(({ indent }) => indent)));
}

function commonestStep(steps: readonly string[]): string | undefined {
	const counts = new Map<string, number>();
	for (const step of steps) counts.set(step, (counts.get(step) ?? 0) + 1);
	const most = Math.max(0, ...counts.values());
	const common = [...counts].filter(([, count]) => count >= COMMON_STEP * most).map(([step]) => step);
	return common.sort((a, b) => a.length - b.length)[0];
}

/** Characters of a line that are looked at for its indentation: a longer indent is no step of anything. */
const STEP_CHARACTERS = 200;

interface FileLine {
	indent: string;
	/** It ends as a line does whose block comes next. */
	opensBlock: boolean;
}

function linesAround(text: string, offset: number, lineBreak: string): FileLine[] {
	let start = offset;
	for (let line = 0; line < STEP_LINES && start > 0; line++) start = text.lastIndexOf(lineBreak, start - 2) + 1;
	const lines: FileLine[] = [];
	for (let line = 0; line < 2 * STEP_LINES && start < text.length; line++) {
		const [indent] = text.slice(start, start + STEP_CHARACTERS).match(/^[ \t]*(?=[^ \t\r\n])/) ?? [];
		const breakOffset = text.indexOf(lineBreak, start);
		const last = text[breakOffset - 1] === "\r" ? text[breakOffset - 2] : text[breakOffset - 1];
		if (indent !== undefined) lines.push({ indent, opensBlock: last === "{" || last === ":" });
		if (breakOffset === -1) break;
		start = breakOffset + 1;
	}
	return lines;
}
