import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { DriftKind } from "../lib/match/drift-kinds.ts";
import { replacementFor } from "../lib/replacement.ts";

interface ReplacementCase {
	title: string;
	/** The file; the span is what stands between « and ». */
	file: string;
	drift: DriftKind[];
	oldText: string;
	newText: string;
	/** The file afterwards, or what could not be proved. */
	expect: string | { unproved: string };
}

function replaceIn({ file, drift, oldText, newText }: ReplacementCase): ReplacementCase["expect"] {
	const start = file.indexOf("«");
	const end = file.indexOf("»") - 1;
	const text = file.replace("«", "").replace("»", "");
	const result = replacementFor({ text, candidate: { span: { start, end }, drift }, oldText, newText });
	if (result.kind === "unproved") return { unproved: result.unproved.what };
	return text.slice(0, result.span.start) + result.text + text.slice(result.span.end);
}

function check(title: string, cases: ReplacementCase[]): void {
	describe(title, () => {
		for (const one of cases) test(one.title, () => assert.deepEqual(replaceIn(one), one.expect));
	});
}

check("line endings", [
	{
		title: "an exact match takes newText literally",
		file: "a\n«b»\nc\n",
		drift: [],
		oldText: "b",
		newText: "$& $1 $`",
		expect: "a\n$& $1 $`\nc\n",
	},
	{
		title: "a CRLF file gets CRLF",
		file: "a\r\n«b»\r\nc\r\n",
		drift: [],
		oldText: "b",
		newText: "b\nd",
		expect: "a\r\nb\r\nd\r\nc\r\n",
	},
	{
		title: "a CRLF call leaves an LF file LF",
		file: "a\n«b\nc»\n",
		drift: ["line-endings"],
		oldText: "b\r\nc",
		newText: "b\r\nd",
		expect: "a\nb\nd\n",
	},
	{
		title: "a lone CR is a line break in a file without LF",
		file: "a\r«b\rc»\rd",
		drift: ["line-endings"],
		oldText: "b\nc",
		newText: "x\ny\nz",
		expect: "a\rx\ry\rz\rd",
	},
	{
		title: "kept lines of a mixed span keep their own, a new one takes that of the line before it",
		file: "«a\r\nb\nc\r\n»d\n",
		drift: ["line-endings"],
		oldText: "a\nb\nc\n",
		newText: "a\nx\nb\ny\nc\n",
		expect: "a\r\nx\r\nb\ny\nc\r\nd\n",
	},
	{
		title: "a kept last line keeps the break that follows the span when lines come after it",
		file: "«a\nb»\r\nc\n",
		drift: ["trailing-whitespace"],
		oldText: "a\nb",
		newText: "a\nb\nx",
		expect: "a\nb\r\nx\r\nc\n",
	},
	{
		title: "so does the last line of an exact match whose other lines end otherwise",
		file: "«a\r\nb»\nc\n",
		drift: [],
		oldText: "a\r\nb",
		newText: "a\nnew\nb\nx",
		expect: "a\r\nnew\r\nb\nx\nc\n",
	},
	{
		title: "an exact mixed span is not flattened",
		file: "«a\r\nb\nc»\r\n",
		drift: [],
		oldText: "a\r\nb\nc",
		newText: "a\r\nb\nC",
		expect: "a\r\nb\nC\r\n",
	},
	{
		title: "the last line break of both texts is dropped at the end of a file that has none",
		file: "a\n«last»",
		drift: ["line-endings"],
		oldText: "last\n",
		newText: "LAST\nmore\n",
		expect: "a\nLAST\nmore",
	},
]);

check("indentation", [
	{
		title: "four blanks for two on one level are no proof of a shift, with a comment's star beside them",
		file: "class A {\n«  /*\n   * Gets.\n   */\n  int get();\n»  int b(\n      int c);\n}\nvoid f() {\n  g();\n}\n",
		drift: ["line-trimmed"],
		oldText: "    /*\n     * Gets.\n     */\n    int get();\n",
		newText: "    /*\n     * Gets.\n     */\n    int get(\n            int most);\n",
		expect: { unproved: "indentation" },
	},
	{
		title: "a rewritten newText that starts and steps like the file keeps its indents: only oldText had lost them",
		file: "f() {\n«    for (const key of keys) {\n        read(key);\n    }\n»}\n",
		drift: ["line-trimmed"],
		oldText: "for (const key of keys) {\n    read(key);\n}\n",
		newText: "    for (const name of names) {\n        if (name) {\n            write(name);\n        }\n    }\n",
		expect:
			"f() {\n    for (const name of names) {\n        if (name) {\n            write(name);\n        }\n    }\n}\n",
	},
	{
		title: "so it does where a changed line is as deep as another one of oldText",
		file: "x = {\n«    create(context) {\n        const allow = Boolean(\n            context.options[0]\n        );\n        let info = null;\n»    }\n}\n",
		drift: ["line-trimmed"],
		oldText:
			"create(context) {\n    const allow = Boolean(\n        context.options[0]\n    );\n    let info = null;\n",
		newText: "    create(context) {\n        const [{ allow }] = context.options;\n        let info = null;\n",
		expect:
			"x = {\n    create(context) {\n        const [{ allow }] = context.options;\n        let info = null;\n    }\n}\n",
	},
	{
		title: "a kept line that stands as in oldText shows that both texts lost a step",
		file: '{\n«\t"exports": {\n\t\t".": {\n\t\t\t"import": 1\n»\t\t}\n',
		drift: ["line-trimmed"],
		oldText: '"exports": {\n\t".": {\n\t\t"import": 1\n',
		newText: '\t".": {\n\t\t"import": 2\n',
		expect: '{\n\t\t".": {\n\t\t\t"import": 2\n\t\t}\n',
	},
	{
		title: "so do changed lines that stand as in oldText",
		file: '{\n«\t"files": [\n\t\t"dist/a",\n\t\t"native/b",\n»\t]\n',
		drift: ["line-trimmed"],
		oldText: '"files": [\n\t"dist/a",\n\t"native/b",\n',
		newText: '\t"dist/x",\n\t"native/y",\n',
		expect: '{\n\t\t"dist/x",\n\t\t"native/y",\n\t]\n',
	},
	{
		title: "lines that had not drifted are no proof that newText has the file's indents",
		file: "«import a from 'a'\n\nf({\n    x: 1,\n    y: 2\n})\n»",
		drift: ["line-trimmed"],
		oldText: "import a from 'a'\n\nf({\n        x: 1,\n        y: 2\n})\n",
		newText: "import a from 'a'\n\nf({\n        z: 3\n})\n",
		expect: "import a from 'a'\n\nf({\n    z: 3\n})\n",
	},
	{
		title: "the file's step is that of its blocks, not that of its continued lines",
		file: "void f(\n    int a,\n    int b) {\n«  if (a) {\n»    g(\n        a);\n  }\n}\nvoid g(\n    int a);\nvoid h(\n    int a);\n",
		drift: ["line-trimmed"],
		oldText: " if (a) {\n",
		newText: " if (a) {\n   log();\n",
		expect:
			"void f(\n    int a,\n    int b) {\n  if (a) {\n    log();\n    g(\n        a);\n  }\n}\nvoid g(\n    int a);\nvoid h(\n    int a);\n",
	},
	{
		title: "a Go function sent one tab short lands with the file's tabs",
		file: "type T struct{}\n\n«\tfunc() {\n\t\tone()\n\t\ttwo()\n\t}\n»",
		drift: ["line-trimmed"],
		oldText: "func() {\n\tone()\n\ttwo()\n}\n",
		newText: "func() {\n\tone()\n\tif ok {\n\t\tthree()\n\t}\n}\n",
		expect: "type T struct{}\n\n\tfunc() {\n\t\tone()\n\t\tif ok {\n\t\t\tthree()\n\t\t}\n\t}\n",
	},
	{
		title: "a Python body sent with 4 spaces where the file has 8 lands at 8",
		file: "class A:\n    def b(self):\n«        x = 1»\n        return x\n",
		drift: ["line-trimmed"],
		oldText: "    x = 1",
		newText: "    x = 2\n    if x:\n        x = 3",
		expect: "class A:\n    def b(self):\n        x = 2\n        if x:\n            x = 3\n        return x\n",
	},
	{
		title: "two-space text lands in a four-space file",
		file: "«    if (a) {\n        b();\n    }»\n",
		drift: ["line-trimmed"],
		oldText: "  if (a) {\n    b();\n  }",
		newText: "  if (a) {\n    if (c) {\n      d();\n    }\n  }",
		expect: "    if (a) {\n        if (c) {\n            d();\n        }\n    }\n",
	},
	{
		title: "tabs in the file and spaces in the call",
		file: "\tif a {\n«\t\tb()\n»\t}\n",
		drift: ["line-trimmed"],
		oldText: "        b()\n",
		newText: "        b()\n        if c {\n            d()\n        }\n",
		expect: "\tif a {\n\t\tb()\n\t\tif c {\n\t\t\td()\n\t\t}\n\t}\n",
	},
	{
		title: "spaces in oldText where file and newText have tabs: newText's tabs stand",
		file: "test:\n«\t./run a\n\t./run b»\n",
		drift: ["line-trimmed"],
		oldText: "    ./run a\n    ./run b",
		newText: "\t./run a\n\t./run c",
		expect: "test:\n\t./run a\n\t./run c\n",
	},
	{
		title: "newText that stands where the file stands is meant as it came, one depth shared with oldText or not",
		file: '«    "a": {\n        "x": [»\n',
		drift: ["line-trimmed"],
		oldText: '"a": {\n    "x": [',
		newText: '    "a": {\n        "y": [\n            1',
		expect: '    "a": {\n        "y": [\n            1\n',
	},
	{
		title:
			"newText in the file's own indents is not mistaken where a line of oldText looks like another line of the file",
		file: "«      a();\n    }\n  }»\n}\n",
		drift: ["line-trimmed"],
		oldText: "    a();\n  }\n}",
		newText: "      a();\n  }",
		expect: "      a();\n  }\n}\n",
	},
	{
		title: "a block wrapped with its closing bracket keeps the blank line before that",
		file: "«  if (a) {\n    b();\n\n  }»\n",
		drift: ["blank-lines"],
		oldText: "  if (a) {\n    b();\n  }",
		newText: "  if (c) {\n    if (a) {\n      b();\n    }\n  }",
		expect: "  if (c) {\n    if (a) {\n      b();\n\n    }\n  }\n",
	},
	{
		title: "a Makefile recipe sent with spaces keeps its tabs",
		file: "all: app\n\ninstall:\n«\tcp app dist\n\tchmod 755 dist/app»\n",
		drift: ["line-trimmed"],
		oldText: "        cp app dist\n        chmod 755 dist/app",
		newText: "        cp app site\n        chmod 755 site/app",
		expect: "all: app\n\ninstall:\n\tcp app site\n\tchmod 755 site/app\n",
	},
	{
		title: "an indent that maps two ways is refused where a new line needs it",
		file: "«  a\n    b»\n",
		drift: ["line-trimmed"],
		oldText: "a\nb",
		newText: "a\nx\nb",
		expect: { unproved: "indentation" },
	},
	{
		title: "and not refused where every line goes on",
		file: "«  a\n    b»\n",
		drift: ["line-trimmed"],
		oldText: "a\nb",
		newText: "a\nB",
		expect: "  a\n    B\n",
	},
	{
		title: "which of two lines that oldText sends alike is to go cannot be told where the file's differ",
		file: "«        }\n    }\n    end()\n»",
		drift: ["line-trimmed"],
		oldText: "}\n}\nend()\n",
		newText: "}\nend()\n",
		expect: { unproved: "lines" },
	},
	{
		title: "a deletion needs no correction",
		file: "x\n«  a\n    b\n»y\n",
		drift: ["line-trimmed"],
		oldText: "a\nb\n",
		newText: "",
		expect: "x\ny\n",
	},
	{
		title: "a block wrapped one level deeper is shifted with the rest",
		file: "class A:\n    def f(self):\n«        a()\n        b()\n»",
		drift: ["line-trimmed"],
		oldText: "a()\nb()\n",
		newText: "if x:\n    a()\n    b()\n",
		expect: "class A:\n    def f(self):\n        if x:\n            a()\n            b()\n",
	},
]);

check("a span inside its lines", [
	{
		title: "further lines are indented like the first one where only its indentation stands outside the span",
		file: "a:\n  «b: “c”»\n  d: 1\n",
		drift: ["unicode"],
		oldText: 'b: "c"',
		newText: 'x: 0\nb: "c"',
		expect: "a:\n  x: 0\n  b: “c”\n  d: 1\n",
	},
	{
		title: "and refused where one indent maps two ways",
		file: "if (a) {\n  «b(“c”);\n}»\n",
		drift: ["unicode"],
		oldText: 'b("c");\n}',
		newText: 'b("c");\nfresh();\n}',
		expect: { unproved: "indentation" },
	},
	{
		title: "the blanks after the last line stay with that line when lines come after it",
		file: "«“a”»  \nz\n",
		drift: ["unicode"],
		oldText: '"a"',
		newText: '"a"\nb',
		expect: "“a”  \nb\nz\n",
	},
	{
		title: "and go with it",
		file: "«“a”\nb»\t\nz\n",
		drift: ["unicode"],
		oldText: '"a"\nb',
		newText: '"a"',
		expect: "“a”\nz\n",
	},
	{
		title: "the indentation of a first line goes with that line",
		file: "if (a) {\n  «b(“c”);\n}»\n",
		drift: ["unicode"],
		oldText: 'b("c");\n}',
		newText: "}",
		expect: "if (a) {\n}\n",
	},
	{
		title: "an indentation that newText brings to it is not added to it",
		file: "if (a) {\n  «b(“c”);»\n}\n",
		drift: ["unicode"],
		oldText: 'b("c");',
		newText: '  d("c");',
		expect: "if (a) {\n  d(“c”);\n}\n",
	},
	{
		title: "a blank line at the end of newText keeps its blanks",
		file: "«“a”\n  \nb»\nz\n",
		drift: ["unicode", "trailing-whitespace"],
		oldText: '"a"\n\nb',
		newText: '"a"\n',
		expect: "“a”\n  \nz\n",
	},
]);

check("kept characters", [
	{
		title: "one word changes in a paragraph with typography",
		file: "«“Hello” — it’s a\u00a0fine day…»\n",
		drift: ["unicode"],
		oldText: '"Hello" - it\'s a fine day...',
		newText: '"Hello" - it\'s a bad day...',
		expect: "“Hello” — it’s a\u00a0bad day…\n",
	},
	{
		title: "two trailing blanks survive on a kept and on a changed line",
		file: "«one  \ntwo  »\nthree\n",
		drift: ["trailing-whitespace"],
		oldText: "one\ntwo",
		newText: "one\n2",
		expect: "one  \n2  \nthree\n",
	},
	{
		title: "trailing blanks go with their line",
		file: "«one  \ntwo  »\nthree\n",
		drift: ["trailing-whitespace"],
		oldText: "one\ntwo",
		newText: "one",
		expect: "one  \nthree\n",
	},
	{
		title: "inner blanks stay where the edit does not change them",
		file: "«a   =  1;  // x»\n",
		drift: ["whitespace"],
		oldText: "a = 1; // x",
		newText: "a = 2; // x",
		expect: "a   =  2;  // x\n",
	},
	{
		title: "a line that moves keeps its bytes",
		file: "«‘a’\n‘b’\n‘c’»\n",
		drift: ["unicode"],
		oldText: "'a'\n'b'\n'c'",
		newText: "'c'\n'a'\n'b'",
		expect: "‘c’\n‘a’\n‘b’\n",
	},
]);

check("blank lines", [
	{
		title: "a stray blank line around both texts adds none",
		file: "x\n«foo()\n»y\n",
		drift: ["blank-lines"],
		oldText: "\nfoo()\n\n",
		newText: "\nbar()\n\n",
		expect: "x\nbar()\ny\n",
	},
	{
		title: "a blank line that only the file has stays with the line above; inserted lines come right after that",
		file: "«foo()\n\nbar()\n»",
		drift: ["blank-lines"],
		oldText: "foo()\nbar()\n",
		newText: "foo()\nnew()\nbar()\n",
		expect: "foo()\nnew()\n\nbar()\n",
	},
	{
		title: "of two blank lines in newText's way, the one that the file lacks goes",
		file: "«a()\nb()\n\nc()\n»",
		drift: ["blank-lines"],
		oldText: "a()\n\nb()\n\nc()\n",
		newText: "a()\n\nc()\n",
		expect: "a()\n\nc()\n",
	},
	{
		title: "a blank line that only the file has stays under the blank line above it",
		file: "«a()\n\n\nb()\n»",
		drift: ["blank-lines"],
		oldText: "a()\n\nb()\n",
		newText: "a()\n\nnew()\nb()\n",
		expect: "a()\n\n\nnew()\nb()\n",
	},
	{
		title: "a blank line that only the file has goes when both its neighbours go",
		file: "«foo()\n\nbar()\nend()\n»",
		drift: ["blank-lines"],
		oldText: "foo()\nbar()\nend()\n",
		newText: "end()\n",
		expect: "end()\n",
	},
	{
		title: "two lines are never glued together",
		file: "x\n«  foo()\n»y\n",
		drift: ["line-trimmed"],
		oldText: "foo()\n",
		newText: "bar()",
		expect: { unproved: "line-breaks" },
	},
]);
