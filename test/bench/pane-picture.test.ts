import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { panePicture } from "../../bench/pictures/pane-picture.ts";

const draw = (...rows: string[]) => panePicture("title", 20, [{ caption: "a < b & c", rows }]);

describe("the picture of a pane", () => {
	it("keeps colours from one row to the next, and resets them", () => {
		const picture = draw("\x1b[38;2;1;2;3mone", "two \x1b[1mbold\x1b[0m plain", "\x1b[48;2;4;5;6m  x  ");
		const texts = [...picture.matchAll(/<text class="cell"[^>]*style="([^"]*)">([^<]*)</g)].map(([, style, text]) => [
			text,
			style,
		]);
		assert.deepEqual(texts, [
			["one", "fill: rgb(1,2,3)"],
			["two", "fill: rgb(1,2,3)"],
			["bold", "fill: rgb(1,2,3); font-weight: bold"],
			["plain", "fill: #d4d4d4"],
			["x", "fill: #d4d4d4"],
		]);
		assert.match(picture, /<rect fill="rgb\(4,5,6\)" x="26" y="\d+" width="40"/);
	});

	it("puts every run where the terminal has it, inside the picture, and keeps its blanks", () => {
		const picture = draw("    four  in", "a".repeat(20));
		assert.match(picture, /<text class="cell" x="58" [^>]*textLength="64"[^>]*>four\u00a0\u00a0in</);
		const width = Number(/width="(\d+)"/.exec(picture)![1]);
		for (const [, x, length] of picture.matchAll(/class="cell" x="(\d+)" [^>]*textLength="(\d+)"/g)) {
			assert.ok(Number(x) + Number(length) < width);
		}
	});

	it("escapes what SVG would read as markup", () => {
		assert.match(
			draw("if (a < b && c)"),
			/a &lt; b &amp; c[\s\S]*if\u00a0\(a\u00a0&lt;\u00a0b\u00a0&amp;&amp;\u00a0c\)/,
		);
	});
});
