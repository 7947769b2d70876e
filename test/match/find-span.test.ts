/** The tables of places, over the search and over the oracle. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { matchedVia } from "../../lib/match/drift-kinds.ts";
import { findSpan } from "../../lib/match/find-span.ts";
import { oracleFindSpan } from "../support/oracle.ts";
import { DRIFT_TABLES } from "./drift-tables.ts";
import { PLACE_TABLES, type PlaceRow } from "./place-tables.ts";

for (const [name, rows] of Object.entries({ ...PLACE_TABLES, ...DRIFT_TABLES })) {
	describe(`places: ${name}`, () => {
		for (const row of rows) {
			const { file, span } = marked(row);
			const newText = row.newText ?? "new";
			test(`search: ${row.title}`, () => {
				const found = findSpan(file, row.oldText, newText);
				if (found.kind !== "found") {
					assert.equal(found.kind === "gated" ? found.gate.gate : found.kind, row.expected);
					return;
				}
				assert.deepEqual(found.candidate, { drift: row.expected, span });
				assert.equal(matchedVia(found.candidate.drift), row.expected.at(-1) ?? "exact");
			});
			test(`oracle: ${row.title}`, () => {
				const found = oracleFindSpan(file, row.oldText, newText);
				if (found.kind !== "found") {
					assert.equal(found.kind === "gated" ? found.gate : found.kind, row.expected);
					return;
				}
				assert.deepEqual(found.candidate.drift, row.expected);
				assert.ok(found.candidate.spans.some(({ start, end }) => start === span.start && end === span.end));
			});
		}
	});
}

/** The file without the brackets, and the span that they mark. */
function marked(row: PlaceRow): { file: string; span: { start: number; end: number } } {
	const span = { start: row.file.indexOf("⟦"), end: row.file.indexOf("⟧") - 1 };
	return { file: row.file.replace(/[⟦⟧]/g, ""), span };
}

/** Code units from which on a text is too large for a drifted search. */
const TOO_LARGE = 64 * 1024 * 1024;

describe("a text that is too large", () => {
	const end = "\nabc  def\r\nghi\r\n";
	const text = "x".repeat(TOO_LARGE + 1 - end.length) + end;

	test("is searched for exact text and for other line endings", () => {
		const exact = findSpan(text, "abc  def", "new");
		assert.deepEqual(exact.kind === "found" && exact.candidate.drift, []);
		const otherBreaks = findSpan(text, "abc  def\nghi", "new");
		assert.deepEqual(otherBreaks.kind === "found" && otherBreaks.candidate.drift, ["line-endings"]);
	});

	test("is not searched for any other drift, and the gate has its name", () => {
		const found = findSpan(text, "abc def", "new");
		assert.equal(found.kind === "gated" && found.gate.gate, "too-large");
	});

	test("is one code unit longer than one that is searched", () => {
		const found = findSpan(text.slice(1), "abc def", "new");
		assert.deepEqual(found.kind === "found" && found.candidate.drift, ["whitespace"]);
	});
});

describe("more places than are listed", () => {
	test("are counted to the last where they are exact or drifted in line endings only", () => {
		for (const [file, oldText] of [
			["abcde\n", "abcde"],
			["abcde\r\n", "abcde\n"],
			["\r\n", "\n"],
		] as const) {
			const found = findSpan(file.repeat(3000), oldText, "new");
			assert.equal(found.kind === "not-unique" && found.count, 3000);
			assert.ok(found.kind === "not-unique" && found.listed.length < 100);
		}
	});

	test("are said to be more than were looked at where the bound on candidates was met", () => {
		const found = findSpan("ab  cde\n".repeat(3000), "ab cde", "new");
		assert.ok(found.kind === "ambiguous" && found.isLeastCount && found.count < 3000);
		const few = findSpan("ab  cde\n".repeat(3), "ab cde", "new");
		assert.ok(few.kind === "ambiguous" && !few.isLeastCount && few.count === 3);
	});
});
