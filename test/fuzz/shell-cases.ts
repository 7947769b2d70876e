/** Commands spliced from the judged ones, cut and broken: what no one would write, from a seed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { rewrittenFiles } from "../../lib/shell/rewritten-files.ts";
import { namedFiles } from "../support/named-files.ts";

const cases: { shell: "bash" | "powershell"; command: string }[] = JSON.parse(
	readFileSync(join(import.meta.dirname, "../cases/shell-cases.json"), "utf8"),
);
const disk = namedFiles("/repo", ["src/app.ts", "README.md", "src/index.ts"]);

/** Judges `count` broken commands, and returns how long the slowest took, in milliseconds. Throws with the command. */
export function judgeBrokenCommands(count: number, seed: number): { command: string; milliseconds: number } {
	const below = randomBelow(seed);
	let slowest = { command: "", milliseconds: 0 };
	for (let index = 0; index < count; index++) {
		const { shell, command } = brokenCommand(below);
		const start = performance.now();
		try {
			const found = rewrittenFiles(command, { shell, cwd: "/repo", root: "/repo", home: "/home/u", ...disk });
			const stray = found.find((path) => path !== "/repo" && !disk.exists(path));
			if (stray !== undefined) throw new Error(`${stray} is no file`);
		} catch (error) {
			throw new Error(`seed ${seed}, ${shell}: ${JSON.stringify(command)}`, { cause: error });
		}
		const milliseconds = performance.now() - start;
		if (milliseconds > slowest.milliseconds) slowest = { command, milliseconds };
	}
	return slowest;
}

function brokenCommand(below: (limit: number) => number): { shell: "bash" | "powershell"; command: string } {
	const { shell, command } = cases[below(cases.length)]!;
	const other = cases[below(cases.length)]!.command;
	let broken = command;
	for (let left = below(4); left >= 0; left--) {
		const at = below(broken.length + 1);
		const part = below(2) === 0 ? "" : other.slice(below(other.length), below(other.length));
		broken = broken.slice(0, at) + part + broken.slice(part === "" ? at + below(6) : at);
	}
	return { shell, command: broken };
}

/** Mulberry32: the same numbers for the same seed. */
function randomBelow(seed: number): (limit: number) => number {
	let state = seed;
	return (limit) => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
	};
}
