/**
 * What the evaluation of a command knows and finds out. A `Machine` is one shell: its folder, variables and functions,
 * which a subshell copies. The `Ledger` is shared by all shells of the command: the files, what was rewritten, what the
 * command itself wrote, and how much work is left.
 */
import type { PsFunction } from "./powershell-tree.ts";
import type { ProjectFiles } from "./project-files.ts";
import type { Node } from "./tree.ts";
import { isKnown, UNKNOWN } from "./unknown.ts";

/** What a command reads: commands in one loop take from the same text. */
export interface Input {
	text: string;
}

/** Returns what the command prints. */
export type Handler = (call: Call, machine: Machine) => string;

export interface Call {
	name: string;
	args: string[];
	input: Input;
}

export type ShellName = "bash" | "powershell";

/** Evaluates command text and command words; the languages and commands need each other, so it is handed to them. */
export interface Evaluator {
	runScript(text: string, input: Input, machine: Machine): string;
	runWords(words: string[], input: Input, machine: Machine): string;
}

/** Simple commands of one call that are looked at. More follows longer loops; fewer answers sooner on hostile ones. */
const MOST_STEPS = 5_000;

/** Text of shells within shells in all. More follows longer scripts; fewer bounds `eval` on `eval`. */
const MOST_NESTED_TEXT = 128 * 1024;

/** Shells within shells: more follows deeper nesting, and risks the stack. */
const MOST_DEPTH = 24;

/** Text kept of a variable or an output. More follows longer generated scripts; fewer bounds doubling loops. */
const MOST_TEXT = 1 << 18;

/** The evaluation was stopped: what was found until then stands. */
export class OutOfBudget extends Error {}

export class Ledger {
	/** The project's own files that the command rewrites, in order; the root stands for files that can't be named. */
	readonly rewritten = new Set<string>();
	/** Known text of files that the command itself wrote. */
	readonly contents = new Map<string, string>();
	/** Where files came from that were moved and not touched since. */
	readonly moved = new Map<string, string>();
	readonly files: ProjectFiles;
	/** A program ran that may have made files and folders. */
	ranProgram = false;
	#steps = 0;
	#nestedText = 0;

	constructor(files: ProjectFiles) {
		this.files = files;
	}

	/** Text in a command that is run as a command again. */
	readNested(length: number): void {
		this.#nestedText += length;
		if (this.#nestedText > MOST_NESTED_TEXT) throw new OutOfBudget();
	}

	step(cost = 1): void {
		this.#steps += cost;
		if (this.#steps > MOST_STEPS) throw new OutOfBudget();
	}
}

/** What a subshell starts with, and may change for itself. */
class ShellState {
	variables = new Map<string, string[]>();
	functions = new Map<string, Node>();
	powershellFunctions = new Map<string, PsFunction>();
	aliases = new Map<string, string>();
	options = new Set<string>();
	/** Names of variables that programs get to see. */
	exported = new Set<string>();

	copy(): ShellState {
		const copy = new ShellState();
		copy.variables = new Map(this.variables);
		copy.functions = new Map(this.functions);
		copy.powershellFunctions = new Map(this.powershellFunctions);
		copy.aliases = new Map(this.aliases);
		copy.options = new Set(this.options);
		copy.exported = new Set(this.exported);
		return copy;
	}
}

export class Machine {
	readonly ledger: Ledger;
	readonly evaluators: Record<ShellName, Evaluator>;
	readonly shell: ShellName;
	/** Undefined when it can't be known. */
	folder: string | undefined;
	previousFolder: string | undefined;
	folderStack: (string | undefined)[] = [];
	/** `$0` and the positional parameters; `undefined` at the top, where none was given. */
	positional: string[] | undefined;
	/** Did the last command succeed? Undefined when it can't be known. */
	status: boolean | undefined;
	/** Commands around this one whose turn may not come. */
	uncertain = 0;
	depth = 0;
	/** Does anyone read what is printed? Else searches need not find what they would print. */
	isHeard = false;
	#state = new ShellState();
	/** Another shell has the same state: most never change it. */
	#isShared = false;

	constructor(ledger: Ledger, evaluators: Record<ShellName, Evaluator>, shell: ShellName, folder: string | undefined) {
		this.ledger = ledger;
		this.evaluators = evaluators;
		this.shell = shell;
		this.folder = folder;
	}

	get files(): ProjectFiles {
		return this.ledger.files;
	}

	get variables(): ReadonlyMap<string, string[]> {
		return this.#state.variables;
	}

	get functions(): ReadonlyMap<string, Node> {
		return this.#state.functions;
	}

	get powershellFunctions(): ReadonlyMap<string, PsFunction> {
		return this.#state.powershellFunctions;
	}

	get aliases(): ReadonlyMap<string, string> {
		return this.#state.aliases;
	}

	get options(): ReadonlySet<string> {
		return this.#state.options;
	}

	get exported(): ReadonlySet<string> {
		return this.#state.exported;
	}

	/** The state, to be changed for this shell alone. */
	own(): ShellState {
		if (this.#isShared) this.#state = this.#state.copy();
		this.#isShared = false;
		return this.#state;
	}

	subshell(kind = this.shell): Machine {
		const copy = new Machine(this.ledger, this.evaluators, kind, this.folder);
		copy.previousFolder = this.previousFolder;
		if (this.folderStack.length > 0) copy.folderStack = [...this.folderStack];
		copy.positional = this.positional;
		copy.#state = this.#state;
		copy.#isShared = true;
		this.#isShared = true;
		copy.isHeard = this.isHeard;
		copy.depth = this.depth + 1;
		if (copy.depth > MOST_DEPTH) throw new OutOfBudget();
		return copy;
	}

	/** What `action` prints is read by someone, or is heard no more than before. */
	whileHeard(isHeard: boolean, action: () => string): string {
		const before = this.isHeard;
		this.isHeard = isHeard || before;
		try {
			return action();
		} finally {
			this.isHeard = before;
		}
	}

	/** Runs text as another shell would, with its own parameters. */
	runScript(text: string, input: Input, positional = this.positional, kind = this.shell): string {
		const shell = this.subshell(kind);
		shell.positional = positional;
		return shell.runHere(text, input);
	}

	/** Runs text in this very shell. */
	runHere(text: string, input: Input): string {
		if (this.depth > 0) this.ledger.readNested(text.length);
		return this.evaluators[this.shell].runScript(text, input, this);
	}

	runWords(words: string[], input: Input): string {
		return this.evaluators[this.shell].runWords(words, input, this);
	}

	resolve(path: string): string | undefined {
		return this.files.resolve(path, this.folder);
	}

	isFile(path: string): boolean {
		const absolute = this.resolve(path);
		return absolute !== undefined && this.files.isFile(absolute);
	}

	isFolder(path: string): boolean {
		const absolute = this.resolve(path);
		return absolute !== undefined && this.files.isFolder(absolute);
	}

	/** The command changes the content of a file that exists. */
	edit(path: string): void {
		const absolute = this.resolve(path);
		if (absolute === undefined) return;
		this.ledger.contents.delete(absolute);
		this.ledger.moved.delete(absolute);
		const inProject = this.files.inProject(absolute);
		if (inProject !== undefined && this.files.isOldFile(inProject)) this.ledger.rewritten.add(inProject);
	}

	/** The command writes a file, new or not. */
	write(path: string, content = UNKNOWN, append = false): void {
		const absolute = this.resolve(path);
		if (absolute === undefined) return;
		const before = append ? (this.ledger.contents.get(absolute) ?? "") : "";
		this.edit(path);
		if (!this.files.isOldFile(absolute)) this.files.created.add(absolute);
		this.ledger.contents.set(absolute, limited(before + content));
	}

	/** Some files of the project change, and which ones can't be seen. */
	editSomewhere(): void {
		const inProject = this.folder === undefined ? undefined : this.files.inProject(this.folder);
		if (inProject !== undefined) this.ledger.rewritten.add(this.files.root);
	}

	/** The text of a file as far as the command itself wrote it. */
	contentOf(path: string): string {
		if (path === "/dev/null") return "";
		const absolute = this.resolve(path);
		return (absolute === undefined ? undefined : this.ledger.contents.get(absolute)) ?? UNKNOWN;
	}

	/** The path under which a command reads the output of `<( )`. */
	pipeOf(output: string): string {
		const path = `/dev/fd/${63 + this.ledger.contents.size}`;
		this.ledger.contents.set(path, output);
		return path;
	}

	set(name: string, values: string[]): void {
		this.own().variables.set(name, values.map(limited));
	}
}

export function limited(text: string): string {
	// Unknown text next to unknown text would double for ever in a loop.
	return text.length > MOST_TEXT || text === UNKNOWN + UNKNOWN ? UNKNOWN : text;
}

/** The lines of a command's output that name something. */
export function knownLines(text: string): string[] {
	return text.split("\n").filter((line) => line !== "" && isKnown(line));
}
