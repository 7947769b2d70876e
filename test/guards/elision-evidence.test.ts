/** How strong the evidence of a line is, seen from what the edit must take away for the line to be refused. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { elidedLine } from "../../lib/guards/elided-new-text.ts";

interface PlaceholderCase {
	line: string;
	where: string;
	/** The line before it. */
	lineBefore?: string;
	evidence: "certain" | "likely" | "possible" | "none";
}

const cases: PlaceholderCase[] = JSON.parse(
	readFileSync(new URL("../cases/placeholders.json", import.meta.url), "utf8"),
);

const OLD = ["a();", "b();", "c();", "d();"];

const find = (newLines: string[], where = "a.ts", oldLines = OLD) =>
	elidedLine({ spanText: oldLines.join("\n"), oldText: oldLines.join("\n"), newText: newLines.join("\n"), where });

function evidenceOf({ line, where, lineBefore = "x();" }: PlaceholderCase): PlaceholderCase["evidence"] {
	const withNoneLost = find([...OLD, lineBefore, line], where);
	const withFewerLostThanAdded = find([...OLD.slice(1), lineBefore, line], where);
	const withMoreLost = find([lineBefore, line], where);
	for (const found of [withNoneLost, withFewerLostThanAdded, withMoreLost])
		assert.ok(found === undefined || found === line.trim());
	if (withNoneLost) return "certain";
	if (withFewerLostThanAdded) return "likely";
	return withMoreLost ? "possible" : "none";
}

describe("the evidence of a line is", () => {
	for (const one of cases) {
		test(`${one.evidence}: ${one.line} (${one.where})`, () => assert.equal(evidenceOf(one), one.evidence));
	}
});

describe("lines that go are counted", () => {
	const possible = "// same as before";
	test("as many as come", () => assert.equal(find([possible], "a.ts", ["a();"]), possible));
	test("fewer than come", () => assert.equal(find(["x();", possible], "a.ts", ["a();"]), undefined));
	test("blank ones aside on either side", () => {
		assert.equal(find(["", possible, " \t"], "a.ts", ["a();"]), possible);
		assert.equal(find(["x();", possible], "a.ts", ["a();", "", ""]), undefined);
	});
	test("whatever their indentation", () => {
		assert.equal(find(["  a();", "\tx();", possible], "a.ts", ["a();", "b();"]), undefined);
		assert.equal(find(["  a();", possible], "a.ts", ["a();", "b();"]), possible);
	});
	test("whatever their line breaks", () => {
		const [oldText, newText] = ["a();\rb();\r\nc();", `a();\r${possible}\r\nc();`];
		assert.equal(elidedLine({ spanText: oldText, oldText, newText, where: "a.ts" }), possible);
		const kept = `a();\rb();\r\nc();\r\n${possible}`;
		assert.equal(elidedLine({ spanText: oldText, oldText, newText: kept, where: "a.ts" }), undefined);
	});
	test("the line before is that above, whatever the line breaks", () => {
		const [oldText, newText] = ["def f():\r\n\treturn 1", "def f():\r\n\t..."];
		assert.equal(elidedLine({ spanText: oldText, oldText, newText, where: "a.py" }), undefined);
	});
	test("in the first line there is none before", () => assert.equal(find(["...", "x();"], "a.py", OLD), "..."));
});
