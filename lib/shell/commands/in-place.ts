/** Stream editors and filters that write back onto a file they are given. */
import type { Call, Handler, Machine } from "../machine.ts";
import { UNKNOWN } from "../unknown.ts";
import { Options } from "./options.ts";

const SED_RULES = {
	valued: ["-e", "-f", "-l", "--expression", "--file", "--line-length"],
	attached: ["-i", "-I", "--in-place"],
};

const sed: Handler = ({ args, input }, machine) => {
	const options = new Options(args, SED_RULES);
	const scripts = options.values("-e", "--expression");
	const hasScript = scripts.length > 0 || options.has("-f", "--file");
	const suffixes = options.values("-i", "-I", "--in-place");
	// BSD's sed wants the suffix as a word of its own: an empty one is never the script.
	const operands = suffixes.length > 0 && options.operands[0] === "" ? options.operands.slice(1) : options.operands;
	if (!hasScript) scripts.push(...operands.slice(0, 1));
	const files = hasScript ? operands : operands.slice(1);
	if (suffixes.length > 0) {
		for (const file of files) {
			if (suffixes[0] !== "" && !suffixes[0]!.includes("*") && machine.isFile(file)) machine.write(file + suffixes[0]);
			machine.edit(file);
		}
	}
	for (const file of scripts.flatMap(filesThatSedWrites)) machine.write(file);
	return files.length === 0 && scripts.every((script) => /^s(.)\^\\?\.\\?\/\1\1$/.test(script)) ? input.text : UNKNOWN;
};

/** Longest line of a script that is searched for `w FILE`: the search is quadratic in it. */
const MOST_SED_LINE = 1_000;

/** The command `w` and the flag `w` of `s` name a file up to the end of the line. */
function filesThatSedWrites(script: string): string[] {
	return script.split("\n").flatMap((line) => {
		if (line.length > MOST_SED_LINE) return [];
		const named = /(?:^|[\d$;{}/|#,!pgI])[ \t]*w[ \t]+(\S[^;}]*)$/.exec(line)?.[1];
		return named && !named.startsWith("/dev/") && !named.endsWith("/") ? [named] : [];
	});
}

const awk: Handler = ({ args }, machine) => {
	const options = new Options(args, {
		valued: ["-F", "-v", "-f", "-e", "-i", "-l", "--include", "--source", "--file", "--assign", "--field-separator"],
		stopsAtOperand: true,
	});
	const programs = options.values("-e", "--source");
	const hasProgram = programs.length > 0 || options.has("-f", "--file");
	if (!hasProgram) programs.push(...options.operands.slice(0, 1));
	const operands = hasProgram ? options.operands : options.operands.slice(1);
	const variables = new Map([...options.values("-v", "--assign"), ...operands].flatMap(asAssignment));
	if (options.values("-i", "--include").some((library) => /^inplace(\.awk)?$/.test(library))) {
		for (const file of operands) machine.edit(file);
	}
	for (const program of programs) {
		for (const target of targetsOfAwk(program)) {
			const path = target.startsWith('"') ? target.slice(1, -1) : variables.get(target);
			if (path !== undefined) machine.write(path);
			if (target === "FILENAME") for (const file of operands) machine.edit(file);
		}
	}
	return UNKNOWN;
};

function asAssignment(text: string): [string, string][] {
	const equals = /^[A-Za-z_]\w*=/.exec(text);
	return equals ? [[equals[0].slice(0, -1), text.slice(equals[0].length)]] : [];
}

/** Strings and variables that `print ... >` writes to; a `>` before anything else compares. */
function targetsOfAwk(program: string): string[] {
	const found: string[] = [];
	for (const token of program.matchAll(
		/"(?:[^"\\\n]|\\.)*(?:"|(?=\n)|$)|#[^\n]*|[\n;{}]|\bprintf?\b|>>?[ \t]*("[^"\n]*"|[A-Za-z_]\w*)?/g,
	)) {
		const [text] = token;
		if (/^[\n;{}]$/.test(text)) found.push("");
		else if (text === "print" || text === "printf") found.push("print");
		else if (text.startsWith(">") && token[1] && found.at(-1) === "print") found.push(`>${token[1]}`);
	}
	return found.filter((item) => item.startsWith(">")).map((item) => item.slice(1));
}

/** `yq -i EXPRESSION FILE...`, the versions of both authors; several files are merged into the first. */
const yq: Handler = ({ args }, machine) => {
	const options = new Options(args, { valued: ["-I", "--indent", "-o", "-p", "--from-file", "--arg", "-f"] });
	if (options.has("-i", "--inplace", "--in-place")) {
		const target = options.operands.find((operand) => machine.isFile(operand));
		if (target !== undefined) machine.edit(target);
	}
	return UNKNOWN;
};

const sd: Handler = ({ args }, machine) => {
	const options = new Options(args, { valued: ["-n", "-f", "--max-replacements", "--flags"] });
	if (!options.has("-p", "--preview")) for (const file of options.operands.slice(2)) machine.edit(file);
	return UNKNOWN;
};

const rpl: Handler = ({ args }, machine) => {
	const options = new Options(args, { valued: ["-x", "--suffix", "-g", "--glob", "-I", "--encoding"] });
	const isTrial = options.has("-s", "--simulate", "--dry-run");
	if (!isTrial) for (const file of options.operands.slice(2)) machine.edit(file);
	return UNKNOWN;
};

/** Filters that print, or write to the file after `-o`, which may be the one they read. */
const sort: Handler = (call, machine) => {
	const options = new Options(call.args, {
		valued: ["-o", "-k", "-t", "-S", "-T", "-n", "--output", "--key", "--parallel", "--batch-size"].filter(
			(name) => name !== "-n" || call.name === "shuf",
		),
	});
	for (const file of options.values("-o", "--output")) machine.write(file);
	return options.operands.length === 0 ? call.input.text : UNKNOWN;
};

const iconv: Handler = ({ args }, machine) => {
	const options = new Options(args, { valued: ["-f", "-t", "-o", "--from-code", "--to-code", "--output"] });
	for (const file of options.values("-o", "--output")) machine.write(file);
	return UNKNOWN;
};

/** `uniq IN OUT` and `xxd -r IN OUT` write their second operand. */
const secondOperand: Handler = ({ name, args, input }, machine) => {
	const options = new Options(args, { valued: name === "uniq" ? ["-f", "-s", "-w"] : ["-c", "-g", "-l", "-o", "-s"] });
	const target = options.operands[1];
	if (target !== undefined && target !== "-") machine.write(target);
	return name === "uniq" && options.operands.length === 0 ? input.text : UNKNOWN;
};

/** Editors of structured text that change the named file. */
const structured: Handler = (call: Call, machine: Machine) => {
	const options = new Options(call.args, { valued: ["-f", "--file", "-s", "-v", "-t", "-r", "-w"] });
	const writes = {
		dasel: /^(put|delete)$/.test(options.operands[0] ?? "") && !options.has("-o", "--out"),
		crudini: options.has("--set", "--del", "--merge"),
		xmlstarlet: options.operands[0] === "ed" && options.has("-L", "--inplace"),
		jaq: options.has("-i", "--in-place"),
	}[call.name === "xml" ? "xmlstarlet" : call.name];
	const files = [...options.values("-f", "--file"), ...options.operands].filter((file) => machine.isFile(file));
	if (writes) for (const file of call.name === "crudini" ? files.slice(0, 1) : files) machine.edit(file);
	return UNKNOWN;
};

export const IN_PLACE: Record<string, Handler> = {
	sed,
	gsed: sed,
	ssed: sed,
	awk,
	gawk: awk,
	mawk: awk,
	nawk: awk,
	yq,
	sd,
	rpl,
	rexreplace: rpl,
	sort,
	gsort: sort,
	shuf: sort,
	iconv,
	uniq: secondOperand,
	xxd: secondOperand,
	dasel: structured,
	crudini: structured,
	xmlstarlet: structured,
	xml: structured,
	jaq: structured,
};
