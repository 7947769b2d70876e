/**
 * Programs that print names of files. What they look for in the files isn't known, so they name every file that may be
 * printed: an upper bound.
 */
import { matchesPattern } from "../glob.ts";
import { type Call, type Handler, knownLines, type Machine } from "../machine.ts";
import { withoutEnd } from "../trimmed.ts";
import { isKnown, UNKNOWN } from "../unknown.ts";
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
	const included = options.values("--include");
	const excluded = options.values("--exclude");
	const skipped = options.values("--exclude-dir");
	const names = starts.flatMap((start) =>
		filesBelow(start, machine, skipped).filter((path) => {
			const last = path.split("/").at(-1)!;
			const isIncluded = included.length === 0 || included.some((glob) => matchesPattern(last, glob));
			return isIncluded && !excluded.some((glob) => matchesPattern(last, glob));
		}),
	);
	return printed(names, options.has("-l", "-L", "--files-with-matches", "--files-without-match"));
};

/** Matching lines follow the name, which `cut -d: -f1` and the like take off again. */
function printed(names: string[], namesOnly: boolean): string {
	return names.map((path) => (namesOnly ? `${path}\n` : `${path}:${UNKNOWN}\n`)).join("");
}

/** The lines of known names that plain text picks out; any other pattern keeps them all. */
function filtered(pattern: string, options: Options, text: string): string {
	if (options.has("-c", "-o", "--count", "--only-matching", "-q", "--quiet")) return UNKNOWN;
	const parts = /^(\^?)((?:[\w/ -]|\\\.)+)(\$?)$/.exec(pattern);
	if (!parts || options.has("-i", "-f", "--ignore-case")) return text;
	const plain = parts[2]!.replaceAll("\\.", ".");
	const wanted = !options.has("-v", "--invert-match");
	const kept = text.split("\n").filter((line) => {
		if (!isKnown(line)) return true;
		const found = (parts[1] === "" || line.startsWith(plain)) && (parts[3] === "" || line.endsWith(plain));
		return line !== "" && (found && line.includes(plain)) === wanted;
	});
	return kept.map((line) => `${line}\n`).join("");
}

/** The files at or below a place, spelled from there. */
function filesBelow(start: string, machine: Machine, skippedFolders: string[] = []): string[] {
	const absolute = machine.resolve(start);
	if (absolute === undefined) return [];
	const base = withoutEnd(start, "/");
	const enter = ({ path }: { path: string }) =>
		!skippedFolders.some((glob) => matchesPattern(path.split("/").at(-1)!, glob.replace(/\/$/, "")));
	return [...machine.files.walk(absolute, enter)]
		.filter((entry) => !entry.isFolder)
		.map((entry) => (entry.path === "" ? start : `${base}/${entry.path}`));
}

/** Extensions that ripgrep's most used type names stand for. */
const TYPES: Record<string, readonly string[]> = {
	c: ["c", "h"],
	cpp: ["cpp", "cc", "cxx", "hpp", "hh", "h"],
	css: ["css", "scss"],
	go: ["go"],
	html: ["html", "htm"],
	java: ["java"],
	js: ["js", "jsx", "mjs", "cjs"],
	json: ["json"],
	md: ["md", "markdown"],
	markdown: ["md", "markdown"],
	py: ["py", "pyi"],
	python: ["py", "pyi"],
	ruby: ["rb"],
	rust: ["rs"],
	sh: ["sh", "bash", "zsh"],
	ts: ["ts", "tsx", "mts", "cts"],
	typescript: ["ts", "tsx", "mts", "cts"],
	yaml: ["yaml", "yml"],
};

const ripgrep: Handler = ({ name, args, input }, machine) => {
	const options = new Options(args, {
		valued: [
			"-e",
			"-f",
			"-g",
			"-t",
			"-T",
			"-A",
			"-B",
			"-C",
			"-m",
			"-M",
			"-j",
			"-r",
			"-G",
			"--glob",
			"--iglob",
			"--type",
			"--type-not",
			"--regexp",
			"--replace",
			"--max-depth",
			"--sort",
			"--color",
		],
	});
	const listsAll = options.has("--files");
	const given = listsAll || options.has("-e", "-f", "--regexp");
	const operands = given ? options.operands : options.operands.slice(1);
	if (input.text !== "" && operands.length === 0 && !listsAll)
		return filtered(options.operands[0] ?? UNKNOWN, options, input.text);
	const globs = [
		...options.values("-g", "--glob", "--iglob"),
		...options.values("-G").map((ending) => `*${ending.replace(/[\\$]/g, "")}`),
	];
	const types = options.values("-t", "--type");
	// The other searchers name a type by an option of its own: --ts, --python.
	if (name !== "rg") types.push(...Object.keys(TYPES).filter((type) => options.has(`--${type}`)));
	const names = filesShown(operands, machine).filter((path) =>
		isChosen(path, globs, types, options.values("-T", "--type-not")),
	);
	return printed(names, listsAll || options.has("-l", "--files-with-matches", "--files-without-match"));
};

/** Searchers of source leave hidden files out, and spell what is below the folder they run in without `./`. */
function filesShown(starts: string[], machine: Machine): string[] {
	const found =
		starts.length > 0
			? starts.flatMap((start) => filesBelow(start, machine))
			: filesBelow(".", machine).map((path) => path.slice(2));
	return found.filter(
		(path) => !path.split("/").some((part) => part.length > 1 && part.startsWith(".") && part !== ".."),
	);
}

function isChosen(path: string, globs: string[], types: string[], otherTypes: string[]): boolean {
	const extension = path.split(".").at(-1)!;
	const isOfType = (type: string) => TYPES[type]?.includes(extension) ?? true;
	if (types.length > 0 && !types.some(isOfType)) return false;
	if (otherTypes.some((type) => TYPES[type]?.includes(extension))) return false;
	const positive = globs.filter((glob) => !glob.startsWith("!"));
	if (globs.some((glob) => glob.startsWith("!") && matchesGlob(path, glob.slice(1)))) return false;
	return positive.length === 0 || positive.some((glob) => matchesGlob(path, glob));
}

function matchesGlob(path: string, glob: string): boolean {
	const bare = glob.replace(/^(?:\*\*)?\//, "");
	return [...bracesOf(bare)].some((one) => {
		const subject = one.includes("/") ? path : path.split("/").at(-1)!;
		return (
			matchesPattern(subject, one) ||
			matchesPattern(path, `*/${one}`) ||
			matchesPattern(path, `${one.replace(/\/$/, "")}/*`)
		);
	});
}

/** One level of `{ts,tsx}`. */
function bracesOf(glob: string): string[] {
	const brace = /\{([^{}]*)\}/.exec(glob);
	if (!brace) return [glob];
	return brace[1]!
		.split(",")
		.map((part) => glob.slice(0, brace.index) + part + glob.slice(brace.index + brace[0].length));
}

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

/** `fd PATTERN [FOLDER...]`, and what it runs on what it finds. */
const fd: Handler = ({ args, input }, machine) => {
	const at = args.findIndex((arg) => /^(?:-x|-X|--exec|--exec-batch)$/.test(arg));
	const own = at < 0 ? args : args.slice(0, at);
	const options = new Options(own, {
		valued: [
			"-e",
			"-E",
			"-t",
			"-d",
			"-g",
			"-j",
			"-c",
			"-S",
			"--extension",
			"--exclude",
			"--type",
			"--max-depth",
		].filter((name) => name !== "-g"),
	});
	const [pattern = ".", ...starts] = options.operands;
	const extensions = options.values("-e", "--extension");
	const names = filesShown(starts, machine).filter((path) => {
		const last = path.split("/").at(-1)!;
		if (extensions.length > 0 && !extensions.some((extension) => last.endsWith(`.${extension.replace(/^\./, "")}`)))
			return false;
		if (options.values("-E", "--exclude").some((glob) => matchesGlob(path, glob))) return false;
		return options.has("-g", "--glob") ? matchesPattern(last, pattern) : looselyMatches(last, pattern);
	});
	if (at >= 0) {
		const command = args.slice(at + 1).filter((word) => word !== ";");
		const isBatch = args[at] === "-X" || args[at] === "--exec-batch";
		runOnFiles(command, names, isBatch, input, machine);
	}
	return at < 0 ? printed(names, true) : UNKNOWN;
};

/** A regular expression that is plain text but for dots and anchors is worked out; any other may match. */
function looselyMatches(name: string, pattern: string): boolean {
	const parts = /^(\^?)((?:[\w -]|\\?\.)*)(\$?)$/.exec(pattern);
	if (!parts || pattern === ".") return true;
	const plain = parts[2]!.replaceAll("\\", "").toLowerCase();
	const subject = name.toLowerCase();
	if (parts[1] !== "" && !subject.startsWith(plain)) return false;
	return parts[3] === "" ? subject.includes(plain) : subject.endsWith(plain);
}

/** Runs a command once with all names, or once for each; `{}` is where they go, at the end if there is none. */
export function runOnFiles(
	command: string[],
	names: string[],
	isBatch: boolean,
	input: Call["input"],
	machine: Machine,
): string {
	const hasPlace = command.some((word) => word.includes("{}"));
	const words = hasPlace ? command : [...command, "{}"];
	if (!isBatch) {
		return names
			.map((name) =>
				machine.runWords(
					words.map((word) => word.replaceAll("{}", name)),
					input,
				),
			)
			.join("");
	}
	const all = words.flatMap((word) => (word === "{}" ? names : [word]));
	return names.length > 0 ? machine.runWords(all, input) : "";
}

/** `git ls-files` and `git grep` name tracked files; what else git prints isn't known. */
export function gitSearch(subcommand: string, { args }: Call, machine: Machine): string {
	if (subcommand !== "ls-files" && subcommand !== "grep") return UNKNOWN;
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

/** `cut -d: -f1`, `awk -F: '{print $1}'`: the names in front of matching lines. */
export function firstFields(text: string, separator: string): string {
	return text
		.split("\n")
		.map((line) => line.split(separator)[0]!)
		.filter((line) => line !== "")
		.map((line) => `${line}\n`)
		.join("");
}

const cut: Handler = ({ args, input }) => {
	const options = new Options(args, { valued: ["-d", "-f", "-c", "-b", "--delimiter", "--fields"] });
	const isFirst = options.value("-f", "--fields") === "1" && options.operands.length === 0;
	return isFirst ? firstFields(input.text, options.value("-d", "--delimiter") ?? "\t") : UNKNOWN;
};

/** `head -1` is one name, and the first will do. */
const head: Handler = (call, machine) => {
	const kept = lines(call, machine);
	const isOne = /^-(?:1|n ?1|n)$/.test(call.args[0] ?? "") && (call.args[0] !== "-n" || call.args[1] === "1");
	return isOne ? `${kept.split("\n")[0]}\n` : kept;
};

/** Filters that keep, reorder or drop whole lines: what may come out is what went in. */
const lines: Handler = ({ args, input }) => {
	const operands = new Options(args, { valued: ["-n", "-c", "-s"] }).operands;
	return operands.length === 0
		? knownLines(input.text)
				.map((line) => `${line}\n`)
				.join("") || UNKNOWN
		: UNKNOWN;
};

export const SEARCHES: Record<string, Handler> = {
	grep,
	egrep: grep,
	fgrep: grep,
	ggrep: grep,
	rgrep: grep,
	rg: ripgrep,
	ag: ripgrep,
	ack: ripgrep,
	fd,
	fdfind: fd,
	ls,
	cut,
	head,
	tail: lines,
	tac: lines,
};
