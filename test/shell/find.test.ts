import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { rewrittenFiles } from "../../lib/shell/rewritten-files.ts";
import { namedFiles } from "../support/named-files.ts";

const disk = namedFiles("/repo", ["README.md", "src/app.ts", "src/App.tsx", "src/deep/date.ts", "docs/guide.md"]);
const SED = "-exec sed -i s/a/b/ {} +";

const TABLE: [command: string, files: string[]][] = [
	[`find . -name '*.md' ${SED}`, ["README.md", "docs/guide.md"]],
	[`find src -iname 'app.*' ${SED}`, ["src/App.tsx", "src/app.ts"]],
	[`find src -maxdepth 1 -name '*.ts' ${SED}`, ["src/app.ts"]],
	[`find src -mindepth 2 -type f ${SED}`, ["src/deep/date.ts"]],
	[`find . -path ./src -prune -o -name '*.md' ${SED}`, ["README.md", "docs/guide.md"]],
	[`find src ! -name '*.ts' -type f ${SED}`, ["src/App.tsx"]],
	[`find . \\( -name app.ts -o -name guide.md \\) ${SED}`, ["docs/guide.md", "src/app.ts"]],
	["find src/ -name app.ts -exec perl -pi -e s/a/b/ {} \\;", ["src/app.ts"]],
	["find src -name date.ts -print0 | xargs -0 sed -i s/a/b/", ["src/deep/date.ts"]],
	["find src -fprint README.md", ["README.md"]],
	["find src -fprintf README.md '%p' -name x", ["README.md"]],
	["find src -name '*.ts' -fprint0 list.txt", []],
	["find src -name '*.ts' -exec grep -n a {} +", []],
	["find src -name '*.js' -exec sed -i s/a/b/ {} +", []],
	["find src -type d -exec ls {} +", []],
	["find /tmp -name '*.ts' -exec sed -i s/a/b/ {} +", []],
];

describe("find", () => {
	for (const [command, files] of TABLE) {
		it(`${files.length === 0 ? "rewrites nothing" : `rewrites ${files.join(", ")}`}: ${command}`, () => {
			const found = rewrittenFiles(command, { shell: "bash", cwd: "/repo", root: "/repo", home: "/home/u", ...disk });
			assert.deepEqual(found.map((file) => file.slice("/repo/".length)).sort(), files);
		});
	}
});
