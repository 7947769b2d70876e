/**
 * Commands whose effect was seen by running them in bash (GNU tools): `rewrites` is what bash changed, `judged` what the
 * analysis says where it is meant to differ, and `why`. A part of them is run again here, so that the record stays true.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { rewrittenFiles } from "../../lib/shell/rewritten-files.ts";
import { namedFiles } from "../support/named-files.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

interface Recorded {
	command: string;
	rewrites: string[];
	judged?: string[];
	why?: string;
}

const { files, commands }: { files: string[]; commands: Recorded[] } = JSON.parse(
	readFileSync(join(import.meta.dirname, "../cases/bash-commands.json"), "utf8"),
);

/** What models write, judged before it was run. */
const agentCommands: Recorded[] = JSON.parse(
	readFileSync(join(import.meta.dirname, "../cases/agent-commands.json"), "utf8"),
);

/** Tools that every GNU system has. Commands with others, or that leave the folder, are not run again. */
const FOR_EVERYONE = /^(?:sed|cp|mv|echo|cat|tee|printf|cd|for|if|\[|\{|\(|f=|files=|set|truncate|sort|dd|find|>)/;
const ELSEWHERE =
	/\/tmp|~|\b(?:perl|ruby|python3?|node|vim|ex|ed|jq|git|awk|gawk|rg|fd|sudo|xxd|mktemp|bash|sh|patch|wait|yes|coproc)\b/;

describe("rewrittenFiles beside what bash did", () => {
	const disk = namedFiles("/repo", files);
	for (const { command, rewrites, judged = rewrites, why } of [...commands, ...agentCommands]) {
		it(`${JSON.stringify(command)}${why === undefined ? "" : `: ${why}`}`, () => {
			const found = rewrittenFiles(command, { shell: "bash", cwd: "/repo", root: "/repo", home: "/home/u", ...disk });
			const named = found.map((path) => path.slice("/repo/".length));
			assert.deepEqual(named.sort(), judged);
		});
	}

	it("is compared with what bash does today", {
		skip: hasGnuBash() ? false : "no bash with GNU sed here",
	}, (context) => {
		const again = commands.filter(({ command }) => FOR_EVERYONE.test(command) && !ELSEWHERE.test(command));
		const sample = again.filter((_, index) => index % 3 === 0);
		assert.ok(sample.length > 50, `${sample.length} commands`);
		const root = temporaryFolder(context);
		for (const { command, rewrites } of sample) assert.deepEqual(changedByBash(command, root), rewrites, command);
	});
});

function hasGnuBash(): boolean {
	try {
		return /GNU/.test(execFileSync("bash", ["-c", "sed --version"], { encoding: "utf8" }));
	} catch {
		return false;
	}
}

function changedByBash(command: string, root: string): string[] {
	const project = join(root, "project");
	const home = join(root, "home");
	const template = join(root, "template");
	for (const folder of [project, home]) rmSync(folder, { recursive: true, force: true });
	makeTemplate(template);
	mkdirSync(home, { recursive: true });
	cpSync(template, project, { recursive: true, preserveTimestamps: true });
	const before = stampsOf(project);
	try {
		execFileSync("bash", ["-c", command], {
			cwd: project,
			env: { PATH: process.env.PATH, HOME: home, LANG: "C" },
			stdio: ["ignore", "ignore", "ignore"],
			timeout: 10_000,
		});
	} catch {
		// A command that fails may have written before it did.
	}
	const after = stampsOf(project);
	return files.filter((file) => after.has(file) && after.get(file) !== before.get(file)).sort();
}

function makeTemplate(template: string): void {
	for (const [index, file] of files.entries()) {
		const path = join(template, file);
		mkdirSync(dirname(path), { recursive: true });
		const text = file.endsWith(".json") ? `{"foo":${index}}\n` : `foo ${index}\nfoo x\n`;
		writeFileSync(path, file === "src/app.ts" ? "foo 1\n" : text);
		utimesSync(path, 1e9, 1e9);
	}
}

/** The identity, time and content of the files that are there. */
function stampsOf(folder: string): Map<string, string> {
	const stamps = new Map<string, string>();
	for (const file of files) {
		const path = join(folder, file);
		const stat = statSync(path, { throwIfNoEntry: false });
		if (stat?.isFile()) stamps.set(file, `${stat.ino} ${stat.mtimeMs} ${readFileSync(path, "latin1")}`);
	}
	return stamps;
}
