/**
 * Which existing files of the project does a shell command rewrite? The one entry to this folder's analysis: it reads no
 * file, asks only for names, and never throws. What can't be told from the command counts as no rewrite.
 */
import { BASH } from "./bash.ts";
import { mayWrite } from "./commands/run-command.ts";
import { Ledger, Machine, OutOfBudget } from "./machine.ts";
import { POWERSHELL } from "./powershell.ts";
import { type Disk, ProjectFiles } from "./project-files.ts";

export interface ShellContext extends Disk {
	shell: "bash" | "powershell";
	/** Where the command starts, in the project as a rule. */
	cwd: string;
}

/**
 * Longest command that is looked at, text of here-documents not counted. Broken nests of quotes take the parser a
 * second at a third of this in megabytes; commands of honest length end long before.
 */
const MOST_COMMAND = 64 * 1024;

/** Longest command with its here-documents. */
const MOST_TEXT = 1024 * 1024;

/**
 * The absolute paths of the files, in the root's spelling and in the order in which they are rewritten; the root itself
 * for "some files, unknown which". Searches that feed an editor give every file they may find.
 */
export function rewrittenFiles(command: string, context: ShellContext): string[] {
	if (context.shell === "bash" && !mayWrite(command)) return [];
	if (command.length > MOST_TEXT || lengthOfCommands(command) > MOST_COMMAND) return [];
	const files = new ProjectFiles(context);
	const ledger = new Ledger(files);
	const evaluators = { bash: BASH, powershell: POWERSHELL };
	try {
		new Machine(ledger, evaluators, context.shell, files.normalize(context.cwd)).runHere(command, { text: "" });
	} catch (error) {
		// Too deep or too long: what was found until then stands. Anything else is a fault of ours: the command passes.
		if (!(error instanceof OutOfBudget || error instanceof RangeError)) return [];
	}
	return [...ledger.rewritten].map((path) => files.native(path));
}

/** The length without the lines between `<<WORD` and `WORD`. */
function lengthOfCommands(command: string): number {
	if (command.length <= MOST_COMMAND) return command.length;
	let length = 0;
	let end: string | undefined;
	for (const line of command.split("\n")) {
		if (end === undefined) {
			length += line.length + 1;
			if (line.length < MOST_COMMAND) end = /<<-?\s{0,9}['"\\]?(\w+)/.exec(line)?.[1];
		} else if (line.trim() === end) end = undefined;
	}
	return length;
}
