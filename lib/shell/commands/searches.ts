/** `grep`, `git grep`, `git ls-files` and `ls`: programs that print names of files. */
import { matchesPattern, patternTest } from "../glob.ts";
import type { Call, Handler, Machine } from "../machine.ts";
import { UNKNOWN } from "../unknown.ts";
import { filesBelow, filtered, lastName, printed } from "./found-names.ts";
import { Options } from "./options.ts";

const GREP_VALUED = [
	"-e", "-f", "-m", "-A", "-B", "-C", "-d", "-D", "--include", "--exclude", "--exclude-dir", "--regexp", "--file",
	"--max-count", "--context", "--color", "--binary-files", "--label",
]; // biome-ignore format: one list

const grep: Handler = ({ name, args, input }, machine) => {
	const options = new Options(args, { valued: GREP_VALUED });
	const given = options.has("-e", "-f", "--regexp", "--file");
	const operands = given ? options.operands : options.operands.slice(1);
	const isRecursive = name === "rgrep" || options.has("-r", "-R", "--recursive", "--dereference-recursive");
	const pattern = options.value("-e", "--regexp") ?? (given ? UNKNOWN : (options.operands[0] ?? UNKNOWN));
	if (operands.length === 0 && !isRecursive) return filtered(pattern, options, input.text);
	const starts = operands.length > 0 ? operands : ["."];
	const included = options.values("--include").map((glob) => patternTest(glob));
	const excluded = options.values("--exclude").map((glob) => patternTest(glob));
	const skipped = options.values("--exclude-dir");
	const names = starts.flatMap((start) =>
		filesBelow(start, machine, skipped).filter((path) => {
			const last = lastName(path);
			return (included.length === 0 || included.some((test) => test(last))) && !excluded.some((test) => test(last));
		}),
	);
	return printed(names, options.has("-l", "-L", "--files-with-matches", "--files-without-match"));
};

const ls: Handler = ({ args }, machine) => {
	const options = new Options(args, { valued: ["-I", "-w", "-T", "--ignore", "--sort", "--time"] });
	if (options.has("-l", "-R")) return UNKNOWN;
	const starts = options.operands.length > 0 ? options.operands : ["."];
	const lines = starts.flatMap((start) => {
		const absolute = machine.resolve(start);
		if (absolute === undefined) return [UNKNOWN];
		if (options.has("-d") || machine.files.isFile(absolute)) return [start];
		return machine.files.names(absolute).filter((name) => options.has("-a", "-A") || !name.startsWith("."));
	});
	return lines.map((line) => `${line}\n`).join("");
};

/** `git ls-files` and `git grep` name tracked files; what else git prints isn't known. */
export function gitSearch(subcommand: string, { args }: Call, machine: Machine): string {
	if (!machine.isHeard || (subcommand !== "ls-files" && subcommand !== "grep")) return UNKNOWN;
	const at = args.indexOf("--");
	const own = at < 0 ? args : args.slice(0, at);
	const options = new Options(own, { valued: ["-e", "-f", "-A", "-B", "-C", "-m", "-x", "-X", "--exclude"] });
	if (subcommand === "ls-files" && options.has("-m", "-o", "-d", "-u", "--modified", "--others", "--deleted"))
		return UNKNOWN;
	const operands = subcommand === "grep" && !options.has("-e", "-f") ? options.operands.slice(1) : options.operands;
	const pathspecs = at < 0 ? operands : [...operands, ...args.slice(at + 1)];
	const wanted = pathspecs
		.filter((spec) => !/^:(?:!|\^|\(exclude\))/.test(spec))
		.map((spec) => spec.replace(/^\.\//, ""));
	const unwanted = pathspecs.flatMap((spec) => /^:(?:!|\^|\(exclude\))(.*)$/.exec(spec)?.[1] ?? []);
	const names = filesBelow(".", machine)
		.map((path) => path.slice(2))
		.filter(
			(path) =>
				(wanted.length === 0 || wanted.some((spec) => matchesPathspec(path, spec))) &&
				!unwanted.some((spec) => matchesPathspec(path, spec)),
		);
	const namesOnly = subcommand === "ls-files" || options.has("-l", "--files-with-matches", "--name-only");
	return printed(names, namesOnly);
}

/** In a pathspec a star crosses slashes. */
function matchesPathspec(path: string, spec: string): boolean {
	const bare = spec.replace(/\/$/, "");
	return bare === "." || path === bare || path.startsWith(`${bare}/`) || matchesPattern(path, bare);
}

export const SEARCHES: Record<string, Handler> = { grep, egrep: grep, fgrep: grep, ggrep: grep, rgrep: grep, ls };
