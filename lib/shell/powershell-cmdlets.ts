/** Cmdlets and aliases of PowerShell that write files, name files or run other text. */
import { patternTest } from "./glob.ts";
import type { Machine } from "./machine.ts";
import { type Evaluation, Parameters } from "./powershell-parameters.ts";
import { pathsOf, writePath } from "./powershell-paths.ts";
import type { PsScript, PsWord } from "./powershell-tree.ts";
import { isKnown, UNKNOWN } from "./unknown.ts";

interface Invocation {
	name: string;
	parameters: Parameters;
	input: string[];
	machine: Machine;
	blocks: PsScript[];
	evaluation: Evaluation;
}

type Cmdlet = (invocation: Invocation) => string[];

const ALIASES: Record<string, string> = {
	sc: "set-content",
	ac: "add-content",
	clc: "clear-content",
	tee: "tee-object",
	epcsv: "export-csv",
	cp: "copy-item",
	copy: "copy-item",
	cpi: "copy-item",
	mv: "move-item",
	move: "move-item",
	mi: "move-item",
	ni: "new-item",
	gci: "get-childitem",
	dir: "get-childitem",
	ls: "get-childitem",
	gi: "get-item",
	rvpa: "resolve-path",
	gc: "get-content",
	cat: "get-content",
	type: "get-content",
	sls: "select-string",
	"?": "where-object",
	where: "where-object",
	select: "select-object",
	sort: "sort-object",
	"%": "foreach-object",
	foreach: "foreach-object",
	cd: "set-location",
	sl: "set-location",
	chdir: "set-location",
	pushd: "push-location",
	popd: "pop-location",
	gl: "get-location",
	pwd: "get-location",
	iex: "invoke-expression",
	icm: "invoke-command",
	echo: "write-output",
	write: "write-output",
	ri: "remove-item",
	rm: "remove-item",
	del: "remove-item",
	rni: "rename-item",
	ren: "rename-item",
	mkdir: "new-folder",
	md: "new-folder",
};

export function runCmdlet(
	called: string,
	words: PsWord[],
	input: string[],
	machine: Machine,
	evaluation: Evaluation,
): string[] | undefined {
	const lower = called.toLowerCase();
	const name = ALIASES[lower] ?? lower;
	const cmdlet = Object.hasOwn(CMDLETS, name) ? CMDLETS[name] : undefined;
	if (!cmdlet) return undefined;
	const parameters = new Parameters(words, evaluation);
	const blocks = words.flatMap((word) => (word.kind === "block" ? [word.script] : []));
	if (parameters.has("whatif")) return [];
	return cmdlet({ name, parameters, input, machine, blocks, evaluation });
}

/** Writers of one file: its parameter or the first word. */
const writer: Cmdlet = ({ name, parameters, input, machine }) => {
	const keeps = parameters.has("noclobber") && !parameters.has("append");
	if (name === "tee-object" && parameters.has("variable")) return input;
	for (const path of parameters
		.at(0, "path", "filepath", "literalpath", "pspath")
		.flatMap((value) => pathsOf(value, machine))) {
		if (!keeps || !machine.isFile(path)) machine.write(path);
	}
	return name === "tee-object" ? input : [];
};

const transfer: Cmdlet = ({ name, parameters, input, machine }) => {
	const sources = parameters.get("path", "literalpath") ?? (input.length > 0 ? input : parameters.positional[0]) ?? [];
	const hasSource = parameters.get("path", "literalpath") !== undefined || input.length > 0;
	const targets = parameters.get("destination") ?? parameters.positional[hasSource ? 0 : 1] ?? [];
	if (name === "move-item" && !parameters.has("force")) return [];
	for (const target of targets.map((path) => path.replaceAll("\\", "/"))) {
		for (const source of sources.flatMap((path) => (isKnown(path) ? pathsOf(path, machine) : [path]))) {
			const inFolder = `${target.replace(/\/$/, "")}/${source.split("/").at(-1)}`;
			const isFolder = target.endsWith("/") || machine.isFolder(target) || machine.isFile(inFolder);
			writePath(isFolder ? inFolder : target, machine);
		}
	}
	return [];
};

const newItem: Cmdlet = ({ parameters, machine }) => {
	if (/^d/i.test(parameters.get("itemtype", "type")?.[0] ?? "")) return [];
	const folder = parameters.at(0, "path");
	const name = parameters.get("name")?.[0];
	const paths = name === undefined ? folder : (folder.length > 0 ? folder : ["."]).map((base) => `${base}/${name}`);
	// Without -Force an existing file is an error.
	for (const path of paths)
		if (parameters.has("force") || !machine.isFile(path.replaceAll("\\", "/"))) writePath(path, machine);
	return paths;
};

const newObject: Cmdlet = ({ parameters, machine }) => {
	const [type = ""] = parameters.at(0, "typename");
	if (/streamwriter$/i.test(type)) {
		const [path] = parameters.at(1, "argumentlist");
		if (path !== undefined) writePath(path, machine);
	}
	return [UNKNOWN];
};

const getChildItem: Cmdlet = ({ parameters, machine }) => {
	const starts = parameters.at(0, "path", "literalpath");
	const filters = [...parameters.at(1, "filter"), ...(parameters.get("include") ?? [])];
	const excluded = parameters.get("exclude") ?? [];
	const isDeep = parameters.has("recurse") || parameters.has("depth");
	return (starts.length > 0 ? starts : ["."]).flatMap((start) => {
		const slashes = start.replaceAll("\\", "/");
		const [folder, pattern] = splitPattern(slashes);
		return filesBelow(folder, isDeep, machine).filter((path) => {
			const name = path.split("/").at(-1)!;
			const fits = (glob: string) => patternTest(glob, true)(name);
			return (
				[pattern, ...(filters.length > 0 ? [filters] : [])].every((globs) => globs.length === 0 || globs.some(fits)) &&
				!excluded.some(fits)
			);
		});
	});
};

/** The folder, and the patterns for names in it. */
function splitPattern(path: string): [string, string[]] {
	if (!/[*?]/.test(path)) return [path, []];
	const slash = path.lastIndexOf("/");
	return [slash < 0 ? "." : path.slice(0, slash), [path.slice(slash + 1)]];
}

function filesBelow(folder: string, isDeep: boolean, machine: Machine): string[] {
	const folders = pathsOf(folder, machine).flatMap((path) => machine.resolve(path) ?? []);
	return folders.flatMap((absolute) =>
		[...machine.files.walk(absolute, (entry) => isDeep || entry.path === "")]
			.filter((entry) => !entry.isFolder)
			.map((entry) => entry.absolute),
	);
}

const selectString: Cmdlet = ({ parameters, input, machine }) => {
	const paths = parameters.get("path", "literalpath") ?? parameters.positional[1] ?? [];
	return paths.length > 0 ? paths.flatMap((path) => pathsOf(path, machine)) : input;
};

const forEachObject: Cmdlet = ({ input, machine, blocks, evaluation }) =>
	input.flatMap((value) => {
		machine.set("_", [value]);
		return blocks.flatMap((block) => evaluation.runBlock(block, []));
	});

const joinPath: Cmdlet = ({ parameters }) => {
	const heads = parameters.at(0, "path");
	const tails = [...parameters.at(1, "childpath"), ...parameters.positional.slice(2).flat()];
	return heads.map((head) => [head, ...tails].join("/"));
};

const splitPath: Cmdlet = ({ parameters }) =>
	parameters.at(0, "path").map((path) => {
		const parts = path.split(/[\\/]/);
		return parameters.has("leaf") ? parts.at(-1)! : parts.slice(0, -1).join("/");
	});

const setLocation: Cmdlet = ({ name, parameters, machine }) => {
	if (name === "push-location") machine.folderStack.push(machine.folder);
	const [target] = parameters.at(0, "path", "literalpath");
	if (target !== undefined) machine.folder = machine.resolve(target.replaceAll("\\", "/"));
	return [];
};

const popLocation: Cmdlet = ({ machine }) => {
	if (machine.folderStack.length > 0) machine.folder = machine.folderStack.pop();
	return [];
};

const runText: Cmdlet = ({ parameters, input, machine }) => {
	const text = [...parameters.at(0, "command"), ...parameters.positional.slice(1).flat()];
	machine.runScript((text.length > 0 ? text : input).join(" "), { text: "" });
	return [UNKNOWN];
};

/** `cmd /c TEXT`: its redirections are written alike. */
const cmd: Cmdlet = ({ parameters, machine }) => {
	machine.runScript(parameters.positional.flat().join(" "), { text: "" });
	return [UNKNOWN];
};

/** Scripts blocks of commands that run them: once, now, here. */
const runBlocks: Cmdlet = ({ blocks, evaluation, parameters }) =>
	parameters.has("computername") || parameters.has("session")
		? [UNKNOWN]
		: blocks.flatMap((block) => evaluation.runBlock(block, []));

const pass: Cmdlet = ({ input }) => input;
const given: Cmdlet = ({ parameters, input, machine }) => {
	const paths = parameters.at(0, "path", "literalpath");
	return paths.length > 0 ? paths.flatMap((path) => pathsOf(path, machine)) : input;
};

const CMDLETS: Record<string, Cmdlet> = {
	"start-transcript": writer,
	"set-content": writer,
	"add-content": writer,
	"clear-content": writer,
	"out-file": writer,
	"tee-object": writer,
	"export-csv": writer,
	"export-clixml": writer,
	"copy-item": transfer,
	"move-item": transfer,
	"new-item": newItem,
	"new-object": newObject,
	"get-childitem": getChildItem,
	"get-item": given,
	"resolve-path": given,
	"convert-path": given,
	"get-content": () => [UNKNOWN],
	"select-string": selectString,
	"where-object": pass,
	"sort-object": pass,
	"select-object": pass,
	"foreach-object": forEachObject,
	"join-path": joinPath,
	"split-path": splitPath,
	"set-location": setLocation,
	"push-location": setLocation,
	"pop-location": popLocation,
	"get-location": ({ machine }) => [machine.folder ?? UNKNOWN],
	"invoke-expression": runText,
	"invoke-command": runBlocks,
	"measure-command": runBlocks,
	"start-job": runBlocks,
	cmd,
	"cmd.exe": cmd,
	"write-output": ({ parameters }) => parameters.positional.flat(),
	"write-host": () => [],
	"remove-item": () => [],
	"rename-item": () => [],
	"new-folder": () => [],
	"out-null": () => [],
};
