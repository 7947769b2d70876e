/**
 * Tokens of inline code in the languages that are run with `-c`, `-e` or on standard input: enough to tell strings from
 * names and both from comments and regular expressions. Linear; what it misreads costs a miss, never a crash.
 */
export type Language = "python" | "javascript" | "ruby" | "perl" | "php" | "lua";

export type CodeToken =
	/** A string: literal parts, and between them the code that is interpolated. */
	| { kind: "string"; parts: StringPart[]; isShell: boolean }
	/** `qw(a b)` and `%w[a b]`. */
	| { kind: "words"; words: string[] }
	/** A name with its members, `os.path.join`; one that follows a call begins with a dot. */
	| { kind: "name"; text: string }
	| { kind: "number"; text: string }
	| { kind: "symbol"; text: string }
	| { kind: "line" };

/** No tokens: the code isn't looked at. */
export type StringPart = { text: string } | { code: CodeToken[] };

/** Longest code between the brackets of a string. Honest ones name a value or join a path. */
const MOST_INTERPOLATED = 200;

/** Longest code that is looked at. Longer scripts would pass 50 ms. */
const MOST_CODE = 256 * 1024;

/**
 * Characters that are read past delimiters that turn out to stand alone. More tells more patterns in broken code; less
 * bounds a line of nothing but delimiters, each of which reads to its end.
 */
const MOST_READ_IN_VAIN = 64 * 1024;

const HASH_COMMENTS: ReadonlySet<Language> = new Set(["python", "ruby", "perl", "php"]);
const SLASH_COMMENTS: ReadonlySet<Language> = new Set(["javascript", "php"]);

const CLOSERS: Record<string, string> = { "(": ")", "[": "]", "{": "}", "<": ">" };

const NAME = /[@$%&]?[\p{L}_][\p{L}\p{N}_]*/uy;
const NAME_WITH_DOLLAR = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const NUMBER = /\d[\w.]*/y;

export function tokenizeCode(code: string, language: Language): CodeToken[] {
	return code.length > MOST_CODE ? [] : new Tokenizer(code, language).tokens();
}

class Tokenizer {
	readonly #code: string;
	readonly #language: Language;
	readonly #tokens: CodeToken[] = [];
	#index = 0;
	#readInVain = 0;

	constructor(code: string, language: Language) {
		this.#code = code;
		this.#language = language;
	}

	tokens(): CodeToken[] {
		while (this.#index < this.#code.length) this.#next();
		return this.#tokens;
	}

	#next(): void {
		const character = this.#code[this.#index]!;
		const next = this.#code[this.#index + 1];
		if (character === "\n") this.#add({ kind: "line" }, 1);
		else if (character === " " || character === "\t" || character === "\r") this.#index++;
		else if (character === "#" && HASH_COMMENTS.has(this.#language)) this.#skipTo("\n");
		else if (character === "/" && next === "/" && SLASH_COMMENTS.has(this.#language)) this.#skipTo("\n");
		else if (character === "/" && next === "*" && SLASH_COMMENTS.has(this.#language)) this.#skipTo("*/", 2);
		else if (character === "-" && next === "-" && this.#language === "lua") this.#skipTo("\n");
		else if (character === '"' || character === "'" || character === "`") this.#string(character, "");
		else if (character === "/" && this.#startsPattern()) this.#skipDelimited("/");
		else if (
			character === "%" &&
			this.#language === "ruby" &&
			/^%[wWqQ][[({<]/.test(this.#code.slice(this.#index, this.#index + 3))
		) {
			this.#index += 2;
			this.#quoteLike(this.#code[this.#index - 1] === "w" || this.#code[this.#index - 1] === "W" ? "qw" : "q");
		} else if (!this.#nameOrNumber()) this.#symbol();
	}

	#add(token: CodeToken, length: number): void {
		this.#tokens.push(token);
		this.#index += length;
	}

	#skipTo(end: string, length = 0): void {
		const at = this.#code.indexOf(end, this.#index + length);
		this.#index = at < 0 ? this.#code.length : at + length;
	}

	/** A slash begins a regular expression where no value stands in front of it. */
	#startsPattern(): boolean {
		if (this.#language === "python" || this.#language === "php" || this.#language === "lua") return false;
		const last = this.#tokens.at(-1);
		if (!last || last.kind === "line") return true;
		if (last.kind === "symbol") return last.text !== ")" && last.text !== "]" && last.text !== "}";
		return last.kind === "name" && /^(?:return|if|unless|and|or|not|split|grep|when)$/.test(last.text);
	}

	/** Past one delimited part on this line; a lone delimiter is passed alone. */
	#skipDelimited(delimiter: string): void {
		const close = CLOSERS[delimiter] ?? delimiter;
		let inSet = false;
		let at = this.#index + 1;
		for (; this.#readInVain < MOST_READ_IN_VAIN && at < this.#code.length && this.#code[at] !== "\n"; at++) {
			const character = this.#code[at];
			if (character === "\\") at++;
			else if (character === "[") inSet = true;
			else if (character === "]") inSet = false;
			else if (character === close && (!inSet || this.#language === "perl")) {
				this.#index = at + 1;
				return;
			}
		}
		this.#readInVain += at - this.#index;
		this.#index++;
	}

	#nameOrNumber(): boolean {
		const dotted = this.#memberLink() > 0 && this.#followsValue();
		const start = this.#index + (dotted ? this.#memberLink() : 0);
		const first = this.#read(start);
		if (first === "") return !dotted && this.#number();
		let text = (dotted ? "." : "") + first.replace(/^[@$%&]/, "");
		let end = start + first.length;
		for (;;) {
			this.#index = end;
			const link = this.#memberLink();
			const member = link > 0 ? this.#read(end + link) : "";
			if (member === "") break;
			text += `.${member}`;
			end += link + member.length;
		}
		if (!dotted && this.#afterName(first)) return true;
		this.#tokens.push({ kind: "name", text });
		return true;
	}

	/** What a name may begin that is no name: a prefixed string, a quote-like operator. */
	#afterName(name: string): boolean {
		const next = this.#code[this.#index] ?? "";
		if (this.#language === "python" && /^[rbfuRBFU]{1,2}$/.test(name) && (next === '"' || next === "'")) {
			this.#string(next, name.toLowerCase());
			return true;
		}
		if (this.#language !== "perl" || !/^(?:q|qq|qw|qx|m|qr|s|tr|y)$/.test(name) || !/^[^\s\w,;=)]$/.test(next))
			return false;
		if (name.startsWith("q") && name !== "qr") {
			this.#quoteLike(name);
			return true;
		}
		this.#skipDelimited(next);
		if (name === "s" || name === "tr" || name === "y") {
			if (next in CLOSERS) this.#skipDelimited(this.#code[this.#index] ?? "");
			else {
				this.#index--;
				this.#skipDelimited(next);
			}
		}
		const flags = /[a-z]*/y;
		flags.lastIndex = this.#index;
		this.#index += flags.exec(this.#code)![0].length;
		return true;
	}

	#quoteLike(name: string): void {
		const open = this.#code[this.#index]!;
		const end = this.#code.indexOf(CLOSERS[open] ?? open, this.#index + 1);
		const text = this.#code.slice(this.#index + 1, end < 0 ? this.#code.length : end);
		this.#index = end < 0 ? this.#code.length : end + 1;
		if (name === "qw") this.#tokens.push({ kind: "words", words: text.split(/\s+/).filter((word) => word !== "") });
		else this.#tokens.push({ kind: "string", parts: [{ text }], isShell: name === "qx" });
	}

	#read(at: number): string {
		const pattern = this.#language === "javascript" ? NAME_WITH_DOLLAR : NAME;
		pattern.lastIndex = at;
		return pattern.exec(this.#code)?.[0] ?? "";
	}

	/** The length of `.`, `?.`, `->` or `::` before a member, 0 where there is none. */
	#memberLink(): number {
		const two = this.#code.slice(this.#index, this.#index + 2);
		if (two === "::" || two === "->" || two === "?.") return 2;
		const concatenates = this.#language === "perl" || this.#language === "php";
		return two[0] === "." && !concatenates ? 1 : 0;
	}

	#followsValue(): boolean {
		const last = this.#tokens.findLast((token) => token.kind !== "line");
		return (
			last?.kind === "string" ||
			last?.kind === "words" ||
			last?.kind === "name" ||
			(last?.kind === "symbol" && /^[)\]}]$/.test(last.text))
		);
	}

	#number(): boolean {
		NUMBER.lastIndex = this.#index;
		const text = NUMBER.exec(this.#code)?.[0];
		if (text === undefined) return false;
		this.#add({ kind: "number", text }, text.length);
		return true;
	}

	#symbol(): void {
		const two = this.#code.slice(this.#index, this.#index + 2);
		const text = /^(?:==|!=|=>|<=|>=|\+=|\.=|\|\||&&|=~|:=)$/.test(two) ? two : two[0]!;
		this.#add({ kind: "symbol", text }, text.length);
	}

	#string(quote: string, prefix: string): void {
		const triple = this.#language === "python" && this.#code.startsWith(quote.repeat(3), this.#index);
		const close = triple ? quote.repeat(3) : quote;
		const raw = prefix.includes("r") || (this.#language === "php" && quote === "'");
		const interpolates = interpolation(this.#language, quote, prefix);
		const parts: StringPart[] = [];
		let text = "";
		let at = this.#index + close.length;
		while (at < this.#code.length && !this.#code.startsWith(close, at)) {
			const named = interpolates && readInterpolation(this.#code, at, interpolates, this.#language);
			if (named) {
				parts.push({ text }, named.part);
				text = "";
				at = named.end;
			} else if (this.#code[at] === "\\" && !raw) {
				text += unescaped(this.#code[at + 1] ?? "");
				at += 2;
			} else text += this.#code[at++];
		}
		parts.push({ text });
		const isShell = quote === "`" && this.#language !== "javascript";
		this.#add({ kind: "string", parts, isShell }, at + close.length - this.#index);
	}
}

/** How a string names a value: `{x}`, `${x}`, `#{x}` or `$x`. */
function interpolation(language: Language, quote: string, prefix: string): "{" | "${" | "#{" | "$" | undefined {
	if (language === "python") return prefix.includes("f") ? "{" : undefined;
	if (language === "javascript") return quote === "`" ? "${" : undefined;
	if (quote === "'" || language === "lua") return undefined;
	return language === "ruby" ? "#{" : "$";
}

function readInterpolation(
	code: string,
	at: number,
	mark: string,
	language: Language,
): { part: StringPart; end: number } | undefined {
	if (!code.startsWith(mark, at)) return undefined;
	if (mark === "$") {
		const name = /\$\{?([A-Za-z_]\w*)\}?/y;
		name.lastIndex = at;
		const found = name.exec(code);
		return found ? { part: { code: [{ kind: "name", text: found[1]! }] }, end: at + found[0].length } : undefined;
	}
	if (mark === "{" && code[at + 1] === "{") return { part: { text: "{" }, end: at + 2 };
	const end = code.indexOf("}", at);
	const inner = end < 0 || end - at > MOST_INTERPOLATED ? "" : code.slice(at + mark.length, end).trim();
	return { part: { code: tokenizeCode(inner, language) }, end: end < 0 ? code.length : end + 1 };
}

function unescaped(character: string): string {
	if (character === "n") return "\n";
	if (character === "t") return "\t";
	return character === "\n" ? "" : character;
}
