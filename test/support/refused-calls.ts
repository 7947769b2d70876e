/** Calls on real source files that a careful tool refuses, with what should come of them at the second call. */
import type { EditRequest } from "../../lib/apply-edits.ts";

export interface RefusedCall {
	kind: "stale" | "mistyped" | "cut out" | "ambiguous" | "over-scoped" | "hallucinated";
	file: string;
	edits: EditRequest[];
	/** 1-based, of the place that is meant. */
	meantLine: number;
	/** The files that are right after the second call; none for a target that does not exist. */
	wanted: string[];
}

/** A whole number below `limit`. */
export type Random = (limit: number) => number;

/** One call of each kind, as far as the file has a place for it. */
export function refusedCalls(file: string, otherFile: string, random: Random): RefusedCall[] {
	const lines = file.split("\n");
	return [
		staleCall(lines, random),
		mistypedCall(lines, random),
		cutOutCall(lines, random),
		ambiguousCall(lines, random),
		overScopedCall(lines, random),
		hallucinatedCall(file, otherFile, random),
	].filter((call) => call !== undefined);
}

/** Somebody changed a line of the target since it was read. */
function staleCall(lines: readonly string[], random: Random): RefusedCall | undefined {
	const block = blockOf(lines, 3 + random(10), random);
	if (!block) return undefined;
	const changed = random(block.lines.length);
	const stale = (changed + 1 + random(block.lines.length - 1)) % block.lines.length;
	const nowThere = block.lines.with(stale, changeWord(block.lines[stale]!, "renamed"));
	const newLines = block.lines.with(changed, changeWord(block.lines[changed]!, "wanted"));
	if (nowThere[stale] === block.lines[stale] || newLines[changed] === block.lines[changed]) return undefined;
	const file = [...lines.slice(0, block.start), ...nowThere, ...lines.slice(block.start + block.lines.length)];
	const merged = nowThere.with(changed, newLines[changed]!);
	return {
		kind: "stale",
		file: file.join("\n"),
		edits: [{ oldText: block.lines.join("\n"), newText: newLines.join("\n") }],
		meantLine: block.start + 1,
		wanted: [merged, newLines].map((wanted) => file.toSpliced(block.start, wanted.length, ...wanted).join("\n")),
	};
}

/** The model remembered a line not quite. */
function mistypedCall(lines: readonly string[], random: Random): RefusedCall | undefined {
	const block = blockOf(lines, 1 + random(6), random);
	if (!block) return undefined;
	const mistyped = random(block.lines.length);
	const line = block.lines[mistyped]!;
	const at = line.length - line.trimStart().length + random(Math.max(1, line.trim().length));
	const sent = block.lines.with(mistyped, line.slice(0, at) + line.slice(at + 1));
	if (line.trim().length < 12 || sent[mistyped]!.trim() === line.trim()) return undefined;
	const newLines = block.lines.with(mistyped, `${line} // wanted`);
	return {
		kind: "mistyped",
		file: lines.join("\n"),
		edits: [{ oldText: sent.join("\n"), newText: newLines.join("\n") }],
		meantLine: block.start + 1,
		wanted: [lines.toSpliced(block.start, newLines.length, ...newLines).join("\n")],
	};
}

/** A piece of a line, with a character that is not the file's. */
function cutOutCall(lines: readonly string[], random: Random): RefusedCall | undefined {
	const block = blockOf(lines, 1, random);
	const line = block?.lines[0];
	if (!block || line === undefined || line.trim().length < 50) return undefined;
	const start = line.length - line.trimStart().length + 5;
	const piece = line.slice(start, start + 30);
	if (lines.join("\n").split(piece).length !== 2 || /\s/.test(piece[15]!)) return undefined;
	const written = line.slice(0, start) + piece.toUpperCase() + line.slice(start + 30);
	return {
		kind: "cut out",
		file: lines.join("\n"),
		edits: [{ oldText: `${piece.slice(0, 15)}_${piece.slice(16)}`, newText: piece.toUpperCase() }],
		meantLine: block.start + 1,
		wanted: [lines.with(block.start, written).join("\n")],
	};
}

/** Lines that the file has several times. */
function ambiguousCall(lines: readonly string[], random: Random): RefusedCall | undefined {
	const counts = new Map<string, number[]>();
	for (const [index, line] of lines.entries()) {
		if (line.trim().length < 5) continue;
		counts.set(line, [...(counts.get(line) ?? []), index]);
	}
	const repeated = [...counts.values()].filter((places) => places.length > 1 && places.length <= 5);
	const places = repeated[random(Math.max(1, repeated.length))];
	if (!places) return undefined;
	const index = places[random(places.length)]!;
	const text = lines.join("\n");
	const oldText = lines[index]!;
	if (text.split(oldText).length - 1 !== places.length) return undefined;
	const newText = `${oldText} // wanted`;
	return {
		kind: "ambiguous",
		file: text,
		edits: [{ oldText, newText }],
		meantLine: index + 1,
		wanted: [lines.with(index, newText).join("\n")],
	};
}

/** A large block replaced by a few lines, as meant. */
function overScopedCall(lines: readonly string[], random: Random): RefusedCall | undefined {
	const block = blockOf(lines, 20 + random(20), random);
	if (!block) return undefined;
	const newLines = ["wanted line", "and another"];
	return {
		kind: "over-scoped",
		file: lines.join("\n"),
		edits: [{ oldText: `${block.lines.join("\n")}\n`, newText: `${newLines.join("\n")}\n` }],
		meantLine: block.start + 1,
		wanted: [lines.toSpliced(block.start, block.lines.length, ...newLines).join("\n")],
	};
}

/** A part of another file: nothing here is meant by it. */
function hallucinatedCall(file: string, otherFile: string, random: Random): RefusedCall | undefined {
	const block = blockOf(otherFile.split("\n"), 1 + random(10), random);
	if (!block || block.lines.some((line) => line.trim().length > 12 && file.includes(line.trim()))) return undefined;
	const letters = block.lines.join("").replace(/\W+/g, "").length;
	if (letters < 20) return undefined;
	return {
		kind: "hallucinated",
		file,
		edits: [{ oldText: block.lines.join("\n"), newText: "wanted" }],
		meantLine: 0,
		wanted: [],
	};
}

function blockOf(
	lines: readonly string[],
	length: number,
	random: Random,
): { start: number; lines: string[] } | undefined {
	const last = lines.length - length - 1;
	if (last < 0) return undefined;
	const start = random(last + 1);
	const block = lines.slice(start, start + length);
	const text = block.join("\n");
	const isEdged = block[0]!.trim() !== "" && block.at(-1)!.trim() !== "";
	return isEdged && lines.join("\n").split(text).length === 2 ? { start, lines: block } : undefined;
}

function changeWord(line: string, word: string): string {
	return line.replace(/[A-Za-z]{3,}/, word);
}
