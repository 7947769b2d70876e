import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { elidedLine } from "../../lib/guards/elided-new-text.ts";

const OLD = ["function f(a) {", "\tconst x = load(a);", "\tcheck(x);", "\tlog(x);", "\treturn x;", "}"];

/** Three lines of the body stand behind the placeholder, and one is changed. */
const elidedBy = (line: string, where = "a.ts") =>
	elidedLine({
		spanText: OLD.join("\n"),
		oldText: OLD.join("\n"),
		newText: [OLD[0], "\tconst x = load2(a);", `\t${line}`, OLD[5]].join("\n"),
		where,
	});

/** One line is changed, and all others are kept. */
const keptWith = (line: string, where = "a.ts") =>
	elidedLine({
		spanText: OLD.join("\n"),
		oldText: OLD.join("\n"),
		newText: [OLD[0], "\tconst x = load2(a);", `\t${line}`, ...OLD.slice(2)].join("\n"),
		where,
	});

describe("a placeholder in place of lines is found", () => {
	const placeholders = [
		"// ... existing code ...",
		"// ...existing code...",
		"// … existing code …",
		"// .. existing code ..",
		"// ... rest of the code ...",
		"// rest of the function unchanged",
		"// (rest of the function remains unchanged)",
		"// rest of code remains the same",
		"// keep existing code",
		"// existing code",
		"// your existing code here",
		"// TODO: rest of the code",
		"// [existing code]",
		"// <existing code>",
		"// ---- existing code ----",
		"// unchanged",
		"// same as before",
		"// remaining fields",
		"// no changes needed here",
		"// nothing else changes",
		"// lines 3-5 unchanged",
		"// ... lines 3-5 ...",
		"// ... (3 more lines)",
		"// ... 3 lines omitted ...",
		"// omitted for brevity",
		"// snip",
		"// ...",
		"// [...]",
		"// and so on ...",
		"// ... прочее без изменений ...",
		"// ... 其余代码不变 ...",
		"/* ... existing code ... */",
		"/* rest of the body */",
		"{/* rest of component */}",
		"<!-- rest of the page unchanged -->",
		"-- ... existing queries ...",
		"# ... (rest of the code remains the same)",
		"# rest of the implementation",
		'""" ... existing code ... """',
		"* ... existing code ...",
		"... existing code ...",
		"...existing code...",
		"[... rest of file unchanged ...]",
		"[rest of code]",
		"(rest of the code unchanged)",
		"...",
		"[...]",
		"const y = 1; // ... existing code ...",
		"function g() { /* ... existing code ... */ }",
		"function g() { ... }",
	];
	for (const line of placeholders) test(line, () => assert.equal(elidedBy(line), line));
});

describe("what is no placeholder passes, even where lines go", () => {
	const others = [
		"// existing callers rely on x",
		"// Existing users are migrated here",
		"// the rest of the list is sorted",
		"// handle the rest of the arguments",
		"// keep the lock while we check",
		"// unchanged since 2019",
		"// ../existing/rest.ts",
		"// e.g. a, b, ...",
		"// wait...",
		"// ...then the socket is closed",
		"// same",
		"* existing entries are kept",
		"'...'",
		"...rest,",
		"...existing, ...rest,",
		"[existing, rest]",
		"[content, existing]",
		"{ rest }",
		"const { existing, ...rest } = x;",
		"import '../existing/code';",
		"f(/* ... */);",
		"console.log('... existing code ...');",
	];
	for (const line of others) test(line, () => assert.equal(elidedBy(line), undefined));
});

describe("a comment that can be the title of what follows is refused only where lines go", () => {
	const titles = ["// remaining fields", "// existing routes", "// same as before", "// no changes needed"];
	for (const line of titles) {
		test(line, () => {
			assert.equal(elidedBy(line), line);
			assert.equal(keptWith(line), undefined);
		});
	}
	test("one that opens with an ellipsis and names what is left out is refused anywhere", () => {
		assert.equal(keptWith("// ... existing code ..."), "// ... existing code ...");
	});
	test("an ellipsis alone passes where no line goes", () => {
		const newText = [...OLD.slice(0, 5), "\t// ...", "}"].join("\n");
		assert.equal(elidedLine({ spanText: OLD.join("\n"), oldText: OLD.join("\n"), newText, where: "a.ts" }), undefined);
	});
});

describe("the language of the file counts", () => {
	const cases: [string, string, string | undefined][] = [
		["## Remaining content", "a.md", undefined],
		["## Remaining content", "a.py", "## Remaining content"],
		["# rest of the function remains the same", "a.md", "# rest of the function remains the same"],
		["...", "a.yaml", undefined],
		["...", "a.py", "..."],
		["function g() { ... }", "a.md", undefined],
		["x: dict = { ... }", "a.py", undefined],
	];
	for (const [line, where, expected] of cases) {
		test(`${line} in ${where}`, () => assert.equal(elidedBy(line, where), expected));
	}
	test("an ellipsis that is the body of a Python function passes", () => {
		const oldText = "def f():\n    return 1";
		const newText = "def f():\n    ...";
		assert.equal(elidedLine({ spanText: oldText, oldText, newText, where: "a.pyi" }), undefined);
		assert.equal(elidedLine({ spanText: oldText, oldText, newText, where: "a.ts" }), "...");
	});
});

describe("what the file has already passes", () => {
	const newText = "// ... existing code ...\nb();";
	test("in oldText", () => {
		const oldText = "// ... existing code ...\na();";
		assert.equal(elidedLine({ spanText: "x", oldText, newText, where: "a.ts" }), undefined);
	});
	test("in the span, whatever its line breaks", () => {
		const spanText = "\t// ... existing code ...\r\na();";
		assert.equal(elidedLine({ spanText, oldText: "x", newText, where: "a.ts" }), undefined);
	});
	test("as a part of another line it is not there", () => {
		assert.equal(
			elidedLine({ spanText: "x", oldText: "// ...then\na();", newText: "// ...", where: "a.ts" }),
			"// ...",
		);
	});
});

test("a line too long for a placeholder is none", () => {
	const line = `// ... existing code ... ${"x".repeat(120)}`;
	assert.equal(elidedBy(line), undefined);
});
