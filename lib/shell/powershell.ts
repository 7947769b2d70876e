/**
 * Runs what `powershell-syntax.ts` read, with effects on files in place of commands. Values are texts; objects that stand
 * for files are their paths.
 */
import { runCommand } from "./commands/run-command.ts";
import type { Evaluator, Machine } from "./machine.ts";
import { runCmdlet } from "./powershell-cmdlets.ts";
import { type Evaluation, Parameters } from "./powershell-parameters.ts";
import { writePath } from "./powershell-paths.ts";
import { runStatic } from "./powershell-statics.ts";
import { parsePowerShell } from "./powershell-syntax.ts";
import type { PsElement, PsFunction, PsPiece, PsScript, PsStatement, PsWord } from "./powershell-tree.ts";
import { isKnown, UNKNOWN } from "./unknown.ts";

export const POWERSHELL: Evaluator = {
	runScript: (text, _input, machine) => {
		if (!isKnown(text)) return UNKNOWN;
		const values = runScript(parsePowerShell(text), machine, []);
		return values.map((value) => `${value}\n`).join("");
	},
	runWords: (words, _input, machine) =>
		runNamed(
			words.map((text) => ({ kind: "text", pieces: [{ text }], quoted: true }) as const),
			machine,
			[],
		).join("\n"),
};

function runScript(script: PsScript, machine: Machine, input: string[]): string[] {
	return script.flatMap((statement) => runStatement(statement, machine, input));
}

function runStatement(statement: PsStatement, machine: Machine, input: string[]): string[] {
	machine.ledger.step();
	switch (statement.kind) {
		case "pipeline":
			return runPipeline(statement.elements, machine, input);
		case "assignment": {
			const before = statement.append ? (machine.variables.get(statement.name) ?? []) : [];
			machine.set(statement.name, [...before, ...runPipeline(statement.value, machine, input)]);
			return [];
		}
		case "foreach":
			return runScript(statement.list, machine, input).flatMap((value) => {
				machine.set(statement.name, [value]);
				return runScript(statement.body, machine, input);
			});
		case "parts":
			return statement.scripts.flatMap((script) => runScript(script, machine, input));
		case "function":
			machine.own().powershellFunctions.set(statement.name, statement);
			return [];
	}
}

function runPipeline(elements: PsElement[], machine: Machine, input: string[]): string[] {
	let values = input;
	for (const [index, element] of elements.entries()) {
		values = runElement(element, machine, index === 0 ? [] : values);
		for (const target of element.targets) for (const path of valuesOf(target, machine)) writePath(path, machine);
		if (element.targets.length > 0) values = [];
	}
	return values;
}

function runElement(element: PsElement, machine: Machine, input: string[]): string[] {
	machine.ledger.step();
	const [first, ...rest] = element.words;
	if (!first) return [];
	if (first.kind === "block" && element.isCalled) return runScript(first.script, machine, input);
	const isCommand = first.kind === "text" && (!first.quoted || rest.length > 0) && !isExpression(first);
	if (isCommand) return runNamed(element.words, machine, input);
	const values = valuesOf(first, machine);
	if (rest.length === 0) return values;
	// Only a sum of texts is worked out; what else stands in an expression may still write.
	const [operator, right] = rest;
	const others = rest.map((word) => valuesOf(word, machine));
	const isSum = operator?.kind === "text" && right && rest.length === 2 && textOf(operator, machine) === "+";
	return isSum ? values.flatMap((head) => others[1]!.map((tail) => head + tail)) : [UNKNOWN];
}

/** A word that begins with a variable or a number is a value. */
function isExpression(word: PsWord & { kind: "text" }): boolean {
	const [first] = word.pieces;
	if (!first) return true;
	return "text" in first ? !word.quoted && /^\d+$/.test(first.text) : true;
}

function runNamed(words: PsWord[], machine: Machine, input: string[]): string[] {
	const name = textOf(words[0]!, machine);
	if (!isKnown(name) || name === "") return [];
	const evaluation: Evaluation = {
		valuesOf: (word) => valuesOf(word, machine),
		runBlock: (script, values) => runScript(script, machine, values),
	};
	const own = machine.powershellFunctions.get(name.toLowerCase());
	if (own) return callFunction(own, new Parameters(words.slice(1), evaluation), input, machine);
	const known = runCmdlet(name, words.slice(1), input, machine, evaluation);
	if (known) return known;
	const args = words.slice(1).flatMap((word) => valuesOf(word, machine));
	const shell = machine.subshell("bash");
	shell.isHeard = true;
	const output = runCommand({ name, args, input: { text: input.join("\n") } }, shell);
	return output.split("\n").filter((line) => line !== "");
}

function callFunction(
	{ parameters, body }: PsFunction,
	given: Parameters,
	input: string[],
	machine: Machine,
): string[] {
	const shell = machine.subshell();
	let position = 0;
	for (const name of parameters) shell.set(name, given.get(name) ?? given.positional[position++] ?? []);
	shell.set("args", given.positional.flat());
	return runScript(body, shell, input);
}

function textOf(word: PsWord, machine: Machine): string {
	return valuesOf(word, machine).join(" ");
}

function valuesOf(word: PsWord, machine: Machine): string[] {
	switch (word.kind) {
		case "text":
			return joined(word.pieces, machine);
		case "list":
			return word.items.flatMap((item) => valuesOf(item, machine));
		case "group":
			return member(runScript(word.script, machine, []), word.member);
		case "block":
			return [UNKNOWN];
		case "static":
			return runStatic(
				word.type,
				word.member,
				word.args.map((argument) => valuesOf(argument, machine)),
				machine,
			);
	}
}

function joined(pieces: PsPiece[], machine: Machine): string[] {
	const [only] = pieces;
	if (pieces.length === 1 && only && "variable" in only) return member(variable(only.variable, machine), only.member);
	const texts = pieces.map((piece) => {
		if ("text" in piece) return piece.text;
		if ("script" in piece) return runScript(piece.script, machine, []).join(" ");
		return member(variable(piece.variable, machine), piece.member).join(" ");
	});
	return [texts.join("").replace(/^~(?=$|[\\/])/, machine.files.home)];
}

function variable(name: string, machine: Machine): string[] {
	if (name === "psitem") return variable("_", machine);
	if (name === "pwd") return [machine.folder ?? UNKNOWN];
	if (name === "home" || name === "env:userprofile" || name === "env:home") return [machine.files.home];
	return machine.variables.get(name) ?? [UNKNOWN];
}

/** What a member of a file's object is, the object being its path. */
function member(values: string[], name: string): string[] {
	if (/^(?:|fullname|path|pspath|providerpath|tostring|filename|fullpath)$/.test(name)) return values;
	if (name === "name") return values.map((value) => value.split(/[\\/]/).at(-1)!);
	return values.map(() => UNKNOWN);
}
