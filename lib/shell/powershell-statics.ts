/** .NET members that write files or make paths: `[IO.File]::WriteAllText(...)`, `[IO.Path]::Combine(...)`. */
import type { Machine } from "./machine.ts";
import { valuesOf, writePath } from "./powershell.ts";
import type { PsWord } from "./powershell-syntax.ts";
import { UNKNOWN } from "./unknown.ts";

const WRITES =
	/^(?:writeall(?:text|lines|bytes)(?:async)?|appendall(?:text|lines|bytes)(?:async)?|appendtext|createtext|create|openwrite)$/;

export function runStatic(word: PsWord & { kind: "static" }, machine: Machine): string[] {
	const args = word.args.map((argument) => valuesOf(argument, machine));
	const type = word.type.replace(/^system\./, "");
	if (type === "io.path" && word.member === "combine") {
		return [args.map((values) => values[0] ?? UNKNOWN).reduce((head, tail) => `${head}/${tail}`)];
	}
	if (type === "io.path" && word.member === "getfullpath") return args[0] ?? [];
	if (type === "io.file") {
		const overwrites = word.args.length > 2;
		if (WRITES.test(word.member)) for (const path of args[0] ?? []) writePath(path, machine);
		else if (word.member === "replace" || (/^(?:copy|move)$/.test(word.member) && overwrites)) {
			for (const path of args[1] ?? []) writePath(path, machine);
		}
	}
	if (type === "io.streamwriter" && word.member === "new") for (const path of args[0] ?? []) writePath(path, machine);
	if (/^(?:convert|text\.|datetime|math|string|environment)/.test(type)) return [UNKNOWN];
	return word.args.length > 0 || word.member !== "" ? [UNKNOWN] : [];
}
