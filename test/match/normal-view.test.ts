import assert from "node:assert/strict";
import { test } from "node:test";
import { hasLoneReturnBreaks } from "../../lib/match/characters.ts";
import { normalView, type Place, searchView } from "../../lib/match/normal-view.ts";
import { ViewReader } from "../../lib/match/view-reader.ts";
import fc from "../support/fast-check.ts";
import { anyText } from "../support/hostile-texts.ts";

function found(text: string, needle: Uint16Array): Place[] {
	const places: Place[] = [];
	searchView(text, needle, hasLoneReturnBreaks(text), (place) => {
		places.push(place);
		return true;
	});
	return places;
}

/** The same, from the view of the whole text with the place of each of its units. */
function expected(text: string, needle: Uint16Array): Place[] {
	const units: number[] = [];
	const starts: (number | undefined)[] = [];
	const ends: (number | undefined)[] = [];
	const reader = new ViewReader(text, hasLoneReturnBreaks(text));
	while (reader.read()) {
		if (reader.gapBefore !== 0) {
			starts[units.length] = undefined;
			ends[units.length] = undefined;
			units.push(reader.gapBefore);
		}
		for (let index = 0; index < reader.folded.length; index++) {
			starts[units.length] = index === 0 ? reader.start : undefined;
			ends[units.length] = index === reader.folded.length - 1 ? reader.offset : undefined;
			units.push(reader.folded.charCodeAt(index));
		}
	}
	return units.flatMap((_, first) => {
		const [start, end] = [starts[first], ends[first + needle.length - 1]];
		const isSame = needle.every((unit, index) => units[first + index] === unit);
		return isSame && start !== undefined && end !== undefined ? [{ start, end }] : [];
	});
}

const ascii = fc.array(fc.constantFrom("a", "b", "ab", "if", " ", "  ", "\n", "\r\n", "\t", "\r", "\0", "}"), {
	maxLength: 40,
});
const texts = fc.oneof(
	ascii.map((parts) => parts.join("")),
	anyText,
	fc.array(anyText, { maxLength: 6 }).map((parts) => parts.join("")),
);

test("what is passed over holds no place: the search finds what comparing the whole view finds", () => {
	fc.assert(
		fc.property(texts, texts, fc.nat(), fc.nat({ max: 12 }), fc.boolean(), (text, other, from, length, isPart) => {
			const start = from % (text.length + 1);
			const needle = normalView(isPart ? text.slice(start, start + length) : other, hasLoneReturnBreaks(text));
			fc.pre(needle.length > 0);
			assert.deepEqual(found(text, needle), expected(text, needle));
		}),
		{ numRuns: 30_000 },
	);
});

test("a word that is everywhere is given up, and every place is found all the same", () => {
	const text = "if y\n\tif x\n".repeat(5_000);
	assert.equal(found(text, normalView("if x", false)).length, 5_000);
	assert.equal(found(text, normalView("y\nif x\nif", false)).length, 4_999);
});

test("places far apart and in one long run are mapped back to where they stand", () => {
	const text = `${"ab ".repeat(5_000)}\u2014 ${"x".repeat(10_000)}\nab  ab${" ab".repeat(3_000)} ab`;
	const needle = normalView("ab ab ab", false);
	assert.deepEqual(found(text, needle), expected(text, needle));
	assert.equal(found(text, needle).length, 7_999);
});
