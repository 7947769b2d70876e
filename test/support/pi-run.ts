/** One whole run of the real pi in print or json mode: scripted model, sandbox, prompt, outcome. */
import { spawn } from "node:child_process";
import {
	loading,
	MODEL_ARGUMENTS,
	makeSandbox,
	PACKAGE_FOLDER,
	PI_CLI,
	type Sandbox,
	type SandboxOptions,
} from "./pi-sandbox.ts";
import { type ModelRequest, startScriptedModel, type Turn } from "./pi-scripted-model.ts";

export interface PiRunOptions extends SandboxOptions {
	turns: Turn[];
	mode?: "print" | "json";
	/** Folders or files for `-e`; this package alone unless given. */
	extensions?: string[];
	arguments?: string[];
	prompt?: string;
	/** Runs in the sandbox before pi does. */
	before?(sandbox: Sandbox): Promise<void>;
}

export interface PiRun {
	code: number | null;
	stdout: string;
	stderr: string;
	requests: ModelRequest[];
	/** What the tools answered, in the order in which they ended (json mode). */
	results: ToolResult[];
	/** The project's files after the run. */
	files: Record<string, string>;
}

export interface ToolResult {
	toolCallId: string;
	toolName: string;
	isError: boolean;
	text: string;
	details: Record<string, unknown> | undefined;
}

export async function runPi(options: PiRunOptions): Promise<PiRun> {
	const { turns, mode = "json", extensions = [PACKAGE_FOLDER], prompt = "go", before } = options;
	const model = await startScriptedModel(turns);
	const sandbox = makeSandbox(model.baseUrl, options);
	try {
		await before?.(sandbox);
		const run = await spawnPi(sandbox, [
			...(mode === "print" ? ["-p"] : ["--mode", mode]),
			...MODEL_ARGUMENTS,
			"--no-session",
			...loading(extensions),
			...(options.arguments ?? []),
			prompt,
		]);
		const results = mode === "json" ? toolResults(parseJsonLines(run.stdout)) : [];
		const files = Object.fromEntries(Object.keys(options.files ?? {}).map((name) => [name, sandbox.read(name)]));
		return { ...run, requests: model.requests, results, files };
	} finally {
		await model.close();
		sandbox.remove();
	}
}

/** More than any run needs, so that a hanging pi fails one test and not the whole suite. */
const TIMEOUT_MS = 60_000;

export async function spawnPi(
	sandbox: Sandbox,
	args: string[],
): Promise<{ code: number | null; stdout: string; stderr: string }> {
	// Print mode reads a piped standard input to its end, so it must not have one.
	const child = spawn(process.execPath, [PI_CLI, ...args], {
		cwd: sandbox.project,
		env: sandbox.environment,
		stdio: ["ignore", "pipe", "pipe"],
		timeout: TIMEOUT_MS,
		killSignal: "SIGKILL",
	});
	let stdout = "";
	let stderr = "";
	child.stdout.setEncoding("utf8").on("data", (data) => {
		stdout += data;
	});
	child.stderr.setEncoding("utf8").on("data", (data) => {
		stderr += data;
	});
	const code = await new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
	return { code, stdout, stderr };
}

interface ToolExecutionEnd {
	type: string;
	toolCallId: string;
	toolName: string;
	isError: boolean;
	result: { content: { type: string; text?: string }[]; details?: Record<string, unknown> };
}

export function toolResults(events: { type: string }[]): ToolResult[] {
	return events
		.filter((event): event is ToolExecutionEnd => event.type === "tool_execution_end")
		.map(({ toolCallId, toolName, isError, result }) => ({
			toolCallId,
			toolName,
			isError,
			text: result.content.map(({ text }) => text ?? "").join("\n"),
			details: result.details,
		}));
}

/** Lines end at LF alone: U+2028 may occur inside strings. */
function parseJsonLines(text: string): { type: string }[] {
	return text
		.split("\n")
		.filter((line) => line.trim() !== "")
		.map((line) => JSON.parse(line));
}
