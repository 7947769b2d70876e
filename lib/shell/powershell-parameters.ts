/** The parameters of a cmdlet: named ones, which may be shortened, switches, and the rest by position. */
import type { PsScript, PsWord } from "./powershell-tree.ts";

export interface Evaluation {
	valuesOf(word: PsWord): string[];
	runBlock(script: PsScript, input: string[]): string[];
}

/** Parameters without a value. Any other takes the next word. */
const SWITCHES = [
	"force", "recurse", "nonewline", "append", "passthru", "whatif", "confirm", "raw", "file", "directory", "asbytestream",
	"noclobber", "notypeinformation", "useculture", "hidden", "container", "verbose", "unique", "leaf", "parent", "list", "quiet",
	"casesensitive", "simplematch", "allmatches", "notmatch", "readonly", "descending",
]; // biome-ignore format: one list

export class Parameters {
	readonly positional: string[][] = [];
	readonly #named: [string, string[]][] = [];

	constructor(words: PsWord[], evaluation: Evaluation) {
		for (let index = 0; index < words.length; index++) {
			const word = words[index]!;
			if (word.kind === "block") continue;
			const name = parameterName(word);
			if (name === undefined) {
				const values = evaluation.valuesOf(word);
				// What cmd's own commands take as switches.
				if (!values.every((value) => /^\/[a-z]{1,2}$/i.test(value))) this.positional.push(values);
			} else if (name.attached) this.#named.push([name.text, evaluation.valuesOf(name.attached)]);
			else {
				const next = words[index + 1];
				const takesValue =
					!SWITCHES.some((known) => known.startsWith(name.text)) && next && parameterName(next) === undefined;
				this.#named.push([name.text, takesValue && next.kind !== "block" ? evaluation.valuesOf(next) : []]);
				if (takesValue || name.text.endsWith(":")) index++;
			}
		}
	}

	/** Parameters may be shortened as far as they stay clear. */
	get(...names: string[]): string[] | undefined {
		return this.#named.find(([given]) => names.some((name) => name.startsWith(given)))?.[1];
	}

	has(name: string): boolean {
		return this.get(name) !== undefined;
	}

	/** A named parameter, else the one at this position. */
	at(position: number, ...names: string[]): string[] {
		return this.get(...names) ?? this.positional[position] ?? [];
	}
}

/** `-Path`, and `-Path:value` with the value attached. */
function parameterName(word: PsWord): { text: string; attached: PsWord | undefined } | undefined {
	if (word.kind !== "text") return undefined;
	const [first, ...rest] = word.pieces;
	if (!first || !("text" in first)) return undefined;
	const name = /^-([A-Za-z]\w*)(:?)(.*)$/s.exec(first.text);
	if (!name) return undefined;
	const attached = name[2] !== "" && (name[3] !== "" || rest.length > 0);
	const pieces = [{ text: name[3]! }, ...rest].filter((piece) => !("text" in piece) || piece.text !== "");
	return { text: name[1]!.toLowerCase(), attached: attached ? { kind: "text", pieces, quoted: true } : undefined };
}
