/**
 * Text of a file or of a call as a refusal may show it. Pure. Holds when it returns: one line, bounded, without a
 * character that moves a cursor, turns the writing direction or can not be seen.
 */

/** Characters of a path that are shown. Lower cuts true paths, higher lets a hostile one push the rest out of the bound. */
const PATH_CHARACTERS = 300;

/** Characters of one excerpt. A difference of two lines shows two of them. */
const EXCERPT_CHARACTERS = 120;

/** Characters kept before the first difference, so that a reader sees where in the line it stands. */
const LEAD_CHARACTERS = 40;

/** A path, its middle cut out if it is too long: its start says which file is meant, its end what kind. */
export function visiblePath(path: string): string {
	if (path.length <= PATH_CHARACTERS) return bounded(symbolsFor(path), PATH_CHARACTERS);
	const half = PATH_CHARACTERS / 2 - 1;
	return bounded(`${symbolsFor(path.slice(0, half))}…${symbolsFor(path.slice(-half))}`, PATH_CHARACTERS);
}

/** A short piece of text in words; its blanks are left as they are. */
export function excerpt(text: string): string {
	const line = text.trim();
	return cutAround(line, 0, symbolsFor);
}

/** Two texts of one line each from the place where they differ, blanks as symbols. */
export function visibleDifference(first: string, second: string): [string, string] {
	let difference = 0;
	while (difference < first.length && first[difference] === second[difference]) difference++;
	return [cutAround(first, difference, visibleBlanks), cutAround(second, difference, visibleBlanks)];
}

function cutAround(line: string, difference: number, show: (text: string) => string): string {
	const start = line.length <= EXCERPT_CHARACTERS ? 0 : Math.max(0, difference - LEAD_CHARACTERS);
	const end = start + EXCERPT_CHARACTERS;
	const shown = show(line.slice(start, end).toWellFormed());
	return `${start > 0 ? "…" : ""}${bounded(shown, EXCERPT_CHARACTERS)}${end < line.length ? "…" : ""}`;
}

/** Symbols are longer than what they stand for: a line of control characters would outgrow every bound. */
function bounded(shown: string, limit: number): string {
	return shown.length <= limit * 2 ? shown : `${shown.slice(0, limit * 2)}…`;
}

/** Control and format characters (direction overrides, joiners), separators, lone surrogates, variation selectors. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\p{Variation_Selector}]/gu;

export function symbolsFor(text: string): string {
	return text.replace(UNSEEN, (character) => {
		const code = character.codePointAt(0)!;
		if (code < 0x20) return String.fromCharCode(0x2400 + code);
		return code === 0x7f ? "\u2421" : `⟨${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
	});
}

const SPECIAL_SPACES = /[\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]/gu;

function visibleBlanks(text: string): string {
	const blanks = text.replace(/ /g, "·").replace(/\t/g, "→");
	return symbolsFor(
		blanks.replace(SPECIAL_SPACES, (space) => `⟨${space.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`),
	);
}
