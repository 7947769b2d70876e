/** `ed`, `ex`, `vim` and `emacs` driven without a person: they rewrite a file if their commands say so. */
import type { Handler } from "../machine.ts";
import { isKnown, UNKNOWN } from "../unknown.ts";
import { Options } from "./options.ts";

const ed: Handler = ({ args, input }, machine) => {
	const [file] = new Options(args, { valued: ["-p", "--prompt"] }).operands;
	const writes = edWrites(input.text);
	if (file !== undefined && (writes.some((name) => name === "") || !isKnown(input.text))) machine.edit(file);
	for (const name of writes) if (name !== "") machine.write(name);
	return UNKNOWN;
};

/** The file of each `w`, `""` for the one that is edited. Text that is being inserted is no command. */
function edWrites(script: string): string[] {
	const found: string[] = [];
	let inserting = false;
	for (const line of script.split("\n")) {
		if (inserting) inserting = line !== ".";
		else if (/^[\d.$,;/+\-\s]*[aic]$/.test(line)) inserting = true;
		else {
			const write = /^[\d.$,;%\s]*(?:w|wq|W)(?:\s+(\S+))?\s*$/.exec(line);
			if (write) found.push(write[1] ?? "");
		}
	}
	return found;
}

const VI_RULES = { valued: ["-c", "-S", "-s", "-u", "-U", "-i", "-T", "-w", "-W", "-t", "--cmd", "--startuptime"] };

/** `ex` and the `vi` family: commands after `-c` and `+`, in a script, or on standard input in silent mode. */
const vi: Handler = ({ name, args, input }, machine) => {
	// With -es or -E -s the letter s takes no script.
	const silent = name.startsWith("ex") || args.some((arg) => /^-(?:[a-zA-Z]*[eE]s|es|[eE])/.test(arg));
	const rules = silent ? { valued: VI_RULES.valued.filter((option) => option !== "-s") } : VI_RULES;
	const options = new Options(args, rules);
	const plus = options.operands.filter((operand) => operand.startsWith("+"));
	const files = options.operands.filter((operand) => !operand.startsWith("+") && operand !== "-");
	const commands = [...options.values("-c", "--cmd"), ...plus.map((command) => command.slice(1))];
	if (silent) commands.push(input.text);
	for (const script of options.values("-S", ...(silent ? [] : ["-s"]))) commands.push(machine.contentOf(script));
	const writes = commands.flatMap(viWrites);
	if (writes.includes("")) for (const file of files) machine.edit(file);
	for (const target of writes) if (target !== "") machine.write(target);
	return UNKNOWN;
};

/** The file of each writing command, `""` for the ones that are edited. */
function viWrites(script: string): string[] {
	if (!isKnown(script)) return [""];
	return script.split(/[|\n]/).flatMap((command) => {
		const bare = command.replace(/^[\s:]+/, "").replace(/^(?:(?:sil(?:ent)?!?|(?:arg|buf|win|tab)do)\s+)+/, "");
		const write =
			/^[\d.$,;%]*(?:w|wr|wri|writ|write|wq|x|xit|exi|exit|up|update|wa|wall|wqa|wqall|xa|xall)!?(?:\s+(\S+))?\s*$/.exec(
				bare,
			);
		if (write) return [write[1] ?? ""];
		return /^(?:norm(?:al)?!?\s.*ZZ|exe(?:cute)?\s.*["'](?:w|wq|x|update)\b)/.test(bare) ? [""] : [];
	});
}

const emacs: Handler = ({ args }, machine) => {
	if (!args.some((arg) => /\((?:save-buffer|write-file|write-region|save-some-buffers)\b/.test(arg))) return UNKNOWN;
	const inCode = args.flatMap((arg) =>
		[...arg.matchAll(/\(find-file(?:-literally)? "([^"\\]+)"/g)].map((match) => match[1]!),
	);
	for (const file of [...args.filter((arg) => !arg.startsWith("-")), ...inCode]) machine.edit(file);
	return UNKNOWN;
};

export const LINE_EDITORS: Record<string, Handler> = {
	ed,
	red: ed,
	ged: ed,
	ex: vi,
	vi,
	vim: vi,
	nvim: vi,
	gvim: vi,
	emacs,
};
