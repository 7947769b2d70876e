/**
 * Which file a path in a call names. Asks the disk about names and links only, never about content.
 *
 * Holds when `resolvePath` returns: the path is absolute, it is what pi's own tools resolve the same words to (save that a
 * file which really bears the literal name wins), and its real path can be computed, so that pi's file queue accepts it.
 */
import { lstatSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { EditError } from "./edit-error.ts";
import { refusalText } from "./refusal-text.ts";

/** The absolute path that `path` names, seen from `cwd`. Synchronous: pi's queue must be entered before the first `await`. */
export function resolvePath(path: string, cwd: string): string {
	try {
		const base = expandPath(cwd);
		const literal = resolve(base, path);
		const expanded = expandPath(withoutDecoration(path));
		const resolved = isAbsolute(expanded) ? resolve(expanded) : resolve(base, expanded);
		const chosen = resolved !== literal && exists(literal) ? literal : resolved;
		realPathOrItself(chosen);
		return chosen;
	} catch (error) {
		const facts = { code: "not-readable", where: path, errorCode: errorCodeOf(error) } as const;
		throw new EditError(refusalText(facts), facts);
	}
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
function fromWindowsShell(path: string): string {
	if (path.startsWith("//") || path.includes("\\")) return path;
	const match = /^\/(?:mnt\/|cygdrive\/)?([a-z])(?:\/(.*))?$/i.exec(path);
	if (match?.[1] === undefined) return path;
	return `${match[1].toUpperCase()}:\\${match[2]?.replaceAll("/", "\\") ?? ""}`;
}

function exists(path: string): boolean {
	return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function realPathOrItself(path: string): string {
	try {
		return realpathSync.native(path);
	} catch (error) {
		if (["ENOENT", "ENOTDIR"].includes(errorCodeOf(error))) return path;
		throw error;
	}
}

function errorCodeOf(error: unknown): string {
	return error instanceof Error && "code" in error ? String(error.code) : "UNKNOWN";
}
