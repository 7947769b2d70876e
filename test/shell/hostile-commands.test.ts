import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, it } from "node:test";
import { rewrittenFiles } from "../../lib/shell/rewritten-files.ts";
import { judgeBrokenCommands } from "../fuzz/shell-cases.ts";
import { namedFiles } from "../support/named-files.ts";

const LENGTH = 32_000;
const disk = namedFiles("/repo", ["src/app.ts"]);

/** What a judge that goes back over what it read would take seconds or for ever with. */
const HOSTILE: [name: string, command: string][] = [
	["substitutions that open and never close", fill("$(")],
	["quotes within substitutions", fill('"$(')],
	["backquotes", fill("`")],
	["braces that multiply", `echo ${fill("{a,b}")}`],
	["a variable that doubles", `x=aaaaaaaaaa\n${fill("x=$x$x\n")}`],
	["loops within loops", "for a in {1..500}; do for b in {1..500}; do echo $a$b > new; done; done"],
	["a function that calls itself twice", "f(){ f & f | f; }; f"],
	["a test of thousands of parts", `[ ${fill("a -o ")} ]`],
	["eval of eval", `${fill("eval ")}x`],
	["patterns that never end, in JavaScript", `node -e '${fill("/[")}'`],
	["substitutions that never end, in Perl", `perl -e '${fill("s{")}'`],
	["quotes that never end, in Perl", `perl -e '${fill("q(")}'`],
	["lists that never end, in Python", `python3 -c '${fill("a = [[[(")}'`],
	["slashes before the end of a path", `find ${fill("/")}x; basename ${fill("/").slice(1000)}x`],
	["line ends before the end of an output", `x=$(echo '${fill("\n")}x'); echo > $x`],
	["a cluster of flags", `sed -${fill("e")}; cp -${fill("v").slice(1000)} a b`],
	["wrappers of wrappers", fill("sudo ")],
	["stars with a way back between them", `echo ${fill("*/../")}`],
	["a list that grows by itself", `a=(${fill("a ").slice(1000)}); for x in "\${a[@]}"; do a+=("$x"); done`],
	["negations in find", `find . ${fill("! ")}`],
];

describe("hostile commands", () => {
	for (const [name, command] of HOSTILE) {
		it(`comes to an end and rewrites nothing: ${name}`, { timeout: 20_000 }, () => {
			assert.deepEqual(
				rewrittenFiles(command, { shell: "bash", cwd: "/repo", root: "/repo", home: "/home/u", ...disk }),
				[],
			);
		});
	}

	it("judges 20,000 broken commands without a throw, and names only files that are there", (context) => {
		const seed = Date.now() & 0x7fffffff;
		context.diagnostic(`seed ${seed}`);
		judgeBrokenCommands(20_000, seed);
	});
});

describe("what a session loads", () => {
	it("is neither the parser nor the analysis before a shell call", () => {
		const index = join(import.meta.dirname, "../../index.ts");
		const analysis = join(import.meta.dirname, "../../lib/shell/rewritten-files.ts");
		const script = `
			import { registerHooks } from "node:module";
			const loaded = [];
			registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
			const analysis = () => loaded.filter((url) => /unbash|rewritten-files/.test(url)).length;
			const { default: register } = await import(${JSON.stringify(index)});
			const session = analysis();
			await import(${JSON.stringify(analysis)});
			console.log(typeof register, loaded.length > 5, session, analysis() >= 2);
		`;
		const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
			encoding: "utf8",
		});
		assert.equal(stdout.trim(), "function true 0 true", stderr);
	});
});

function fill(part: string): string {
	return part.repeat(LENGTH / part.length);
}
