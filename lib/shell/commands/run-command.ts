/**
 * One command, given its words: finds who knows what it does to files. A program that no one knows does nothing here:
 * formatters, package managers and compilers do their own job.
 */
import { runCode } from "../inline-code.ts";
import type { Call, Handler, Machine } from "../machine.ts";
import { UNKNOWN } from "../unknown.ts";
import { BUILTINS } from "./builtins.ts";
import { FILTERS } from "./filters.ts";
import { FILE_FINDERS } from "./find.ts";
import { IN_PLACE } from "./in-place.ts";
import { INTERPRETERS, languageOf } from "./interpreters.ts";
import { LINE_EDITORS } from "./line-editors.ts";
import { PATCHES } from "./patches.ts";
import { SEARCHES } from "./searches.ts";
import { SOURCE_FINDERS, SOURCE_SEARCHES } from "./source-searches.ts";
import { WRAPPERS } from "./wrappers.ts";
import { WRITERS } from "./writers.ts";

/** They do nothing but print. */
const PRINTERS: ReadonlyMap<string, Handler> = mapOf(SEARCHES, SOURCE_SEARCHES, FILTERS);

const HANDLERS: ReadonlyMap<string, Handler> = new Map([
	...mapOf(WRAPPERS, WRITERS, IN_PLACE, LINE_EDITORS, PATCHES, FILE_FINDERS, SOURCE_FINDERS, INTERPRETERS, BUILTINS),
	...PRINTERS,
]);

function mapOf(...tables: Record<string, Handler>[]): Map<string, Handler> {
	return new Map(tables.flatMap((table) => Object.entries(table)));
}

/** Text without any of these, or a redirection, writes nothing, whatever it runs: then it need not be read. */
const MAY_WRITE = new RegExp(`>|\\bfprint|\\bfls\\b|\\bapply\\b|\\b(?:${writingNames().join("|")})(?![A-Za-z_])`);

function writingNames(): string[] {
	const tables = [WRITERS, IN_PLACE, LINE_EDITORS, PATCHES, INTERPRETERS];
	const names = tables.flatMap((table) => Object.keys(table)).filter((name) => name !== "git");
	return [...names, "powershell", "pwsh", "bun"];
}

export function mayWrite(text: string): boolean {
	return MAY_WRITE.test(text);
}

export function runCommand(call: Call, machine: Machine): string {
	const name = call.name.replace(/^.*[/\\]/, "").replace(/\.exe$/i, "");
	const handler = HANDLERS.get(name) ?? HANDLERS.get(/^[a-z]+(?=\d[\d.]*$)/.exec(name)?.[0] ?? "");
	if (!machine.isHeard && PRINTERS.has(name)) return UNKNOWN;
	if (handler) return handler({ ...call, name: HANDLERS.has(name) ? name : name.replace(/[\d.]+$/, "") }, machine);
	const script = call.name.includes("/") ? machine.contentOf(call.name) : UNKNOWN;
	if (script !== UNKNOWN) runScriptFile(script, call, machine);
	else machine.ledger.ranProgram = true;
	return UNKNOWN;
}

/** A script that this very command wrote. */
function runScriptFile(text: string, { name, args, input }: Call, machine: Machine): void {
	const language = languageOf(name, text);
	if (language === "shell") machine.runScript(text, input, [name, ...args]);
	else runCode(text, language, [name, ...args], machine);
}
