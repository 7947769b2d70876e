/**
 * What an expression of inline code may be worth, as far as literals say: strings, names that were given one, lists,
 * joined paths, arguments of the program, names found by a pattern. No value means that it isn't known.
 */

import type { CodeToken } from "./code-tokens.ts";
import { type Machine, OutOfBudget } from "./machine.ts";
import { isKnown, UNKNOWN } from "./unknown.ts";

export interface Value {
	values: string[];
	/** The index of the first token after the expression. */
	end: number;
}

/** Values that one expression may have. More follows longer lists; fewer bounds joins of joins. */
const MOST_VALUES = 1_000;

/** Tokens looked at in all. Honest code takes some tens for each of its tokens; hostile nests would take millions. */
const MOST_VISITS = 300_000;

/** Nesting of calls and lists that is followed. */
const MOST_NESTING = 12;

/** Calls that return their argument as a path, and those that join all of them. */
const SAME =
	/(?:^|\.)(?:Path|PurePath|PosixPath|Pathname\.new|pathlib\.Path|str|String|abspath|realpath|realpathSync|normpath|normalize|expanduser|expand_path|fsPath|path|fspath|File|io\.file)$/;
const JOIN = /(?:^|\.)(?:join|resolve|joinpath|catfile|expand_path)$/;
const SAME_METHOD =
	/^\.(?:resolve|absolute|as_posix|toString|to_s|strip|trim|expanduser|stringify|items|keys|entries|sort|sorted|freeze|each|values|iter)$/;
const GLOB = /(?:^|\.)(?:glob|iglob|globSync|rglob|Dir\.glob|Dir)$/;

export class CodeValues {
	readonly variables = new Map<string, string[]>();
	readonly #tokens: CodeToken[];
	readonly #machine: Machine;
	#visits = 0;

	constructor(tokens: CodeToken[], machine: Machine) {
		this.#tokens = tokens;
		this.#machine = machine;
	}

	/** The expression that begins at a token. */
	at(start: number, nesting = 0): Value {
		this.#visit();
		let value = this.#postfixed(this.#primary(start, nesting), nesting);
		for (;;) {
			const operator = this.#tokens[value.end];
			if (operator?.kind !== "symbol" || !/^[+./]$/.test(operator.text) || value.end === start) return value;
			this.#visit();
			const right = this.#postfixed(this.#primary(value.end + 1, nesting), nesting);
			if (right.end === value.end + 1) return value;
			value = { values: combined(value.values, right.values, operator.text === "/" ? "/" : ""), end: right.end };
		}
	}

	stringOf(token: CodeToken & { kind: "string" }): string[] {
		return token.parts.reduce(
			(heads, part) => combined(heads, "text" in part ? [part.text] : (this.variables.get(part.name) ?? [UNKNOWN]), ""),
			[""],
		);
	}

	/** Where each argument begins, and the index after the closing bracket. */
	argumentsAt(open: number): { starts: number[]; end: number } {
		const hasBracket = this.#isSymbol(open, "(") || this.#isSymbol(open, "[");
		const first = hasBracket ? open + 1 : open;
		const starts = [first];
		let depth = 0;
		let index = first;
		for (; index < this.#tokens.length; index++) {
			this.#visit();
			const token = this.#tokens[index]!;
			if (!hasBracket && depth === 0 && isStatementEnd(token)) break;
			if (token.kind !== "symbol") continue;
			if (/^[([{]$/.test(token.text)) depth++;
			else if (/^[)\]}]$/.test(token.text) && depth-- === 0) break;
			else if (token.text === "," && depth === 0) starts.push(index + 1);
			if (starts.length > MOST_VALUES) break;
		}
		const isEmpty = index === first;
		return {
			starts: isEmpty ? [] : starts.map((start) => this.#skipLines(start)),
			end: hasBracket ? index + 1 : index,
		};
	}

	#visit(): void {
		if (++this.#visits > MOST_VISITS) throw new OutOfBudget();
	}

	#primary(index: number, nesting: number): Value {
		const token = this.#tokens[index];
		if (!token || nesting > MOST_NESTING) return { values: [], end: index };
		if (token.kind === "string") return this.#adjacentStrings(index);
		if (token.kind === "words") return { values: token.words, end: index + 1 };
		if (token.kind === "symbol")
			return /^[[({]$/.test(token.text) ? this.#list(index, nesting) : { values: [], end: index };
		if (token.kind !== "name") return { values: [], end: index + (token.kind === "number" ? 1 : 0) };
		if (
			/^(?:new|await|my|our|const|let|list|sorted|set|tuple|yield)$/.test(token.text) &&
			!this.#isSymbol(index + 1, "=")
		) {
			return this.at(index + 1, nesting + 1);
		}
		return this.#named(token.text, index, nesting);
	}

	#adjacentStrings(index: number): Value {
		let values = [""];
		let end = index;
		for (let token = this.#tokens[end]; token?.kind === "string"; token = this.#tokens[++end]) {
			values = combined(values, this.stringOf(token), "");
		}
		return { values, end };
	}

	/** Every string in a list, a tuple or a table, nested ones included. */
	#list(index: number, nesting: number): Value {
		const { starts, end } = this.argumentsAt(this.#isSymbol(index, "{") ? index + 1 : index);
		const close = this.#isSymbol(index, "{") ? Math.min(end + 1, this.#tokens.length) : end;
		const values: string[] = [];
		for (const start of starts) {
			const element = this.at(start, nesting + 1);
			values.push(...element.values);
			const isPair = this.#isSymbol(element.end, ":") || this.#isSymbol(element.end, "=>");
			if (isPair) values.push(...this.at(element.end + 1, nesting + 1).values);
			if (values.length > MOST_VALUES) break;
		}
		return { values: values.slice(0, MOST_VALUES), end: close };
	}

	#named(text: string, index: number, nesting: number): Value {
		const folder = this.#machine.folder ?? UNKNOWN;
		const isCall = this.#isSymbol(index + 1, "(") || (text === "Dir" && this.#isSymbol(index + 1, "["));
		if (!isCall) {
			if (text === "Dir.pwd") return { values: [folder], end: index + 1 };
			if (text === "shift") return { values: (this.variables.get("ARGV") ?? []).slice(0, 1), end: index + 1 };
			return this.#indexed(this.variables.get(text) ?? [], index + 1);
		}
		const dot = text.lastIndexOf(".");
		const receiver = this.variables.get(text.slice(0, Math.max(dot, 0)));
		const made = receiver?.length && this.#method(receiver, text.slice(dot), index + 1, nesting);
		if (made) return made;
		const { starts, end } = this.argumentsAt(index + 1);
		if (/(?:^|\.)(?:cwd|getcwd|pwd)$/.test(text)) return { values: [folder], end };
		if (/(?:^|\.)home(?:dir)?$/.test(text)) return { values: [this.#machine.files.home], end };
		const args = starts.map((start) => this.at(start, nesting + 1).values);
		if (GLOB.test(text)) return { values: this.#globbed(args[0] ?? []), end };
		if (JOIN.test(text) && args.length > 0) return { values: args.reduce((heads, tails) => joined(heads, tails)), end };
		if (SAME.test(text))
			return { values: args.length > 0 ? args.reduce((heads, tails) => joined(heads, tails)) : ["."], end };
		return { values: [], end };
	}

	#indexed(values: string[], index: number): Value {
		const [open, position, close] = [0, 1, 2].map((offset) => this.#tokens[index + offset]);
		if (open?.kind !== "symbol" || open.text !== "[") return { values, end: index };
		if (position?.kind === "number" && close?.kind === "symbol" && close.text === "]") {
			const value = values[Number(position.text)];
			return { values: value === undefined ? [] : [value], end: index + 3 };
		}
		return { values, end: this.argumentsAt(index).end };
	}

	#postfixed(value: Value, nesting: number): Value {
		let current = value;
		for (;;) {
			const token = this.#tokens[current.end];
			if (token?.kind !== "name" || !token.text.startsWith(".")) return current;
			const next = this.#method(current.values, token.text, current.end + 1, nesting);
			if (!next) return current;
			current = next;
		}
	}

	/** What a method makes of paths, if that is known; `index` is that of its bracket. */
	#method(values: string[], method: string, index: number, nesting: number): Value | undefined {
		const hasArguments = this.#isSymbol(index, "(");
		const { starts, end } = hasArguments ? this.argumentsAt(index) : { starts: [], end: index };
		if (method === ".glob" || method === ".rglob") {
			const patterns = starts[0] === undefined ? [] : this.at(starts[0], nesting + 1).values;
			return { values: this.#globbed(combined(values, patterns, method === ".rglob" ? "/**/" : "/")), end };
		}
		if (method === ".joinpath") {
			return {
				values: starts.reduce((heads, start) => joined(heads, this.at(start, nesting + 1).values), values),
				end,
			};
		}
		return SAME_METHOD.test(method) ? { values, end } : undefined;
	}

	#globbed(patterns: string[]): string[] {
		const { files, folder } = this.#machine;
		return patterns
			.filter(isKnown)
			.flatMap((pattern) => files.glob(pattern, folder, true))
			.slice(0, MOST_VALUES);
	}

	#isSymbol(index: number, text: string): boolean {
		const token = this.#tokens[index];
		return token?.kind === "symbol" && token.text === text;
	}

	#skipLines(index: number): number {
		let at = index;
		while (this.#tokens[at]?.kind === "line") at++;
		return at;
	}
}

function isStatementEnd(token: CodeToken): boolean {
	if (token.kind === "line") return true;
	if (token.kind === "name") return /^(?:or|and|if|unless|do)$/.test(token.text);
	return token.kind === "symbol" && /^(?:;|\|\||&&|\{)$/.test(token.text);
}

function combined(heads: string[], tails: string[], between: string): string[] {
	const all: string[] = [];
	for (const head of heads) {
		for (const tail of tails) {
			if (all.length >= MOST_VALUES) return all;
			// A text that doubles is no path.
			all.push(head.length + tail.length > 10_000 ? UNKNOWN : head + between + tail);
		}
	}
	return all;
}

function joined(heads: string[], tails: string[]): string[] {
	return combined(heads, tails, "/").map((path) => path.replace(/^.*\/(?=\/)/, ""));
}
