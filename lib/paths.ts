/**
 * Which file a path in a call names, and whether it may be edited. Asks the disk about names and links only.
 *
 * Holds when `resolvePath` returns: the path is absolute and is what pi's own tools resolve the same words to, save that a
 * file which really bears the literal name wins; and its real path can be computed, so that pi's file queue takes it.
 * Holds when `locateTarget` returns: the real path has no link left in it and the fence lets it pass.
 */
import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, parse, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { EditError } from "./edit-error.ts";
import { refuse } from "./refusal-text.ts";
import type { Settings } from "./settings.ts";

export interface Target {
	/** Absolute, links not resolved. */
	path: string;
	/** Where the path leads. It need not exist. */
	realPath: string;
}

/** The absolute path that `path` names, seen from `cwd`. Synchronous: pi's queue must be entered before the first `await`. */
export function resolvePath(path: string, cwd: string): string {
	return orNotReadable(path, () => {
		const base = resolve(expandPath(cwd));
		const literal = resolve(base, path);
		const expanded = resolve(base, expandPath(withoutDecoration(path)));
		const chosen = expanded !== literal && isName(literal) ? literal : expanded;
		realPathOf(chosen);
		return chosen;
	});
}

/**
 * Where `path` leads, through any number of links. Refused as `outside-workspace`: with `fenced`, a target outside the
 * workspace that a link inside the workspace led to; with `strict`, any target outside, and any inside that a link led to.
 */
export function locateTarget(path: string, cwd: string, rule: Settings["paths"]): Target {
	const resolved = resolvePath(path, cwd);
	return orNotReadable(path, () => {
		if (rule === "open") return { path: resolved, realPath: followLinks(resolved).end };
		const folder = resolve(expandPath(cwd));
		const workspace = realPathOf(folder);
		// The way to the workspace itself may lead over links: those are the person's, not the repository's.
		const start = isInside(resolved, folder) ? join(workspace, resolved.slice(folder.length)) : resolved;
		const { end, links } = followLinks(start);
		const endsInside = isInside(end, workspace);
		const allowed =
			rule === "strict"
				? endsInside && links.every((link) => isWayTo(workspace, link))
				: endsInside || !links.some(({ place }) => isInside(place, workspace));
		const reason = endsInside ? "linked" : "outside";
		if (!allowed) refuse({ code: "outside-workspace", where: path, target: end, reason });
		return { path: resolved, realPath: end };
	});
}

/** pi takes unicode spaces for spaces, and drops the `@` that a model copies from a file mention. */
function withoutDecoration(path: string): string {
	const plain = path.replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, " ");
	return plain.startsWith("@") ? plain.slice(1) : plain;
}

function expandPath(path: string): string {
	const native = process.platform === "win32" ? fromWindowsShell(path) : path;
	if (native === "~") return homedir();
	if (native.startsWith("~/") || (process.platform === "win32" && native.startsWith("~\\"))) {
		return join(homedir(), native.slice(2));
	}
	return native.startsWith("file://") ? fileURLToPath(native) : native;
}

/** `/c/x`, `/mnt/c/x` and `/cygdrive/c/x`, as Git Bash, WSL and Cygwin write `C:\x`. */
export function fromWindowsShell(path: string): string {
	if (path.startsWith("//") || path.includes("\\")) return path;
	const match = /^\/(?:mnt\/|cygdrive\/)?([a-z])(?:\/(.*))?$/i.exec(path);
	if (match?.[1] === undefined) return path;
	return `${match[1].toUpperCase()}:\\${match[2]?.replaceAll("/", "\\") ?? ""}`;
}

function isName(path: string): boolean {
	try {
		return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
	} catch {
		return false;
	}
}

/** The real path, or the path itself where nothing is: pi's queue takes its key the same way. */
function realPathOf(path: string): string {
	try {
		return realpathSync.native(path);
	} catch (error) {
		if (["ENOENT", "ENOTDIR"].includes(errorCodeOf(error))) return path;
		throw error;
	}
}

/** A link that was followed: where it stands (real path), and where it points (absolute, perhaps over further links). */
interface FollowedLink {
	place: string;
	pointsTo: string;
}

/** As many as Linux follows before it calls the path a loop. */
const MAX_LINKS = 40;

/**
 * `path` with every link in it resolved, as the system does it, and the links on the way. Unlike `realpath` it goes on where
 * nothing is, so that the place that a dangling link points to is known.
 */
function followLinks(path: string): { end: string; links: FollowedLink[] } {
	const links: FollowedLink[] = [];
	let end = parse(path).root;
	const pending = segmentsOf(path).reverse();
	for (let segment = pending.pop(); segment !== undefined; segment = pending.pop()) {
		if (segment === "..") {
			end = dirname(end);
			continue;
		}
		const place = join(end, segment);
		const target = linkTarget(place);
		if (target === undefined) {
			end = place;
			continue;
		}
		const pointsTo = resolve(end, target);
		links.push({ place, pointsTo });
		if (links.length > MAX_LINKS) throw Object.assign(new Error("too many links"), { code: "ELOOP" });
		if (isAbsolute(target)) end = parse(pointsTo).root;
		pending.push(...segmentsOf(target).reverse());
	}
	return { end, links };
}

function segmentsOf(path: string): string[] {
	const separators = process.platform === "win32" ? /[\\/]+/ : /\/+/;
	return path
		.slice(parse(path).root.length)
		.split(separators)
		.filter((segment) => segment !== "" && segment !== ".");
}

function linkTarget(path: string): string | undefined {
	try {
		return readlinkSync(path);
	} catch (error) {
		// EINVAL: it is there and no link. UNKNOWN is how Windows says the same of some files.
		if (["EINVAL", "ENOENT", "ENOTDIR", "UNKNOWN"].includes(errorCodeOf(error))) return undefined;
		throw error;
	}
}

/** Whether the link is one on the way to the workspace, such as macOS's `/tmp`, rather than one that leads into or out of it. */
function isWayTo(workspace: string, { place, pointsTo }: FollowedLink): boolean {
	return !isInside(place, workspace) && isInside(workspace, realPathOf(pointsTo));
}

/** Whether `path` is `folder` or in it, by whole segments. */
function isInside(path: string, folder: string): boolean {
	const [inner, outer] = [comparable(path), comparable(folder)];
	return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}

/** Equal for two spellings of one name, where the usual file systems of the platform take them for one. */
export function comparable(path: string): string {
	return process.platform === "linux" ? path : path.normalize().toLowerCase();
}

function orNotReadable<Result>(where: string, ask: () => Result): Result {
	try {
		return ask();
	} catch (error) {
		if (error instanceof EditError) throw error;
		refuse({ code: "not-readable", where, errorCode: errorCodeOf(error) });
	}
}

/** The system's code of a failed call, such as `ENOENT`. */
export function errorCodeOf(error: unknown): string {
	return error instanceof Error && "code" in error ? String(error.code) : "UNKNOWN";
}
