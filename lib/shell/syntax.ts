/**
 * A shell command as a tree of our own. The parser is `unbash`, and this is the only module that knows its node shapes.
 * What the tree holds is what bash would run: it reads line by line and refuses the construct with a syntax error, so
 * statements that don't end on an earlier line than the first error are left out.
 */
import * as unbash from "unbash";
import { expandBraces, MOST_ALTERNATIVES } from "./braces.ts";
import type { Assignment, Node, Operation, Piece, Redirection, Script, Test, Word } from "./tree.ts";

/** Text that the brace expansions of one script may become. More expands longer lists; fewer bounds braces on braces. */
const MOST_EXPANDED = 100_000;

/** Statements of one script that are taken over. Every one costs a step, and the steps end well before. */
const MOST_STATEMENTS = 8_000;

let expandedLeft = MOST_EXPANDED;
let statementsLeft = MOST_STATEMENTS;

export function parseScript(source: string): Script {
	expandedLeft = MOST_EXPANDED;
	statementsLeft = MOST_STATEMENTS;
	return scriptOf(unbash.parse(source), source);
}

function scriptOf(parsed: unbash.ParsedScript, source: string): Script {
	const brokenAt = Math.min(...(parsed.errors ?? []).map((error) => error.pos));
	const lastBreak = Number.isFinite(brokenAt) ? source.lastIndexOf("\n", brokenAt - 1) : Number.POSITIVE_INFINITY;
	const namesExtended = source.includes("extglob");
	const script: Script = [];
	for (const statement of parsed.commands) {
		if (statement.end > lastBreak || (namesExtended && comesTooEarly(statement, source))) break;
		try {
			script.push(statementOf(statement));
		} catch (error) {
			if (error instanceof BrokenSubstitution) break;
			throw error;
		}
	}
	return script;
}

/** How far in front of a statement a `shopt` is looked for. */
const LONGEST_SHOPT = 200;

/** Lines are read whole before they run, so `shopt -s extglob` comes too late for the rest of its own. */
function comesTooEarly({ pos, end }: unbash.Statement, source: string): boolean {
	const before = source
		.slice(Math.max(0, pos - LONGEST_SHOPT), pos)
		.split("\n")
		.at(-1)!;
	return /\bshopt\b[^;]*\bextglob\b/.test(before) && /[?*+@!]\(/.test(source.slice(pos, end));
}

/** A syntax error inside `$( )`: bash refuses the statement around it. */
class BrokenSubstitution extends Error {}

function listOf(list: unbash.CompoundList): Script {
	return list.commands.map(statementOf);
}

/** What runs in the background has a shell of its own. */
function statementOf(statement: unbash.Statement): Node {
	if (statementsLeft-- <= 0) return { kind: "opaque" };
	const node = nodeOf(statement.command);
	return statement.background ? { kind: "subshell", body: [node] } : node;
}

function nodeOf(node: unbash.PipelineNode | unbash.AndOr | unbash.CompoundList): Node {
	switch (node.type) {
		case "Command":
			return commandOf(node);
		case "Pipeline": {
			const negated = node.prefixes.filter((prefix) => prefix.type === "Negation").length % 2 === 1;
			return { kind: "pipeline", negated, stages: node.commands.map(nodeOf) };
		}
		case "AndOr": {
			const [first, ...others] = node.commands.map(nodeOf);
			const rest = others.map((other, index) => ({ operator: node.operators[index]!, node: other }));
			return { kind: "conditional", first: first ?? { kind: "opaque" }, rest };
		}
		case "Redirected":
			return { kind: "redirected", node: nodeOf(node.command), redirections: node.redirects.map(redirectionOf) };
		case "Function":
			return { kind: "function", name: node.name.value, body: nodeOf(node.body) };
		case "Coproc":
			return { kind: "subshell", body: [nodeOf(node.body)] };
		case "Subshell":
			return { kind: "subshell", body: listOf(node.body) };
		case "BraceGroup":
			return { kind: "group", body: listOf(node.body) };
		case "CompoundList":
			return { kind: "group", body: listOf(node) };
		case "TestCommand":
			return { kind: "test", expression: testOf(node.expression) };
		default:
			return loopOrChoiceOf(node);
	}
}

function loopOrChoiceOf(
	node:
		| unbash.If
		| unbash.For
		| unbash.ArithmeticFor
		| unbash.Select
		| unbash.While
		| unbash.Case
		| unbash.ArithmeticCommand,
): Node {
	switch (node.type) {
		case "If": {
			const branches = [node, ...node.elif].map(({ clause, then }) => ({
				condition: listOf(clause),
				body: listOf(then),
			}));
			return { kind: "if", branches, otherwise: node.else ? listOf(node.else) : [] };
		}
		case "For":
		case "Select":
			return { kind: "for", name: node.name.value, words: node.wordlist?.flatMap(wordsOf), body: listOf(node.body) };
		case "While":
			return { kind: "while", until: node.kind === "until", condition: listOf(node.clause), body: listOf(node.body) };
		case "ArithmeticFor":
			return { kind: "while", until: false, condition: [{ kind: "opaque" }], body: listOf(node.body) };
		case "Case": {
			const items = node.items.map((item) => ({ patterns: item.pattern.flatMap(wordsOf), body: listOf(item.body) }));
			return { kind: "case", subject: wordsOf(node.word), items };
		}
		case "ArithmeticCommand":
			return { kind: "opaque" };
	}
}

function commandOf(node: unbash.Command): Node {
	const assignments = node.prefix.filter((item) => item.type === "Assignment").map(assignmentOf);
	const args = node.args.flatMap((argument) =>
		argument.type === "Assignment" ? [assignmentWord(argument)] : wordsOf(argument),
	);
	const words = node.name ? [...wordsOf(node.name), ...args] : args;
	return { kind: "command", assignments, words, redirections: node.redirects.map(redirectionOf) };
}

function assignmentOf(node: unbash.Assignment): Assignment {
	const isArray = node.value.type === "ArrayValue";
	const values = node.value.type === "ArrayValue" ? node.value.elements.flatMap(wordsOf) : [wordOf(node.value)];
	const index = node.index && wordOf(node.index);
	return { name: node.name, append: node.append === true || index !== undefined, values, isArray, index };
}

function assignmentWord(node: unbash.Assignment): Word {
	return { tilde: false, pieces: [{ kind: "text", text: node.text, quoted: true }], assignment: assignmentOf(node) };
}

function redirectionOf(node: unbash.Redirection): Redirection {
	const descriptor = node.descriptor?.type === "FileDescriptor" ? node.descriptor.value : undefined;
	if (node.type === "HereDoc") {
		const { parts, text } = node.body;
		const literal: Piece[] = [{ kind: "text", text: bodyText(node), quoted: true }];
		const pieces = parts && !node.delimiter?.quoted ? parts.flatMap((part) => piecesOf(part, true)) : literal;
		return { operator: "<<", descriptor, target: [{ tilde: false, pieces: text === "" ? [] : pieces }] };
	}
	return { operator: node.operator, descriptor, target: node.target ? wordsOf(node.target) : [] };
}

function bodyText(node: unbash.HereDoc): string {
	return node.operator === "<<-" ? node.body.text.replace(/^\t+/gm, "") : node.body.text;
}

function testOf(node: unbash.TestExpression): Test {
	switch (node.type) {
		case "TestUnary":
			return { kind: "unary", operator: node.operator, operand: wordOf(node.operand) };
		case "TestBinary":
			return { kind: "binary", operator: node.operator, left: wordOf(node.left), right: wordOf(node.right) };
		case "TestLogical":
			return { kind: "logical", operator: node.operator, operands: node.operands.map(testOf) };
		case "TestNot":
			return { kind: "not", times: node.negations.length, operand: testOf(node.operand) };
		case "TestGroup":
			return testOf(node.expression);
	}
}

/** Brace expansion comes before all others, so one word of the source may be several. */
function wordsOf(word: unbash.Word): Word[] {
	if (!word.parts?.some((part) => part.type === "BraceExpansion")) return [wordOf(word)];
	const texts = word.text.length > MOST_EXPANDED / MOST_ALTERNATIVES || expandedLeft < 0 ? [] : expandBraces(word.text);
	expandedLeft -= texts.length * word.text.length;
	if (texts.length === 0) return [wordOf(word)];
	return texts.flatMap((text) => {
		const command = unbash.parse(`: ${text}`).commands[0]?.command;
		const args = command?.type === "Command" ? command.args : [];
		return args.flatMap((argument) => (argument.type === "Word" ? [wordOf(argument)] : []));
	});
}

function wordOf(word: unbash.Word): Word {
	const pieces: Piece[] = word.parts?.flatMap((part) => piecesOf(part, false)) ?? [
		{ kind: "text", text: word.value, quoted: word.text !== word.value || word.value === "" },
	];
	return { tilde: word.text.startsWith("~"), pieces };
}

function piecesOf(part: unbash.WordPart, quoted: boolean): Piece[] {
	switch (part.type) {
		case "Literal":
			return [{ kind: "text", text: part.value, quoted }];
		case "SingleQuoted":
		case "AnsiCQuoted":
			return [{ kind: "text", text: part.value, quoted: true }];
		case "DoubleQuoted":
		case "LocaleString":
			return [{ kind: "text", text: "", quoted: true }, ...part.parts.flatMap((child) => piecesOf(child, true))];
		case "Glob":
			return [
				quoted ? { kind: "text", text: part.text, quoted } : { kind: "pattern", text: part.text, extended: false },
			];
		case "ExtendedGlob":
			return [{ kind: "pattern", text: part.text, extended: true }];
		case "SimpleExpansion":
			return [
				{ kind: "parameter", name: part.text.slice(1), quoted, prefix: "", index: undefined, operation: undefined },
			];
		case "ParameterExpansion":
			return [parameterOf(part, quoted)];
		case "CommandExpansion":
			return [{ kind: "output", script: nestedScript(part, part.text.slice(part.text[0] === "`" ? 1 : 2)), quoted }];
		case "ProcessSubstitution":
			return [{ kind: "process", writes: part.operator === ">", script: nestedScript(part, part.text.slice(2)) }];
		case "BraceExpansion":
			return [{ kind: "text", text: part.text, quoted }];
		default:
			return [{ kind: "unknown" }];
	}
}

function nestedScript(part: { script: unbash.ParsedScript | undefined }, source: string): Script {
	if (!part.script?.errors) return part.script ? scriptOf(part.script, source) : [];
	// Text in backquotes is parsed only when its turn comes, and then nothing of it runs.
	if (source.endsWith("`")) return [];
	throw new BrokenSubstitution();
}

function parameterOf(part: unbash.ParameterExpansionPart, quoted: boolean): Piece {
	const { parameter: name, prefix = "", index, operation } = part;
	return { kind: "parameter", name, quoted, prefix, index: index && wordOf(index), operation: operationOf(operation) };
}

function operationOf(operation: unbash.ParameterOperation | undefined): Operation | undefined {
	switch (operation?.type) {
		case undefined:
			return undefined;
		case "Default":
		case "Remove":
			return { operator: operation.operator, operand: wordOf(operation.operand), replacement: undefined };
		case "Replace": {
			const { operator, pattern, replacement } = operation;
			return { operator, operand: wordOf(pattern), replacement: wordOf(replacement) };
		}
		case "CaseModification":
			return {
				operator: operation.operand ? undefined : operation.operator,
				operand: undefined,
				replacement: undefined,
			};
		default:
			return { operator: undefined, operand: undefined, replacement: undefined };
	}
}
