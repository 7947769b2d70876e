import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { shownDiff, shownLine, shownText } from "../lib/shown-text.ts";
import fc from "./support/fast-check.ts";

describe("shownText", () => {
	it("shows a short text as it is", () => {
		assert.deepEqual(shownText("one\n\ttwo \u00e9", 5), { text: "one\n\ttwo \u00e9", hiddenLines: 0 });
	});

	it("counts the lines beyond the limit", () => {
		assert.deepEqual(shownText("1\n2\n3\n4", 2), { text: "1\n2", hiddenLines: 2 });
	});

	it("makes visible what would steer the terminal", () => {
		assert.equal(
			shownText("\u001b[31mred\u0007\r\u007f\u009b", 1).text,
			"\u241b[31mred\u2407\u240d\u2421\u27e8009B\u27e9",
		);
		assert.equal(shownText("a\u202eb\u2028c", 1).text, "a\u27e8202E\u27e9b\u27e82028\u27e9c");
	});

	it("keeps a name with a line break in one line", () => {
		assert.equal(shownLine("a\nb\r.txt"), "a\u240ab\u240d.txt");
		assert.ok(shownLine("x".repeat(5000)).length < 700);
	});

	it("cuts no character in two", () => {
		for (const lead of ["", "a"]) {
			const { text } = shownText(lead + "\u{1f600}".repeat(1000), 1);
			assert.ok(text.isWellFormed());
		}
	});

	it("never lets a control character, a direction or a long line through", () => {
		const text = fc.string({ unit: "binary", maxLength: 3000 });
		fc.assert(
			fc.property(text, fc.integer({ min: 1, max: 5 }), (raw, limit) => {
				const shown = shownText(raw, limit).text;
				assert.doesNotMatch(shown, /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
				assert.ok(shown.split("\n").length <= limit);
				assert.ok(shown.split("\n").every((line) => line.length < 5000));
			}),
		);
	});
});

describe("shownDiff", () => {
	const long = (middle: string) => `${"a".repeat(5000)}${middle}${"b".repeat(5000)}`;

	it("shows of two long lines the part where they differ", () => {
		const { text } = shownDiff(`-1 ${long("old")}\n+1 ${long("new")}`, 10);
		const [removed, added] = text.split("\n");
		assert.match(removed!, /^-1 \u2026a{80}oldb+\u2026 \(\d+ more characters\)$/);
		assert.match(added!, /^\+1 \u2026a{80}newb+\u2026 \(\d+ more characters\)$/);
		assert.ok(text.length < 2000);
	});

	it("finds the difference behind line numbers that differ", () => {
		const { text } = shownDiff(`- 9 ${long("old")}\n+10 ${long("new")}`, 10);
		assert.match(text, /^- 9 \u2026a{80}old/);
		assert.match(text, /^\+10 \u2026a{80}new/m);
	});

	it("shows the beginning of a long line that has no counterpart", () => {
		assert.match(shownDiff(` 7 ${long("x")}`, 10).text, /^ 7 a{600}\u2026 \(\d+ more characters\)$/);
	});

	it("keeps the gutter of every short line", () => {
		const diff = " 1 one\n-2 two\n+2 dos\n   ...";
		assert.equal(shownDiff(diff, 10).text, diff);
	});

	const changes: [title: string, diff: string, alikeLines: number][] = [
		["a tab that became spaces", "-1 \tx\n+1    x", 1],
		["a trailing blank that went", "-1 x \n+1 x", 1],
		["a special space and an invisible character", "-1 a\u00a0b\u200bc\n+1 a bc", 1],
		["two lines, one of them", "-1 \ta\n-2 b\n+1    a\n+2 c", 1],
		["a visible change", "-1 a\n+1 b", 0],
		["an added line alone", " 1 a\n+2 a", 0],
		["more lines than were removed", "-1 a\n+1 a \n+2 b", 0],
		["long lines that differ where they are cut", `-1 ${long("x")}y\n+1 ${long("x")}z`, 0],
		["the same change in two places", "-1 \ta\n+1    a\n 2 b\n-3 \tc\n+3    c", 2],
	];
	for (const [title, diff, alikeLines] of changes) {
		it(`counts for ${title} ${alikeLines} lines that look alike`, () => {
			assert.equal(shownDiff(diff, 10).alikeLines, alikeLines);
		});
	}
});
