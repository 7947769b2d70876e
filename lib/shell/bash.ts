/**
 * Walks the tree of a bash command the way bash would run it, with the commands' effects on files in place of the
 * commands. A branch that may or may not be taken is taken; one that is known not to be taken is not.
 */

import { assign, costOf, textOf } from "./assignments.ts";
import { runCommand } from "./commands/run-command.ts";
import { evaluate } from "./double-brackets.ts";
import { extendedTest } from "./glob.ts";
import { type Evaluator, type Input, limited, type Machine } from "./machine.ts";
import { withRedirections } from "./redirections.ts";
import { parseScript } from "./syntax.ts";
import type { Assignment, Node, Script } from "./tree.ts";
import { isKnown, UNKNOWN } from "./unknown.ts";
import { expandText, expandWords } from "./words.ts";

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

function runNested(script: Script, machine: Machine, input: Input = { text: UNKNOWN }): string {
	return machine.whileHeard(true, () => runInSubshell(script, input, machine));
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
			return withRedirections(node.redirections, input, machine, runNested, (from) => run(node.node, from, machine));
		case "function":
			machine.own().functions.set(node.name, node.body);
			machine.status = true;
			return "";
		case "test":
			machine.status = evaluate(node.expression, machine, runNested);
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
				: machine.whileHeard(index < node.stages.length - 1, () => runInSubshell([stage], from, machine));
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
		else if (texts.some((text) => extendedTest(text)(subject))) return output + runAll(body, input, machine);
	}
	machine.status = undefined;
	return output;
}

function runSimple(node: Node & { kind: "command" }, input: Input, machine: Machine): string {
	machine.ledger.step();
	const words = expandWords(node.words, machine, runNested);
	return withRedirections(node.redirections, input, machine, runNested, (from) => {
		if (node.words.length === 0) {
			machine.status = true;
			for (const assignment of node.assignments) assign(assignment, machine, runNested);
			return "";
		}
		if (node.words.some((word) => word.assignment)) {
			for (const { assignment } of node.words) {
				if (!assignment) continue;
				if (words[0] === "alias") machine.own().aliases.set(assignment.name, textOf(assignment, machine, runNested));
				else assign(assignment, machine, runNested);
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
		assign(assignment, machine, runNested);
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

/** Steps for reading the text of one. */
const ALIAS_COST = 10;

function runAlias(alias: string, args: string[], input: Input, machine: Machine): string {
	const quoted = args.map((word) => `'${word.replaceAll("'", "'\\''")}'`);
	machine.depth++;
	machine.ledger.step(ALIAS_COST);
	try {
		return machine.runHere([alias, ...quoted].join(" "), input);
	} finally {
		machine.depth--;
	}
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
