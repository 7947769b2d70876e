/**
 * A shell command as a tree of our own. The parser is `unbash`, and this is the only module that knows its node shapes.
 * What the tree holds is what bash would run: it reads line by line and refuses the construct with a syntax error, so
 * statements that don't end on an earlier line than the first error are left out.
 */
import * as unbash from "unbash";

export type Script = Node[];

export type Node =
	| { kind: "command"; assignments: Assignment[]; words: Word[]; redirections: Redirection[] }
	| { kind: "pipeline"; negated: boolean; stages: Node[] }
	| { kind: "conditional"; first: Node; rest: { operator: "&&" | "||"; node: Node }[] }
	| { kind: "if"; branches: { condition: Script; body: Script }[]; otherwise: Script }
	| { kind: "for"; name: string; words: Word[] | undefined; body: Script }
	| { kind: "while"; until: boolean; condition: Script; body: Script }
	| { kind: "case"; subject: Word[]; items: { patterns: Word[]; body: Script }[] }
	| { kind: "subshell" | "group"; body: Script }
	| { kind: "redirected"; node: Node; redirections: Redirection[] }
	| { kind: "function"; name: string; body: Node }
	| { kind: "test"; expression: Test }
	| { kind: "opaque" };

export interface Assignment {
	name: string;
	append: boolean;
	/** Each element of an array, or the one value. */
	values: Word[];
	isArray: boolean;
	/** The key in `name[key]=value`. */
	index: Word | undefined;
}

export interface Redirection {
	operator: unbash.RedirectOperator | "<<<" | "<<";
	/** The descriptor in front, if it is a number. */
	descriptor: number | undefined;
	/** Where to, or the text of a here-document or here-string. */
	target: Word[];
}

export type Test =
	| { kind: "unary"; operator: string; operand: Word }
	| { kind: "binary"; operator: string; left: Word; right: Word }
	| { kind: "logical"; operator: "&&" | "||"; operands: Test[] }
	| { kind: "not"; times: number; operand: Test };

export interface Word {
	/** It begins with an unquoted `~`. */
	tilde: boolean;
	pieces: Piece[];
	/** Set for `name=value` after `export`, `declare` and the like. */
	assignment?: Assignment;
}

export type Piece =
	| { kind: "text"; text: string; quoted: boolean }
	/** `extended`: bash refuses its line unless `extglob` was switched on before. */
	| { kind: "pattern"; text: string; extended: boolean }
	| {
			kind: "parameter";
			name: string;
			quoted: boolean;
			prefix: string;
			index: Word | undefined;
			operation: Operation | undefined;
	  }
	| { kind: "output"; script: Script; quoted: boolean }
	| { kind: "process"; writes: boolean; script: Script }
	| { kind: "unknown" };

export interface Operation {
	/** `:-`, `%%`, `//` and so on; `undefined` for one that isn't worked out. */
	operator: string | undefined;
	operand: Word | undefined;
	replacement: Word | undefined;
}

/** Words that one brace expansion may become. More lets `{1..999}` through whole; fewer bounds the work. */
const MOST_ALTERNATIVES = 512;

/** Text that the brace expansions of one script may become. More expands longer lists; fewer bounds braces on braces. */
const MOST_EXPANDED = 100_000;

let expandedLeft = MOST_EXPANDED;

export function parseScript(source: string): Script {
	expandedLeft = MOST_EXPANDED;
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

function expandBraces(text: string): string[] {
	const done: string[] = [];
	const waiting = [{ head: "", tail: text }];
	while (waiting.length > 0 && done.length + waiting.length <= MOST_ALTERNATIVES) {
		const { head, tail } = waiting.shift()!;
		const brace = firstBrace(tail);
		if (!brace) done.push(head + tail);
		else if (brace.alternatives.length === 0)
			waiting.unshift({ head: head + tail.slice(0, brace.end), tail: tail.slice(brace.end) });
		else {
			const before = head + tail.slice(0, brace.start);
			// Nested braces are inside an alternative: it is looked at again, the text before it is done.
			waiting.unshift(
				...brace.alternatives.map((alternative) => ({ head: before, tail: alternative + tail.slice(brace.end) })),
			);
		}
	}
	return [...done, ...waiting.map(({ head, tail }) => head + tail)];
}

interface Brace {
	start: number;
	end: number;
	/** None: it is no brace expansion. */
	alternatives: string[];
}

function firstBrace(text: string): Brace | undefined {
	const commas: number[] = [];
	let start = -1;
	let depth = 0;
	for (let index = 0; index < text.length; index = afterQuoted(text, index)) {
		const character = text[index];
		if (character === "{" && depth++ === 0) start = index;
		else if (character === "," && depth === 1) commas.push(index);
		else if (character === "}" && depth > 0 && --depth === 0) {
			const cuts = [start, ...commas, index];
			const parts = cuts.slice(1).map((cut, position) => text.slice(cuts[position]! + 1, cut));
			return { start, end: index + 1, alternatives: commas.length > 0 ? parts : sequenceOf(parts[0]!) };
		}
	}
	return undefined;
}

/** Past the character at `index`, or past the whole of what is quoted or substituted there. */
function afterQuoted(text: string, index: number): number {
	const character = text[index];
	if (character === "\\") return index + 2;
	const close = character === "'" || character === '"' || character === "`" ? character : undefined;
	const opened = character === "$" && (text[index + 1] === "{" || text[index + 1] === "(");
	const end = opened
		? text.indexOf(text[index + 1] === "{" ? "}" : ")", index)
		: close
			? text.indexOf(close, index + 1)
			: index;
	return end < 0 ? text.length : end + 1;
}

function sequenceOf(text: string): string[] {
	const numbers = /^(-?\d{1,6})\.\.(-?\d{1,6})$/.exec(text);
	const letters = /^([A-Za-z])\.\.([A-Za-z])$/.exec(text);
	if (!numbers && !letters) return [];
	const [from, to] = numbers
		? [Number(numbers[1]), Number(numbers[2])]
		: [letters![1]!.charCodeAt(0), letters![2]!.charCodeAt(0)];
	const length = Math.min(Math.abs(to - from) + 1, MOST_ALTERNATIVES);
	const values = Array.from({ length }, (_, index) => from + (to < from ? -index : index));
	const width = numbers && [numbers[1]!, numbers[2]!].some((end) => /^-?0\d/.test(end)) ? numbers[1]!.length : 0;
	return values.map((value) => (numbers ? String(value).padStart(width, "0") : String.fromCharCode(value)));
}
