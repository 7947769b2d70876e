/**
 * Walks the tree of a bash command the way bash would run it, with the commands' effects on files in place of the
 * commands. A branch that may or may not be taken is taken; one that is known not to be taken is not.
 */

import { testUnary } from "./commands/conditions.ts";
import { runCommand } from "./commands/run-command.ts";
import { matchesExtended } from "./glob.ts";
import { type Evaluator, type Input, limited, type Machine } from "./machine.ts";
import {
	type Assignment,
	type Node,
	parseScript,
	type Redirection,
	type Script,
	type Test,
	type Word,
} from "./syntax.ts";
import { isKnown, UNKNOWN } from "./unknown.ts";
import { entryOf, expandText, expandWords } from "./words.ts";

export const BASH: Evaluator = {
	runScript: (text, input, machine) => {
		try {
			return runAll(parseScript(text), input, machine);
		} catch (signal) {
			if (signal instanceof Leave) return signal.output;
			throw signal;
		}
	},
	runWords,
};

/** `exit` or `return` is reached for certain: what follows does not run. */
class Leave extends Error {
	readonly output: string;
	readonly isReturn: boolean;

	constructor(output: string, isReturn: boolean) {
		super();
		this.output = output;
		this.isReturn = isReturn;
	}
}

function runAll(script: Script, input: Input, machine: Machine): string {
	let output = "";
	for (const node of script) {
		try {
			output = limited(output + run(node, input, machine));
		} catch (signal) {
			if (signal instanceof Leave) throw new Leave(limited(output + signal.output), signal.isReturn);
			throw signal;
		}
	}
	return output;
}

function runInSubshell(script: Script, input: Input, machine: Machine): string {
	const shell = machine.subshell();
	shell.uncertain = 0;
	try {
		return runAll(script, input, shell);
	} catch (signal) {
		if (signal instanceof Leave) return signal.output;
		throw signal;
	} finally {
		machine.status = shell.status;
	}
}

function runNested(script: Script, machine: Machine): string {
	return heard(machine, true, () => runInSubshell(script, { text: UNKNOWN }, machine));
}

/** What `action` prints is read by someone, or is heard no more than before. */
function heard(machine: Machine, isHeard: boolean, action: () => string): string {
	const before = machine.isHeard;
	machine.isHeard = isHeard || before;
	try {
		return action();
	} finally {
		machine.isHeard = before;
	}
}

function run(node: Node, input: Input, machine: Machine): string {
	switch (node.kind) {
		case "command":
			return runSimple(node, input, machine);
		case "pipeline":
			return runPipeline(node, input, machine);
		case "conditional":
			return runConditional(node, input, machine);
		case "if":
			return runIf(node, input, machine);
		case "for":
			return runFor(node, input, machine);
		case "while":
			return runWhile(node, input, machine);
		case "case":
			return runCase(node, input, machine);
		case "subshell":
			return runInSubshell(node.body, input, machine);
		case "group":
			return runAll(node.body, input, machine);
		case "redirected":
			return withRedirections(node.redirections, input, machine, (from) => run(node.node, from, machine));
		case "function":
			machine.own().functions.set(node.name, node.body);
			machine.status = true;
			return "";
		case "test":
			machine.status = evaluate(node.expression, machine);
			return "";
		case "opaque":
			machine.status = undefined;
			return "";
	}
}

function runPipeline(node: Node & { kind: "pipeline" }, input: Input, machine: Machine): string {
	let passed = input;
	for (const [index, stage] of node.stages.entries()) {
		const from = passed;
		const output =
			node.stages.length === 1
				? run(stage, from, machine)
				: heard(machine, index < node.stages.length - 1, () => runInSubshell([stage], from, machine));
		passed = { text: output };
	}
	if (node.negated && machine.status !== undefined) machine.status = !machine.status;
	return passed.text;
}

function runConditional(node: Node & { kind: "conditional" }, input: Input, machine: Machine): string {
	let output = run(node.first, input, machine);
	for (const { operator, node: next } of node.rest) {
		const { status } = machine;
		if (status === (operator === "||")) continue;
		output += status === undefined ? perhaps(machine, () => run(next, input, machine)) : run(next, input, machine);
		if (status === undefined) machine.status = undefined;
	}
	return output;
}

/** What happens in `action` may not happen. */
function perhaps(machine: Machine, action: () => string): string {
	machine.uncertain++;
	try {
		return action();
	} finally {
		machine.uncertain--;
	}
}

function runIf(node: Node & { kind: "if" }, input: Input, machine: Machine): string {
	let output = "";
	let open = 0;
	const branch = (body: Script) => {
		output += open > 0 ? perhaps(machine, () => runAll(body, input, machine)) : runAll(body, input, machine);
	};
	for (const { condition, body } of node.branches) {
		output += runAll(condition, input, machine);
		if (machine.status === undefined) open++;
		if (machine.status !== false) {
			const isCertain = machine.status === true;
			branch(body);
			if (isCertain) return output;
		}
	}
	branch(node.otherwise);
	machine.status = undefined;
	return output;
}

function runFor(node: Node & { kind: "for" }, input: Input, machine: Machine): string {
	const values = node.words ? expandWords(node.words, machine, runNested) : (machine.positional?.slice(1) ?? [UNKNOWN]);
	let output = "";
	for (const value of values) {
		machine.ledger.step();
		machine.set(node.name, [value]);
		output = limited(output + perhaps(machine, () => runAll(node.body, input, machine)));
	}
	machine.status = undefined;
	return output;
}

function runWhile(node: Node & { kind: "while" }, input: Input, machine: Machine): string {
	return perhaps(machine, () => {
		let output = "";
		for (let left = -1; left !== input.text.length; ) {
			// Only a loop that reads on comes to an end for sure; any other is followed once.
			left = input.text.length;
			machine.ledger.step();
			output += runAll(node.condition, input, machine);
			if (machine.status === node.until) break;
			output = limited(output + runAll(node.body, input, machine));
		}
		machine.status = undefined;
		return output;
	});
}

function runCase(node: Node & { kind: "case" }, input: Input, machine: Machine): string {
	const subject = node.subject.map((word) => expandText(word, machine, runNested)).join(" ");
	let output = "";
	for (const { patterns, body } of node.items) {
		const texts = patterns.map((word) => expandText(word, machine, runNested));
		if (!isKnown(subject)) output += perhaps(machine, () => runAll(body, input, machine));
		else if (texts.some((text) => matchesExtended(subject, text))) return output + runAll(body, input, machine);
	}
	machine.status = undefined;
	return output;
}

function runSimple(node: Node & { kind: "command" }, input: Input, machine: Machine): string {
	machine.ledger.step();
	const words = expandWords(node.words, machine, runNested);
	return withRedirections(node.redirections, input, machine, (from) => {
		if (node.words.length === 0) {
			machine.status = true;
			for (const assignment of node.assignments) assign(assignment, machine);
			return "";
		}
		if (node.words.some((word) => word.assignment)) {
			for (const { assignment } of node.words) {
				if (!assignment) continue;
				if (words[0] === "alias") machine.own().aliases.set(assignment.name, textOf(assignment, machine));
				else assign(assignment, machine);
				if (words[0] === "export" || words.includes("-x")) machine.own().exported.add(assignment.name);
			}
			machine.status = true;
			return "";
		}
		return node.assignments.length === 0
			? runWords(words, from, machine)
			: withAssignments(node.assignments, machine, () => runWords(words, from, machine));
	});
}

/** Assignments in front of a command hold for it alone. */
function withAssignments(assignments: Assignment[], machine: Machine, command: () => string): string {
	const before = assignments.map(({ name }) => [name, machine.variables.get(name)] as const);
	const added = assignments.filter(({ name }) => !machine.exported.has(name));
	for (const assignment of assignments) {
		assign(assignment, machine);
		machine.own().exported.add(assignment.name);
	}
	const output = command();
	for (const { name } of added) machine.own().exported.delete(name);
	for (const [name, values] of before) {
		if (values) machine.own().variables.set(name, values);
		else machine.own().variables.delete(name);
	}
	return output;
}

function assign(assignment: Assignment, machine: Machine): void {
	const { name, append, isArray, index } = assignment;
	const before = append ? (machine.variables.get(name) ?? []) : [];
	machine.ledger.step(costOf(before));
	if (index) {
		const key = entryOf(expandText(index, machine, runNested), "");
		const others = before.filter((value) => !value.startsWith(key));
		machine.set(name, [...others, key + textOf(assignment, machine)]);
	} else if (isArray) machine.set(name, [...before, ...assignment.values.flatMap((word) => elementsOf(word, machine))]);
	else machine.set(name, [(before[0] ?? "") + textOf(assignment, machine)]);
}

/** An element `[key]=value` is neither split nor matched against files. */
function elementsOf(word: Word, machine: Machine): string[] {
	const [first] = word.pieces;
	const isEntry = (first?.kind === "text" || first?.kind === "pattern") && first.text.startsWith("[");
	return isEntry ? [expandText(word, machine, runNested)] : expandWords([word], machine, runNested);
}

function textOf({ values }: Assignment, machine: Machine): string {
	return values.map((word) => expandText(word, machine, runNested)).join("");
}

function runWords(words: string[], input: Input, machine: Machine): string {
	machine.ledger.step(costOf(words));
	const [name = "", ...args] = words;
	machine.status = undefined;
	const body = machine.functions.get(name);
	if (body) return callFunction(body, words, input, machine);
	const alias = machine.options.has("expand_aliases") ? machine.aliases.get(name) : undefined;
	if (alias !== undefined && machine.depth < MOST_ALIASES) return runAlias(alias, args, input, machine);
	if (name === "exit" || name === "return") {
		if (machine.uncertain === 0) throw new Leave("", name === "return");
		return "";
	}
	return runCommand({ name, args, input }, machine);
}

/** Aliases within aliases. */
const MOST_ALIASES = 20;

function runAlias(alias: string, args: string[], input: Input, machine: Machine): string {
	const quoted = args.map((word) => `'${word.replaceAll("'", "'\\''")}'`);
	machine.depth++;
	try {
		return machine.runHere([alias, ...quoted].join(" "), input);
	} finally {
		machine.depth--;
	}
}

/** Long lists are copied at every step. */
function costOf(words: string[]): number {
	return 1 + words.length / 64;
}

function callFunction(body: Node, words: string[], input: Input, machine: Machine): string {
	if (++machine.depth > 20) return UNKNOWN;
	const { positional, uncertain } = machine;
	machine.positional = words;
	machine.uncertain = 0;
	try {
		return run(body, input, machine);
	} catch (signal) {
		if (signal instanceof Leave && (signal.isReturn || uncertain > 0)) return signal.output;
		throw signal;
	} finally {
		machine.positional = positional;
		machine.uncertain = uncertain;
		machine.depth--;
	}
}

function withRedirections(
	redirections: Redirection[],
	input: Input,
	machine: Machine,
	command: (from: Input) => string,
): string {
	let from = input;
	const outputs: ((output: string) => void)[] = [];
	for (const redirection of redirections) {
		const { operator, descriptor, target } = redirection;
		if (operator === "<<" || operator === "<<<") {
			const text = target.map((word) => expandText(word, machine, runNested)).join(" ");
			if ((descriptor ?? 0) === 0) from = { text: operator === "<<<" ? `${text}\n` : text };
		} else if (operator === "<" && (descriptor ?? 0) === 0) from = { text: readTarget(target, machine) };
		else if (operator !== "<" && operator !== "<&") {
			const write = writeTarget(redirection, machine);
			if (write && (descriptor ?? 1) === 1) outputs.push(write);
		}
	}
	const output = outputs.length > 0 ? heard(machine, true, () => command(from)) : command(from);
	for (const write of outputs) write(output);
	return outputs.length > 0 ? "" : output;
}

function readTarget(target: Word[], machine: Machine): string {
	const piece = target[0]?.pieces[0];
	if (piece?.kind === "process") return runNested(piece.script, machine);
	const [path, ...more] = expandWords(target, machine, runNested);
	return path === undefined || more.length > 0 ? UNKNOWN : machine.contentOf(path);
}

/** Records the write, and returns what keeps the text that is written, if that is standard output. */
function writeTarget(redirection: Redirection, machine: Machine): ((output: string) => void) | undefined {
	const { operator, descriptor, target } = redirection;
	const piece = target[0]?.pieces[0];
	if (piece?.kind === "process") {
		return (output) => {
			runInSubshell(piece.script, { text: output }, machine);
		};
	}
	const [path, ...more] = expandWords(target, machine, runNested);
	if (path === undefined || more.length > 0) return undefined;
	if (operator === ">&" && /^(\d+-?|-)$/.test(path)) return undefined;
	// Opened for reading and writing on standard input, as a rule only to be read.
	if (operator === "<>" && (descriptor ?? 0) === 0) return undefined;
	const clobbers = operator === ">" || operator === "&>" || operator === ">&";
	if (clobbers && machine.options.has("noclobber") && machine.isFile(path)) return () => {};
	const append = operator === ">>" || operator === "&>>";
	const { folder } = machine;
	machine.write(path, "", true);
	return (output) => {
		const inner = machine.folder;
		machine.folder = folder;
		machine.write(path, output, append);
		machine.folder = inner;
	};
}

function evaluate(test: Test, machine: Machine): boolean | undefined {
	switch (test.kind) {
		case "not": {
			const value = evaluate(test.operand, machine);
			return value === undefined ? undefined : value !== (test.times % 2 === 1);
		}
		case "logical": {
			const values = test.operands.map((operand) => evaluate(operand, machine));
			const decisive = test.operator === "||";
			if (values.includes(decisive)) return decisive;
			return values.includes(undefined) ? undefined : !decisive;
		}
		case "unary":
			return testUnary(test.operator, expandText(test.operand, machine, runNested), machine);
		case "binary": {
			const left = expandText(test.left, machine, runNested);
			const right = expandText(test.right, machine, runNested);
			if (!isKnown(left + right) || !/^[!=]?=$/.test(test.operator)) return undefined;
			return matchesExtended(left, right) !== (test.operator === "!=");
		}
	}
}
