/**
 * Shell patterns for one name, matched without backtracking into anything but the last star: quadratic at worst, and
 * names are short. In a pattern a backslash makes the next character literal.
 */

type Token =
	| { kind: "literal"; character: string }
	| { kind: "one" }
	| { kind: "star" }
	| { kind: "set"; negated: boolean; members: string }
	| { kind: "group"; operator: string; alternatives: Token[][] };

/** Most words hold none of these, and are passed on as they are. */
const SPECIAL = /[\\*?[\](]/;

/** Longest set of characters. Brackets that never close would each be looked for to the end. */
const LONGEST_SET = 500;

/** Longest text and pattern that are matched with groups: names are shorter, and the work grows with the square. */
const MOST_GROUPED = 255;

export function matchesPattern(text: string, pattern: string): boolean {
	return matchesTokens(text, tokensOf(pattern));
}

/** The test for one pattern and many names. */
export function patternTest(pattern: string, ignoreCase = false): (text: string) => boolean {
	const tokens = tokensOf(ignoreCase ? pattern.toLowerCase() : pattern);
	return (text) => matchesTokens(ignoreCase ? text.toLowerCase() : text, tokens);
}

/** With bash's `@(a|b)`, `!(a)` and their kin. */
export function extendedTest(pattern: string): (text: string) => boolean {
	if (!/[?*+@!]\(/.test(pattern)) return patternTest(pattern);
	if (pattern.length > MOST_GROUPED) return () => false;
	const tokens = tokensOf(pattern, true);
	return (text) => text.length <= MOST_GROUPED && endsOf(tokens, text, new Set([0]), new Map()).has(text.length);
}

function matchesTokens(subject: string, tokens: Token[]): boolean {
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
	return SPECIAL.test(text) ? text.replace(/[\\*?[\](]/g, "\\$&") : text;
}

export function unescapePattern(pattern: string): string {
	return pattern.includes("\\") ? pattern.replace(/\\([\s\S])/g, "$1") : pattern;
}

export function hasPattern(pattern: string): boolean {
	return SPECIAL.test(pattern) && /[*?[]|[+@!]\(/.test(pattern.replace(/\\[\s\S]/g, ""));
}

/** Where the text may be after the tokens, from each of the places it may be at before them. */
function endsOf(tokens: Token[], text: string, starts: Set<number>, known: KnownEnds): Set<number> {
	let places = starts;
	for (const token of tokens) {
		const next = new Set<number>();
		for (const place of places) {
			if (token.kind === "star") for (let end = place; end <= text.length; end++) next.add(end);
			else if (token.kind === "group") for (const end of endsOfGroup(token, text, place, known)) next.add(end);
			else if (place < text.length && matchesOne(token, text[place]!)) next.add(place + 1);
		}
		places = next;
	}
	return places;
}

/** Where a group may end, by where it starts: groups within groups would be worked out over and over. */
type KnownEnds = Map<Group, Map<number, Set<number>>>;

type Group = Token & { kind: "group" };

function endsOfGroup(group: Group, text: string, start: number, known: KnownEnds): Set<number> {
	const byStart = known.get(group) ?? new Map<number, Set<number>>();
	known.set(group, byStart);
	const ends = byStart.get(start) ?? workedOut(group, text, start, known);
	byStart.set(start, ends);
	return ends;
}

function workedOut(group: Group, text: string, start: number, known: KnownEnds): Set<number> {
	const once = (from: Set<number>) =>
		new Set(group.alternatives.flatMap((alternative) => [...endsOf(alternative, text, from, known)]));
	const ends = once(new Set([start]));
	if (group.operator === "!") {
		const others = Array.from({ length: text.length - start + 1 }, (_, length) => start + length);
		return new Set(others.filter((end) => !ends.has(end)));
	}
	if (group.operator === "+" || group.operator === "*") {
		for (let fresh = ends; fresh.size > 0; ) {
			fresh = new Set([...once(fresh)].filter((end) => !ends.has(end)));
			for (const end of fresh) ends.add(end);
		}
	}
	if (group.operator === "?" || group.operator === "*") ends.add(start);
	return ends;
}

function tokensOf(pattern: string, extended = false): Token[] {
	const tokens: Token[] = [];
	for (let index = 0; index < pattern.length; index++) {
		const character = pattern[index]!;
		const close =
			extended && pattern[index + 1] === "(" && /[?*+@!]/.test(character) ? closeOf(pattern, index + 1) : -1;
		if (close > 0) {
			const alternatives = partsOf(pattern.slice(index + 2, close)).map((part) => tokensOf(part, true));
			tokens.push({ kind: "group", operator: character, alternatives });
			index = close;
			continue;
		}
		const setEnd = character === "[" ? endOfSet(pattern, index) : -1;
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

/** A class such as `[:digit:]` in a set has a bracket of its own. */
function endOfSet(pattern: string, open: number): number {
	const first = pattern.startsWith("[:", open + 1) ? open + 1 : open + 2;
	for (let index = first; index < Math.min(pattern.length, open + LONGEST_SET); index++) {
		const classEnd = pattern.startsWith("[:", index) ? pattern.indexOf(":]", index) : -1;
		if (classEnd > 0) index = classEnd + 1;
		else if (pattern[index] === "]") return index;
	}
	return -1;
}

function closeOf(pattern: string, open: number): number {
	let depth = 0;
	for (let index = open; index < pattern.length; index++) {
		if (pattern[index] === "\\") index++;
		else if (pattern[index] === "(") depth++;
		else if (pattern[index] === ")" && --depth === 0) return index;
	}
	return -1;
}

function partsOf(text: string): string[] {
	const parts = [""];
	let depth = 0;
	for (const [part] of text.matchAll(/\\[\s\S]|[\s\S]/g)) {
		if (part === "(") depth++;
		else if (part === ")") depth--;
		if (part === "|" && depth === 0) parts.push("");
		else parts[parts.length - 1] += part;
	}
	return parts;
}

function matchesOne(token: Token, character: string): boolean {
	if (token.kind === "one") return true;
	if (token.kind === "literal") return token.character === character;
	return token.kind === "set" && isMember(token.members, character) !== token.negated;
}

function isMember(members: string, character: string): boolean {
	for (let index = 0; index < members.length; index++) {
		const classEnd = members.startsWith("[:", index) ? members.indexOf(":]", index) : -1;
		if (classEnd > 0) {
			if (isInClass(members.slice(index + 2, classEnd), character)) return true;
			index = classEnd + 1;
			continue;
		}
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
