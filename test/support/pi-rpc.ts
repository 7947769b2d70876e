/** The real pi in rpc mode: one process for many prompts, with commands and dialogs. */
import { spawn } from "node:child_process";
import { type ToolResult, toolResults } from "./pi-run.ts";
import {
	loading,
	MODEL_ARGUMENTS,
	makeSandbox,
	PACKAGE_FOLDER,
	PI_CLI,
	type Sandbox,
	type SandboxOptions,
} from "./pi-sandbox.ts";
import { type ScriptedModel, startScriptedModel, type Turn } from "./pi-scripted-model.ts";

export interface RpcOptions extends SandboxOptions {
	extensions?: string[];
	arguments?: string[];
	/** Whether pi writes its session to disk, as it does for people. */
	keepsSession?: boolean;
	/** What a dialog is answered with; without it dialogs stay open. */
	answerDialog?(request: RpcRecord): object | undefined;
}

export interface RpcRecord {
	type: string;
	id?: string;
	[key: string]: unknown;
}

export interface PiRpc {
	pid: number;
	model: ScriptedModel;
	sandbox: Sandbox;
	records: RpcRecord[];
	command(type: string, fields?: object): Promise<RpcRecord>;
	/** Plays `turns` for one prompt and returns what the tools answered to it, once pi has settled. */
	prompt(turns: Turn[], message?: string): Promise<ToolResult[]>;
	/** Messages shown to the person so far. */
	notices(): string[];
	close(): Promise<{ code: number | null; stderr: string }>;
}

/** More than any answer needs; an answer that never comes fails its test. */
const TIMEOUT_MS = 30_000;

export async function openRpc(options: RpcOptions = {}): Promise<PiRpc> {
	const { extensions = [PACKAGE_FOLDER], answerDialog } = options;
	const model = await startScriptedModel();
	const sandbox = makeSandbox(model.baseUrl, options);
	const flags = ["--mode", "rpc", ...MODEL_ARGUMENTS, ...(options.keepsSession ? [] : ["--no-session"])];
	const child = spawn(process.execPath, [PI_CLI, ...flags, ...loading(extensions), ...(options.arguments ?? [])], {
		cwd: sandbox.project,
		env: sandbox.environment,
		stdio: ["pipe", "pipe", "pipe"],
	});
	const records: RpcRecord[] = [];
	const listeners = new Set<(record: RpcRecord) => void>();
	let stderr = "";
	let unfinishedLine = "";
	child.stderr.setEncoding("utf8").on("data", (data) => {
		stderr += data;
	});
	child.stdout.setEncoding("utf8").on("data", (data) => {
		const lines = (unfinishedLine + data).split("\n");
		unfinishedLine = lines.pop()!;
		for (const line of lines.filter((line) => line !== "")) receive(JSON.parse(line));
	});
	const exited = new Promise<number | null>((resolve) => child.on("close", resolve));
	const send = (record: object) => child.stdin.write(`${JSON.stringify(record)}\n`);

	function receive(record: RpcRecord): void {
		records.push(record);
		const answer = record.type === "extension_ui_request" ? answerDialog?.(record) : undefined;
		if (answer) send({ type: "extension_ui_response", id: record.id, ...answer });
		for (const listener of [...listeners]) listener(record);
	}

	function next(wanted: (record: RpcRecord) => boolean): Promise<RpcRecord> {
		return new Promise((resolve, reject) => {
			const timer = setTimeout(() => {
				listeners.delete(listener);
				reject(new Error(`pi sent no such record within ${TIMEOUT_MS} ms; its errors: ${stderr}`));
			}, TIMEOUT_MS);
			// A prompt that turned out to be a command never settles, and must not hold up the end of the tests.
			timer.unref();
			const listener = (record: RpcRecord) => {
				if (!wanted(record)) return;
				clearTimeout(timer);
				listeners.delete(listener);
				resolve(record);
			};
			listeners.add(listener);
		});
	}

	let commandCount = 0;
	function command(type: string, fields: object = {}): Promise<RpcRecord> {
		const id = `command-${commandCount++}`;
		const answer = next((record) => record.type === "response" && record.id === id);
		send({ id, type, ...fields });
		return answer;
	}

	return {
		pid: child.pid!,
		model,
		sandbox,
		records,
		command,
		async prompt(turns, message = "go") {
			model.script.push(...turns);
			const from = records.length;
			const settled = next((record) => record.type === "agent_settled");
			settled.catch(() => {});
			const response = await command("prompt", { message });
			const data = response.data as { disposition?: string } | undefined;
			// A command of an extension is handled at once, and nothing settles after it.
			if (data?.disposition !== "handled") await settled;
			return toolResults(records.slice(from));
		},
		notices: () =>
			records
				.filter(({ type, method }) => type === "extension_ui_request" && method === "notify")
				.map(({ message }) => String(message)),
		async close() {
			child.stdin.end();
			const timer = setTimeout(() => child.kill("SIGKILL"), TIMEOUT_MS);
			const code = await exited;
			clearTimeout(timer);
			await model.close();
			sandbox.remove();
			return { code, stderr };
		},
	};
}
