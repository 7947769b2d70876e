/** `patch` and `git`: the files that a patch names, if its text is in the command; else some files, unknown which. */
import type { Call, Handler, Machine } from "../machine.ts";
import { isKnown, UNKNOWN } from "../unknown.ts";
import { Options } from "./options.ts";
import { gitSearch } from "./searches.ts";

const PATCH_RULES = {
	valued: [
		"-p",
		"-i",
		"-o",
		"-d",
		"-r",
		"-B",
		"-D",
		"-F",
		"-V",
		"-Y",
		"-z",
		"-g",
		"--strip",
		"--input",
		"--output",
		"--directory",
		"--fuzz",
	],
};

const patch: Handler = ({ args, input }, outer) => {
	const options = new Options(args, PATCH_RULES);
	if (options.has("-C", "--dry-run", "--check")) return UNKNOWN;
	const machine = inFolder(outer, options.value("-d", "--directory"));
	const patchFile = options.value("-i", "--input") ?? options.operands[1];
	const text = patchFile === undefined || patchFile === "-" ? input.text : machine.contentOf(patchFile);
	const output = options.value("-o", "--output");
	const [file] = options.operands;
	if (output !== undefined) machine.write(output);
	else if (file !== undefined) machine.edit(file);
	else applyText(text, options.value("-p", "--strip"), "", machine);
	return UNKNOWN;
};

function inFolder(machine: Machine, folder: string | undefined): Machine {
	if (folder === undefined) return machine;
	const inner = machine.subshell();
	inner.folder = machine.resolve(folder);
	return inner;
}

function applyText(text: string, strip: string | undefined, prefix: string, machine: Machine): void {
	const names = namesInPatch(text);
	if (!isKnown(text) && names.length === 0) machine.editSomewhere();
	for (const [oldName, newName] of names) {
		// Without -p, patch goes by the last segment alone.
		const paths = [newName, oldName].map((name) => {
			const segments = name.split("/");
			return prefix + (strip === undefined ? segments.at(-1)! : segments.slice(Number(strip)).join("/"));
		});
		const path = paths.find((candidate) => machine.isFile(candidate));
		if (path !== undefined) machine.edit(path);
	}
}

/** The old and the new name of each file that a patch changes: one that it makes or removes is none. */
function namesInPatch(text: string): [string, string][] {
	const pairs: [string, string][] = [];
	const lines = text.split("\n");
	for (const [index, line] of lines.entries()) {
		const next = lines[index + 1] ?? "";
		const isUnified = line.startsWith("--- ") && next.startsWith("+++ ");
		const isContext = line.startsWith("*** ") && next.startsWith("--- ");
		if (!isUnified && !isContext) continue;
		const [oldName, newName] = [line, next].map((header) => header.slice(4).split("\t")[0]!.trim());
		if (oldName !== "/dev/null" && newName !== "/dev/null") pairs.push([oldName!, newName!]);
	}
	return pairs;
}

const git: Handler = (call, outer) => {
	const options = new Options(call.args, {
		valued: ["-C", "-c", "--git-dir", "--work-tree", "--namespace"],
		stopsAtOperand: true,
	});
	const [subcommand = "", ...args] = options.operands;
	const machine = options.values("-C").reduce(inFolder, outer);
	if (subcommand === "apply") return gitApply({ ...call, args }, machine);
	if (subcommand === "rev-parse") {
		if (args.includes("--show-toplevel")) return `${machine.files.root}\n`;
		return UNKNOWN;
	}
	return gitSearch(subcommand, { ...call, args }, machine);
};

function gitApply({ args, input }: Call, machine: Machine): string {
	const options = new Options(args, {
		valued: ["-p", "-C", "--directory", "--exclude", "--include", "--whitespace"].slice(0, 5),
	});
	const looksOnly = options.has("--check", "--stat", "--numstat", "--summary", "--cached") && !options.has("--apply");
	if (looksOnly) return UNKNOWN;
	const directory = options.value("--directory");
	const prefix = directory ? `${directory.replace(/\/$/, "")}/` : "";
	const sources = options.operands.length > 0 ? options.operands : ["-"];
	for (const source of sources) {
		const text = source === "-" ? input.text : machine.contentOf(source);
		applyText(text, options.value("-p") ?? "1", prefix, machine);
	}
	return "";
}

export const PATCHES: Record<string, Handler> = { patch, gpatch: patch, git };
