/**
 * Shell patterns for one name, matched without backtracking into anything but the last star: quadratic at worst, and
 * names are short. In a pattern a backslash makes the next character literal.
 */

type Token =
	| { kind: "literal"; character: string }
	| { kind: "one" }
	| { kind: "star" }
	| { kind: "set"; negated: boolean; members: string };

/** Most words hold none of these, and are passed on as they are. */
const SPECIAL = /[\\*?[\]]/;

export function matchesPattern(text: string, pattern: string, ignoreCase = false): boolean {
	const tokens = tokensOf(ignoreCase ? pattern.toLowerCase() : pattern);
	const subject = ignoreCase ? text.toLowerCase() : text;
	let textIndex = 0;
	let tokenIndex = 0;
	let starIndex = -1;
	let starText = 0;
	while (textIndex < subject.length) {
		const token = tokens[tokenIndex];
		if (token?.kind === "star") {
			starIndex = tokenIndex++;
			starText = textIndex;
		} else if (token && matchesOne(token, subject[textIndex]!)) {
			textIndex++;
			tokenIndex++;
		} else if (starIndex >= 0) {
			tokenIndex = starIndex + 1;
			textIndex = ++starText;
		} else return false;
	}
	return tokens.slice(tokenIndex).every((token) => token.kind === "star");
}

export function escapePattern(text: string): string {
	return SPECIAL.test(text) ? text.replace(/[\\*?[\]]/g, "\\$&") : text;
}

export function unescapePattern(pattern: string): string {
	return pattern.includes("\\") ? pattern.replace(/\\([\s\S])/g, "$1") : pattern;
}

export function hasPattern(pattern: string): boolean {
	return SPECIAL.test(pattern) && /[*?[]/.test(pattern.replace(/\\[\s\S]/g, ""));
}

function tokensOf(pattern: string): Token[] {
	const tokens: Token[] = [];
	for (let index = 0; index < pattern.length; index++) {
		const character = pattern[index]!;
		const setEnd = character === "[" ? pattern.indexOf("]", index + 2) : -1;
		if (character === "*") {
			if (tokens.at(-1)?.kind !== "star") tokens.push({ kind: "star" });
		} else if (character === "?") tokens.push({ kind: "one" });
		else if (setEnd > 0) {
			const negated = pattern[index + 1] === "!" || pattern[index + 1] === "^";
			tokens.push({ kind: "set", negated, members: pattern.slice(index + (negated ? 2 : 1), setEnd) });
			index = setEnd;
		} else tokens.push({ kind: "literal", character: character === "\\" ? (pattern[++index] ?? "\\") : character });
	}
	return tokens;
}

function matchesOne(token: Token, character: string): boolean {
	if (token.kind === "one") return true;
	if (token.kind === "literal") return token.character === character;
	return token.kind === "set" && isMember(token.members, character) !== token.negated;
}

function isMember(members: string, character: string): boolean {
	if (members.startsWith("[:")) return isInClass(members.slice(2).split(":")[0]!, character);
	for (let index = 0; index < members.length; index++) {
		const last = members[index + 1] === "-" && index + 2 < members.length ? members[index + 2]! : members[index]!;
		if (character >= members[index]! && character <= last) return true;
		if (last !== members[index]) index += 2;
	}
	return false;
}

function isInClass(name: string, character: string): boolean {
	if (name === "digit") return /\d/.test(character);
	if (name === "upper") return /\p{Lu}/u.test(character);
	if (name === "lower") return /\p{Ll}/u.test(character);
	if (name === "space") return /\s/.test(character);
	return /[\p{L}\d]/u.test(character);
}
