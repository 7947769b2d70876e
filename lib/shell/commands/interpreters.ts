/** Interpreters with code on the command line, on standard input, or in a file that the command itself wrote. */
import type { Language } from "../code-tokens.ts";
import { runCode } from "../inline-code.ts";
import type { Call, Handler, Machine } from "../machine.ts";
import { isKnown, UNKNOWN } from "../unknown.ts";
import { isSurelyMissing } from "./conditions.ts";
import { type OptionRules, Options } from "./options.ts";

interface Interpreter {
	language: Language;
	rules: OptionRules;
	/** Options whose value is code. */
	code: string[];
	/** What the program's own argument list begins with, in front of the arguments. */
	argumentsFor(script: string | undefined): string[];
}

const PYTHON: Interpreter = {
	language: "python",
	rules: { valued: ["-c", "-m", "-W", "-X"], stopsAtOperand: true },
	code: ["-c"],
	argumentsFor: (script) => [script ?? "-c"],
};

const NODE: Interpreter = {
	language: "javascript",
	rules: {
		valued: [
			"-e",
			"-r",
			"-C",
			"--eval",
			"--require",
			"--import",
			"--loader",
			"--conditions",
			"--env-file",
			"-p",
			"--print",
		],
		stopsAtOperand: true,
	},
	code: ["-e", "--eval", "-p", "--print"],
	argumentsFor: (script) => (script === undefined ? ["node"] : ["node", script]),
};

const PERL: Interpreter = {
	language: "perl",
	rules: {
		valued: ["-e", "-E", "-I"],
		attached: ["-i", "-M", "-m", "-F", "-x", "-C", "-D", "-d", "-V"],
		stopsAtOperand: true,
	},
	code: ["-e", "-E"],
	argumentsFor: (script) => [script ?? "-e"],
};

const RUBY: Interpreter = {
	language: "ruby",
	rules: {
		valued: ["-e", "-I", "-r", "-C", "-E"],
		attached: ["-i", "-F", "-x", "-K", "-W", "-T"],
		stopsAtOperand: true,
	},
	code: ["-e"],
	argumentsFor: (script) => [script ?? "-e"],
};

const PHP: Interpreter = {
	language: "php",
	rules: { valued: ["-r", "-d", "-c", "-B", "-E", "-R"], stopsAtOperand: true },
	code: ["-r", "-B", "-R", "-E"],
	argumentsFor: (script) => [script ?? "-"],
};

const LUA: Interpreter = {
	language: "lua",
	rules: { valued: ["-e", "-l"], stopsAtOperand: true },
	code: ["-e"],
	argumentsFor: (script) => [script ?? "-e"],
};

function handlerOf(interpreter: Interpreter): Handler {
	return (call, machine) => {
		const options = new Options(call.args, interpreter.rules);
		if (interpreter === PYTHON && options.has("-m")) return runModule(options, machine);
		const isInPlace = (interpreter === PERL || interpreter === RUBY) && options.has("-i");
		const codes = options.values(...interpreter.code);
		if (codes.length > 0) {
			if (options.has("-c") && interpreter !== PYTHON && interpreter !== PHP) return UNKNOWN;
			const code = codes.join("\n");
			if (isInPlace && (options.has("-p", "-n") || code.includes("<")))
				for (const file of options.operands) machine.edit(file);
			runCode(code, interpreter.language, [...interpreter.argumentsFor(undefined), ...options.operands], machine);
		} else if (options.has("-c", "--check", "-l") && interpreter !== PYTHON) return UNKNOWN;
		else runFile(interpreter, options, call, machine, isInPlace);
		return UNKNOWN;
	};
}

function runFile(interpreter: Interpreter, options: Options, call: Call, machine: Machine, isInPlace: boolean): void {
	const [script = "-", ...args] = options.operands;
	if (isInPlace && !isSurelyMissing(script, machine)) for (const file of args) machine.edit(file);
	const code = script === "-" || script === "/dev/stdin" ? call.input.text : machine.contentOf(script);
	if (code !== UNKNOWN) runCode(code, interpreter.language, [...interpreter.argumentsFor(script), ...args], machine);
}

/** `python -m json.tool IN OUT`. */
function runModule(options: Options, machine: Machine): string {
	const [, target] = options.operands.filter((operand) => !operand.startsWith("-"));
	if (options.value("-m") === "json.tool" && target !== undefined) machine.write(target);
	return UNKNOWN;
}

/** `deno eval CODE`, `bun -e CODE`. */
const deno: Handler = ({ args }, machine) => {
	if (args[0] === "eval") runCode(new Options(args.slice(1)).operands[0] ?? "", "javascript", ["deno"], machine);
	return UNKNOWN;
};

const python = handlerOf(PYTHON);
const node = handlerOf(NODE);

/** The language of a script by its first line or its name. */
export function languageOf(path: string, text: string): Language | "shell" {
	const line = isKnown(text) ? text.slice(0, Math.max(0, text.indexOf("\n"))) : "";
	const named = line.startsWith("#!") ? line : (/\.\w+$/.exec(path)?.[0] ?? "");
	if (/python|\.py$/.test(named)) return "python";
	if (/node|deno|bun|\.[mc]?[jt]s$/.test(named)) return "javascript";
	if (/ruby|\.rb$/.test(named)) return "ruby";
	if (/perl|\.pl$/.test(named)) return "perl";
	return /php/.test(named) ? "php" : "shell";
}

export const INTERPRETERS: Record<string, Handler> = {
	python,
	pypy: python,
	py: python,
	ipython: python,
	node,
	nodejs: node,
	tsx: node,
	"ts-node": node,
	deno,
	perl: handlerOf(PERL),
	ruby: handlerOf(RUBY),
	php: handlerOf(PHP),
	lua: handlerOf(LUA),
	luajit: handlerOf(LUA),
};
