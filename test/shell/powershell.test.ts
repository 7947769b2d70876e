import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { rewrittenFiles } from "../../lib/shell/rewritten-files.ts";
import { type NamedFiles, namedFiles } from "../support/named-files.ts";

const ROOT = "C:\\repo";
const APP = "src\\app.ts";
const disk = namedFiles(ROOT, ["README.md", "src/app.ts", "src/index.ts"]);

const REWRITES: [command: string, files: string[]][] = [
	["Set-Content -Path src\\app.ts -Value x", [APP]],
	["set-content src/app.ts 'x'", [APP]],
	["sc .\\src\\app.ts x", [APP]],
	["'x' | Set-Content -LiteralPath 'src\\app.ts' -Encoding utf8", [APP]],
	['Add-Content README.md "`nmore"', ["README.md"]],
	["'x' | Out-File -FilePath README.md -Append", ["README.md"]],
	["'x' > README.md", ["README.md"]],
	["'x' >> .\\README.md", ["README.md"]],
	["Clear-Content README.md", ["README.md"]],
	["(Get-Content src\\app.ts) -replace 'a','b' | Set-Content src\\app.ts", [APP]],
	["(Get-Content src\\app.ts -Raw).Replace('a','b') | Set-Content src\\app.ts -NoNewline", [APP]],
	["$p = 'src\\app.ts'; (gc $p) -replace 'a','b' | sc $p", [APP]],
	["[System.IO.File]::WriteAllText('C:\\repo\\src\\app.ts', 'x')", [APP]],
	["[IO.File]::WriteAllText(\"$PWD\\README.md\", 'x')", ["README.md"]],
	["Set-Content README.md @'\nit's a text > that names other.txt\n'@", ["README.md"]],
	["foreach ($f in 'src\\app.ts','src\\index.ts') { Set-Content $f x }", [APP, "src\\index.ts"]],
	["cd src; Set-Content app.ts x", [APP]],
	["Copy-Item src\\index.ts src\\app.ts -Force", [APP]],
	["Move-Item -Force src\\index.ts src\\app.ts", [APP]],
	["if (Test-Path README.md) { Set-Content README.md x }", ["README.md"]],
];

const LEAVES: string[] = [
	"Get-Content src\\app.ts",
	"Get-Content src\\app.ts | Select-String 'a > README.md'",
	"Write-Output 'Set-Content README.md x'",
	"# Set-Content README.md x",
	"<# Set-Content README.md x #>",
	"Set-Content new.txt x",
	"Set-Content $env:TEMP\\README.md x",
	"'x' > $null",
	"npm test 2>&1 | Out-Null",
	"npm test *> C:\\temp\\log.txt",
	"Get-ChildItem src | Where-Object { $_.Length -gt 3 }",
	"if (3 -gt 2) { 'README.md' }",
	"Copy-Item README.md README.bak",
	"Remove-Item README.md",
	"Set-Content -WhatIf README.md x",
	"Set-Content C:\\other\\README.md x",
	"$x = @'\nSet-Content README.md x\n'@",
	"git diff --stat; Get-Location",
];

/** What models write, judged by reading. */
const written: { files: string[]; commands: { command: string; rewrites: string[] }[] } = JSON.parse(
	readFileSync(join(import.meta.dirname, "../cases/powershell-commands.json"), "utf8"),
);

describe("rewrittenFiles for PowerShell", () => {
	for (const { command, rewrites } of written.commands) {
		it(`names ${rewrites.join(", ") || "nothing"} for ${JSON.stringify(command)}`, () => {
			const found = judged(command, namedFiles(ROOT, written.files)).map((file) => file.replaceAll("\\", "/"));
			assert.deepEqual(found.sort(), rewrites);
		});
	}

	for (const [command, files] of REWRITES) {
		it(`sees the rewrite in ${JSON.stringify(command)}`, () => {
			assert.deepEqual(judged(command), files);
		});
	}

	for (const command of LEAVES) {
		it(`lets ${JSON.stringify(command)} through`, () => {
			assert.deepEqual(judged(command), []);
		});
	}
});

function judged(command: string, names: NamedFiles = disk): string[] {
	const context = { shell: "powershell", cwd: ROOT, root: ROOT, home: "C:\\Users\\u", ...names } as const;
	return rewrittenFiles(command, context).map((file) => file.slice(ROOT.length + 1));
}
