/**
 * The disk as a command finds it: paths resolved the way the shell resolves them, files and folders asked once, patterns
 * and searches. Inside, paths are absolute with `/`; `native` gives them the root's own spelling. Nothing is read but
 * names.
 */
import { extendedTest, hasPattern, unescapePattern } from "./glob.ts";
import { isKnown } from "./unknown.ts";

export interface Disk {
	root: string;
	home: string;
	/** Is there a file of this name? A folder may count or not. */
	exists(path: string): boolean;
	/** The names in a folder, none if it is no folder. */
	list?(folder: string): string[];
}

export interface Entry {
	/** Relative to where the walk began, `""` for the start itself. */
	path: string;
	name: string;
	absolute: string;
	isFolder: boolean;
	/** 0 for the start itself. */
	depth: number;
}

/** What is in a folder, without what is neither file nor folder. */
type Child = Pick<Entry, "name" | "absolute" | "isFolder">;

/** Names seen by the searches of one command. More names more files in a large project; fewer keeps the answer quick. */
const MOST_ENTRIES = 20_000;

/** No system opens a longer path. */
const LONGEST_PATH = 4096;

/** UTF-16 units below the start of a walk: folders that list themselves would cost the square of their depth. */
const DEEPEST_PATH = 1000;

/** Folders that no one means when searching a project, unless the search begins in one of them. */
const SKIPPED_FOLDERS = new Set([".git", "node_modules", ".hg", ".svn"]);

export class ProjectFiles {
	readonly root: string;
	readonly home: string;
	/** Files that the command itself made. */
	readonly created = new Set<string>();
	readonly createdFolders = new Set<string>();
	readonly isWindows: boolean;
	readonly #disk: Disk;
	readonly #exists = new Map<string, boolean>();
	readonly #names = new Map<string, string[]>();
	readonly #childrenOf = new Map<string, Child[]>();
	/** The same few paths come again and again in long commands. */
	readonly #normal = new Map<string, string>();
	/** Loops and long scripts look for the same over and over. */
	readonly #globs = new Map<string, string[]>();
	readonly #rootNames: { start: string; prefix: string }[];
	#entriesLeft = MOST_ENTRIES;

	constructor(disk: Disk) {
		this.#disk = disk;
		this.isWindows = /^[A-Za-z]:/.test(disk.root);
		this.root = this.normalize(disk.root);
		this.home = this.normalize(disk.home);
		this.#rootNames = [this.root, ...otherNames(this.root)].map((root) => {
			const start = this.isWindows ? root.toLowerCase() : root;
			return { start, prefix: start.endsWith("/") ? start : `${start}/` };
		});
	}

	/** The absolute path that `path` means in `folder`, `undefined` where either isn't known. */
	resolve(path: string, folder: string | undefined): string | undefined {
		if (path === "" || path.length > LONGEST_PATH || !isKnown(path)) return undefined;
		const normal = this.#driveForm(path);
		if (normal.startsWith("/") || (this.isWindows && /^[A-Za-z]:/.test(normal))) return this.normalize(normal);
		return folder === undefined ? undefined : this.normalize(`${folder}/${normal}`);
	}

	normalize(path: string): string {
		const known = this.#normal.get(path);
		if (known !== undefined) return known;
		const normal = this.#withoutDots(path);
		this.#normal.set(path, normal);
		return normal;
	}

	#withoutDots(path: string): string {
		if (!this.isWindows && path.startsWith("/") && !/\/\.{0,2}(?:\/|$)/.test(path)) return path;
		const slashes = this.isWindows ? path.replaceAll("\\", "/") : path;
		const kept: string[] = [];
		for (const segment of slashes.split("/")) {
			if (segment === "..") {
				if (kept.length > (this.isWindows ? 1 : 0)) kept.pop();
			} else if (segment !== "" && segment !== ".") kept.push(segment);
		}
		const drive = this.isWindows && /^[A-Za-z]:$/.test(kept[0] ?? "");
		return `${drive ? "" : "/"}${kept.join("/")}`;
	}

	/** The path below the root in the root's spelling, `undefined` outside. Compared by whole segments. */
	inProject(absolute: string): string | undefined {
		const subject = this.isWindows ? absolute.toLowerCase() : absolute;
		for (const { start, prefix } of this.#rootNames) {
			if (subject === start) return this.root;
			if (subject.startsWith(prefix)) return `${this.root.replace(/\/$/, "")}/${absolute.slice(prefix.length)}`;
		}
		return undefined;
	}

	native(absolute: string): string {
		return this.isWindows && this.#disk.root.includes("\\") ? absolute.replaceAll("/", "\\") : absolute;
	}

	/** A file that was there before the command. */
	isOldFile(absolute: string): boolean {
		let known = this.#exists.get(absolute);
		if (known === undefined) {
			const path = this.inProject(absolute) ?? absolute;
			known = this.#disk.exists(this.native(path)) && this.names(path).length === 0;
			this.#exists.set(absolute, known);
		}
		return known;
	}

	isFile(absolute: string): boolean {
		return this.created.has(absolute) || this.isOldFile(absolute);
	}

	isFolder(absolute: string): boolean {
		return absolute === this.root || this.createdFolders.has(absolute) || this.names(absolute).length > 0;
	}

	/** The names in a folder, sorted; none for what is no folder. */
	names(folder: string): string[] {
		let names = this.#names.get(folder);
		if (!names) {
			const path = this.inProject(folder) ?? folder;
			names = [...new Set((this.#disk.list?.(this.native(path)) ?? []).map((name) => nameIn(path, name)))].sort();
			this.#names.set(folder, names);
		}
		return names;
	}

	/** Last name first. */
	#children(folder: string): Child[] {
		let children = this.#childrenOf.get(folder);
		if (!children) {
			const base = folder.replace(/\/$/, "");
			children = this.names(folder).flatMap((name) => {
				const absolute = `${base}/${name}`;
				const isFolder = this.isFolder(absolute);
				return !SKIPPED_FOLDERS.has(name) && (isFolder || this.isOldFile(absolute)) ? { name, absolute, isFolder } : [];
			});
			children.reverse();
			this.#childrenOf.set(folder, children);
		}
		return children;
	}

	/** The paths that a pattern matches, spelled as the pattern spells them. */
	glob(pattern: string, folder: string | undefined, globstar = false): string[] {
		const key = `${folder} ${pattern} ${globstar} ${this.created.size} ${this.createdFolders.size}`;
		let found = this.#globs.get(key);
		if (!found) {
			found = this.#globbed(pattern, folder, globstar);
			this.#globs.set(key, found);
		}
		return found;
	}

	#globbed(pattern: string, folder: string | undefined, globstar: boolean): string[] {
		let found = [pattern.startsWith("/") ? "/" : ""];
		for (const segment of pattern.split("/").filter((part) => part !== "")) {
			found = found.flatMap((base) => this.#globSegment(base, segment, folder, globstar));
			// Stars with `..` between them find the same folders over and over.
			this.#entriesLeft -= found.length;
			if (this.#entriesLeft < 0) return [];
		}
		const paths = [...new Set(found)].map((path) => path.replace(/\/$/, ""));
		return paths.filter((path) => {
			const absolute = this.resolve(path, folder);
			return absolute !== undefined && (this.isFile(absolute) || this.isFolder(absolute));
		});
	}

	#globSegment(base: string, segment: string, folder: string | undefined, globstar: boolean): string[] {
		if (!hasPattern(segment)) return [`${base}${unescapePattern(segment)}/`];
		const absolute = base === "" ? folder : this.resolve(base, folder);
		if (absolute === undefined) return [];
		if (segment === "**" && globstar) {
			return [...this.walk(absolute)].map(({ path }) => (path === "" ? base : `${base}${path}/`));
		}
		const hidden = segment.startsWith(".");
		const names = this.names(absolute).filter((name) => hidden || !name.startsWith("."));
		return names.filter(extendedTest(segment)).map((name) => `${base}${name}/`);
	}

	/** A folder and all below it, parents first. `enter` says whether to look into a folder. */
	*walk(start: string, enter: (entry: Entry) => boolean = () => true): Generator<Entry> {
		const isFolder = this.isFolder(start);
		if (!isFolder && !this.isFile(start)) return;
		const waiting: Entry[] = [{ path: "", name: "", absolute: start, isFolder, depth: 0 }];
		while (waiting.length > 0 && this.#entriesLeft-- > 0) {
			const entry = waiting.pop()!;
			yield entry;
			if (!entry.isFolder || entry.path.length > DEEPEST_PATH || !enter(entry)) continue;
			const base = entry.path === "" ? "" : `${entry.path}/`;
			for (const { name, absolute, isFolder } of this.#children(entry.absolute)) {
				waiting.push({ path: base + name, name, absolute, isFolder, depth: entry.depth + 1 });
			}
		}
	}

	/** `/c/repo`, `/cygdrive/c/repo` and `/mnt/c/repo` are `C:/repo` on Windows. */
	#driveForm(path: string): string {
		if (!this.isWindows) return path;
		const slashes = path.replaceAll("\\", "/");
		const drive = /^(?:\/cygdrive|\/mnt)?\/([A-Za-z])(\/|$)/.exec(slashes);
		return drive ? `${drive[1]}:/${slashes.slice(drive[0].length)}` : slashes;
	}
}

/** macOS has `/tmp`, `/var` and `/etc` inside `/private`, and both names are in use. */
function otherNames(root: string): string[] {
	if (root.startsWith("/private/")) return [root.slice("/private".length)];
	return /^\/(tmp|var|etc)\//.test(root) ? [`/private${root}`] : [];
}

/** Hosts differ in what they list: bare names, names with a trailing slash, or whole paths. */
function nameIn(folder: string, listed: string): string {
	const slashes = listed.includes("/") || !listed.includes("\\") ? listed : listed.replaceAll("\\", "/");
	const below = slashes.startsWith(`${folder}/`) ? slashes.slice(folder.length + 1) : slashes;
	return below.split("/")[0]!;
}
