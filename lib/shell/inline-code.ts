/**
 * Which files does inline code write? A call that writes, with a path that literals in the code decide. Code is scanned
 * twice: the first time tells what functions are called with, the second uses it. Never throws on any code.
 */

import { type Effect, effectOf, savesToArgument, writesReceiver } from "./code-effects.ts";
import { CodeNames, type Learnt } from "./code-names.ts";
import { type CodeToken, type Language, tokenizeCode } from "./code-tokens.ts";
import { CodeValues } from "./code-values.ts";
import type { Machine } from "./machine.ts";
import { isKnown } from "./unknown.ts";

const NEEDS_NO_BRACKETS: ReadonlySet<Language> = new Set(["ruby", "perl", "php"]);

/** Words that stand in front of a value, and are none. */
const BEFORE_VALUES =
	/^(?:in|of|return|and|or|not|if|elsif|elif|unless|while|when|yield|await|then|do|else|puts|print)$/;

export function runCode(code: string, language: Language, args: string[], outer: Machine): void {
	const machine = outer.subshell();
	const tokens = tokenizeCode(code, language);
	let scan = new Scan(tokens, language, args, machine);
	scan.run();
	if (scan.names.learntSomething()) {
		scan = new Scan(tokens, language, args, machine, scan.names.learnt);
		machine.folder = outer.folder;
		scan.run();
	}
	// Perl's in-place mode, switched on from within.
	if (language === "perl" && /\$\^I\s{0,9}=/.test(code))
		for (const file of scan.values.variables.get("ARGV")?.values ?? []) machine.edit(file);
}

class Scan {
	readonly names: CodeNames;
	readonly values: CodeValues;
	readonly #tokens: CodeToken[];
	readonly #language: Language;
	readonly #machine: Machine;
	readonly #effects = new Map<string, Effect | null>();

	constructor(tokens: CodeToken[], language: Language, args: string[], machine: Machine, learnt?: Learnt) {
		this.#tokens = tokens;
		this.#language = language;
		this.#machine = machine;
		this.values = new CodeValues(tokens, machine, new Map(), learnt?.returned);
		this.names = new CodeNames(tokens, language, this.values, learnt);
		for (const name of ["sys.argv", "process.argv", "argv"]) this.values.variables.set(name, { values: args });
		this.values.variables.set("ARGV", { values: args.slice(language === "lua" ? 0 : 1) });
	}

	run(): void {
		for (let index = 0; index < this.#tokens.length; index++) {
			const token = this.#tokens[index]!;
			this.#machine.ledger.step(0.1);
			if (token.kind === "string" && token.isShell) this.#shell(this.values.stringOf(token));
			else if (token.kind === "name" && token.text.startsWith(".")) this.#member(token.text.slice(1), index);
			else if (token.kind === "name") this.#name(token.text, index);
			else {
				this.names.enterBracket(index);
				if (this.#startsExpression(index)) this.#receiver(index);
			}
		}
	}

	#startsExpression(index: number): boolean {
		const token = this.#tokens[index]!;
		const before = this.#tokens[index - 1];
		const isInside = before?.kind === "symbol" && /^[+./]$/.test(before.text);
		if (isInside) return false;
		if (token.kind === "string" || token.kind === "words") return true;
		// Behind a value a bracket calls it, or takes a part of it.
		const isBehind =
			(before?.kind === "name" && !BEFORE_VALUES.test(before.text)) ||
			(before?.kind === "symbol" && /^[)\]]$/.test(before.text));
		return !isBehind && token.kind === "symbol" && (token.text === "[" || token.text === "(");
	}

	#name(text: string, index: number): void {
		if (this.names.learnFrom(text, index)) return;
		this.#call(text, index);
		this.#receiver(index);
	}

	/** `require("fs").writeFileSync(...)`: a function of what a call returned. */
	#member(text: string, index: number): void {
		if (this.#language !== "javascript" || this.#symbol(index + 1) !== "(") return;
		const module = this.#tokens[index - 2];
		const names = module?.kind === "string" ? this.values.stringOf(module) : [];
		const isShell = names.some((name) => name.endsWith("child_process"));
		const effect = this.#effectOf(text);
		if (effect && (effect.kind !== "shell" || isShell)) this.#act(effect, this.values.argumentsAt(index + 1).starts);
	}

	#call(text: string, index: number): void {
		const hasBrackets = this.#symbol(index + 1) === "(";
		const next = this.#tokens[index + 1];
		const startsBare =
			next?.kind === "string" || next?.kind === "words" || (next?.kind === "name" && !next.text.startsWith("."));
		if (!hasBrackets && !(NEEDS_NO_BRACKETS.has(this.#language) && startsBare)) return;
		const effect = this.#effectOf(text);
		const isOwn = this.names.isFunction(text);
		if (!isOwn && !effect && !text.includes("fileinput") && text !== "FileInput") return;
		const { starts } = this.values.argumentsAt(index + 1);
		if (isOwn) this.names.giveArguments(text, starts);
		if (effect) this.#act(effect, starts);
		else if (/(?:^|\.)(?:input|FileInput)$/.test(text) && this.#keyword(starts, "inplace") !== undefined) {
			const files = this.#keyword(starts, "files") ?? starts[0]!;
			for (const path of this.values.at(files).values) this.#machine.edit(path);
		}
	}

	#effectOf(text: string): Effect | undefined {
		const known = this.#effects.get(text);
		if (known !== undefined) return known ?? undefined;
		const effect = effectOf(text, this.#language);
		this.#effects.set(text, effect ?? null);
		return effect;
	}

	#act(effect: Effect, starts: number[]): void {
		const valuesAt = (position: number) =>
			starts[position] === undefined ? [] : this.values.wholeAt(starts[position]).values;
		switch (effect.kind) {
			case "write":
				this.#write(valuesAt(effect.path));
				break;
			case "open":
				this.#open(effect, starts, valuesAt);
				break;
			case "onto":
				for (const target of valuesAt(effect.target)) this.#put(valuesAt(effect.source), target);
				break;
			case "shell":
				this.#shell(valuesAt(0), starts.length > 1 && this.#language !== "python" ? valuesAt(1) : []);
				break;
			case "folder":
				for (const path of valuesAt(0)) this.#machine.folder = this.#machine.resolve(path);
		}
	}

	#open(effect: Effect & { kind: "open" }, starts: number[], valuesAt: (position: number) => string[]): void {
		const named = this.#keyword(starts, "mode");
		const modes = named === undefined ? valuesAt(effect.mode) : this.values.at(named).values;
		const file = this.#keyword(starts, "file");
		const paths = file === undefined ? valuesAt(effect.path) : this.values.at(file).values;
		if (this.#language === "perl") {
			// The old form has the mode and the path in one string.
			const together = starts.length === 2 ? modes.map((mode) => /^\s*\+?>{1,2}\s*(\S.*)$/.exec(mode)?.[1] ?? "") : [];
			this.#write(together);
			if (modes.some((mode) => /^\s*\+?>|^\+</.test(mode))) this.#write(paths);
		} else if (modes.some((mode) => /^[rwaxcbtU]*[waxc+][rwaxcbtU+]*(?::[\w|:-]*)?$/.test(mode.slice(0, 40)))) {
			this.#write(paths);
		}
	}

	#write(paths: string[]): void {
		this.#machine.ledger.step(paths.length / 16);
		for (const path of paths) this.#machine.write(path);
	}

	#put(sources: string[], target: string): void {
		const names = sources.map((source) => `${target.replace(/\/$/, "")}/${source.split("/").at(-1)}`);
		const inFolder = names.filter((name) => isKnown(name) && this.#machine.isFile(name));
		if (this.#machine.isFolder(target) || inFolder.length > 0) for (const name of inFolder) this.#machine.write(name);
		else this.#machine.write(target);
	}

	/** One text is a command line, several are the words of a command. */
	#shell(words: string[], more: string[] = []): void {
		const all = [...words, ...more].filter((word) => word !== "");
		const [only] = all;
		if (only === undefined) return;
		if (all.length === 1) this.#machine.runScript(only, { text: "" });
		else this.#machine.subshell().runWords(all, { text: "" });
	}

	/** Where the value of a keyword argument begins. */
	#keyword(starts: number[], name: string): number | undefined {
		for (const start of starts) {
			const token = this.#tokens[start];
			if (token?.kind === "name" && token.text === name && /^[=:]$/.test(this.#symbol(start + 1) ?? ""))
				return start + 2;
		}
		return undefined;
	}

	/** A path that a method is called on, or a list that is gone through. */
	#receiver(index: number): void {
		if (!this.#goesOn(index + 1)) return;
		const token = this.#tokens[index]!;
		const direct = token.kind === "name" ? this.#splitMethod(token.text) : undefined;
		const value = direct ?? this.values.at(index);
		const after = this.#tokens[value.end];
		const members = after?.kind === "name" && after.text.startsWith(".") ? after.text : undefined;
		const method = direct?.method ?? members?.slice(members.lastIndexOf(".") + 1);
		if (method === undefined) return;
		const owner =
			direct || members === undefined ? value : (this.values.throughMembers(value, members) ?? { values: [] });
		const open = direct ? index + 1 : value.end + 1;
		if (/^(?:each|forEach|map|flatMap|each_pair)$/.test(method)) this.names.bindBlock(open, owner);
		else if (writesReceiver(method, this.#language)) this.#write(owner.values);
		else this.#methodOf(method, owner.values, open);
	}

	/** Whether a value may go on behind its first token: most names and strings stand alone. */
	#goesOn(next: number): boolean {
		const before = this.#tokens[next - 1]!;
		if (before.kind === "symbol") return this.#isLink(this.#tokens[this.values.argumentsAt(next - 1).end]);
		if (before.kind === "name" && before.text.includes(".")) return true;
		const token = this.#tokens[next];
		return token?.kind === "string" || (token?.kind === "name" && before.kind === "name") || this.#isLink(token);
	}

	#isLink(token: CodeToken | undefined): boolean {
		return token?.kind === "name"
			? token.text.startsWith(".")
			: token?.kind === "symbol" && "([/+.".includes(token.text);
	}

	#methodOf(method: string, values: string[], open: number): void {
		if (this.#symbol(open) !== "(") return;
		const { starts } = this.values.argumentsAt(open);
		const [first] = starts;
		if (method === "open") {
			const mode = this.#keyword(starts, "mode") ?? first;
			const modes = mode === undefined ? [] : this.values.at(mode).values;
			if (modes.some((text) => /^[rbt]*[wax+]/.test(text))) this.#write(values);
		} else if ((method === "rename" || method === "replace") && values.length > 0 && this.#language === "python") {
			// A string's own replace has two arguments.
			if (starts.length === 1) for (const target of this.values.at(first!).values) this.#machine.write(target);
		} else if (savesToArgument(method) && first !== undefined) {
			this.#write(this.values.at(first).values);
		}
	}

	/** `p.write_text` is the name `p` and a method; `df.to_csv` needs no value of `df`. */
	#splitMethod(text: string): { values: string[]; method: string; end: number } | undefined {
		const dot = text.lastIndexOf(".");
		if (dot <= 0) return undefined;
		const method = text.slice(dot + 1);
		const known = this.values.variables.get(text.slice(0, dot));
		const hasValue = known !== undefined && known.values.length > 0;
		return hasValue || savesToArgument(method) ? { values: [], ...known, method, end: 0 } : undefined;
	}

	#symbol(index: number): string | undefined {
		const token = this.#tokens[index];
		return token?.kind === "symbol" ? token.text : undefined;
	}
}
