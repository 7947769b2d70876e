/** Where a command reads from and writes to: files, here-documents, other commands. */
import type { Input, Machine } from "./machine.ts";
import type { Redirection, Word } from "./tree.ts";
import { UNKNOWN } from "./unknown.ts";
import { expandText, expandWords, type RunNested } from "./words.ts";

export function withRedirections(
	redirections: Redirection[],
	input: Input,
	machine: Machine,
	runNested: RunNested,
	command: (from: Input) => string,
): string {
	let from = input;
	const outputs: ((output: string) => void)[] = [];
	for (const redirection of redirections) {
		const { operator, descriptor, target } = redirection;
		if (operator === "<<" || operator === "<<<") {
			const text = target.map((word) => expandText(word, machine, runNested)).join(" ");
			if ((descriptor ?? 0) === 0) from = { text: operator === "<<<" ? `${text}\n` : text };
		} else if (operator === "<" && (descriptor ?? 0) === 0) from = { text: readTarget(target, machine, runNested) };
		else if (operator !== "<" && operator !== "<&") {
			const write = writeTarget(redirection, machine, runNested);
			if (write && (descriptor ?? 1) === 1) outputs.push(write);
		}
	}
	const output = outputs.length > 0 ? machine.whileHeard(true, () => command(from)) : command(from);
	for (const write of outputs) write(output);
	return outputs.length > 0 ? "" : output;
}

function readTarget(target: Word[], machine: Machine, runNested: RunNested): string {
	const piece = target[0]?.pieces[0];
	if (piece?.kind === "process") return runNested(piece.script, machine);
	const [path, ...more] = expandWords(target, machine, runNested);
	return path === undefined || more.length > 0 ? UNKNOWN : machine.contentOf(path);
}

/** Records the write, and returns what keeps the text that is written, if that is standard output. */
function writeTarget(
	redirection: Redirection,
	machine: Machine,
	runNested: RunNested,
): ((output: string) => void) | undefined {
	const { operator, descriptor, target } = redirection;
	const piece = target[0]?.pieces[0];
	if (piece?.kind === "process") {
		return (output) => {
			runNested(piece.script, machine, { text: output });
		};
	}
	const [path, ...more] = expandWords(target, machine, runNested);
	if (path === undefined || more.length > 0) return undefined;
	if (operator === ">&" && /^(\d+-?|-)$/.test(path)) return undefined;
	// Opened for reading and writing on standard input, as a rule only to be read.
	if (operator === "<>" && (descriptor ?? 0) === 0) return undefined;
	const clobbers = operator === ">" || operator === "&>" || operator === ">&";
	if (clobbers && machine.options.has("noclobber") && machine.isFile(path)) return () => {};
	const append = operator === ">>" || operator === "&>>";
	const { folder } = machine;
	machine.write(path, "", true);
	return (output) => {
		const inner = machine.folder;
		machine.folder = folder;
		machine.write(path, output, append);
		machine.folder = inner;
	};
}
