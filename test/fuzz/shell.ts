/** The long run over broken shell commands: `npm run fuzz:shell -- [--count N] [--seed N]`. */
import { parseArgs } from "node:util";
import { judgeBrokenCommands } from "./shell-cases.ts";

const { values } = parseArgs({ options: { count: { type: "string" }, seed: { type: "string" } } });
const count = Number(values.count ?? 1_000_000);
const seed = Number(values.seed ?? Date.now() & 0x7fffffff);
console.log(`${count} commands, seed ${seed}`);
const { command, milliseconds } = judgeBrokenCommands(count, seed);
console.log(`no throw; the slowest took ${milliseconds.toFixed(1)} ms: ${JSON.stringify(command).slice(0, 200)}`);
