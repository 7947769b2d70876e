// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders are those of the code
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { BASH } from "../../lib/shell/bash.ts";
import type { Language } from "../../lib/shell/code-tokens.ts";
import { runCode } from "../../lib/shell/inline-code.ts";
import { Ledger, Machine } from "../../lib/shell/machine.ts";
import { POWERSHELL } from "../../lib/shell/powershell.ts";
import { ProjectFiles } from "../../lib/shell/project-files.ts";
import { namedFiles } from "../support/named-files.ts";

const APP = "src/app.ts";
const INDEX = "src/index.ts";
const README = "README.md";

const WRITES: [language: Language, code: string, files: string[], args?: string[]][] = [
	["python", "open('README.md', 'w')", [README]],
	["python", "open('README.md', mode='a')", [README]],
	["python", "open(file='README.md', mode='r+')", [README]],
	["python", "p = 'README' + '.md'\nopen(p, 'w')", [README]],
	["python", "p: str = 'README.md'\nopen(p, 'w')", [README]],
	["python", "from pathlib import Path\n(Path('src') / 'app.ts').write_text('x')", [APP]],
	["python", "Path('src').joinpath('app.ts').open('w')", [APP]],
	["python", "Path('src/index.ts').with_name('app.ts').write_text('')", [APP]],
	["python", "Path('src/index.ts').parent.joinpath('app.ts').write_text('')", [APP]],
	["python", "for p in Path('src').iterdir():\n  p.write_text('')", [APP, INDEX]],
	["python", "for n in os.listdir('src'):\n  open(os.path.join('src', n), 'w')", [APP, INDEX]],
	["python", "for n in os.listdir('src'):\n  if n.endswith('p.ts'):\n    open('src/' + n, 'w')", [APP]],
	["python", "for n in os.listdir('src'):\n  if n.endswith('p.ts'): continue\n  open('src/' + n, 'w')", [APP, INDEX]],
	["python", "for d, _, ns in os.walk('src'):\n  for n in ns:\n    open(os.path.join(d, n), 'w')", [APP, INDEX]],
	["python", "[open(p, 'w') for p in sys.argv[1:]]", [APP], ["-c", APP]],
	["python", "a, b = 'README.md', 'src/app.ts'\nopen(b, 'w')", [APP]],
	["python", "_, p = sys.argv\nopen(p, 'w')", [APP], ["-c", APP]],
	["python", "for p, t in [('README.md', 'src/app.ts')]:\n  open(p, 'w').write(t)", [README]],
	["python", "e = {\n 'README.md': 'src/app.ts',\n}\nfor k, v in e.items():\n  open(k, 'w')", [README]],
	["python", "e = {'a': 'README.md'}\nfor k in e:\n  open(e[k], 'w')", [README]],
	["python", "for j in [{'p': 'README.md', 'q': 'src/app.ts'}]:\n  open(j['p'], 'w')", [README]],
	["python", "def f(p, q):\n  open(p, 'w')\nf('README.md', 'src/app.ts')", [README]],
	["python", "def f(p, mode='w'):\n  open(p, mode)\nf(p='README.md')", [README]],
	["python", "def f(n):\n  return 'src/' + n\nopen(f('app.ts'), 'w')", [APP]],
	[
		"python",
		"class E:\n  def __init__(self, p):\n    self.p = p\n  def w(self):\n    open(self.p, 'w')\nE('README.md').w()",
		[README],
	],
	["python", "open(f'{os.path.join(\"src\", \"app.ts\")}', 'w')", [APP]],
	["python", "files = []\nfiles.append('README.md')\nfor f in files:\n  open(f, 'w')", [README]],
	["python", "shutil.move('/tmp/x', 'README.md')", [README]],
	["python", "import fileinput\nfor l in fileinput.input(files=['README.md'], inplace=True): pass", [README]],
	["python", "subprocess.run(['sed', '-i', 's/a/b/', 'README.md'])", [README]],
	["javascript", "fs.writeFileSync('README.md', x)", [README]],
	["javascript", "const [, , p] = process.argv; fs.writeFileSync(p, x)", [APP], ["node", "x.js", APP]],
	["javascript", "for (const { f, t } of [{ f: 'README.md', t: 'src/app.ts' }]) fs.writeFileSync(f, t)", [README]],
	["javascript", "Object.entries({ 'README.md': 'src/app.ts' }).forEach(([k, v]) => fs.writeFileSync(k, v))", [README]],
	[
		"javascript",
		"fs.readdirSync('src').filter(n => n.endsWith('p.ts')).forEach(n => fs.writeFileSync(`src/${n}`, x))",
		[APP],
	],
	["javascript", "['app'].map(n => `src/${n}.ts`).forEach(f => fs.writeFileSync(f, x))", [APP]],
	["javascript", "const at = (n) => path.join('src', n); fs.writeFileSync(at('app.ts'), x)", [APP]],
	[
		"javascript",
		"class E { constructor(p) { this.p = p } w() { fs.writeFileSync(this.p, x) } } new E('README.md').w()",
		[README],
	],
	["ruby", "Dir.glob('src/*.ts').each { |f| File.write(f, '') }", [APP, INDEX]],
	["ruby", "%w[README.md].each do |f|\n  File.open(f, 'w') { |io| io.write '' }\nend", [README]],
	["perl", "my ($f) = @ARGV; open my $h, '>', $f;", [APP], ["-e", APP]],
	["perl", "sub w { my ($p, $t) = @_; open(my $h, '>', $p) } w('README.md', 'src/app.ts')", [README]],
	["perl", "sub w { my $p = shift; open(my $h, '>', $p) } w('README.md')", [README]],
	["php", "file_put_contents('README.md', '');", [README]],
	["lua", "io.open('README.md', 'w')", [README]],
];

const READS: [language: Language, code: string][] = [
	["python", "open('README.md')"],
	["python", "s = open('README.md').read(); print('w', s)"],
	["python", "x = ['README.md']\nx.append('src/app.ts')\nx.write('y')"],
	["python", "print(\"open('README.md', 'w')\")  # open('README.md', 'w')"],
	["python", "open('README.md'.replace('R', 'x') + unknown, 'w')"],
	["python", "def f(p):\n  open(p, 'w')"],
	["python", "'README.md'.replace('a', 'b')"],
	["javascript", "fs.readFileSync('README.md'); 'fs.writeFileSync(\"README.md\")'"],
	["javascript", "/writeFileSync\\('README.md'/.exec(x)"],
	["javascript", "['README.md'].map(f => f.length)"],
	["ruby", "puts File.read('README.md')"],
	["perl", "open(my $h, '<', 'README.md'); print <$h>"],
	["php", "echo file_get_contents('README.md');"],
];

describe("inline code", () => {
	for (const [language, code, files, args] of WRITES) {
		it(`writes ${files.join(" and ")}: ${language}, ${JSON.stringify(code)}`, () => {
			assert.deepEqual(written(language, code, args), files);
		});
	}

	for (const [language, code] of READS) {
		it(`writes nothing: ${language}, ${JSON.stringify(code)}`, () => {
			assert.deepEqual(written(language, code), []);
		});
	}

	it("sees the variables that a program is given, and no others", () => {
		const code = "open(os.environ['A'], 'w'); open(os.getenv('B'), 'w'); open(os.environ.get('C', 'README.md'), 'w')";
		assert.deepEqual(written("python", code, [], { A: APP }), [README, APP]);
	});
});

function written(
	language: Language,
	code: string,
	args: string[] = [],
	exported: Record<string, string> = {},
): string[] {
	const files = new ProjectFiles({ root: "/repo", home: "/home/u", ...disk });
	const ledger = new Ledger(files);
	const machine = new Machine(ledger, { bash: BASH, powershell: POWERSHELL }, "bash", "/repo");
	machine.set("B", [INDEX]);
	for (const [name, value] of Object.entries(exported)) {
		machine.set(name, [value]);
		machine.own().exported.add(name);
	}
	runCode(code, language, args, machine);
	return [...ledger.rewritten].map((path) => path.slice("/repo/".length)).sort();
}

const disk = namedFiles("/repo", [README, APP, INDEX]);
