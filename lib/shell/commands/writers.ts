/** Programs that write a file they are told to: copies of their input, of other files, or nothing at all. */
import type { Call, Handler, Machine } from "../machine.ts";
import { withoutEnd } from "../trimmed.ts";
import { isKnown, UNKNOWN } from "../unknown.ts";
import { Options } from "./options.ts";

const tee: Handler = ({ args, input }, machine) => {
	const options = new Options(args);
	for (const file of options.operands) machine.write(file, input.text, options.has("-a", "--append"));
	return input.text;
};

const sponge: Handler = (call, machine) => {
	tee(call, machine);
	return "";
};

const dd: Handler = ({ args, input }, machine) => {
	for (const arg of args) if (arg.startsWith("of=")) machine.write(arg.slice(3));
	return args.some((arg) => arg.startsWith("if=")) ? UNKNOWN : input.text;
};

const truncate: Handler = ({ args }, machine) => {
	const options = new Options(args, {
		valued: ["-s", "-r", "--size", "--reference", "-l", "-o", "--length", "--offset", "-n"],
	});
	const creates = !options.has("-c", "--no-create");
	for (const file of options.operands)
		if (creates) machine.write(file, "");
		else machine.edit(file);
	return "";
};

/** `script FILE` records a session there. */
const script: Handler = ({ args, input }, machine) => {
	const options = new Options(args, { valued: ["-c", "--command", "-o", "-E", "-I", "-O", "-B", "-T", "-m"] });
	for (const command of options.values("-c", "--command")) machine.runScript(command, input);
	const [file] = options.operands;
	if (file !== undefined) machine.write(file, UNKNOWN, options.has("-a", "--append"));
	return UNKNOWN;
};

const COPY_RULES = {
	valued: ["-t", "--target-directory", "-S", "--suffix", "-m", "--mode", "-o", "--owner", "-g", "--group"],
};

const copy: Handler = ({ name, args, input }, machine) => {
	const options = new Options(args, COPY_RULES);
	if (name === "install" && options.has("-d", "--directory")) return "";
	const asks = options.has("-i", "--interactive") && !options.has("-f") && !/^y/.test(input.text);
	// With -u the dates decide, which can't be seen.
	const keepsNewer =
		name !== "install" && (options.has("-u") || options.values("--update").some((when) => when !== "all"));
	if (asks || keepsNewer || options.has("-n", "--no-clobber")) {
		return createOnly(options.operands, machine);
	}
	const into = options.value("-t", "--target-directory");
	const sources = into === undefined ? options.operands.slice(0, -1) : options.operands;
	const target = into ?? options.operands.at(-1);
	if (target === undefined) return "";
	const isRecursive = name.endsWith("mv") || options.has("-r", "-R", "-a", "--recursive", "--archive");
	const isWhole = options.has("-T", "--no-target-directory");
	for (const source of sources) place(source, target, { isRecursive, isWhole, isMove: name.endsWith("mv") }, machine);
	return "";
};

/** What never overwrites may still make its target, and a later command may then change that. */
function createOnly(operands: string[], machine: Machine): string {
	const [source, target] = operands;
	if (operands.length === 2 && !machine.isFile(target!) && !machine.isFolder(target!))
		machine.write(target!, machine.contentOf(source!));
	return "";
}

interface Placing {
	isRecursive?: boolean;
	/** The target is the file itself, never a folder to put it into. */
	isWhole?: boolean;
	isMove?: boolean;
}

/** Puts `source` at `target`, or into it where it is a folder. */
function place(source: string, target: string, { isRecursive, isWhole, isMove }: Placing, machine: Machine): void {
	const name = withoutEnd(source, "/")
		.split(machine.files.isWindows ? /[\\/]/ : "/")
		.at(-1)!;
	if (isRecursive && isFolderNow(source, machine)) {
		const ontoFolder = isWhole || /(^|\/)\.$/.test(source) || !machine.isFolder(target);
		placeBelow(source, ontoFolder ? target : `${target}/${name}`, machine);
		return;
	}
	const isFolder = target.endsWith("/") || /(^|\/)\.\.?$/.test(target) || machine.isFolder(target);
	const inFolder = `${withoutEnd(target, "/")}/${name}`;
	// A folder may be known only by the file that is in it.
	const path = !isWhole && isKnown(name) && (isFolder || machine.isFile(inFolder)) ? inFolder : target;
	const [from, to] = [machine.resolve(source), machine.resolve(path)];
	if (from === to) return;
	const comesBack = isMove && to !== undefined && machine.ledger.moved.get(from ?? "") === to;
	if (!comesBack) machine.write(path, machine.contentOf(source));
	if (isMove && from !== undefined && to !== undefined) machine.ledger.moved.set(to, from);
}

/** The command may have made the folder by making files in it. */
function isFolderNow(path: string, machine: Machine): boolean {
	const absolute = machine.resolve(path);
	return machine.isFolder(path) || [...machine.files.created].some((file) => file.startsWith(`${absolute}/`));
}

function placeBelow(source: string, target: string, machine: Machine): void {
	const from = machine.resolve(source);
	if (from === undefined || from === machine.resolve(target)) return;
	const made = [...machine.files.created]
		.filter((path) => path.startsWith(`${from}/`))
		.map((path) => path.slice(from.length + 1));
	const found = [...machine.files.walk(from)].filter((entry) => !entry.isFolder).map((entry) => entry.path);
	for (const path of [...found, ...made]) machine.write(`${target}/${path}`);
}

const link: Handler = ({ args }, machine) => {
	const options = new Options(args, { valued: ["-t", "-S", "--suffix", "--target-directory"] });
	const [source, target] = options.operands;
	if (options.operands.length !== 2 || !options.has("-f", "--force")) return "";
	place(source!, target!, { isWhole: options.has("-T") }, machine);
	return "";
};

/** Copies between machines: what lands on this one. */
const remoteCopy: Handler = ({ name, args }, machine) => {
	const options = new Options(args, {
		valued: [
			"-e",
			"--rsh",
			"--exclude",
			"--include",
			"--filter",

			"-i",
			"-P",
			"-F",
			"-o",
			"-c",
			"-n",
		].filter((option) => name !== "rsync" || !["-i", "-P", "-F", "-o", "-c", "-n"].includes(option)),
	});
	const target = options.operands.at(-1);
	const isTrial = name === "rsync" && options.has("-n", "--dry-run", "--ignore-existing");
	if (target === undefined || isTrial || isRemote(target, machine)) return "";
	for (const source of options.operands.slice(0, -1)) {
		const isLocal = !isRemote(source, machine);
		const path = isLocal ? source : source.slice(source.indexOf(":") + 1);
		const isContents = path.endsWith("/");
		if (isLocal && isContents && machine.isFolder(path)) placeBelow(path, target, machine);
		else if (!isContents) place(path, target, { isRecursive: isLocal }, machine);
	}
	return "";
};

function isRemote(path: string, machine: Machine): boolean {
	return /^[^/\\]+:/.test(path) && !(machine.files.isWindows && /^[A-Za-z]:[\\/]/.test(path));
}

/** Commands of `docker`, `kubectl` and their kin run elsewhere; `cp` alone may write here. */
const container: Handler = ({ name, args, input }: Call, machine) => {
	const at = args.indexOf("cp");
	return at >= 0 && at <= 2 && !args.includes("exec")
		? remoteCopy({ name, args: args.slice(at + 1), input }, machine)
		: UNKNOWN;
};

export const WRITERS: Record<string, Handler> = {
	tee,
	sponge,
	dd,
	truncate,
	fallocate: truncate,
	shred: truncate,
	script,
	cp: copy,
	mv: copy,
	install: copy,
	gcp: copy,
	gmv: copy,
	ginstall: copy,
	ln: link,
	rsync: remoteCopy,
	scp: remoteCopy,
	docker: container,
	podman: container,
	kubectl: container,
	oc: container,
};
