/** One call that must be refused, made from a span and a change of a real file. */
import { makeChange } from "./changes.ts";
import type { SourceText } from "./corpus.ts";
import { indentUnitOf, isBlank, splitLines, wordsOf } from "./lines.ts";
import type { Random } from "./random.ts";
import type { RefusalCall, RefusalClass } from "./refusal-classes.ts";

export function makeRefusalScenario(refusal: RefusalClass, file: SourceText, random: Random): RefusalCall | undefined {
	const lines = splitLines(file.text.replaceAll("\r\n", "\n"));
	const first = random.between(0, lines.length - 2);
	const last = Math.min(lines.length - 2, first + random.between(0, 8));
	if (isBlank(lines[first]!.text) || isBlank(lines[last]!.text)) return undefined;
	const outputs = makeChange("rename", {
		lines,
		first,
		last,
		unit: indentUnitOf(lines),
		language: file.language,
		random,
	});
	if (!outputs) return undefined;
	const texts = lines.map((line) => line.text);
	const changed = outputs.flatMap((output) => {
		if (output.kind === "new") return [];
		const text = texts[output.index]!;
		if (output.kind !== "changed") return [text];
		const word = wordsOf(text)[output.ordinal]!;
		return [text.slice(0, word.start) + output.word + text.slice(word.end)];
	});
	return refusal.make({
		before: texts.slice(0, first),
		span: texts.slice(first, last + 1),
		after: texts.slice(last + 1),
		changed,
		random,
	});
}
