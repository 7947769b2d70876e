// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders are those of bash
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { BASH } from "../../lib/shell/bash.ts";
import { Ledger, Machine } from "../../lib/shell/machine.ts";
import { POWERSHELL } from "../../lib/shell/powershell.ts";
import { ProjectFiles } from "../../lib/shell/project-files.ts";
import { isKnown } from "../../lib/shell/unknown.ts";
import { namedFiles } from "../support/named-files.ts";

/** The words that a command receives, with `?` for each that isn't known. */
const TABLE: [before: string, words: string, expanded: string[]][] = [
	["", "a 'b c' \"d e\" f\\ g", ["a", "b c", "d e", "f g"]],
	["", "$'a\\tb' \"\" ''", ["a\tb", "", ""]],
	["x=1", "$x\"$x\"'$x'", ["11$x"]],
	["x='a b'", '$x "$x" -$x-', ["a", "b", "a b", "-a", "b-"]],
	["x=' a '", "-$x-", ["-", "a", "-"]],
	["x=", '$x "$x" a', ["", "a"]],
	["", '"$unset" ${unset:-b} ${unset-c}', ["?", "b", "c"]],
	["x=a.tar.gz", "${x%.gz} ${x%%.*} ${x#a.} ${x##*.}", ["a.tar", "a", "tar.gz", "gz"]],
	["x=foo", "${x/o/0} ${x//o/0} ${x/#f/g} ${x/%o/x} ${x^^} ${#x}", ["f0o", "f00", "goo", "fox", "FOO", "?"]],
	["x=a", "${x:+b} ${x:?no} ${x:=c}", ["b", "a", "a"]],
	["", "{a,b}c x{1..3} {b,{c,d}}", ["ac", "bc", "x1", "x2", "x3", "b", "c", "d"]],
	["", "{a} '{a,b}' {01..03}", ["{a}", "{a,b}", "01", "02", "03"]],
	["", "src/*.ts *.none", ["src/app.ts", "src/index.ts", "*.none"]],
	["", "'src/*.ts' src/[a]*.ts", ["src/*.ts", "src/app.ts"]],
	["x='src/*.ts'", '$x "$x"', ["src/app.ts", "src/index.ts", "src/*.ts"]],
	["shopt -s extglob", "src/!(app).ts", ["src/index.ts"]],
	["shopt -s globstar", "**/*.md", ["README.md", "docs/guide.md"]],
	["", '$(echo a b) "$(echo a b)" `echo c`', ["a", "b", "a b", "c"]],
	["", "$(unknown) $((1 + 1))", ["?", "?"]],
	["", "~ ~/x '~'", ["/home/u", "/home/u/x", "~"]],
	["", "$PWD $HOME", ["/repo", "/home/u"]],
	["cd src", "$PWD $OLDPWD *", ["/repo/src", "/repo", "app.ts", "index.ts"]],
	["a=(x 'y z')", '${a[@]} "${a[@]}" $a ${a[1]}', ["x", "y", "z", "x", "y z", "x", "y", "z"]],
	["declare -A m=([k]=v [l]=w); i=l", '${m[k]} ${m[$i]} "${!m[@]}" "${m[@]}"', ["v", "w", "k", "l", "v", "w"]],
	["m[k]=v; m[k]=w", "${m[k]}", ["w"]],
	["set -- a 'b c'", '$1 "$2" $# "$@"', ["a", "b c", "2", "a", "b c"]],
	["", "a=b c", ["a=b", "c"]],
];

describe("the words of a command", () => {
	for (const [before, words, expanded] of TABLE) {
		it(`${before === "" ? "" : `${before}: `}${words}`, () => {
			assert.deepEqual(received(`${before}\nreceive ${words}`), expanded);
		});
	}

	it("know the output of a substitution that a command reads as a file", () => {
		assert.deepEqual(received("while read -r l; do receive $l; done < <(printf '%s\\n' a b)"), ["a", "b"]);
	});
});

/** The arguments of `receive`: a function that says them, so that they are heard. */
function received(text: string): string[] {
	const files = new ProjectFiles({ root: "/repo", home: "/home/u", ...disk });
	const machine = new Machine(new Ledger(files), { bash: BASH, powershell: POWERSHELL }, "bash", "/repo");
	const output = machine.runHere(`receive() { printf '<%s>\\n' "$@"; }\n${text}`, { text: "" });
	return output
		.split("\n")
		.filter((line) => line !== "")
		.map((line) => (isKnown(line) ? line.slice(1, -1) : "?"));
}

const disk = namedFiles("/repo", ["README.md", "docs/guide.md", "src/app.ts", "src/index.ts"]);
