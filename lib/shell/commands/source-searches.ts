/** `rg`, `ag`, `ack` and `fd`: searches that know of types of files, and leave hidden ones out. */
import { patternTest } from "../glob.ts";
import type { Handler, Machine } from "../machine.ts";
import { UNKNOWN } from "../unknown.ts";
import { runOnFiles } from "./find.ts";
import { filesBelow, filtered, lastName, printed } from "./found-names.ts";
import { Options } from "./options.ts";

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
	const names = filesShown(operands, machine).filter(choiceOf(globs, types, options.values("-T", "--type-not")));
	return printed(names, listsAll || options.has("-l", "--files-with-matches", "--files-without-match"));
};

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

/** Whether a path is of one of the types and fits the globs, of which those with a `!` shut out. */
function choiceOf(globs: string[], types: string[], otherTypes: string[]): (path: string) => boolean {
	const wanted = globs.filter((glob) => !glob.startsWith("!")).map(globTest);
	const unwanted = globs.filter((glob) => glob.startsWith("!")).map((glob) => globTest(glob.slice(1)));
	return (path) => {
		const extension = path.slice(path.lastIndexOf(".") + 1);
		if (types.length > 0 && !types.some((type) => TYPES[type]?.includes(extension) ?? true)) return false;
		if (otherTypes.some((type) => TYPES[type]?.includes(extension))) return false;
		if (unwanted.some((test) => test(path))) return false;
		return wanted.length === 0 || wanted.some((test) => test(path));
	};
}

function globTest(glob: string): (path: string) => boolean {
	const tests = bracesOf(glob.replace(/^(?:\*\*)?\//, "")).map((one) => {
		const whole = patternTest(one);
		const [atEnd, below] = [patternTest(`*/${one}`), patternTest(`${one.replace(/\/$/, "")}/*`)];
		return (path: string) => whole(one.includes("/") ? path : lastName(path)) || atEnd(path) || below(path);
	});
	return (path) => tests.some((test) => test(path));
}

/** One level of `{ts,tsx}`. */
function bracesOf(glob: string): string[] {
	const brace = /\{([^{}]*)\}/.exec(glob);
	if (!brace) return [glob];
	return brace[1]!
		.split(",")
		.map((part) => glob.slice(0, brace.index) + part + glob.slice(brace.index + brace[0].length));
}

/** `fd PATTERN [FOLDER...]`, and what it runs on what it finds. */
const fd: Handler = ({ args, input }, machine) => {
	const at = args.findIndex((arg) => /^(?:-x|-X|--exec|--exec-batch)$/.test(arg));
	const own = at < 0 ? args : args.slice(0, at);
	const options = new Options(own, {
		valued: ["-e", "-E", "-t", "-d", "-j", "-c", "-S", "--extension", "--exclude", "--type", "--max-depth"],
	});
	const [pattern = ".", ...starts] = options.operands;
	const extensions = options.values("-e", "--extension");
	const endings = extensions.map((extension) => `.${extension.replace(/^\./, "")}`);
	const excluded = options.values("-E", "--exclude").map(globTest);
	const fits = options.has("-g", "--glob") ? patternTest(pattern) : looseTest(pattern);
	if (at < 0 && !machine.isHeard) return UNKNOWN;
	const names = filesShown(starts, machine).filter((path) => {
		if (endings.length > 0 && !endings.some((ending) => path.endsWith(ending))) return false;
		return !excluded.some((test) => test(path)) && fits(lastName(path));
	});
	if (at >= 0) {
		const command = args.slice(at + 1).filter((word) => word !== ";");
		const isBatch = args[at] === "-X" || args[at] === "--exec-batch";
		runOnFiles(command, names, isBatch, input, machine);
	}
	return at < 0 ? printed(names, true) : UNKNOWN;
};

/** A regular expression that is plain text but for dots and anchors is worked out; any other may match. */
function looseTest(pattern: string): (name: string) => boolean {
	const parts = /^(\^?)((?:[\w -]|\\?\.)*)(\$?)$/.exec(pattern);
	if (!parts || pattern === ".") return () => true;
	const plain = parts[2]!.replaceAll("\\", "").toLowerCase();
	return (name) => {
		const subject = name.toLowerCase();
		if (parts[1] !== "" && !subject.startsWith(plain)) return false;
		return parts[3] === "" ? subject.includes(plain) : subject.endsWith(plain);
	};
}

export const SOURCE_SEARCHES: Record<string, Handler> = { rg: ripgrep, ag: ripgrep, ack: ripgrep };

/** They may run a command on what they find. */
export const SOURCE_FINDERS: Record<string, Handler> = { fd, fdfind: fd };
