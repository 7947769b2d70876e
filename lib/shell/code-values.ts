/**
 * What an expression of inline code may be worth, as far as literals say: strings, names that were given one, lists,
 * tables, joined paths, arguments and environment of the program, names found on disk. No value means that it isn't
 * known.
 */

import { foldersAndNames, namesIn, pathsBelow, pathsMatching } from "./code-files.ts";
import type { CodeToken } from "./code-tokens.ts";
import { type Machine, OutOfBudget } from "./machine.ts";
import { UNKNOWN } from "./unknown.ts";

export interface Bound {
	/** Every string that it may be, or that is anywhere in it. */
	values: string[];
	/** What each element of a list may be. */
	items?: string[][];
	/** Of a list of tuples: what the first, the second and so on of each may be. Of a table: its keys and its values. */
	columns?: string[][];
	/** Of a table, or of the tables in a list: what stands under each key. */
	fields?: Map<string, string[]>;
}

export interface Value extends Bound {
	/** The index of the first token after the expression. */
	end: number;
}

/** Values that one expression may have. More follows longer lists; fewer bounds joins of joins. */
const MOST_VALUES = 1_000;

/** Tokens looked at in all. Honest code takes some tens for each of its tokens; hostile nests would take millions. */
const MOST_VISITS = 300_000;

/** Nesting of calls and lists that is followed. */
const MOST_NESTING = 12;

/** What a call of a function makes of its arguments, by its name or the last part of it. */
type Making = "same" | "join" | "list" | "folder" | "name" | "cwd" | "home" | "environment" | "names" | "glob" | "walk";

const MADE_BY: Record<Making, string> = {
	same: "Path PurePath PosixPath str String abspath realpath realpathSync normpath normalize expanduser fsPath path fspath File fileURLToPath URL Pathname.new io.file shlex.split",
	join: "join resolve joinpath catfile expand_path",
	list: "list sorted set tuple enumerate reversed iter Array.from Object.entries Object.assign",
	folder: "dirname",
	name: "basename",
	cwd: "cwd getcwd pwd",
	home: "home homedir",
	environment: "getenv os.environ.get ENV.fetch Deno.env.get",
	names: "listdir readdirSync readdir scandir Dir.children Dir.entries",
	glob: "glob iglob globSync rglob Dir",
	walk: "walk",
};

const MAKINGS: ReadonlyMap<string, Making> = new Map(
	Object.entries(MADE_BY).flatMap(([making, names]) =>
		names.split(" ").map((name): [string, Making] => [name, making as Making]),
	),
);

/** Methods whose outcome has the values of what they are called on, or some of them. */
const SAME_METHODS: ReadonlySet<string> = new Set(
	(
		"resolve absolute as_posix toString to_s strip trim expanduser stringify items entries sort sorted freeze iter filter " +
		"select reject uniq reverse flat concat path copy compact to_a each_with_index with_index"
	).split(" "),
);

const ENVIRONMENTS: ReadonlySet<string> = new Set(["os.environ", "process.env", "ENV"]);
const PREFIXES: ReadonlySet<string> = new Set(["new", "await", "my", "our", "const", "let", "yield"]);

export class CodeValues {
	readonly variables: Map<string, Bound>;
	/** What the code's own functions return. */
	readonly returned: Map<string, string[]>;
	readonly #tokens: CodeToken[];
	readonly #machine: Machine;
	#visits = 0;

	constructor(
		tokens: CodeToken[],
		machine: Machine,
		variables = new Map<string, Bound>(),
		returned = new Map<string, string[]>(),
	) {
		this.#tokens = tokens;
		this.#machine = machine;
		this.variables = variables;
		this.returned = returned;
	}

	/** The expression that begins at a token. */
	at(start: number, nesting = 0): Value {
		this.#visit();
		let value = this.#postfixed(this.#primary(start, nesting), nesting);
		for (;;) {
			const operator = this.#tokens[value.end];
			if (operator?.kind !== "symbol" || value.end === start) return value;
			const { text } = operator;
			if (text !== "+" && text !== "." && text !== "/") return value;
			this.#visit();
			const right = this.#postfixed(this.#primary(value.end + 1, nesting), nesting);
			if (right.end === value.end + 1) return value;
			const isList = text === "+" && value.items !== undefined && right.items !== undefined;
			value = isList
				? { values: [...value.values, ...right.values].slice(0, MOST_VALUES), end: right.end }
				: { values: combined(value.values, right.values, text === "/" ? "/" : ""), end: right.end };
		}
	}

	stringOf(token: CodeToken & { kind: "string" }): string[] {
		return token.parts.reduce(
			(heads, part) => combined(heads, "text" in part ? [part.text] : this.#interpolated(part.code), ""),
			[""],
		);
	}

	/** Where each argument begins, and the index after the closing bracket. */
	argumentsAt(open: number): { starts: number[]; end: number } {
		const hasBracket = this.#isSymbol(open, "(") || this.#isSymbol(open, "[") || this.#isSymbol(open, "{");
		const first = hasBracket ? open + 1 : open;
		const starts = [first];
		let depth = 0;
		let index = first;
		for (; index < this.#tokens.length; index++) {
			this.#visit();
			const token = this.#tokens[index]!;
			if (!hasBracket && depth === 0 && isStatementEnd(token)) break;
			if (token.kind !== "symbol") continue;
			if (opens(token.text)) depth++;
			else if (closes(token.text) && depth-- === 0) break;
			else if (token.text === "," && depth === 0) starts.push(index + 1);
			if (starts.length > MOST_VALUES) break;
		}
		const kept = starts.map((start) => this.#skipLines(start)).filter((start) => start < index);
		return { starts: kept, end: hasBracket ? index + 1 : index };
	}

	/** The names and the list of `a, b in LIST`, `const a of LIST`; nothing where no list is named. */
	loopAt(index: number, nesting = 0): { names: string[]; value: Value } | undefined {
		const names: string[] = [];
		for (let at = index; at < Math.min(index + 16, this.#tokens.length); at++) {
			const token = this.#tokens[at]!;
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

	#visit(): void {
		if (++this.#visits > MOST_VISITS) throw new OutOfBudget();
	}

	#interpolated(code: CodeToken[]): string[] {
		if (code.length === 0) return [UNKNOWN];
		const inner = new CodeValues(code, this.#machine, this.variables, this.returned);
		inner.#visits = this.#visits;
		const { values, end } = inner.at(0, MOST_NESTING - 4);
		this.#visits = inner.#visits;
		const rest = code[end];
		const isWhole = rest === undefined || (rest.kind === "symbol" && /^[:!]$/.test(rest.text));
		return isWhole && values.length > 0 ? values : [UNKNOWN];
	}

	#primary(index: number, nesting: number): Value {
		const token = this.#tokens[index];
		if (!token || nesting > MOST_NESTING) return { values: [], end: index };
		if (token.kind === "string") return this.#adjacentStrings(index);
		if (token.kind === "words")
			return { values: token.words, items: token.words.map((word) => [word]), end: index + 1 };
		if (token.kind === "symbol") {
			if (token.text === "." && this.#isSymbol(index + 1, ".") && this.#isSymbol(index + 2, "."))
				return this.at(index + 3, nesting + 1);
			return opens(token.text) ? this.#list(index, nesting) : { values: [], end: index };
		}
		if (token.kind !== "name") return { values: [], end: index + (token.kind === "number" ? 1 : 0) };
		if (PREFIXES.has(token.text) && !this.#isSymbol(index + 1, "=")) return this.at(index + 1, nesting + 1);
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
			const name = this.#tokens[start];
			const element = this.at(start, nesting + 1);
			elements.push(element);
			const isPair = this.#isSymbol(element.end, ":") || this.#isSymbol(element.end, "=>");
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
			const token = this.#tokens[index]!;
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
		const { values, columns, fields } = this.at(this.#skipLines(open + 1), nesting + 1);
		return { ...bound({ values, columns, fields }), end };
	}

	#named(text: string, index: number, nesting: number): Value {
		const isCall = this.#isSymbol(index + 1, "(") || (text === "Dir" && this.#isSymbol(index + 1, "["));
		if (!isCall) return this.#variable(text, index);
		const dot = text.lastIndexOf(".");
		const receiver = this.variables.get(text.slice(0, Math.max(dot, 0)));
		const made = receiver?.values.length && this.#method(receiver, text.slice(dot), index + 1, nesting);
		if (made) return made;
		const { starts, end } = this.argumentsAt(index + 1);
		const args = starts.map((start) => this.at(start, nesting + 1));
		return { ...this.#called(text, args), end };
	}

	/** What a call of a known function, or of the code's own, returns. */
	#called(text: string, args: Bound[]): Bound {
		const [first = { values: [] }, second] = args;
		if (text === "zip")
			return { values: args.flatMap(({ values }) => values), columns: args.map(({ values }) => values) };
		if (text === "Object.keys") return { values: first.columns?.[0] ?? first.values };
		if (text === "Object.values") return { values: first.columns?.[1] ?? first.values };
		const { files, folder } = this.#machine;
		const all = (): string[] => (args.length > 0 ? args.map(({ values }) => values).reduce(joined) : ["."]);
		switch (MAKINGS.get(text) ?? MAKINGS.get(text.slice(text.lastIndexOf(".") + 1))) {
			case "same":
			case "join":
				return { values: all() };
			case "list":
				return bound(first);
			case "folder":
				return { values: first.values.map(folderOf) };
			case "name":
				return { values: first.values.map((path) => path.slice(path.lastIndexOf("/") + 1)) };
			case "cwd":
				return { values: [folder ?? UNKNOWN] };
			case "home":
				return { values: [files.home] };
			case "environment":
				return { values: this.#environment(first.values, second?.values ?? []) };
			case "names":
				return { values: namesIn(first.values, this.#machine) };
			case "glob":
				return { values: pathsMatching(first.values, this.#machine) };
			case "walk":
				return foldersAndNames(first.values, this.#machine);
			case undefined:
				return { values: this.returned.get(text) ?? [] };
		}
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
		if (text.startsWith("process.env.")) return { values: this.#environment([text.slice(12)], []), end };
		if (ENVIRONMENTS.has(text) && (this.#isSymbol(end, "[") || this.#isSymbol(end, "{"))) {
			const { starts, end: close } = this.argumentsAt(end);
			const key = this.#tokens[starts[0] ?? 0];
			const names = key?.kind === "name" ? [key.text] : key?.kind === "string" ? this.stringOf(key) : [];
			return { values: this.#environment(names, []), end: close };
		}
		const known = this.variables.get(text);
		if (known) return this.#indexed(known, end);
		const dot = text.lastIndexOf(".");
		const owner = dot > 0 ? this.variables.get(text.slice(0, dot)) : undefined;
		const member = text.slice(dot + 1);
		const values = owner?.fields?.get(member) ?? (/^(?:path|parent)$/.test(member) ? (owner?.values ?? []) : []);
		return this.#indexed({ values: member === "parent" ? values.map(folderOf) : values }, end);
	}

	/** Values of exported variables, `otherwise` where there is none. */
	#environment(names: string[], otherwise: string[]): string[] {
		const { exported, variables } = this.#machine;
		const found = names.flatMap((name) => (exported.has(name) ? (variables.get(name) ?? []) : []));
		return found.length > 0 ? found : otherwise;
	}

	/** `[0]`, `[1:4]`, `['key']` after a value. */
	#indexed(value: Bound, index: number): Value {
		if (!this.#isSymbol(index, "[")) return { ...value, end: index };
		const { end } = this.argumentsAt(index);
		const key = this.#tokens[index + 1];
		if (key?.kind === "string") {
			const [name = UNKNOWN] = this.stringOf(key);
			return { values: value.fields?.get(name) ?? value.values, end };
		}
		const isSlice = this.#isSymbol(index + 2, ":") || this.#isSymbol(index + 1, ":");
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
			const token = this.#tokens[current.end];
			if (token?.kind !== "name" || !token.text.startsWith(".")) return current;
			const next = this.#method(current, token.text, current.end + 1, nesting);
			if (!next) return current;
			current = next;
		}
	}

	/** What a method makes of paths, if that is known; `index` is that of its bracket. */
	#method(receiver: Bound, method: string, index: number, nesting: number): Value | undefined {
		const { values, columns } = receiver;
		const { starts, end } = this.#isSymbol(index, "(") ? this.argumentsAt(index) : { starts: [], end: index };
		const first = (): string[] => (starts[0] === undefined ? [] : this.at(starts[0], nesting + 1).values);
		switch (method) {
			case ".glob":
			case ".rglob":
				return {
					values: pathsMatching(combined(values, first(), method === ".rglob" ? "/**/" : "/"), this.#machine),
					end,
				};
			case ".iterdir":
			case ".children":
				return { values: pathsBelow(values, this.#machine), end };
			case ".joinpath":
				return {
					values: starts.reduce((heads, start) => joined(heads, this.at(start, nesting + 1).values), values),
					end,
				};
			case ".with_name":
				return { values: joined(values.map(folderOf), first()), end };
			case ".parent":
				return { values: values.map(folderOf), end };
			case ".keys":
				return { values: columns?.[0] ?? values, end };
			case ".values":
				return { values: columns?.[1] ?? values, end };
			case ".get":
				return { values: first().flatMap((key) => receiver.fields?.get(key) ?? []), end };
			case ".split":
				return starts.length === 0 ? { values: values.flatMap((text) => text.split(/\s+/)), end } : undefined;
			case ".slice":
				return this.#sliced(receiver, starts, end);
			case ".map":
				return this.#mapped(receiver, starts, end, nesting);
		}
		if (!SAME_METHODS.has(method.slice(1))) return undefined;
		const ending = method === ".filter" || method === ".select" ? this.#endingIn(index, end) : undefined;
		return ending === undefined
			? { ...receiver, end }
			: { values: values.filter((value) => value.endsWith(ending)), end };
	}

	#sliced({ values }: Bound, starts: number[], end: number): Value {
		const from = this.#tokens[starts[0] ?? end];
		return { values: from?.kind === "number" ? values.slice(Number(from.text)) : values, end };
	}

	/** `.map((f) => EXPRESSION)`, and other functions as far as they keep what they are given. */
	#mapped(receiver: Bound, starts: number[], end: number, nesting: number): Value {
		const start = starts[0] ?? end;
		const arrow = [1, 3].find((offset) => this.#isSymbol(start + offset, "=>"));
		const parameter = this.#tokens[arrow === 3 ? start + 1 : start];
		if (arrow === undefined || parameter?.kind !== "name") return { ...receiver, end };
		this.bind([parameter.text], receiver);
		const { values } = this.at(start + arrow + 1, nesting + 1);
		return { values, end };
	}

	/** `f => f.endsWith('.ts')`: the ending that a filter asks for. */
	#endingIn(open: number, end: number): string | undefined {
		for (let index = open; index < Math.min(end, open + 12); index++) {
			const token = this.#tokens[index]!;
			const text = this.#tokens[index + 2];
			if (token.kind === "name" && /\.end(?:sWith|swith|_with\?)$/.test(token.text) && text?.kind === "string")
				return this.stringOf(text)[0];
		}
		return undefined;
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

/** Without the parts that aren't there. */
function bound({
	values,
	items,
	columns,
	fields,
}: {
	values: string[];
	items?: string[][] | undefined;
	columns?: string[][] | undefined;
	fields?: Map<string, string[]> | undefined;
}): Bound {
	return { values, ...(items && { items }), ...(columns && { columns }), ...(fields && { fields }) };
}

/** What the tuples or tables of a list hold in the same place. */
function together(elements: Value[]): Pick<Bound, "columns" | "fields"> {
	const tables = elements.flatMap(({ fields }) => fields ?? []);
	if (tables.length > 0) {
		const fields = new Map<string, string[]>();
		for (const table of tables)
			for (const [key, values] of table) fields.set(key, [...(fields.get(key) ?? []), ...values]);
		return { fields };
	}
	const rows = elements.flatMap(({ items }) => (items ? [items] : []));
	if (rows.length === 0) return {};
	const width = Math.min(Math.max(...rows.map((row) => row.length)), 8);
	return { columns: Array.from({ length: width }, (_, position) => rows.flatMap((row) => row[position] ?? [])) };
}

function folderOf(path: string): string {
	const slash = path.lastIndexOf("/");
	return slash < 0 ? "." : path.slice(0, Math.max(slash, 1));
}

function opens(symbol: string): boolean {
	return symbol === "(" || symbol === "[" || symbol === "{";
}

function closes(symbol: string): boolean {
	return symbol === ")" || symbol === "]" || symbol === "}";
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
