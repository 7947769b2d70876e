/**
 * How names of inline code come by their values: assignments, loops, blocks, parameters of the code's own functions. What
 * functions are called with is seen only after their body, so one scan learns it for the next.
 */
import { type Bound, bound } from "./code-bounds.ts";
import type { CodeToken, Language } from "./code-tokens.ts";
import type { CodeValues, Value } from "./code-values.ts";

/** What one scan tells the next. */
export interface Learnt {
	/** What the parameters of functions were given, by the name of the function and of the parameter. */
	parameters: Map<string, string[]>;
	/** What functions return. */
	returned: Map<string, string[]>;
	/** The loop inside a bracket, whose names stand in front of it. */
	comprehensions: Map<number, { names: string[]; value: Value }>;
}

/** Tokens between a bracket and the loop inside it. More follows longer comprehensions; fewer bounds the look back. */
const MOST_BEFORE_LOOP = 200;

const DEFINES: Record<Language, string> = {
	python: "def",
	ruby: "def",
	perl: "sub",
	javascript: "function",
	php: "function",
	lua: "function",
};

export class CodeNames {
	readonly learnt: Learnt;
	readonly #tokens: CodeToken[];
	readonly #language: Language;
	readonly #values: CodeValues;
	readonly #signatures = new Map<string, string[]>();
	/** What a name could be before a test of its ending, and what the tests let through. */
	readonly #tested = new Map<string, { all: Bound; passed: Set<string> }>();
	#function = "";
	#class = "";
	/** Where the sign of an assignment to several names stands: it isn't one to the last of them. */
	#assigned = -1;

	constructor(tokens: CodeToken[], language: Language, values: CodeValues, learnt?: Learnt) {
		this.#tokens = tokens;
		this.#language = language;
		this.#values = values;
		this.learnt = learnt ?? { parameters: new Map(), returned: values.returned, comprehensions: new Map() };
	}

	/** Whether another scan would see more. */
	learntSomething(): boolean {
		const { parameters, returned, comprehensions } = this.learnt;
		return parameters.size + returned.size + comprehensions.size > 0;
	}

	/** Whether the name at `index` was a keyword, or was given a value. */
	learnFrom(text: string, index: number): boolean {
		const next = this.#symbol(index + 1);
		if (text === DEFINES[this.#language]) this.#define(index + 1);
		else if (text === "class") this.#class = this.#nameAt(index + 1) ?? "";
		else if (text === "constructor" && next === "(") this.#signature(this.#class, index + 1);
		else if (text === "return") this.#return(index + 1);
		else if (text === "for" || text === "foreach") this.#loop(index);
		else if (next === "=" && index + 1 === this.#assigned) return true;
		else if (next === "=") this.#assign(text, index + 2);
		else if (next === ":" && this.#tokens[index + 2]?.kind === "name" && this.#symbol(index + 3) === "=")
			this.#assign(text, index + 4);
		else if (/^[[(]$/.test(next ?? "") && /^(?:const|let|var|my|our)$/.test(text)) this.#assignPlaces(index + 1);
		else if (next === "," && this.#startsStatement(index)) return this.#assignSeveral(index);
		else {
			if (!text.includes(".")) return false;
			if (/\.(?:append|push|add)$/.test(text) && next === "(") this.#append(text, index + 1);
			else if (/\.(?:end(?:sWith|swith|_with\?)|suffix)$/.test(text)) this.#test(text, index);
			return false;
		}
		return true;
	}

	isFunction(name: string): boolean {
		return this.#signatures.has(name) || this.#signatures.has(lastPart(name));
	}

	giveArguments(called: string, starts: number[]): void {
		const name = this.#signatures.has(called) ? called : lastPart(called);
		for (const [position, start] of starts.entries()) {
			const keyword = this.#symbol(start + 1) === "=" ? this.#nameAt(start) : undefined;
			const parameter = keyword ?? this.#signatures.get(name)![position];
			if (parameter === undefined) continue;
			const { values } = this.#values.at(keyword === undefined ? start : start + 2);
			const key = `${name} ${parameter}`;
			this.learnt.parameters.set(key, [...(this.learnt.parameters.get(key) ?? []), ...values]);
		}
	}

	/** In front of the value of a comprehension: its names hold what the loop behind it was seen to give them. */
	enterBracket(index: number): void {
		const loop = this.learnt.comprehensions.get(index);
		if (loop) this.#bind(loop.names, loop.value);
	}

	/** `.each { |f|`, `.each do |a, b|`, `.forEach((f) =>`, `.forEach(function (f)`. */
	bindBlock(index: number, value: Bound): void {
		const names: string[] = [];
		for (const token of this.#tokens.slice(index, index + 14)) {
			if (token.kind === "symbol" && (token.text === "=>" || (names.length > 0 && /^[|)]$/.test(token.text)))) break;
			if (token.kind === "name" && !/^(?:do|async|function)$/.test(token.text)) names.push(token.text);
		}
		// A function of a list is given the index after the value.
		const isTable = value.columns !== undefined || value.fields !== undefined;
		this.#bind(isTable ? names : names.slice(0, 1), value);
	}

	/** `def f(a, b)`, `function f(a, b)`, `sub f {`. */
	#define(index: number): void {
		const name = this.#nameAt(index);
		if (name === undefined) return;
		this.#function = name;
		if (this.#language === "perl") this.#places(name);
		else this.#signature(name === "__init__" || name === "initialize" ? this.#class : name, index + 1);
	}

	/** Perl names no parameters: they are known by their place in `@_`. */
	#places(name: string): void {
		const places = Array.from({ length: 8 }, (_, place) => String(place));
		const items = places.map((place) => this.learnt.parameters.get(`${name} ${place}`) ?? []);
		this.#set("_", { values: items.flat(), items });
		this.#signatures.set(name, places);
	}

	#signature(name: string, index: number): void {
		const names: string[] = [];
		const { starts } = this.#symbol(index) === "(" ? this.#values.argumentsAt(index) : { starts: [index] };
		for (const start of starts) {
			const parameter = this.#nameAt(start);
			if (parameter === undefined || parameter === "self" || parameter === "cls") continue;
			names.push(parameter);
			const given = this.learnt.parameters.get(`${name} ${parameter}`) ?? [];
			const byDefault = this.#symbol(start + 1) === "=" ? this.#values.at(start + 2).values : [];
			this.#set(parameter, { values: [...given, ...byDefault] });
		}
		this.#signatures.set(name, names);
	}

	#return(index: number): void {
		const { values } = this.#values.at(index);
		if (this.#function !== "" && values.length > 0)
			this.learnt.returned.set(this.#function, [...(this.learnt.returned.get(this.#function) ?? []), ...values]);
	}

	#assign(name: string, start: number): void {
		const token = this.#tokens[start];
		// `const f = (a) => ...`, `const f = a => ...`, `const f = function (a) ...`
		const isFunction = token?.kind === "name" && (token.text === "function" || token.text === "async");
		const afterBrackets = this.#symbol(start) === "(" ? this.#values.argumentsAt(start).end : start + 1;
		const isArrow = this.#symbol(afterBrackets) === "=>";
		if (!isFunction && !isArrow) {
			this.#set(name, this.#values.wholeAt(start));
			return;
		}
		this.#function = name;
		this.#signature(name, isArrow ? start : start + 1);
		if (isArrow && this.#symbol(afterBrackets + 1) !== "{") this.#return(afterBrackets + 1);
	}

	/** `[, , a] = LIST`, `my ($a, $b) = @_`. */
	#assignPlaces(open: number): void {
		const names: string[] = [];
		let at = open + 1;
		for (; names.length < 16 && at < this.#tokens.length && !/^[\])]$/.test(this.#symbol(at) ?? ""); at++) {
			const name = this.#nameAt(at);
			names.push(name ?? "");
			if (name !== undefined) at++;
			if (this.#symbol(at) !== ",") break;
		}
		if (this.#symbol(at + 1) === "=") this.#unpack(names, at + 2);
	}

	/** `a, b = c, d`; false where it is something else. */
	#assignSeveral(index: number): boolean {
		const names = [this.#nameAt(index)!];
		let at = index + 1;
		for (; this.#symbol(at) === "," && names.length < 8; at += 2) names.push(this.#nameAt(at + 1) ?? "");
		if (this.#symbol(at) === "]" || this.#symbol(at) === ")") at++;
		if (this.#symbol(at) !== "=") return false;
		this.#assigned = at;
		this.#unpack(names, at + 1);
		return true;
	}

	#unpack(names: string[], start: number): void {
		const { starts } = this.#language === "python" ? this.#values.argumentsAt(start) : { starts: [start] };
		const isTuple = starts.length > 1 && !/^[([]$/.test(this.#symbol(start) ?? "");
		const whole = this.#values.at(start);
		for (const [position, name] of names.entries()) {
			const tupled = starts[position];
			const values = isTuple
				? tupled === undefined
					? []
					: this.#values.at(tupled).values
				: (whole.items?.[position] ?? whole.values.slice(position, position + 1));
			if (name !== "") this.#set(name, { values });
		}
	}

	#startsStatement(index: number): boolean {
		let first = index;
		// `const [, , a]` has its empty places in front.
		while (this.#symbol(first - 1) === "," || this.#symbol(first - 1) === "[" || this.#symbol(first - 1) === "(")
			first--;
		const before = this.#tokens[first - 1];
		return (
			before === undefined ||
			before.kind === "line" ||
			(before.kind === "symbol" && (before.text === ";" || before.text === ":")) ||
			(before.kind === "name" && /^(?:const|let|var|my|our)$/.test(before.text))
		);
	}

	/** `for a, b in LIST`, `for (const a of LIST)`, `foreach my $a (LIST)`, `foreach (LIST as $a)`, `for (LIST)`. */
	#loop(index: number): void {
		if (this.#language === "perl" || this.#language === "php") {
			this.#loopOverList(index + 1);
			return;
		}
		const loop = this.#values.loopAt(index + 1);
		if (!loop) return;
		const open = this.#bracketAround(index);
		if (open !== undefined) this.learnt.comprehensions.set(open, loop);
		this.#bind(loop.names, loop.value);
	}

	/** The bracket whose comprehension the loop at `index` is; `undefined` for a statement. */
	#bracketAround(index: number): number | undefined {
		if (this.#language !== "python") return undefined;
		let depth = 0;
		for (let at = index - 1; at >= Math.max(0, index - MOST_BEFORE_LOOP); at--) {
			const symbol = this.#symbol(at) ?? "";
			if (/^[)\]}]$/.test(symbol)) depth++;
			else if (/^[([{]$/.test(symbol) && depth-- === 0) return at;
		}
		return undefined;
	}

	#loopOverList(index: number): void {
		const names: string[] = [];
		for (let at = index; at < index + 6; at++) {
			const name = this.#nameAt(at);
			if (name !== undefined && !/^(?:my|our)$/.test(name)) names.push(name);
			if (this.#symbol(at) !== "(") continue;
			if (this.#language === "perl") {
				this.#bind(names.length > 0 ? names : ["_"], this.#values.at(at));
				return;
			}
			const list = this.#values.at(at + 1);
			const last = this.#tokens.slice(list.end, list.end + 5).filter((token) => token.kind === "name");
			this.#bind(
				last.map((token) => token.text).filter((text) => text !== "as"),
				list,
			);
			return;
		}
	}

	#append(text: string, open: number): void {
		const name = text.slice(0, text.lastIndexOf("."));
		const before = this.#values.variables.get(name);
		const [start] = this.#values.argumentsAt(open).starts;
		if (!before || start === undefined) return;
		const { values } = this.#values.at(start);
		this.#values.variables.set(name, { ...before, values: [...before.values, ...values].slice(0, 1_000) });
	}

	/** `if name.endswith('.py')`, `if not name.endswith('.py'): continue`, `if path.suffix == '.py'`. */
	#test(text: string, index: number): void {
		const name = text.slice(0, text.lastIndexOf("."));
		const bound = this.#values.variables.get(name);
		const compares = this.#symbol(index + 1) === "==" || this.#symbol(index + 1) === "!=";
		if (!bound || !(compares || this.#symbol(index + 1) === "(" || this.#nameAt(index + 1) === "in")) return;
		const { values: endings, end } = this.#values.at(index + (compares ? 2 : 1));
		const before = this.#tokens[index - 1];
		const isNegated =
			this.#symbol(index + 1) === "!=" ||
			(before?.kind === "name" && before.text === "not") ||
			(before?.kind === "symbol" && before.text === "!");
		const skips = this.#tokens
			.slice(end, end + 4)
			.some((token) => token.kind === "name" && /^(?:continue|return|next)$/.test(token.text));
		if (endings.length === 0 || isNegated !== skips) return;
		const tested = this.#tested.get(name) ?? { all: bound, passed: new Set<string>() };
		this.#tested.set(name, tested);
		for (const value of tested.all.values)
			if (endings.some((ending) => value.endsWith(ending))) tested.passed.add(value);
		this.#values.variables.set(name, { values: [...tested.passed] });
	}

	#bind(names: readonly string[], value: Bound): void {
		for (const name of names) this.#tested.delete(name);
		this.#values.bind(names, value);
	}

	#set(name: string, value: Bound): void {
		this.#tested.delete(name);
		this.#values.variables.set(name, bound(value));
	}

	#nameAt(index: number): string | undefined {
		const token = this.#tokens[index];
		return token?.kind === "name" ? token.text : undefined;
	}

	#symbol(index: number): string | undefined {
		const token = this.#tokens[index];
		return token?.kind === "symbol" ? token.text : undefined;
	}
}

function lastPart(name: string): string {
	return name.slice(name.lastIndexOf(".") + 1);
}
