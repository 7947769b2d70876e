import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { rewrittenFiles } from "../../lib/shell/rewritten-files.ts";
import { namedFiles } from "../support/named-files.ts";

interface ShellCase {
	id: string;
	shell: "bash" | "powershell";
	cwd: string;
	home: string;
	command: string;
	existing: string[];
	expect: { rewrites: string[] };
	why: string;
}

const cases: ShellCase[] = JSON.parse(readFileSync(join(import.meta.dirname, "../cases/shell-cases.json"), "utf8"));

describe("rewrittenFiles", () => {
	for (const { id, shell, cwd, home, command, existing, expect, why } of cases) {
		it(`${id}: ${why}`, () => {
			const separator = cwd.includes("\\") ? "\\" : "/";
			const files = rewrittenFiles(command, { shell, cwd, root: cwd, home, ...namedFiles(cwd, existing) });
			const named = files.map((file) => (file === cwd ? "./" : file.slice(cwd.length + 1).replaceAll(separator, "/")));
			assert.deepEqual(named.sort(), [...expect.rewrites].sort());
		});
	}
});
