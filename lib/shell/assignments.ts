/** Assignments to variables, their elements and keys. */
import type { Machine } from "./machine.ts";
import type { Assignment, Word } from "./tree.ts";
import { entryOf, expandText, expandWords, type RunNested } from "./words.ts";

export function assign(assignment: Assignment, machine: Machine, runNested: RunNested): void {
	const { name, append, isArray, index } = assignment;
	const before = append ? (machine.variables.get(name) ?? []) : [];
	machine.ledger.step(costOf(before));
	if (index) {
		const key = entryOf(expandText(index, machine, runNested), "");
		const others = before.filter((value) => !value.startsWith(key));
		machine.set(name, [...others, key + textOf(assignment, machine, runNested)]);
	} else if (isArray)
		machine.set(name, [...before, ...assignment.values.flatMap((word) => elementsOf(word, machine, runNested))]);
	else machine.set(name, [(before[0] ?? "") + textOf(assignment, machine, runNested)]);
}

/** An element `[key]=value` is neither split nor matched against files. */
function elementsOf(word: Word, machine: Machine, runNested: RunNested): string[] {
	const [first] = word.pieces;
	const isEntry = (first?.kind === "text" || first?.kind === "pattern") && first.text.startsWith("[");
	return isEntry ? [expandText(word, machine, runNested)] : expandWords([word], machine, runNested);
}

export function textOf({ values }: Assignment, machine: Machine, runNested: RunNested): string {
	return values.map((word) => expandText(word, machine, runNested)).join("");
}

/** Long lists are copied at every step. */
export function costOf(words: string[]): number {
	return 1 + words.length / 16;
}
