/** Commands that run another command: with other rights or limits, for each name of a list, or as text in a shell. */
import { type Handler, type Input, knownLines, type Machine } from "../machine.ts";
import { isKnown, UNKNOWN } from "../unknown.ts";
import { Options } from "./options.ts";

/** What stands in front of the command: options with a value, and operands of the wrapper's own. */
interface Wrapper {
	valued?: string[];
	operands?: number;
	/** Options with which no command is run. */
	instead?: string[];
}

const TRANSPARENT: Record<string, Wrapper> = {
	sudo: { valued: ["-u", "-g", "-p", "-C", "-D", "-h", "-r", "-t", "-T", "-U", "--user", "--group", "--chdir"] },
	doas: { valued: ["-u", "-C"] },
	time: { valued: ["-o", "-f", "--output", "--format"] },
	gtime: { valued: ["-o", "-f"] },
	nohup: {},
	nice: { valued: ["-n", "--adjustment"] },
	ionice: { valued: ["-c", "-n", "-p", "--class", "--classdata"] },
	timeout: { valued: ["-s", "-k", "--signal", "--kill-after"], operands: 1 },
	gtimeout: { valued: ["-s", "-k"], operands: 1 },
	stdbuf: { valued: ["-i", "-o", "-e", "--input", "--output", "--error"] },
	command: { instead: ["-v", "-V"] },
	builtin: {},
	exec: { valued: ["-a"] },
	setsid: {},
	chronic: {},
	unbuffer: {},
	caffeinate: { valued: ["-t", "-w"] },
	chrt: { operands: 1 },
	taskset: { operands: 1 },
	busybox: {},
	toybox: {},
	flock: { valued: ["-w", "-E", "--timeout", "--wait"], operands: 1 },
	strace: { valued: ["-o", "-e", "-s", "-p", "-u", "-E"] },
	ltrace: { valued: ["-o", "-e", "-s", "-p", "-u"] },
	unshare: {},
	fakeroot: {},
	wsl: { valued: ["-d", "-u", "--cd", "--user", "--distribution"] },
	noglob: {},
	nocorrect: {},
	winpty: {},
	arch: {},
};

const transparent: Handler = ({ name, args, input }, machine) => {
	const { valued = [], operands = 0, instead = [] } = TRANSPARENT[name]!;
	const options = new Options(args, { valued, stopsAtOperand: true });
	// `command -v NAME` prints where it is.
	if (options.has(...instead)) return options.operands.length === 1 ? `${options.operands[0]}\n` : UNKNOWN;
	const words = options.operands.slice(operands);
	// sudo and doas take assignments as env does.
	while (/^[A-Za-z_]\w*=/.test(words[0] ?? "")) words.shift();
	if (name === "flock" && (words[0] === "-c" || words[0] === "--command")) {
		return machine.runScript(words[1] ?? "", input);
	}
	return words.length > 0 ? machine.runWords(words, input) : "";
};

const env: Handler = ({ args, input }, machine) => {
	const options = new Options(args, {
		valued: ["-u", "-C", "-S", "--unset", "--chdir", "--split-string"],
		stopsAtOperand: true,
	});
	const shell = machine.subshell();
	const folder = options.value("-C", "--chdir");
	if (folder !== undefined) shell.folder = machine.resolve(folder);
	const words = [...options.operands];
	while (/^[A-Za-z_]\w*=/.test(words[0] ?? "")) {
		const assignment = words.shift()!;
		const equals = assignment.indexOf("=");
		shell.set(assignment.slice(0, equals), [assignment.slice(equals + 1)]);
		shell.own().exported.add(assignment.slice(0, equals));
	}
	const split = options.value("-S", "--split-string");
	if (split !== undefined) return shell.runScript(split, input);
	return words.length > 0 ? shell.runWords(words, input) : UNKNOWN;
};

/** `npx`, `uv run`, `bundle exec` and the like: only what follows them is looked at, and only if it is ours. */
const runner: Handler = ({ name, args, input }, machine) => {
	const options = new Options(args, {
		valued: ["-p", "--package", "--with", "--python", "-n", "--name", ...(name === "bun" ? ["-e", "--eval"] : [])],
		stopsAtOperand: true,
	});
	const code = options.value("-e", "--eval");
	if (name === "bun" && code !== undefined) return machine.runWords(["node", "-e", code, ...options.operands], input);
	const [first = "", ...rest] = options.operands;
	const command = options.value("-c", "--run", "--command");
	if (command !== undefined && name === "nix-shell") return machine.runScript(command, input);
	if (name === "npx" || name === "bunx") return machine.runWords(options.operands, input);
	if (first !== "run" && first !== "exec" && first !== "x") return UNKNOWN;
	const inner = new Options(rest, {
		valued: ["--with", "-p", "--python", "--package", "-n", "--name"],
		stopsAtOperand: true,
	}).operands;
	const words = name === "direnv" ? inner.slice(1) : inner;
	return words.length > 0 ? machine.runWords(words, input) : UNKNOWN;
};

const SHELL_RULES = { valued: ["-o", "-O", "--rcfile", "--init-file"], stopsAtOperand: true };

/** `bash -c TEXT NAME ARGUMENT...`, `bash FILE`, or the text on standard input. */
const shell: Handler = ({ name, args, input }, outer) => {
	const machine = outer.subshell("bash");
	for (const variable of [...machine.variables.keys()])
		if (!outer.exported.has(variable)) machine.own().variables.delete(variable);
	const options = new Options(args, SHELL_RULES);
	if (options.has("-n", "--version", "--help")) return UNKNOWN;
	for (const option of options.values("-O")) machine.own().options.add(option);
	if (options.has("-c")) {
		const [text = "", ...positional] = options.operands;
		return machine.runScript(text, input, positional.length > 0 ? positional : [name]);
	}
	const [file, ...positional] = options.operands;
	if (file !== undefined && !options.has("-s"))
		return machine.runScript(machine.contentOf(file), input, [file, ...positional]);
	return machine.runScript(input.text, { text: "" }, [name, ...options.operands]);
};

const evaluateText: Handler = ({ args, input }, machine) => runInside(args.join(" "), input, machine);

const source: Handler = ({ args, input }, machine) =>
	runInside(args[0] === "/dev/stdin" ? input.text : machine.contentOf(args[0] ?? ""), input, machine);

/** In the same shell, and yet `eval` inside `eval` comes to an end. */
function runInside(text: string, input: Input, machine: Machine): string {
	if (machine.depth >= MOST_INSIDE) return UNKNOWN;
	machine.depth++;
	try {
		return machine.runHere(text, input);
	} finally {
		machine.depth--;
	}
}

/** Texts in texts that one shell follows. */
const MOST_INSIDE = 20;

/** Text after `-Command`, or the rest of the line. */
const powershell: Handler = ({ args, input }, machine) => {
	const at = args.findIndex((arg) => /^-(?:c|command)$/i.test(arg));
	const file = args.findIndex((arg) => /^-(?:f|file)$/i.test(arg));
	if (file >= 0 && (at < 0 || file < at)) {
		return machine.runScript(machine.contentOf(args[file + 1] ?? ""), input, undefined, "powershell");
	}
	const words = at >= 0 ? args.slice(at + 1) : args.filter((arg) => !/^-/.test(arg));
	return machine.runScript(words.join(" "), input, undefined, "powershell");
};

const su: Handler = ({ args, input }, machine) => {
	const text = new Options(args, { valued: ["-c", "--command", "-s", "-g"] }).value("-c", "--command");
	return text === undefined ? UNKNOWN : machine.runScript(text, input);
};

const trap: Handler = ({ args, input }, machine) => {
	const [text, ...signals] = new Options(args).operands;
	if (text !== undefined && signals.some((signal) => /^(?:EXIT|0|ERR)$/i.test(signal))) machine.runScript(text, input);
	return "";
};

const XARGS_RULES = {
	valued: [
		"-I",
		"-n",
		"-P",
		"-L",
		"-d",
		"-s",
		"-a",
		"-E",
		"-J",
		"-R",
		"-S",
		"--max-args",
		"--max-procs",
		"--delimiter",
		"--arg-file",
		"--max-lines",
	],
	attached: ["-i", "-e", "-l", "--replace"],
	stopsAtOperand: true,
};

const xargs: Handler = ({ args, input }, machine) => {
	const options = new Options(args, XARGS_RULES);
	const command = options.operands.length > 0 ? options.operands : ["echo"];
	const file = options.value("-a", "--arg-file");
	const text = file === undefined ? input.text : machine.contentOf(file);
	const byLine = options.has("-0", "--null", "-d", "--delimiter", "-I", "-i", "--replace", "-L", "-J");
	const items = byLine ? knownLines(text) : text.split(/[\s"']+/).filter((item) => item !== "" && isKnown(item));
	const place = options.value("-I", "-i", "--replace", "-J");
	if (place !== undefined) {
		const mark = place === "" ? "{}" : place;
		for (const item of items)
			machine.runWords(
				command.map((word) => word.replaceAll(mark, item.trim())),
				{ text: "" },
			);
		return UNKNOWN;
	}
	const limit = Number(options.value("-n", "--max-args", "-L", "--max-lines") ?? items.length) || items.length;
	let output = "";
	for (let index = 0; index < items.length; index += limit) {
		output += machine.runWords([...command, ...items.slice(index, index + limit)], { text: "" });
	}
	return output;
};

/** GNU parallel: arguments after `:::`, else the lines of its input. */
const parallel: Handler = ({ args, input }, machine) => {
	const at = args.indexOf(":::");
	const options = new Options(at < 0 ? args : args.slice(0, at), {
		valued: ["-j", "--jobs", "-N", "-n", "-I", "-a", "--arg-file", "--delay", "--timeout", "--results", "--joblog"],
		stopsAtOperand: true,
	});
	const items = at < 0 ? knownLines(input.text) : args.slice(at + 1).filter((item) => item !== ":::");
	const template = options.operands.join(" ");
	for (const item of items) {
		const quoted = `'${item.replaceAll("'", "'\\''")}'`;
		const text = template.includes("{}") ? template.replaceAll("{}", quoted) : `${template} ${quoted}`;
		machine.runScript(options.operands.length === 1 || options.has("-q") ? text : requoted(options.operands, item), {
			text: "",
		});
	}
	return UNKNOWN;
};

/** Words that were quoted for the shell in front of parallel stay words: a script in them is meant for one argument. */
function requoted(words: string[], item: string): string {
	const hasPlace = words.some((word) => word.includes("{}"));
	const filled = hasPlace ? words.map((word) => word.replaceAll("{}", item)) : [...words, item];
	return filled.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
}

/** Where it runs isn't here. */
const elsewhere: Handler = () => UNKNOWN;

export const WRAPPERS: Record<string, Handler> = {
	...Object.fromEntries(Object.keys(TRANSPARENT).map((name) => [name, transparent])),
	env,
	genv: env,
	npx: runner,
	bunx: runner,
	pnpm: runner,
	yarn: runner,
	npm: runner,
	bun: runner,
	uv: runner,
	poetry: runner,
	pipenv: runner,
	hatch: runner,
	pdm: runner,
	rye: runner,
	conda: runner,
	bundle: runner,
	mise: runner,
	direnv: runner,
	"nix-shell": runner,
	bash: shell,
	sh: shell,
	zsh: shell,
	dash: shell,
	ksh: shell,
	ash: shell,
	mksh: shell,
	powershell,
	pwsh: powershell,
	eval: evaluateText,
	source,
	".": source,
	su,
	trap,
	xargs,
	gxargs: xargs,
	parallel,
	ssh: elsewhere,
	mosh: elsewhere,
};
