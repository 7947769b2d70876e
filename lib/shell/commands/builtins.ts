/** Commands that change the shell itself or print what can be known: folders, variables, options, text. */
import { type Handler, limited, type Machine } from "../machine.ts";
import { withoutEnd } from "../trimmed.ts";
import { isKnown, UNKNOWN } from "../unknown.ts";
import { isSurelyMissing, testArguments } from "./conditions.ts";
import { Options } from "./options.ts";

const cd: Handler = ({ args }, machine) => {
	const [target = machine.files.home] = args.filter((arg) => !/^-[LPe@]+$/.test(arg) && arg !== "--");
	enter(target, machine);
	return "";
};

function enter(target: string, machine: Machine): void {
	if (target === "-") {
		[machine.folder, machine.previousFolder] = [machine.previousFolder, machine.folder];
		return;
	}
	if (isSurelyMissing(target, machine)) {
		machine.status = false;
		return;
	}
	machine.previousFolder = machine.folder;
	machine.folder = machine.resolve(target);
	machine.status = machine.folder !== undefined && machine.files.isFolder(machine.folder) ? true : undefined;
}

const pushd: Handler = ({ args }, machine) => {
	const [target] = args.filter((arg) => !/^-n$/.test(arg));
	const { folder } = machine;
	if (target === undefined) {
		const top = machine.folderStack.pop();
		machine.folderStack.push(folder);
		machine.folder = top;
	} else {
		enter(target, machine);
		machine.folderStack.push(folder);
	}
	return "";
};

const popd: Handler = (_call, machine) => {
	if (machine.folderStack.length > 0) machine.folder = machine.folderStack.pop();
	return "";
};

const mkdir: Handler = ({ args }, machine) => {
	for (const folder of new Options(args, { valued: ["-m", "--mode"] }).operands) {
		const path = machine.resolve(folder);
		if (path !== undefined) machine.files.createdFolders.add(path);
	}
	return "";
};

const touch: Handler = ({ args }, machine) => {
	for (const file of new Options(args, { valued: ["-d", "-r", "-t"] }).operands) {
		if (!machine.isFile(file)) machine.write(file, "");
	}
	return "";
};

const read: Handler = ({ args, input }, machine) => {
	const options = new Options(args, { valued: ["-d", "-n", "-N", "-p", "-t", "-u", "-i", "-a"] });
	const end = input.text.indexOf("\n");
	const line = end < 0 ? input.text : input.text.slice(0, end);
	machine.status = input.text !== "";
	input.text = end < 0 ? "" : input.text.slice(end + 1);
	const array = options.value("-a");
	if (array !== undefined) machine.set(array, line.trim().split(/\s+/));
	const names = options.operands.length > 0 ? options.operands : ["REPLY"];
	const parts = names.length === 1 ? [line] : line.trim().split(/\s+/);
	for (const [index, name] of names.entries()) {
		machine.set(name, [index === names.length - 1 ? parts.slice(index).join(" ") : (parts[index] ?? "")]);
	}
	return "";
};

const mapfile: Handler = ({ args, input }, machine) => {
	const [name = "MAPFILE"] = new Options(args, { valued: ["-d", "-n", "-O", "-s", "-u", "-C", "-c"] }).operands;
	machine.set(
		name,
		input.text.split("\n").filter((line) => line !== ""),
	);
	return "";
};

const SET_LETTERS: Record<string, string> = { C: "noclobber" };

const set: Handler = ({ args }, machine) => {
	for (let index = 0; index < args.length; index++) {
		const arg = args[index]!;
		if (arg === "--" || !/^[-+]/.test(arg)) {
			machine.positional = [machine.positional?.[0] ?? "bash", ...args.slice(arg === "--" ? index + 1 : index)];
			break;
		}
		const names =
			arg.slice(1) === "o" ? [args[++index] ?? ""] : [...arg.slice(1)].map((letter) => SET_LETTERS[letter] ?? letter);
		for (const name of names) machine.own().options[arg.startsWith("-") ? "add" : "delete"](name);
	}
	return "";
};

const shopt: Handler = ({ args }, machine) => {
	const options = new Options(args);
	for (const name of options.operands) machine.own().options[options.has("-u") ? "delete" : "add"](name);
	return "";
};

/** `which`, `type -P`: a path that ends in the name is as good as the name. */
const which: Handler = ({ args }) => {
	const names = args.filter((arg) => !arg.startsWith("-"));
	return names.length === 1 ? `${names[0]}\n` : UNKNOWN;
};

const unset: Handler = ({ args }, machine) => {
	for (const name of args) machine.own().variables.set(name, [""]);
	return "";
};

const shift: Handler = ({ args }, machine) => {
	const [name = "", ...rest] = machine.positional ?? [];
	if (machine.positional) machine.positional = [name, ...rest.slice(Number(args[0] ?? 1) || 1)];
	return "";
};

const test: Handler = ({ name, args }, machine) => {
	machine.status = testArguments(name === "[" ? args.slice(0, -1) : args, machine);
	return "";
};

const exportNames: Handler = ({ args }, machine) => {
	for (const name of args) machine.own().exported.add(name);
	machine.status = true;
	return "";
};

const succeed: Handler = (_call, machine) => {
	machine.status = true;
	return "";
};

const fail: Handler = (_call, machine) => {
	machine.status = false;
	return "";
};

const echo: Handler = ({ args }, machine) => {
	machine.status = true;
	const words = [...args];
	let ends = "\n";
	let escapes = false;
	while (/^-[neE]+$/.test(words[0] ?? "")) {
		const flags = words.shift()!;
		if (flags.includes("n")) ends = "";
		if (flags.includes("e")) escapes = true;
	}
	const text = words.join(" ");
	return (escapes ? unescapeText(text) : text) + ends;
};

const printf: Handler = ({ args }, machine) => {
	machine.status = true;
	if (args[0] === "-v") {
		machine.set(args[1] ?? "", [formatted(args[2] ?? "", args.slice(3))]);
		return "";
	}
	const [format = "", ...values] = args[0] === "--" ? args.slice(1) : args;
	return formatted(format, values);
};

/** The format is used again until all values are out. */
function formatted(format: string, values: string[]): string {
	const pieces = unescapeText(format).split(/(%[-+ #0]{0,5}\d{0,9}(?:\.\d{1,9})?[a-zA-Z%])/);
	let output = "";
	let next = 0;
	do {
		const before = next;
		for (const [index, piece] of pieces.entries()) {
			if (index % 2 === 0) output += piece;
			else if (piece.endsWith("%")) output += "%";
			else {
				const value = values[next++] ?? "";
				output += piece.endsWith("b") ? unescapeText(value) : value;
			}
		}
		if (next === before) break;
	} while (next < values.length && output.length < 1 << 20);
	return output;
}

const ESCAPES: Record<string, string> = {
	n: "\n",
	t: "\t",
	r: "\r",
	a: "",
	b: "",
	f: "\f",
	v: "\v",
	"\\": "\\",
	"'": "'",
	'"': '"',
	e: "",
};

function unescapeText(text: string): string {
	return text.replace(
		/\\(?:0?([0-7]{1,3})|x([\da-fA-F]{1,2})|([\s\S]))/g,
		(whole, octal?: string, hex?: string, letter?: string) => {
			if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) || 10);
			if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16) || 10);
			return ESCAPES[letter!] ?? whole;
		},
	);
}

const cat: Handler = ({ args, input }, machine) => {
	const files = new Options(args).operands;
	const texts = files.map((file) => (file === "-" ? input.text : machine.contentOf(file)));
	return files.length === 0 ? input.text : limited(texts.join(""));
};

const tr: Handler = ({ args, input }) =>
	args.some((arg) => /\\n|\\0|\n/.test(arg)) ? input.text.replaceAll(" ", "\n") : UNKNOWN;

/** `basename`, `dirname`, `realpath`, `readlink -f`. */
const path: Handler = ({ name, args }, machine) => {
	const [text = UNKNOWN, suffix = ""] = new Options(args, { valued: ["-s"] }).operands;
	if (!isKnown(text)) return UNKNOWN;
	if (name === "realpath" || name === "readlink") return `${machine.resolve(text) ?? UNKNOWN}\n`;
	const bare = withoutEnd(text, "/");
	const slash = bare.lastIndexOf("/");
	if (name === "dirname") return `${slash < 0 ? "." : slash === 0 ? "/" : bare.slice(0, slash)}\n`;
	const last = bare.slice(slash + 1);
	return `${suffix !== "" && last !== suffix && last.endsWith(suffix) ? last.slice(0, -suffix.length) : last}\n`;
};

const pwd: Handler = (_call, machine) => `${machine.folder ?? UNKNOWN}\n`;

export const BUILTINS: Record<string, Handler> = {
	cd,
	chdir: cd,
	pushd,
	popd,
	mkdir,
	touch,
	read,
	mapfile,
	readarray: mapfile,
	set,
	shopt,
	which,
	type: which,
	unset,
	shift,
	test,
	"[": test,
	true: succeed,
	":": succeed,
	false: fail,
	echo,
	printf,
	cat,
	tr,
	basename: path,
	dirname: path,
	realpath: path,
	readlink: path,
	pwd,
	rm: () => "",
	sleep: succeed,
	chmod: () => "",
	wait: succeed,
	yes: ({ args }) => `${args[0] ?? "y"}\n`,
	export: exportNames,
	local: succeed,
	declare: succeed,
	typeset: succeed,
	readonly: succeed,
};
