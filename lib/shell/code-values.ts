/**
 * What an expression of inline code may be worth, as far as literals say: strings, names that were given one, lists,
 * tables, joined paths, arguments and environment of the program, names found on disk. No value means that it isn't
 * known.
 */

import { type Bound, bound, combined, folderOf, MOST_VALUES, together } from "./code-bounds.ts";
import { fromEnvironment, resultOfCall, resultOfMethod } from "./code-calls.ts";
import { CodeReader, closes, opens, type VisitBudget } from "./code-reader.ts";
import type { CodeToken } from "./code-tokens.ts";
import type { Machine } from "./machine.ts";
import { UNKNOWN } from "./unknown.ts";

export interface Value extends Bound {
	/** The index of the first token after the expression. */
	end: number;
}

/** Nesting of calls and lists that is followed. */
const MOST_NESTING = 12;

const ENVIRONMENTS: ReadonlySet<string> = new Set(["os.environ", "process.env", "ENV"]);
const PREFIXES: ReadonlySet<string> = new Set(["new", "await", "my", "our", "const", "let", "yield"]);

export class CodeValues extends CodeReader {
	readonly variables: Map<string, Bound>;
	/** What the code's own functions return. */
	readonly returned: Map<string, string[]>;
	readonly #machine: Machine;

	constructor(
		tokens: CodeToken[],
		machine: Machine,
		variables = new Map<string, Bound>(),
		returned = new Map<string, string[]>(),
		budget?: VisitBudget,
	) {
		super(tokens, budget);
		this.#machine = machine;
		this.variables = variables;
		this.returned = returned;
	}

	/** The expression that begins at a token. */
	at(start: number, nesting = 0): Value {
		this.visit();
		let value = this.#postfixed(this.#primary(start, nesting), nesting);
		for (;;) {
			const operator = this.tokens[value.end];
			if (operator?.kind !== "symbol" || value.end === start) return value;
			const { text } = operator;
			if (text !== "+" && text !== "." && text !== "/") return value;
			this.visit();
			const right = this.#postfixed(this.#primary(value.end + 1, nesting), nesting);
			if (right.end === value.end + 1) return value;
			const isList = text === "+" && value.items !== undefined && right.items !== undefined;
			value = isList
				? { values: [...value.values, ...right.values].slice(0, MOST_VALUES), end: right.end }
				: { values: combined(value.values, right.values, text === "/" ? "/" : ""), end: right.end };
		}
	}

	/** The same, and nothing where it goes on with what isn't worked out. */
	wholeAt(start: number): Value {
		const value = this.at(start);
		const next = this.tokens[value.end];
		const goesOn = next?.kind === "name" ? next.text.startsWith(".") : next?.kind === "symbol" && next.text === "%";
		return goesOn ? { values: [], end: value.end } : value;
	}

	stringOf(token: CodeToken & { kind: "string" }): string[] {
		return token.parts.reduce(
			(heads, part) => combined(heads, "text" in part ? [part.text] : this.#interpolated(part.code), ""),
			[""],
		);
	}

	/** The names and the list of `a, b in LIST`, `const a of LIST`; nothing where no list is named. */
	loopAt(index: number, nesting = 0): { names: string[]; value: Value } | undefined {
		const names: string[] = [];
		for (let at = index; at < Math.min(index + 16, this.tokens.length); at++) {
			const token = this.tokens[at]!;
			if (token.kind === "line") return undefined;
			if (token.kind !== "name" || /^(?:my|our|const|let|var|await)$/.test(token.text)) continue;
			if (token.text === "in" || token.text === "of") return { names, value: this.at(at + 1, nesting + 1) };
			if (names.length < 8) names.push(token.text);
		}
		return undefined;
	}

	/** Each of `names` is one of what a list holds. */
	bind(names: readonly string[], { values, columns, fields }: Bound): void {
		const [only] = names;
		if (names.length === 1 && only !== undefined) {
			const isTable = fields !== undefined && columns !== undefined;
			this.variables.set(only, isTable ? { values: columns[0]! } : bound({ values, columns, fields }));
			return;
		}
		for (const [position, name] of names.entries()) {
			this.variables.set(name, { values: fields?.get(name) ?? (columns ? (columns[position] ?? []) : values) });
		}
	}

	#interpolated(code: CodeToken[]): string[] {
		if (code.length === 0) return [UNKNOWN];
		const inner = new CodeValues(code, this.#machine, this.variables, this.returned, this.budget);
		const { values, end } = inner.at(0, MOST_NESTING - 4);
		const rest = code[end];
		const isWhole = rest === undefined || (rest.kind === "symbol" && /^[:!]$/.test(rest.text));
		return isWhole && values.length > 0 ? values : [UNKNOWN];
	}

	#primary(index: number, nesting: number): Value {
		const token = this.tokens[index];
		if (!token || nesting > MOST_NESTING) return { values: [], end: index };
		if (token.kind === "string") return this.#adjacentStrings(index);
		if (token.kind === "words")
			return { values: token.words, items: token.words.map((word) => [word]), end: index + 1 };
		if (token.kind === "symbol") {
			if (token.text === "." && this.isSymbol(index + 1, ".") && this.isSymbol(index + 2, "."))
				return this.at(index + 3, nesting + 1);
			return opens(token.text) ? this.#list(index, nesting) : { values: [], end: index };
		}
		if (token.kind !== "name") return { values: [], end: index + (token.kind === "number" ? 1 : 0) };
		if (PREFIXES.has(token.text) && !this.isSymbol(index + 1, "=")) return this.at(index + 1, nesting + 1);
		return this.#named(token.text, index, nesting);
	}

	#adjacentStrings(index: number): Value {
		let values = [""];
		let end = index;
		for (let token = this.tokens[end]; token?.kind === "string"; token = this.tokens[++end]) {
			values = combined(values, this.stringOf(token), "");
		}
		return { values, end };
	}

	/** A list, a tuple or a table, and what is nested in it. */
	#list(index: number, nesting: number): Value {
		const { starts, end } = this.argumentsAt(index);
		const made = starts.length > 0 && this.#comprehension(index, end, nesting);
		if (made) return { ...made, end };
		const items: string[][] = [];
		const elements: Value[] = [];
		const fields = new Map<string, string[]>();
		const keys: string[] = [];
		const under: string[] = [];
		for (const start of starts) {
			const name = this.tokens[start];
			const element = this.at(start, nesting + 1);
			elements.push(element);
			const isPair = this.isSymbol(element.end, ":") || this.isSymbol(element.end, "=>");
			const value = isPair ? this.at(element.end + 1, nesting + 1) : undefined;
			items.push(value ? [...element.values, ...value.values] : element.values);
			if (!value) continue;
			const names = name?.kind === "name" ? [name.text, ...element.values] : element.values;
			keys.push(...names);
			under.push(...value.values);
			for (const key of names.slice(0, 1)) fields.set(key, value.values);
			if (items.length > MOST_VALUES) break;
		}
		const values = items.flat().slice(0, MOST_VALUES);
		return fields.size > 0
			? { values, items, columns: [keys, under], fields, end }
			: { values, items, ...together(elements), end };
	}

	/** `[VALUE for NAME in LIST]`. */
	#comprehension(open: number, end: number, nesting: number): Value | undefined {
		let depth = 0;
		let isLoop = false;
		for (let index = open + 1; index < end - 1; index++) {
			const token = this.tokens[index]!;
			if (token.kind === "symbol") {
				if (opens(token.text)) depth++;
				else if (closes(token.text)) depth--;
			} else if (depth === 0 && token.kind === "name" && token.text === "for") {
				const loop = this.loopAt(index + 1, nesting + 1);
				if (loop) this.bind(loop.names, loop.value);
				isLoop = true;
			}
		}
		if (!isLoop) return undefined;
		const { values, columns, fields } = this.at(this.skipLines(open + 1), nesting + 1);
		return { ...bound({ values, columns, fields }), end };
	}

	#named(text: string, index: number, nesting: number): Value {
		const isCall = this.isSymbol(index + 1, "(") || (text === "Dir" && this.isSymbol(index + 1, "["));
		if (!isCall) return this.#variable(text, index);
		const dot = text.lastIndexOf(".");
		const receiver = this.variables.get(text.slice(0, Math.max(dot, 0)));
		const made = receiver?.values.length && this.#method(receiver, text.slice(dot), index + 1, nesting);
		if (made) return made;
		const { starts, end } = this.argumentsAt(index + 1);
		const args = starts.map((start) => this.at(start, nesting + 1));
		return { ...(resultOfCall(text, args, this.#machine) ?? { values: this.returned.get(text) ?? [] }), end };
	}

	#variable(text: string, index: number): Value {
		const folder = this.#machine.folder ?? UNKNOWN;
		const end = index + 1;
		if (text === "Dir.pwd" || text === "__dirname" || text === "import.meta.dirname") return { values: [folder], end };
		if (text === "import.meta.url") return { values: [`${folder}/[eval]`], end };
		if (text === "shift") {
			const given = this.variables.get("_")?.items ?? this.variables.get("ARGV")?.values.map((value) => [value]);
			return { values: given?.[0] ?? [], end };
		}
		if (text.startsWith("process.env.")) return { values: fromEnvironment([text.slice(12)], this.#machine), end };
		if (ENVIRONMENTS.has(text) && (this.isSymbol(end, "[") || this.isSymbol(end, "{"))) {
			const { starts, end: close } = this.argumentsAt(end);
			const key = this.tokens[starts[0] ?? 0];
			const names = key?.kind === "name" ? [key.text] : key?.kind === "string" ? this.stringOf(key) : [];
			return { values: fromEnvironment(names, this.#machine), end: close };
		}
		const known = this.variables.get(text);
		if (known) return this.#indexed(known, end);
		const dot = text.lastIndexOf(".");
		const owner = dot > 0 ? this.variables.get(text.slice(0, dot)) : undefined;
		const member = text.slice(dot + 1);
		const values = owner?.fields?.get(member) ?? (/^(?:path|parent)$/.test(member) ? (owner?.values ?? []) : []);
		return this.#indexed({ values: member === "parent" ? values.map(folderOf) : values }, end);
	}

	/** `[0]`, `[1:4]`, `['key']` after a value. */
	#indexed(value: Bound, index: number): Value {
		if (!this.isSymbol(index, "[")) return { ...value, end: index };
		const { end } = this.argumentsAt(index);
		const key = this.tokens[index + 1];
		if (key?.kind === "string") {
			const [name = UNKNOWN] = this.stringOf(key);
			return { values: value.fields?.get(name) ?? value.values, end };
		}
		const isSlice = this.isSymbol(index + 2, ":") || this.isSymbol(index + 1, ":");
		const position = key?.kind === "number" ? Number(key.text) : 0;
		if (isSlice) {
			const items = value.items ?? value.values.map((one) => [one]);
			const kept = items.slice(position);
			return { values: kept.flat(), items: kept, end };
		}
		if (key?.kind !== "number") return { ...value, end };
		return { values: (value.columns ?? value.items)?.[position] ?? value.values.slice(position, position + 1), end };
	}

	#postfixed(value: Value, nesting: number): Value {
		let current = value;
		for (;;) {
			const token = this.tokens[current.end];
			if (token?.kind !== "name" || !token.text.startsWith(".")) return current;
			const owner = this.throughMembers(current, token.text);
			const method = token.text.slice(token.text.lastIndexOf("."));
			const next = owner && this.#method(owner, method, current.end + 1, nesting);
			if (!next) return current;
			current = next;
		}
	}

	/** What `.parent.name` is called on: the value, or what its members in between are worth. */
	throughMembers(value: Bound, members: string): Bound | undefined {
		const between = members.split(".").slice(1, -1);
		return between.reduce<Bound | undefined>(
			(owner, member) => owner && resultOfMethod(`.${member}`, owner, () => [], this.#machine),
			value,
		);
	}

	/** What a method makes of a value, if that is known; `index` is that of its bracket. */
	#method(receiver: Bound, method: string, index: number, nesting: number): Value | undefined {
		const { starts, end } = this.isSymbol(index, "(") ? this.argumentsAt(index) : { starts: [], end: index };
		const { values } = receiver;
		if (method === ".map") return this.#mapped(receiver, starts, end, nesting);
		if (method === ".split")
			return starts.length === 0 ? { values: values.flatMap((text) => text.split(/\s+/)), end } : undefined;
		if (method === ".slice") {
			const from = this.tokens[starts[0] ?? end];
			return { values: from?.kind === "number" ? values.slice(Number(from.text)) : values, end };
		}
		const ending = method === ".filter" || method === ".select" ? this.#endingIn(index, end) : undefined;
		if (ending !== undefined) return { values: values.filter((value) => value.endsWith(ending)), end };
		const args = () => starts.map((start) => this.at(start, nesting + 1).values);
		const result = resultOfMethod(method, receiver, args, this.#machine);
		return result && { ...result, end };
	}

	/** `.map((f) => EXPRESSION)`, and other functions as far as they keep what they are given. */
	#mapped(receiver: Bound, starts: number[], end: number, nesting: number): Value {
		const start = starts[0] ?? end;
		const arrow = [1, 3].find((offset) => this.isSymbol(start + offset, "=>"));
		const parameter = this.tokens[arrow === 3 ? start + 1 : start];
		if (arrow === undefined || parameter?.kind !== "name") return { ...receiver, end };
		this.bind([parameter.text], receiver);
		const { values } = this.at(start + arrow + 1, nesting + 1);
		return { values, end };
	}

	/** `f => f.endsWith('.ts')`: the ending that a filter asks for. */
	#endingIn(open: number, end: number): string | undefined {
		for (let index = open; index < Math.min(end, open + 12); index++) {
			const token = this.tokens[index]!;
			const text = this.tokens[index + 2];
			if (token.kind === "name" && /\.end(?:sWith|swith|_with\?)$/.test(token.text) && text?.kind === "string")
				return this.stringOf(text)[0];
		}
		return undefined;
	}
}
