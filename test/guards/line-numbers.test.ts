import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { bringsInLineNumbers, withoutLineNumbers } from "../../lib/guards/line-numbers.ts";

const OLD = ["function f() {", "    return 1;", "}"];
const NEW = ["function f() {", "    return 2;", "}"];

const brings = (newLines: string[], oldLines = OLD, startLine = 4) =>
	bringsInLineNumbers({
		spanText: oldLines.join("\n"),
		oldText: oldLines.join("\n"),
		newText: newLines.join("\n"),
		startLine: () => startLine,
	});

const READERS: Record<string, (number: number, line: string) => string> = {
	"cat -n": (number, line) => `${String(number).padStart(6)}\t${line}`,
	"an arrow": (number, line) => `${String(number).padStart(6)}→${line}`,
	"a bar with blanks": (number, line) => `${number} | ${line}`,
	"a bar": (number, line) => `${number}|${line}`,
	"a drawn bar": (number, line) => `${String(number).padStart(4)} │ ${line}`,
	"zeros and a bar": (number, line) => `${String(number).padStart(5, "0")}| ${line}`,
	"a colon": (number, line) => `${number}:${line}`,
	"a colon and a blank": (number, line) => `${number}: ${line}`,
	"L1:": (number, line) => `L${number}: ${line}`,
	"line 1:": (number, line) => `line ${number}: ${line}`,
};

describe("the numbers of a reader", () => {
	for (const [reader, number] of Object.entries(READERS)) {
		const numbered = (lines: string[], first: number) => lines.map((line, index) => number(first + index, line));
		test(`${reader}: before every line`, () => assert.equal(brings(numbered(NEW, 4)), true));
		test(`${reader}: of other lines, where a line of oldText returns`, () =>
			assert.equal(brings(numbered(NEW, 90)), true));
		test(`${reader}: the right number before a line that is new`, () =>
			assert.equal(brings([number(5, "    return 2;")], ["    return 1;"], 5), true));
		test(`${reader}: another number before a line that is new passes`, () =>
			assert.equal(brings([number(6, "    return 2;")], ["    return 1;"], 5), false));
		test(`${reader}: before the kept lines only`, () =>
			assert.equal(brings([number(4, OLD[0]!), "    const x = 2;", "    return x;", number(6, OLD[2]!)]), true));
		test(`${reader}: taken off`, () => {
			const text = withoutLineNumbers(`${numbered(OLD, 4).join("\n")}\n`);
			assert.deepEqual(text, { text: `${OLD.join("\n")}\n`, firstNumber: 4 });
		});
		test(`${reader}: a text that had them keeps them`, () =>
			assert.equal(brings(numbered(NEW, 4), numbered(OLD, 4)), false));
	}
});

describe("prefixes that lists have too", () => {
	const LISTS: Record<string, (number: number, line: string) => string> = {
		"1.": (number, line) => `${number}. ${line}`,
		"1)": (number, line) => `${number}) ${line}`,
		"1-": (number, line) => `${number}-${line}`,
	};
	for (const [list, number] of Object.entries(LISTS)) {
		test(`${list}: two lines that stand in the file under their numbers`, () =>
			assert.equal(brings(NEW.map((line, index) => number(index + 4, line))), true));
		test(`${list}: one such line passes`, () => assert.equal(brings([number(4, OLD[0]!), "x", "y"]), false));
		test(`${list}: a list that starts with the file passes`, () =>
			assert.equal(brings([number(1, "alpha"), number(2, "beta")], ["alpha", "beta"], 1), false));
		test(`${list}: a list elsewhere passes`, () =>
			assert.equal(brings([number(1, "alpha"), number(2, "beta")], ["alpha", "beta"], 7), false));
	}
});

describe("no line numbers", () => {
	const cases: [string, string[], string[], number][] = [
		["numbers that do not rise by one", ["4\ta", "9\tb"], ["x", "y"], 4],
		["a table whose rows changed", ["7\t1", "8\t3"], ["7\t1", "8\t2"], 7],
		["the text behind a number is that of another line", ["4 | } else {", "z"], OLD, 4],
		["values", ["10: red", "11: blue"], ["red or blue"], 4],
		["a number within a line", ["a 5 | return 1;", "z"], ["x", "return 1;"], 4],
		["a line that the file has with its number", ["q", "4: a"], ["a", "4: a"], 4],
		["a number before nothing", ["q", "5:", "z"], ["a", "", "b"], 4],
		["a number beyond the lines", ["9 | a", "z"], ["a", "b"], 4],
		["marks within the line differ", ["5 | a b", "z"], ["x", "ab"], 4],
		["blank lines alone return", ["90\t  ", "91\tz"], ["a", "", "b"], 4],
	];
	for (const [title, newLines, oldLines, startLine] of cases) {
		test(title, () => assert.equal(brings(newLines, oldLines, startLine), false));
	}
	test("the span has numbers and oldText has none", () => {
		const [spanText, oldText, newText] = ["4\ta\n5\tb", "a\nb", "4\tx\n5\tb"];
		assert.equal(bringsInLineNumbers({ spanText, oldText, newText, startLine: () => 4 }), false);
	});
	test("mixed separators are none", () => assert.equal(withoutLineNumbers("1\ta\n2→b"), undefined));
	test("a number alone is a blank line of the reader, but not a whole text", () => {
		assert.deepEqual(withoutLineNumbers("1\ta\n2\n3\tb"), { text: "a\n\nb", firstNumber: 1 });
		assert.equal(withoutLineNumbers("1\n2\n3"), undefined);
	});
});

describe("one line proves it", () => {
	const cases: [title: string, newLines: string[], oldLines: string[], startLine: number][] = [
		["a kept line behind its number", ["4\tfunction f() {", "x", "y"], OLD, 4],
		["whatever blanks stand at its end", ["x", "y", "6: }"], ["function f() {", "", "}  "], 4],
		["a line of oldText that lost its indentation", ["90\treturn 1;", "91\tx"], ["    return 1;"], 4],
		["a line of oldText that gained some", ["90\t    return 1;", "91\tx"], ["return 1;"], 4],
	];
	for (const [title, newLines, oldLines, startLine] of cases) {
		test(title, () => assert.equal(brings(newLines, oldLines, startLine), true));
	}
	test("two lines of a list do from the third line of the file on", () => {
		assert.equal(brings(["3. alpha", "4. beta"], ["alpha", "beta"], 3), true);
		assert.equal(brings(["2. alpha", "3. beta"], ["alpha", "beta"], 2), false);
	});
});

describe("a prefix is so long at most", () => {
	const unnumbered: [text: string, expected: string | undefined][] = [
		[`${" ".repeat(8)}1\ta`, "a"],
		[`${" ".repeat(9)}1\ta`, undefined],
		["1234567\ta", "a"],
		["12345678\ta", undefined],
		["1   |a", "a"],
		["1    |a", undefined],
		["ab4\tx", undefined],
		["1\ta\n2b", undefined],
		["1\t a\n2\t b", " a\n b"],
		["1→ a\n2→ b", " a\n b"],
		["1: a\n2:\n3: b", "a\n\nb"],
		["1: a\n2:b", " a\nb"],
	];
	for (const [text, expected] of unnumbered) {
		test(JSON.stringify(text), () => assert.equal(withoutLineNumbers(text)?.text, expected));
	}
	const repeated: [line: string, isNumbered: boolean][] = [
		[`${" ".repeat(8)}4| a`, true],
		[`${" ".repeat(9)}4| a`, false],
		["0000004| a", true],
		["00000004| a", false],
		["4       | a", true],
		["4        | a", false],
		["[4] a", true],
	];
	for (const [line, isNumbered] of repeated) {
		test(`${line} as one line among others`, () => assert.equal(brings([line, "x"], ["a", "b"], 4), isNumbered));
	}
});
