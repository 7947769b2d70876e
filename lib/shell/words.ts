/**
 * The words of a command after all expansions, as the command receives them. What can't be known is `UNKNOWN` inside the
 * word; a pattern that matches nothing stays as it is.
 */
import { escapePattern, hasPattern, matchesPattern, unescapePattern } from "./glob.ts";
import { type Input, limited, type Machine } from "./machine.ts";
import type { Operation, Piece, Script, Word } from "./tree.ts";
import { withoutEnd } from "./trimmed.ts";
import { isKnown, UNKNOWN } from "./unknown.ts";

/** Runs what stands in `$( )`, `<( )` or `>( )` and returns what it prints. */
export type RunNested = (script: Script, machine: Machine, input?: Input) => string;

/** Longest value whose beginning or end is matched against a pattern; longer ones count as unknown. */
const MOST_TRIMMED = 1024;

/** Words that one command may have. More follows longer lists; fewer bounds the work. */
const MOST_FIELDS = 10_000;

export function expandWords(words: Word[], machine: Machine, runNested: RunNested): string[] {
	const fields: string[] = [];
	for (const word of words) {
		for (const pattern of fieldsOf(word, machine, runNested)) {
			const found = hasPattern(pattern) ? globbed(pattern, machine) : [];
			for (const field of found) fields.push(field);
			if (found.length === 0) fields.push(unescapePattern(pattern));
			if (fields.length > MOST_FIELDS) return fields;
		}
	}
	return fields;
}

/** The value of one word where bash neither splits nor looks for files: assignments, here-documents, tests. */
export function expandText(word: Word, machine: Machine, runNested: RunNested): string {
	const text = word.pieces.map((piece) => valuesOf(piece, machine, runNested).join(" ")).join("");
	return limited(word.tilde ? withHome(text, machine) : text);
}

function globbed(pattern: string, machine: Machine): string[] {
	return isKnown(pattern) ? machine.files.glob(pattern, machine.folder, machine.options.has("globstar")) : [];
}

/** The fields of a word as patterns, in which what was quoted is escaped. */
function fieldsOf(word: Word, machine: Machine, runNested: RunNested): string[] {
	const fields: string[] = [];
	let current: string | undefined;
	let endsWithBlank = false;
	const append = (pattern: string) => {
		if (endsWithBlank && current !== undefined) fields.push(current);
		current = (endsWithBlank ? "" : (current ?? "")) + pattern;
		endsWithBlank = false;
	};
	for (const piece of word.pieces) {
		if (piece.kind === "text") append(escapePattern(piece.text));
		else if (piece.kind === "pattern") append(isUnderstood(piece, machine) ? piece.text : UNKNOWN);
		else {
			const quoted = piece.kind === "process" || piece.kind === "unknown" || piece.quoted;
			const values = valuesOf(piece, machine, runNested);
			const parts = quoted ? values.map(escapePattern) : values.flatMap((value) => splitUnquoted(value, append));
			for (const [index, part] of parts.entries()) {
				if (index > 0) {
					if (current !== undefined) fields.push(current);
					current = undefined;
				}
				append(part);
			}
			if (!quoted && /[ \t\n]$/.test(values.at(-1) ?? "")) endsWithBlank = true;
		}
	}
	if (current !== undefined) fields.push(current);
	if (!word.tilde || fields[0] === undefined) return fields;
	return [withHome(fields[0], machine), ...fields.slice(1)];
}

function isUnderstood({ extended }: Piece & { kind: "pattern" }, machine: Machine): boolean {
	return !extended || machine.options.has("extglob");
}

function splitUnquoted(value: string, append: (pattern: string) => void): string[] {
	const parts = value.split(/[ \t\n]+/).filter((part) => part !== "");
	// A blank at the front ends the field before it, which an empty first part does.
	if (/^[ \t\n]/.test(value) && parts.length > 0) append("");
	return /^[ \t\n]/.test(value) ? ["", ...parts].slice(parts.length > 0 ? 0 : 1) : parts;
}

function withHome(text: string, machine: Machine): string {
	const end = text.indexOf("/") < 0 ? text.length : text.indexOf("/");
	const name = text.slice(0, end);
	if (name === "~") return machine.files.home + text.slice(end);
	if (name === "~+") return (machine.folder ?? UNKNOWN) + text.slice(end);
	return UNKNOWN + text.slice(end);
}

function valuesOf(piece: Piece, machine: Machine, runNested: RunNested): string[] {
	switch (piece.kind) {
		case "text":
		case "pattern":
			return [piece.text];
		case "output":
			return [withoutEnd(runNested(piece.script, machine.subshell()), "\n")];
		case "process":
			return [machine.pipeOf(runNested(piece.script, machine.subshell()))];
		case "parameter":
			return parameterValues(piece, machine, runNested);
		case "unknown":
			return [UNKNOWN];
	}
}

function parameterValues(piece: Parameter, machine: Machine, runNested: RunNested): string[] {
	const values = namedValues(piece, machine, runNested);
	if (piece.prefix === "!" && isWhole(piece)) return keysOf(machine.variables.get(piece.name) ?? []);
	if (piece.prefix !== "") return [UNKNOWN];
	const { operation } = piece;
	if (!operation) return values ?? [UNKNOWN];
	const operand = operation.operand ? expandText(operation.operand, machine, runNested) : "";
	if (/^:?[-=]$/.test(operation.operator ?? "")) {
		const usable = values && (operation.operator!.length === 1 || values.some((value) => value !== ""));
		if (usable) return values;
		if (operation.operator!.endsWith("=")) machine.set(piece.name, [operand]);
		return [operand];
	}
	if (operation.operator === "+" || operation.operator === ":+") return values ? [operand] : [UNKNOWN];
	const replacement = operation.replacement ? expandText(operation.replacement, machine, runNested) : "";
	return (values ?? [UNKNOWN]).map((value) => operated(value, operation, operand, replacement));
}

type Parameter = Piece & { kind: "parameter" };

function isWhole({ index }: Parameter): boolean {
	const [piece] = index?.pieces ?? [];
	return piece?.kind === "text" ? piece.text === "@" || piece.text === "*" : piece?.kind === "pattern";
}

/** An element of an array that has a key holds it in front of its value. */
export function entryOf(key: string, value: string): string {
	return `[${key}]=${value}`;
}

function keysOf(elements: string[]): string[] {
	return elements.map((element, position) => ENTRY.exec(element)?.[1] ?? String(position));
}

const ENTRY = /^\[([^\]]{0,999})\]=/;

function namedValues(piece: Parameter, machine: Machine, runNested: RunNested): string[] | undefined {
	const { name } = piece;
	const { positional, variables } = machine;
	if (name === "@" || name === "*") return positional?.slice(1);
	if (name === "#") return positional ? [String(positional.length - 1)] : undefined;
	if (/^\d+$/.test(name)) {
		const value = positional?.[Number(name)];
		return positional ? [value ?? ""] : undefined;
	}
	if (!variables.has(name)) {
		if (name === "PWD") return machine.folder === undefined ? undefined : [machine.folder];
		if (name === "OLDPWD") return machine.previousFolder === undefined ? undefined : [machine.previousFolder];
		if (name === "HOME" || name === "USERPROFILE") return [machine.files.home];
		return undefined;
	}
	const values = variables.get(name)!;
	if (isWhole(piece)) return values.map((value) => value.replace(ENTRY, ""));
	const key = piece.index ? expandText(piece.index, machine, runNested) : "0";
	const start = entryOf(key, "");
	const entry = piece.index && values.find((value) => value.startsWith(start));
	if (entry) return [entry.slice(start.length)];
	const position = Number(key);
	return Number.isInteger(position) ? [values.at(position) ?? ""] : [UNKNOWN];
}

function operated(value: string, operation: Operation, operand: string, replacement: string): string {
	const { operator } = operation;
	if (operator === ":?" || operator === "?") return value;
	if (!isKnown(value) || operator === undefined || value.length > MOST_TRIMMED) return UNKNOWN;
	const pattern = operation.operand?.pieces.map((piece) =>
		piece.kind === "text" ? escapePattern(piece.text) : piece.kind === "pattern" ? piece.text : undefined,
	);
	const simple = pattern?.every((part) => part !== undefined) ? pattern.join("") : escapePattern(operand);
	switch (operator) {
		case "#":
		case "##":
			return value.slice(trimmedLength(value, simple, operator === "##", (length) => value.slice(0, length)));
		case "%":
		case "%%":
			return value.slice(
				0,
				value.length - trimmedLength(value, simple, operator === "%%", (length) => value.slice(value.length - length)),
			);
		case "/":
			return hasPattern(simple) ? UNKNOWN : value.replace(operand, () => replacement);
		case "//":
			return hasPattern(simple) || operand === "" ? UNKNOWN : value.replaceAll(operand, () => replacement);
		case "/#":
			return value.startsWith(operand) ? replacement + value.slice(operand.length) : value;
		case "/%":
			return value.endsWith(operand) ? value.slice(0, value.length - operand.length) + replacement : value;
		case "^^":
			return value.toUpperCase();
		case ",,":
			return value.toLowerCase();
		default:
			return UNKNOWN;
	}
}

/** How many characters of an end the pattern takes: the fewest, or the most when `greedy`. */
function trimmedLength(value: string, pattern: string, greedy: boolean, part: (length: number) => string): number {
	const lengths = Array.from({ length: value.length + 1 }, (_, length) => (greedy ? value.length - length : length));
	return lengths.find((length) => matchesPattern(part(length), pattern)) ?? 0;
}
