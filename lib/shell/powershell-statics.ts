/** .NET members that write files or make paths: `[IO.File]::WriteAllText(...)`, `[IO.Path]::Combine(...)`. */
import type { Machine } from "./machine.ts";
import { writePath } from "./powershell-paths.ts";
import { UNKNOWN } from "./unknown.ts";

const WRITES =
	/^(?:writeall(?:text|lines|bytes)(?:async)?|appendall(?:text|lines|bytes)(?:async)?|appendtext|createtext|create|openwrite)$/;

export function runStatic(typeName: string, member: string, args: string[][], machine: Machine): string[] {
	const type = typeName.replace(/^system\./, "");
	if (type === "io.path" && member === "combine") {
		return [args.map((values) => values[0] ?? UNKNOWN).join("/")];
	}
	if (type === "io.path" && member === "getfullpath") return args[0] ?? [];
	if (type === "io.file") {
		const overwrites = args.length > 2;
		if (WRITES.test(member)) for (const path of args[0] ?? []) writePath(path, machine);
		else if (member === "replace" || (/^(?:copy|move)$/.test(member) && overwrites)) {
			for (const path of args[1] ?? []) writePath(path, machine);
		}
	}
	if (type === "io.streamwriter" && member === "new") for (const path of args[0] ?? []) writePath(path, machine);
	return [UNKNOWN];
}
