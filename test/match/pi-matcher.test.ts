/**
 * Against pi's own matcher: what it locates uniquely is located at the same place, or refused for a reason that can be
 * named. pi is never asked where its answer would be wrong.
 */
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { invisibleLength, isCharacterBoundary } from "../../lib/match/characters.ts";
import { type Candidate, findSpan } from "../../lib/match/find-span.ts";
import { matchCase } from "../fuzz/match-cases.ts";
import fc from "../support/fast-check.ts";
import { isVisibleCut } from "../support/oracle/file-view.ts";

interface PiMatcher {
	fuzzyFindText(
		content: string,
		oldText: string,
	): { found: boolean; index: number; matchLength: number; usedFuzzyMatch: boolean; contentForReplacement: string };
	normalizeForFuzzyMatch(text: string): string;
}

const piFolder = dirname(fileURLToPath(import.meta.resolve("@earendil-works/pi-coding-agent")));
const pi = (await import(pathToFileURL(join(piFolder, "core/tools/edit-diff.js")).href)) as PiMatcher;

const CASES = 20_000;

test("what pi's matcher locates uniquely is located at the same place, or refused for a reason that has a name", () => {
	const outcomes: Record<string, number> = {};
	fc.assert(
		fc.property(matchCase, ({ file, oldText }) => {
			// pi reads every CR as a line break; in a file that has an LF it is text here.
			const outcome = comparedWithPi(file.replace(/\r\n?/g, "\n"), oldText.replace(/\r\n?/g, "\n"));
			outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
			assert.doesNotMatch(outcome, /^wrong/);
		}),
		{ numRuns: CASES },
	);
	// The property says something only where pi finds something.
	assert.ok((outcomes["the same place"] ?? 0) > CASES / 20, JSON.stringify(outcomes));
});

function comparedWithPi(file: string, oldText: string): string {
	const place = placeByPi(file, oldText);
	if (place === undefined) return "not located by pi";
	const found = findSpan(file, oldText, "new");
	switch (found.kind) {
		case "found":
			if (isAt(file, found.candidate, place)) return "the same place";
			return place.cutsCharacter ? "cuts a character" : "wrong place";
		case "gated":
			return found.gate.gate;
		case "not-unique":
			return overlappingCount(file, oldText) > 1 ? "counted with overlaps" : "wrong count";
		case "ambiguous":
			// A place that pi does not know drifted in another way.
			return found.candidates.some((candidate) => isAt(file, candidate, place)) ? "ambiguous" : "wrong candidates";
		case "not-found":
			return place.cutsCharacter ? "cuts a character" : "wrong: not found";
	}
}

/** From the first through the last visible character, as numbers of visible characters before it in pi's view. */
interface PiPlace {
	before: number;
	through: number;
	cutsCharacter: boolean;
}

function placeByPi(file: string, oldText: string): PiPlace | undefined {
	const sought = pi.normalizeForFuzzyMatch(oldText);
	if (visibleOf(sought) === "") return undefined;
	if (pi.normalizeForFuzzyMatch(file).split(sought).length !== 2) return undefined;
	const { found, index, matchLength, usedFuzzyMatch, contentForReplacement } = pi.fuzzyFindText(file, oldText);
	if (!found) return undefined;
	const end = index + matchLength;
	const before = visibleBefore(contentForReplacement, index);
	const through = visibleBefore(contentForReplacement, end);
	const isWhole = usedFuzzyMatch
		? isAtBoundaries(file, before, through)
		: isCharacterBoundary(file, index) && isCharacterBoundary(file, end);
	return { before, through, cutsCharacter: !isWhole };
}

function visibleOf(text: string): string {
	let visible = "";
	for (const character of text) if (!/\s/.test(character) && invisibleLength(character, 0) === 0) visible += character;
	return visible;
}

function visibleBefore(text: string, offset: number): number {
	return visibleOf(pi.normalizeForFuzzyMatch(text.slice(0, offset))).length;
}

function isAt(file: string, { span }: Candidate, { before, through }: PiPlace): boolean {
	return visibleBefore(file, span.start) === before && visibleBefore(file, span.end) === through;
}

/** Whether characters of the file end where as many visible ones of pi's view do. */
function isAtBoundaries(file: string, ...counts: number[]): boolean {
	const offsets = Array.from({ length: file.length + 1 }, (_, offset) => offset);
	// An invisible character between a letter and its mark, forgiven, leaves one character.
	const ends = offsets.filter((offset) => isCharacterBoundary(file, offset) && isVisibleCut(file, offset));
	return counts.every((count) => ends.some((offset) => visibleBefore(file, offset) === count));
}

function overlappingCount(file: string, oldText: string): number {
	const content = pi.normalizeForFuzzyMatch(file);
	const sought = pi.normalizeForFuzzyMatch(oldText);
	let count = 0;
	for (let at = content.indexOf(sought); at !== -1; at = content.indexOf(sought, at + 1)) count++;
	return count;
}
