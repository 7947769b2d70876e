/** The functions and methods by which inline code writes files or runs commands, by language. */
import type { Language } from "./code-tokens.ts";

export type Effect =
	/** Writes the file that is the argument at this index. */
	| { kind: "write"; path: number }
	/** Opens a file, and writes it if the mode says so. */
	| { kind: "open"; path: number; mode: number }
	/** Puts one file where the other is. */
	| { kind: "onto"; source: number; target: number }
	| { kind: "shell" }
	| { kind: "folder" };

const WRITE: Effect = { kind: "write", path: 0 };
const ONTO: Effect = { kind: "onto", source: 0, target: 1 };
const OPEN: Effect = { kind: "open", path: 0, mode: 1 };
const SHELL: Effect = { kind: "shell" };
const FOLDER: Effect = { kind: "folder" };

/** Functions by their whole name, or by the last part of it after `.`. */
const FUNCTIONS: Record<Language, Record<string, Effect>> = {
	python: {
		open: OPEN,
		"os.open": { kind: "open", path: 0, mode: 1 },
		"shutil.copy": ONTO,
		"shutil.copy2": ONTO,
		"shutil.copyfile": ONTO,
		"shutil.move": ONTO,
		"os.rename": ONTO,
		"os.replace": ONTO,
		"os.truncate": WRITE,
		"os.system": SHELL,
		"os.popen": SHELL,
		"subprocess.run": SHELL,
		"subprocess.call": SHELL,
		"subprocess.check_call": SHELL,
		"subprocess.check_output": SHELL,
		"subprocess.getoutput": SHELL,
		"subprocess.Popen": SHELL,
		"os.chdir": FOLDER,
	},
	javascript: {
		writeFileSync: WRITE,
		writeFile: WRITE,
		appendFileSync: WRITE,
		appendFile: WRITE,
		createWriteStream: WRITE,
		truncateSync: WRITE,
		truncate: WRITE,
		outputFileSync: WRITE,
		outputFile: WRITE,
		writeJsonSync: WRITE,
		writeJSONSync: WRITE,
		writeJson: WRITE,
		writeJSON: WRITE,
		outputJsonSync: WRITE,
		outputJson: WRITE,
		writeTextFileSync: WRITE,
		writeTextFile: WRITE,
		"Bun.write": WRITE,
		openSync: OPEN,
		"fs.open": OPEN,
		copyFileSync: ONTO,
		copyFile: ONTO,
		renameSync: ONTO,
		"fs.rename": ONTO,
		cpSync: ONTO,
		execSync: SHELL,
		execFileSync: SHELL,
		spawnSync: SHELL,
		exec: SHELL,
		spawn: SHELL,
		"process.chdir": FOLDER,
	},
	ruby: {
		"File.write": WRITE,
		"IO.write": WRITE,
		"File.binwrite": WRITE,
		"IO.binwrite": WRITE,
		"File.truncate": WRITE,
		"File.open": OPEN,
		"File.new": OPEN,
		open: OPEN,
		"File.rename": ONTO,
		"FileUtils.cp": ONTO,
		"FileUtils.copy": ONTO,
		"FileUtils.copy_file": ONTO,
		"FileUtils.mv": ONTO,
		"FileUtils.move": ONTO,
		"IO.copy_stream": ONTO,
		system: SHELL,
		exec: SHELL,
		spawn: SHELL,
		"Dir.chdir": FOLDER,
	},
	perl: {
		open: { kind: "open", path: 2, mode: 1 },
		sysopen: { kind: "open", path: 1, mode: 2 },
		write_file: WRITE,
		write_text: WRITE,
		append_file: WRITE,
		overwrite_file: WRITE,
		truncate: WRITE,
		rename: ONTO,
		copy: ONTO,
		move: ONTO,
		cp: ONTO,
		mv: ONTO,
		system: SHELL,
		exec: SHELL,
		chdir: FOLDER,
	},
	php: {
		file_put_contents: WRITE,
		fopen: OPEN,
		copy: ONTO,
		rename: ONTO,
		exec: SHELL,
		shell_exec: SHELL,
		system: SHELL,
		passthru: SHELL,
		chdir: FOLDER,
	},
	lua: { "io.open": OPEN, "io.output": WRITE, "os.rename": ONTO, "os.execute": SHELL },
};

/** Methods of a path: what they are called on is written. */
const METHODS: Record<Language, ReadonlySet<string>> = {
	python: new Set(["write_text", "write_bytes"]),
	javascript: new Set(),
	ruby: new Set(["write", "binwrite"]),
	perl: new Set(["spew", "spew_utf8", "spew_raw", "append", "append_utf8", "append_raw"]),
	php: new Set(),
	lua: new Set(),
};

/** Methods that write the file their first argument names. */
const SAVERS: ReadonlySet<string> = new Set(["to_csv", "to_json", "to_excel", "to_parquet", "savetxt"]);

export function effectOf(text: string, language: Language): Effect | undefined {
	const known = FUNCTIONS[language];
	if (Object.hasOwn(known, text)) return known[text];
	const dot = text.lastIndexOf(".");
	const last = text.slice(dot + 1);
	const receiver = text.slice(0, Math.max(dot, 0));
	if (language === "python" && last === "open" && /^(?:io|codecs|gzip|builtins)$/.test(receiver)) return OPEN;
	if (language === "python" && dot < 0) return imported(known, last);
	if (language !== "javascript" || !Object.hasOwn(known, last)) return undefined;
	// Regular expressions have an `exec` too.
	return known[last] === SHELL && !/^(?:|cp|child_process|childProcess|require)$/.test(receiver)
		? undefined
		: known[last];
}

/** `from shutil import copyfile`: the last part alone. */
function imported(known: Record<string, Effect>, name: string): Effect | undefined {
	const whole = ["shutil", "os", "subprocess"]
		.map((module) => `${module}.${name}`)
		.find((full) => Object.hasOwn(known, full));
	return whole !== undefined && /^(?:copyfile|copy2|move|check_call|check_output|Popen|chdir)$/.test(name)
		? known[whole]
		: undefined;
}

export function writesReceiver(method: string, language: Language): boolean {
	return METHODS[language].has(method);
}

export function savesToArgument(method: string): boolean {
	return SAVERS.has(method);
}
