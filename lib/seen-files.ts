/**
 * Which files the model has seen in this session, and how they were then. Holds: bounded; a file that was changed by
 * anybody but the tools since then is told apart by its size and time.
 */
import { statSync } from "node:fs";
import type { EditError } from "./edit-error.ts";
import { refusal } from "./refusal-text.ts";

/** Files that are remembered. More costs memory, fewer forgets what the model still relies on. */
const REMEMBERED_FILES = 500;

interface SeenState {
	size: number;
	mtimeMs: number;
}

export class SeenFiles {
	/** By absolute path, the file seen last at the end. */
	readonly #seen = new Map<string, SeenState>();

	/** The model has just read, written or edited the file. */
	remember(path: string): void {
		this.#seen.delete(path);
		const state = stateOf(path);
		if (!state) return;
		this.#seen.set(path, state);
		if (this.#seen.size > REMEMBERED_FILES) this.#seen.delete(this.#seen.keys().next().value!);
	}

	/** When the file changed, if it did after the model saw it: milliseconds since 1970. */
	changedSinceSeen(path: string): number | undefined {
		const seen = this.#seen.get(path);
		const now = seen && stateOf(path);
		if (!seen || !now) return undefined;
		return seen.size === now.size && seen.mtimeMs === now.mtimeMs ? undefined : now.mtimeMs;
	}

	/** Another session or branch: what was seen there was not seen here. */
	clear(): void {
		this.#seen.clear();
	}
}

/** The same error, with when the file changed if that may be why the text was not found. Never a reason to refuse by itself. */
export function withStaleness(error: EditError, path: string, seenFiles: SeenFiles): EditError {
	const { facts } = error;
	if (facts.code !== "not-found") return error;
	const changedSinceSeen = seenFiles.changedSinceSeen(path);
	if (changedSinceSeen === undefined) return error;
	return refusal({ ...facts, changedSinceSeen });
}

function stateOf(path: string): SeenState | undefined {
	try {
		const { size, mtimeMs } = statSync(path);
		return { size, mtimeMs };
	} catch {
		return undefined;
	}
}
