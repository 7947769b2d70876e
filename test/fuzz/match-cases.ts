/**
 * Small random cases for the search: texts from an alphabet in which every kind of drift occurs, and an `oldText` that
 * is a piece of the text with some tokens exchanged for look-alikes. Shared by the suite and by the long run.
 */
import fc from "fast-check";
import { type Candidate, findSpan } from "../../lib/match/find-span.ts";
import type { OracleCandidate, OracleSpan } from "../support/oracle/candidates.ts";
import { oracleFindSpan } from "../support/oracle.ts";

export interface MatchCase {
	file: string;
	oldText: string;
	newText: string;
}

/** Tokens that some kind of drift takes for one another stand in one row. */
const LOOK_ALIKES: readonly (readonly string[])[] = [
	["\n", "\r\n", "\r", "\n\n", "\n \n", " \n", "\n\t", "\n    ", "\n  ", "\\n"],
	[" ", "  ", "\t", "\u00a0", " \u3000", "\\t"],
	["", " ", "\u200b", "\n", "\ufe0f", "\ufeff"],
	['"', "\u201c", "\u201d", '\\"', "&quot;"],
	["'", "\u2019", "\\'", "&#39;"],
	["-", "\u2013", "\u2212"],
	["\u00e9", "e\u0301", "e\u200b\u0301"],
	["fi", "\ufb01"],
	["\uac01", "\u1100\u1161\u11a8", "\uac00\u11a8", "\u1100"],
	["\u{1f600}", "\ud83d"],
	["\u{1d5ba}", "a"],
	["...", "\u2026", "."],
	["\u00b4", " \u00b4"],
	["&", "&amp;"],
	["\\", "\\\\"],
];
/** Few words, so that most texts hold their pieces more than once; one of them long enough to pass the gate. */
const WORDS = ["ab", "a", "abcde", "b", "e", "f"];
const TOKENS = [...WORDS, ...WORDS, ...LOOK_ALIKES.flat(), "\n", "\n", " ", " "];

const alphabets = fc.oneof(
	{ weight: 1, arbitrary: fc.constant(TOKENS) },
	{
		weight: 4,
		arbitrary: fc
			.subarray([...LOOK_ALIKES], { minLength: 1, maxLength: 3 })
			.map((rows) => [...WORDS, ...rows.flat(), "\n", " "]),
	},
);

export const matchCase: fc.Arbitrary<MatchCase> = alphabets
	.chain((alphabet) =>
		fc.record({
			tokens: fc.array(fc.constantFrom(...alphabet), { minLength: 1, maxLength: 14 }),
			repeats: fc.integer({ min: 1, max: 2 }),
			start: fc.nat(13),
			length: fc.integer({ min: 1, max: 9 }),
			exchanges: fc.array(fc.tuple(fc.nat(8), fc.nat(9)), { maxLength: 4 }),
			rate: fc.nat(8),
			newText: fc.constantFrom("x", "x\n  y", ""),
		}),
	)
	.map(({ tokens, repeats, start, length, exchanges, rate, newText }) => {
		const once = tokens.join("");
		// The second copy drifts as well, so that places compete.
		const copy = exchanged(tokens, rate > 4 ? [[rate, start]] : []).join("");
		const file = repeats === 1 ? once : `${once}\n${copy}`;
		const piece = exchanged(tokens.slice(start % tokens.length).slice(0, length), exchanges);
		return { file, oldText: piece.join(""), newText };
	})
	.filter(({ oldText }) => oldText !== "");

function exchanged(tokens: readonly string[], exchanges: readonly (readonly [number, number])[]): string[] {
	const result = [...tokens];
	for (const [at, choice] of exchanges) {
		const index = at % Math.max(1, result.length);
		const row = LOOK_ALIKES.find((alike) => alike.includes(result[index] ?? "")) ?? LOOK_ALIKES[2]!;
		const replacement = row[choice % row.length]!;
		result[index] = row === LOOK_ALIKES[2] && result[index] !== "" ? result[index] + replacement : replacement;
	}
	return result;
}

/** What the search and the oracle say differently about a case, in one text; undefined if they agree. */
export function matchDifference({ file, oldText, newText }: MatchCase): string | undefined {
	const expected = oracleFindSpan(file, oldText, newText);
	const found = findSpan(file, oldText, newText);
	const difference = differenceOf(expected, found);
	if (difference === undefined) return undefined;
	const shown = { file, oldText, newText, oracle: expected, search: found };
	return `${difference}: ${asLiteral(shown)}`;
}

/** A JavaScript literal in ASCII, in which no two characters look alike. */
function asLiteral(value: unknown): string {
	return JSON.stringify(value).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function differenceOf(
	expected: ReturnType<typeof oracleFindSpan>,
	found: ReturnType<typeof findSpan>,
): string | undefined {
	if (expected.kind !== found.kind) return `${expected.kind} by the oracle, ${found.kind} by the search`;
	if (expected.kind === "found" && found.kind === "found") {
		if (expected.oldText !== found.oldText) return "another oldText";
		return isAnswer(expected.candidate, found.candidate) ? undefined : "another span or drift";
	}
	if (expected.kind === "not-unique" && found.kind === "not-unique") {
		const candidates = found.listed.map((span) => ({ span, drift: found.drift }));
		return listDifference(expected.candidates, candidates, found.count);
	}
	if (expected.kind === "ambiguous" && found.kind === "ambiguous") {
		return listDifference(expected.candidates, found.candidates, found.count);
	}
	if (expected.kind === "gated" && found.kind === "gated" && expected.gate !== found.gate.gate) return "another gate";
	return undefined;
}

/** The search lists the first few only. */
function listDifference(expected: OracleCandidate[], listed: Candidate[], count: number): string | undefined {
	if (expected.length !== count) return "another number of places";
	if (count <= 20 && listed.length !== count) return "fewer places listed";
	const agree = listed.every((candidate) => expected.some((one) => isAnswer(one, candidate)));
	return agree ? undefined : "other places";
}

function isAnswer(expected: OracleCandidate, found: { span: OracleSpan; drift: readonly string[] }): boolean {
	return expected.drift.join() === found.drift.join() && isOneOf(found.span, expected);
}

function isOneOf(span: OracleSpan, { spans }: OracleCandidate): boolean {
	return spans.some(({ start, end }) => start === span.start && end === span.end);
}
