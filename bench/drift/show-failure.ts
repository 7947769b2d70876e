/** One call as a person reads it: what was sent, where the file differs from what it should hold. */
import type { Failure } from "./run-drift.ts";

export function showFailure(failure: Failure): string {
	const { part, name, path, change, verdict, attempt, result, source, edits, expected } = failure;
	const outcome = result.kind === "refused" ? result.reason : result.kind === "crashed" ? result.error : "";
	return [
		`=== ${verdict} ${outcome}: ${name} (${part}, ${change}, ${path}, attempt ${attempt})`,
		...edits.flatMap(({ oldText, newText }, index) => [
			`oldText ${index}:`,
			visible(oldText),
			`newText ${index}:`,
			visible(newText),
		]),
		...(expected === undefined
			? []
			: ["file:", visible(differing(source, expected)), "expected:", visible(differing(expected, source))]),
		...(result.kind === "written" ? ["got:", visible(differing(result.content, expected ?? source))] : []),
	].join("\n");
}

/** The part of a text that another one does not share, widened to whole lines. */
function differing(text: string, other: string): string {
	let start = 0;
	while (start < text.length && text[start] === other[start]) start++;
	let end = 0;
	const limit = Math.min(text.length, other.length) - start;
	while (end < limit && text[text.length - 1 - end] === other[other.length - 1 - end]) end++;
	const from = text.lastIndexOf("\n", Math.max(0, start - 1)) + 1;
	const lineEnd = text.indexOf("\n", text.length - end);
	return text.slice(from, lineEnd === -1 ? undefined : lineEnd + 1).slice(0, 1500);
}

function visible(text: string): string {
	return text
		.split("\n")
		.map(
			(line) =>
				`    |${JSON.stringify(line)
					.slice(1, -1)
					.replaceAll('\\"', '"')
					.replace(/[^\x20-\x7e]/g, (character) => `<${character.codePointAt(0)!.toString(16)}>`)}|`,
		)
		.join("\n");
}
