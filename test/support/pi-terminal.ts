/** The real pi in a private tmux server: what a person sees and types. */
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
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

export interface TerminalOptions extends SandboxOptions {
	turns: Turn[];
	extensions?: string[];
	arguments?: string[];
	theme?: "dark" | "light";
	columns?: number;
	rows?: number;
}

export interface PiTerminal {
	model: ScriptedModel;
	sandbox: Sandbox;
	/** Every frame that differed from the one before it, spinners apart, without colours. */
	frames: string[];
	/** With colours it has the blanks at the ends of the rows, too: they have a background. */
	frame(options?: { colours: boolean }): string;
	/** Waits until the pane shows `text`, and returns the frame. */
	shows(text: string): Promise<string>;
	showsWhere(test: (frame: string) => boolean): Promise<string>;
	type(text: string): Promise<void>;
	press(...keys: string[]): void;
	/** Starts pi once more in the same project, in place of the one that runs, with other extensions if they are given. */
	restart(args: string[], extensions?: string[]): void;
	resize(columns: number): void;
	close(): Promise<void>;
}

export function hasTmux(): boolean {
	return spawnSync("tmux", ["-V"]).status === 0;
}

/** More than any frame needs to appear. */
const TIMEOUT_MS = 20_000;

/** Short against what a person notices, long against what one capture costs. */
const SAMPLE_MS = 40;

export async function openTerminal(options: TerminalOptions): Promise<PiTerminal> {
	const { turns, extensions = [PACKAGE_FOLDER], theme = "dark", columns = 90, rows = 40 } = options;
	const model = await startScriptedModel(turns);
	const sandbox = makeSandbox(model.baseUrl, options);
	const tmux = (...args: string[]) =>
		execFileSync("tmux", ["-S", join(sandbox.root, "tmux.sock"), "-f", "/dev/null", ...args], { encoding: "utf8" });
	const environment = { ...sandbox.environment, TERM: "tmux-256color", COLORTERM: "truecolor" };
	const shellCommand = (args: string[], extensions: string[]) =>
		[
			...["env", "-i", ...Object.entries(environment).map(([name, value]) => `${name}=${value}`)],
			...[process.execPath, PI_CLI, ...MODEL_ARGUMENTS, "--use-theme", theme],
			...loading(extensions),
			...args,
		]
			.map(quoted)
			.join(" ");
	const size = ["-x", String(columns), "-y", String(rows)];
	const firstCommand = shellCommand(options.arguments ?? ["--no-session"], extensions);
	tmux("new-session", "-d", ...size, "-c", sandbox.project, firstCommand);
	const frame = ({ colours } = { colours: false }) =>
		`${tmux("capture-pane", "-p", ...(colours ? ["-e", "-N"] : []), "-t", "0").trimEnd()}\n`;

	const frames: string[] = [];
	let isOpen = true;
	const sampling = (async () => {
		for (; isOpen; await sleep(SAMPLE_MS)) {
			const now = frame();
			if (withoutSpinner(now) !== withoutSpinner(frames.at(-1) ?? "")) frames.push(now);
		}
	})();

	async function showsWhere(test: (frame: string) => boolean, what = "what was waited for"): Promise<string> {
		for (const end = performance.now() + TIMEOUT_MS; ; await sleep(SAMPLE_MS)) {
			const now = frame();
			if (test(now)) return now;
			if (performance.now() > end) throw new Error(`The pane never showed ${what}:\n${now}`);
		}
	}

	return {
		model,
		sandbox,
		frames,
		frame,
		shows: (text) => showsWhere((now) => now.includes(text), JSON.stringify(text)),
		showsWhere,
		async type(text) {
			tmux("send-keys", "-t", "0", "-l", text);
			await sleep(SAMPLE_MS);
		},
		restart: (args, others = extensions) =>
			void tmux("respawn-pane", "-k", "-t", "0", "-c", sandbox.project, shellCommand(args, others)),
		resize: (width) => void tmux("resize-window", "-t", "0", "-x", String(width), "-y", String(rows)),
		press: (...keys) => void tmux("send-keys", "-t", "0", ...keys),
		async close() {
			isOpen = false;
			await sampling.catch(() => {});
			tmux("kill-server");
			await model.close();
			sandbox.remove();
		},
	};
}

function quoted(word: string): string {
	return `'${word.replaceAll("'", "'\\''")}'`;
}

function withoutSpinner(frame: string): string {
	return frame.replaceAll(/[\u2800-\u28ff]/g, "");
}
