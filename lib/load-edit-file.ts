/**
 * The door to `edit-file.ts`, which is opened at the first edit and not when pi starts: the core and jsdiff are most of
 * what this package weighs.
 */

type EditFileModule = typeof import("./edit-file.ts");

let loading: Promise<EditFileModule> | undefined;

/** One import for all: pi's loader hands out a module before it has run when two callers import it at the same time. */
export function loadEditFile(): Promise<EditFileModule> {
	loading ??= import("./edit-file.ts");
	return loading;
}
