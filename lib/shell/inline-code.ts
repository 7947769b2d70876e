/**
 * Which files does inline code write? A call that writes, with a path that literals in the code decide. Code is scanned
 * twice: the first time tells what functions are called with, the second uses it. Never throws on any code.
 */
import { type CodeToken, type Language, tokenizeCode } from "./code-tokens.ts";
import { CodeValues } from "./code-values.ts";
import type { Machine } from "./machine.ts";
import { isKnown } from "./unknown.ts";

type Effect =
	/** Writes the file that is the argument at this index. */
	| { kind: "write"; path: number }
	/** Opens a file, and writes it if the mode says so. */
	| { kind: "open"; path: number; mode: number }
	/** Puts one file where the other is. */
	| { kind: "onto"; source: number; target: number }
	| { kind: "shell" }
	| { kind: "folder" };

const WRITE: Effect = { kind: "write", path: 0 };
const ONTO: Effect = { kind: "onto", source: 0, target: 1 };
const OPEN: Effect = { kind: "open", path: 0, mode: 1 };
const SHELL: Effect = { kind: "shell" };

/** Functions by their whole name, or by the last part of it after `.`. */
const FUNCTIONS: Record<Language, Record<string, Effect>> = {
	python: {
		open: OPEN,
		"shutil.copy": ONTO,
		"shutil.copy2": ONTO,
		"shutil.copyfile": ONTO,
		"shutil.move": ONTO,
		"os.rename": ONTO,
		"os.replace": ONTO,
		"os.truncate": WRITE,
		"os.system": SHELL,
		"os.popen": SHELL,
		"subprocess.run": SHELL,
		"subprocess.call": SHELL,
		"subprocess.check_call": SHELL,
		"subprocess.check_output": SHELL,
		"subprocess.Popen": SHELL,
		"os.chdir": { kind: "folder" },
	},
	javascript: {
		writeFileSync: WRITE,
		writeFile: WRITE,
		appendFileSync: WRITE,
		appendFile: WRITE,
		createWriteStream: WRITE,
		truncateSync: WRITE,
		truncate: WRITE,
		outputFileSync: WRITE,
		outputFile: WRITE,
		writeJsonSync: WRITE,
		writeJSONSync: WRITE,
		writeJson: WRITE,
		outputJsonSync: WRITE,
		writeTextFileSync: WRITE,
		writeTextFile: WRITE,
		"Bun.write": WRITE,
		openSync: OPEN,
		"fs.open": OPEN,
		copyFileSync: ONTO,
		copyFile: ONTO,
		renameSync: ONTO,
		"fs.rename": ONTO,
		cpSync: ONTO,
		execSync: SHELL,
		execFileSync: SHELL,
		spawnSync: SHELL,
		exec: SHELL,
		spawn: SHELL,
		"process.chdir": { kind: "folder" },
	},
	ruby: {
		"File.write": WRITE,
		"IO.write": WRITE,
		"File.binwrite": WRITE,
		"IO.binwrite": WRITE,
		"File.truncate": WRITE,
		"File.open": OPEN,
		"File.new": OPEN,
		open: OPEN,
		"File.rename": ONTO,
		"FileUtils.cp": ONTO,
		"FileUtils.copy": ONTO,
		"FileUtils.copy_file": ONTO,
		"FileUtils.mv": ONTO,
		"FileUtils.move": ONTO,
		"IO.copy_stream": ONTO,
		system: SHELL,
		exec: SHELL,
		spawn: SHELL,
		"Dir.chdir": { kind: "folder" },
	},
	perl: {
		open: { kind: "open", path: 2, mode: 1 },
		sysopen: { kind: "open", path: 1, mode: 2 },
		write_file: WRITE,
		write_text: WRITE,
		append_file: WRITE,
		overwrite_file: WRITE,
		truncate: WRITE,
		rename: ONTO,
		copy: ONTO,
		move: ONTO,
		cp: ONTO,
		mv: ONTO,
		system: SHELL,
		exec: SHELL,
		chdir: { kind: "folder" },
	},
	php: {
		file_put_contents: WRITE,
		fopen: OPEN,
		copy: ONTO,
		rename: ONTO,
		exec: SHELL,
		shell_exec: SHELL,
		system: SHELL,
		passthru: SHELL,
		chdir: { kind: "folder" },
	},
	lua: { "io.open": OPEN, "io.output": WRITE, "os.rename": ONTO, "os.execute": SHELL },
};

/** Methods of a path: what they are called on is written. */
const METHODS: ReadonlySet<string> = new Set([
	"write_text",
	"write_bytes",
	"write",
	"binwrite",
	"spew",
	"spew_utf8",
	"spew_raw",
	"append",
	"append_utf8",
	"append_text",
]);

/** Methods that write the file their first argument names. */
const SAVERS: ReadonlySet<string> = new Set(["to_csv", "to_json", "to_excel", "to_parquet", "savetxt"]);

const NEEDS_NO_BRACKETS: ReadonlySet<Language> = new Set(["ruby", "perl", "php"]);

export function runCode(code: string, language: Language, args: string[], outer: Machine): void {
	const machine = outer.subshell();
	const tokens = tokenizeCode(code, language);
	const first = new Scan(tokens, language, args, machine);
	first.run();
	const second = new Scan(tokens, language, args, machine);
	for (const [name, values] of first.parameters) second.parameters.set(name, values);
	machine.folder = outer.folder;
	second.run();
	// Perl's in-place mode, switched on from within.
	if (language === "perl" && /\$\^I\s{0,9}=/.test(code))
		for (const file of second.values.variables.get("ARGV") ?? []) machine.edit(file);
}

class Scan {
	/** What the parameters of the code's own functions were given. */
	readonly parameters = new Map<string, string[]>();
	readonly values: CodeValues;
	readonly #tokens: CodeToken[];
	readonly #language: Language;
	readonly #machine: Machine;
	readonly #signatures = new Map<string, string[]>();

	constructor(tokens: CodeToken[], language: Language, args: string[], machine: Machine) {
		this.#tokens = tokens;
		this.#language = language;
		this.#machine = machine;
		this.values = new CodeValues(tokens, machine);
		for (const name of ["sys.argv", "process.argv", "argv"]) this.values.variables.set(name, args);
		this.values.variables.set("ARGV", args.slice(language === "lua" ? 0 : 1));
	}

	run(): void {
		for (let index = 0; index < this.#tokens.length; index++) {
			const token = this.#tokens[index]!;
			this.#machine.ledger.step(0.1);
			if (token.kind === "string" && token.isShell) this.#shell(this.values.stringOf(token));
			else if (token.kind === "name" && token.text.startsWith(".")) this.#member(token.text.slice(1), index);
			else if (token.kind === "name") this.#name(token.text, index);
			else if (this.#startsExpression(index)) this.#receiver(index);
		}
	}

	#startsExpression(index: number): boolean {
		const token = this.#tokens[index]!;
		const before = this.#tokens[index - 1];
		const isInside = before?.kind === "symbol" && /^[+./]$/.test(before.text);
		const isList = token.kind === "symbol" && (token.text === "[" || token.text === "(");
		return !isInside && (token.kind === "string" || token.kind === "words" || isList);
	}

	#name(text: string, index: number): void {
		const next = this.#symbol(index + 1);
		if (text === "def" || text === "function" || text === "sub") this.#define(index + 1);
		else if (text === "for" || text === "foreach") this.#loop(index);
		else if (next === "=") this.#assign(text, index);
		else {
			this.#call(text, index);
			this.#receiver(index);
		}
	}

	/** `require("fs").writeFileSync(...)`: a function of what a call returned. */
	#member(text: string, index: number): void {
		if (this.#language !== "javascript" || this.#symbol(index + 1) !== "(") return;
		const module = this.#tokens[index - 2];
		const names = module?.kind === "string" ? this.values.stringOf(module) : [];
		const isShell = names.some((name) => name.endsWith("child_process"));
		const effect = this.#effectOf(text);
		if (effect && (effect !== SHELL || isShell)) this.#act(effect, this.values.argumentsAt(index + 1).starts);
	}

	/** `def f(a, b)`, `function f(a, b)`: what calls give them is known from the first scan. */
	#define(index: number): void {
		const name = this.#tokens[index];
		if (name?.kind === "name") this.#signature(name.text, index + 1);
	}

	#signature(name: string, index: number): void {
		const names: string[] = [];
		const { starts } = this.#symbol(index) === "(" ? this.values.argumentsAt(index) : { starts: [index] };
		for (const start of starts) {
			const parameter = this.#tokens[start];
			if (parameter?.kind !== "name") continue;
			names.push(parameter.text);
			this.values.variables.set(parameter.text, this.parameters.get(parameter.text) ?? []);
		}
		this.#signatures.set(name, names);
	}

	#assign(name: string, index: number): void {
		const start = index + 2;
		const token = this.#tokens[start];
		// `const f = (a) => ...`, `const f = function (a) ...`
		const isFunction = token?.kind === "name" && (token.text === "function" || token.text === "async");
		const isArrow = this.#symbol(start) === "(" && this.#symbol(this.values.argumentsAt(start).end) === "=>";
		if (isFunction || isArrow) this.#signature(name, isArrow ? start : start + 1);
		else this.values.variables.set(name, this.values.at(start).values);
	}

	/** `for a, b in LIST`, `for (const a of LIST)`, `foreach my $a (LIST)`, `foreach (LIST as $a)`, `for (LIST)`. */
	#loop(index: number): void {
		const names: string[] = [];
		for (let at = index + 1; at < Math.min(index + 16, this.#tokens.length); at++) {
			const token = this.#tokens[at]!;
			if (token.kind === "name" && /^(?:my|our|const|let|var|await)$/.test(token.text)) continue;
			if (token.kind === "name" && (token.text === "in" || token.text === "of")) {
				this.#bind(names, this.values.at(at + 1).values);
				return;
			}
			if (token.kind === "name" && names.length < 8 && this.#language !== "php") names.push(token.text);
			else if (
				token.kind === "symbol" &&
				token.text === "(" &&
				(this.#language === "perl" || this.#language === "php")
			) {
				this.#loopOverList(names, at);
				return;
			}
		}
	}

	#loopOverList(names: string[], open: number): void {
		if (this.#language === "perl") {
			this.#bind(names.length > 0 ? names : ["_"], this.values.at(open).values);
			return;
		}
		const list = this.values.at(open + 1);
		const last = this.#tokens.slice(list.end, list.end + 5).filter((token) => token.kind === "name");
		this.#bind(
			last.map((token) => token.text),
			list.values,
		);
	}

	#bind(names: string[], values: string[]): void {
		for (const name of names) this.values.variables.set(name, values);
	}

	#call(text: string, index: number): void {
		const hasBrackets = this.#symbol(index + 1) === "(";
		const next = this.#tokens[index + 1];
		const startsBare =
			next?.kind === "string" || next?.kind === "words" || (next?.kind === "name" && !next.text.startsWith("."));
		if (!hasBrackets && !(NEEDS_NO_BRACKETS.has(this.#language) && startsBare)) return;
		const signature = this.#signatures.get(text);
		const effect = this.#effectOf(text);
		if (!signature && !effect && !text.includes("fileinput") && text !== "FileInput") return;
		const { starts } = this.values.argumentsAt(index + 1);
		for (const [position, name] of (signature ?? []).entries()) {
			const start = starts[position];
			if (start !== undefined)
				this.parameters.set(name, [...(this.parameters.get(name) ?? []), ...this.values.at(start).values]);
		}
		if (effect) this.#act(effect, starts);
		else if (/(?:^|\.)(?:input|FileInput)$/.test(text) && this.#keyword(starts, "inplace") !== undefined) {
			for (const path of this.values.at(starts[0]!).values) this.#machine.edit(path);
		}
	}

	#effectOf(text: string): Effect | undefined {
		const known = FUNCTIONS[this.#language];
		if (Object.hasOwn(known, text)) return known[text];
		const dot = text.lastIndexOf(".");
		const last = text.slice(dot + 1);
		const receiver = text.slice(0, Math.max(dot, 0));
		if (this.#language === "python" && last === "open" && /^(?:io|codecs|gzip|builtins)$/.test(receiver)) return OPEN;
		if (this.#language === "python" && dot < 0) return imported(known, last);
		if (this.#language !== "javascript" || !Object.hasOwn(known, last)) return undefined;
		// Regular expressions have an `exec` too.
		return known[last] === SHELL && !/^(?:|cp|child_process|childProcess|require)$/.test(receiver)
			? undefined
			: known[last];
	}

	#act(effect: Effect, starts: number[]): void {
		const valuesAt = (position: number) =>
			starts[position] === undefined ? [] : this.values.at(starts[position]).values;
		switch (effect.kind) {
			case "write":
				for (const path of valuesAt(effect.path)) this.#machine.write(path);
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
			for (const path of together) this.#machine.write(path);
			if (modes.some((mode) => /^\s*\+?>|^\+</.test(mode))) for (const path of paths) this.#machine.write(path);
		} else if (modes.some((mode) => /^[rwaxcbtU]*[waxc+][rwaxcbtU+]*(?::[\w|:-]*)?$/.test(mode.slice(0, 40)))) {
			for (const path of paths) this.#machine.write(path);
		}
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
		const token = this.#tokens[index]!;
		const direct = token.kind === "name" ? this.#splitMethod(token.text) : undefined;
		const { values, end } = direct ? { values: direct.values, end: index } : this.values.at(index);
		const after = this.#tokens[end];
		const method =
			direct?.method ?? (after?.kind === "name" && after.text.startsWith(".") ? after.text.slice(1) : undefined);
		if (method === undefined) return;
		const open = end + 1;
		if (method === "each" || method === "forEach" || method === "map") this.#bindBlock(open, values);
		else if (METHODS.has(method)) for (const path of values) this.#machine.write(path);
		else if (method === "open" && this.#symbol(open) === "(") {
			const { starts } = this.values.argumentsAt(open);
			const mode = this.#keyword(starts, "mode") ?? starts[0];
			const modes = mode === undefined ? [] : this.values.at(mode).values;
			if (modes.some((text) => /^[rbt]*[wax+]/.test(text))) for (const path of values) this.#machine.write(path);
		} else if ((method === "rename" || method === "replace") && values.length > 0 && this.#language === "python") {
			const { starts } = this.values.argumentsAt(open);
			// A string's own replace has two arguments.
			if (starts.length === 1) for (const target of this.values.at(starts[0]!).values) this.#machine.write(target);
		} else if (SAVERS.has(method) && this.#symbol(open) === "(") {
			const { starts } = this.values.argumentsAt(open);
			if (starts[0] !== undefined) for (const path of this.values.at(starts[0]).values) this.#machine.write(path);
		}
	}

	/** `p.write_text` is the name `p` and a method; `df.to_csv` needs no value of `df`. */
	#splitMethod(text: string): { values: string[]; method: string } | undefined {
		const dot = text.lastIndexOf(".");
		if (dot <= 0) return undefined;
		const values = this.values.variables.get(text.slice(0, dot));
		const method = text.slice(dot + 1);
		return values || SAVERS.has(method) ? { values: values ?? [], method } : undefined;
	}

	/** `.each { |f|`, `.each do |f|`, `.forEach((f) =>`, `.forEach(function (f)`. */
	#bindBlock(index: number, values: string[]): void {
		for (const token of this.#tokens.slice(index, index + 6)) {
			if (token.kind === "name" && token.text !== "do" && token.text !== "async" && token.text !== "function") {
				this.#bind([token.text], values);
				return;
			}
		}
	}

	#symbol(index: number): string | undefined {
		const token = this.#tokens[index];
		return token?.kind === "symbol" ? token.text : undefined;
	}
}

/** `from shutil import copyfile`: the last part alone. */
function imported(known: Record<string, Effect>, name: string): Effect | undefined {
	const whole = ["shutil", "os", "subprocess"]
		.map((module) => `${module}.${name}`)
		.find((full) => Object.hasOwn(known, full));
	return whole !== undefined && /^(?:copyfile|copy2|move|check_call|check_output|Popen|chdir)$/.test(name)
		? known[whole]
		: undefined;
}
