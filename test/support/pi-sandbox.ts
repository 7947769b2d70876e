/** A throw-away home, agent folder and project, and the environment that ties a pi process to them. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface SandboxOptions {
	/** Files of the project, by relative name. */
	files?: Record<string, string | Buffer>;
	/** pi's own settings. */
	settings?: object;
	environment?: Record<string, string>;
	/** Compatibility switches of the scripted provider. */
	compat?: object;
}

export interface Sandbox {
	root: string;
	agent: string;
	project: string;
	environment: Record<string, string>;
	read(name: string): string;
	remove(): void;
}

/** This checkout. */
export const CHECKOUT = join(import.meta.dirname, "../..");

/** The folder that pi loads this package from: the checkout, unless the script for the installed package names another. */
export const PACKAGE_FOLDER = process.env.PI_EDIT_SAFE_TEST_PACKAGE ?? CHECKOUT;

/** The pi under test: the installed one, unless the script for older versions names the folder of another. */
export const PI_CLI = cliOf(
	join(process.env.PI_EDIT_SAFE_TEST_PI ?? CHECKOUT, "node_modules/@earendil-works/pi-coding-agent"),
);

function cliOf(folder: string): string {
	const { bin } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
	return join(folder, bin.pi);
}

export const MODEL_ARGUMENTS = ["--provider", "mock", "--model", "scripted"];

/** Extensions as pi's command line wants them. */
export function loading(extensions: readonly string[]): string[] {
	return extensions.flatMap((extension) => ["-e", extension]);
}

export function makeSandbox(modelUrl: string, { files = {}, settings, environment, compat }: SandboxOptions): Sandbox {
	const root = mkdtempSync(join(tmpdir(), "pi-edit-safe-"));
	const [home, agent, project] = ["home", "agent", "project"].map((name) => join(root, name)) as [
		string,
		string,
		string,
	];
	for (const folder of [home, agent, project]) mkdirSync(folder);
	const models = [{ id: "scripted", name: "Scripted" }];
	const mock = { baseUrl: modelUrl, apiKey: "none", api: "openai-completions", models, ...(compat && { compat }) };
	writeFileSync(join(agent, "models.json"), JSON.stringify({ providers: { mock } }));
	if (settings) writeFileSync(join(agent, "settings.json"), JSON.stringify(settings));
	for (const [name, content] of Object.entries(files)) {
		mkdirSync(dirname(join(project, name)), { recursive: true });
		writeFileSync(join(project, name), content);
	}
	return {
		root,
		agent,
		project,
		environment: {
			PATH: process.env.PATH ?? "",
			LANG: "C.UTF-8",
			HOME: home,
			TMPDIR: tmpdir(),
			PI_CODING_AGENT_DIR: agent,
			PI_OFFLINE: "1",
			PI_TELEMETRY: "0",
			PI_SKIP_VERSION_CHECK: "1",
			...environment,
		},
		read: (name) => readFileSync(join(project, name), "utf8"),
		remove: () => rmSync(root, { recursive: true, force: true }),
	};
}
