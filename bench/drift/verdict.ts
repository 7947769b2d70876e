/** What an arm's result is worth, against the truth of a scenario. */
import type { ArmResult } from "../arms/arms.ts";
import { forgiven, indentOf, isBlank, type Line, splitLines } from "./lines.ts";
import type { Scenario, TruthLine } from "./scenario.ts";

/**
 * `perfect`: the true bytes. `clean`: every line that the edit does not change kept its bytes, and the others say the same
 * and stand at the true indentation. `right`: the true text, but a kept line was rewritten. `refused`: nothing written.
 * `wrong`: everything else.
 */
export const VERDICTS = ["perfect", "clean", "right", "refused", "wrong"] as const;

export type Verdict = (typeof VERDICTS)[number];

/** Where a line at the wrong depth is another program. */
const INDENTATION_IS_CODE = new Set(["Python", "YAML", "Makefile"]);

export function verdictOf(result: ArmResult, scenario: Scenario): Verdict {
	if (result.kind === "refused") return "refused";
	if (result.kind === "crashed") return "wrong";
	const { content } = result;
	if (content === scenario.truth.map((line) => line.text + line.lineBreak).join("")) return "perfect";
	const { before, after } = scenario;
	if (content.length < before.length + after.length || !content.startsWith(before) || !content.endsWith(after))
		return "wrong";
	return lineVerdict(splitLines(content), scenario);
}

function lineVerdict(lines: readonly Line[], { truth, language }: Scenario): Verdict {
	const isSameCount = lines.length === truth.length;
	if (isSameCount && truth.every((line, at) => isCleanLine(lines[at]!, line))) return "clean";
	const found = lines.filter((line) => !isBlank(line.text));
	const wanted = truth.filter((line) => !isBlank(line.text));
	if (found.length !== wanted.length) return "wrong";
	for (const [at, line] of wanted.entries()) {
		const { text } = found[at]!;
		if (line.role === "outside" && text !== line.text) return "wrong";
		if (forgiven(text) !== forgiven(line.text)) return "wrong";
		if (INDENTATION_IS_CODE.has(language) && indentOf(text) !== indentOf(line.text)) return "wrong";
	}
	return "right";
}

function isCleanLine(found: Line, truth: TruthLine): boolean {
	switch (truth.role) {
		case "outside":
		case "kept":
			return found.text === truth.text && found.lineBreak === truth.lineBreak;
		case "changed":
			return isSame(found, truth) && found.lineBreak === truth.lineBreak;
		case "new":
			// In a file with both endings more than one is right for a new line.
			return isSame(found, truth) && (found.lineBreak === "") === (truth.lineBreak === "");
	}
}

function isSame(found: Line, truth: Line): boolean {
	return forgiven(found.text) === forgiven(truth.text) && indentOf(found.text) === indentOf(truth.text);
}
