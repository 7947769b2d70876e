/** Calls that are refused at first, and what becomes of the call that a mechanical client makes of the refusal. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { EditRequest } from "../../lib/apply-edits.ts";
import { secondCall } from "./mechanical-client.ts";
import { type RefusedCall, refusedCalls } from "./refused-calls.ts";

/** What a tool does with a call: the file as it is then, or the text for the model. */
export type EditTool = (file: string, edits: EditRequest[]) => Promise<{ content: string } | { refusal: string }>;

export interface Retry {
	call: RefusedCall;
	outcome: "landed at once" | "right" | "wrong" | "refused again" | "no second call";
	/** Of the first call. */
	refusal: string;
}

export async function retry(call: RefusedCall, tool: EditTool): Promise<Retry> {
	const first = await tool(call.file, call.edits);
	if ("content" in first) return { call, outcome: "landed at once", refusal: "" };
	const { refusal } = first;
	const second = secondCall(call.edits, refusal, call.meantLine);
	if (!second) return { call, outcome: "no second call", refusal };
	const last = await tool(call.file, second);
	if ("refusal" in last) return { call, outcome: "refused again", refusal };
	return { call, outcome: call.wanted.includes(last.content) ? "right" : "wrong", refusal };
}

/** Calls on the sources of `folder`, the same for the same seed. */
export function callsOnSources(folder: string, ending: string, seed: number): RefusedCall[] {
	const random = randomFrom(seed);
	const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(ending));
	const files = names.sort().map((name) => readFileSync(join(folder, name), "utf8"));
	return files.flatMap((file) =>
		Array.from({ length: 4 }, () => refusedCalls(file, files[random(files.length)]!, random)).flat(),
	);
}

function randomFrom(seed: number): (limit: number) => number {
	let state = seed >>> 0;
	return (limit) => {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
		return Math.floor((state / 2 ** 32) * limit);
	};
}
