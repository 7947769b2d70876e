/**
 * A small reader of PowerShell: enough to tell commands from expressions, and both from quoted text, here-strings and
 * comments. Linear in the text; what it can't make sense of becomes an unknown word.
 */
import type { PsElement, PsPiece, PsScript, PsStatement, PsWord } from "./powershell-tree.ts";

/** Nested blocks that are read; deeper ones are skipped as a whole. */
const MOST_NESTING = 60;

export function parsePowerShell(text: string): PsScript {
	return new Reader(text).script("");
}

const OPERATORS = new Set(["|", "||", "&&", ";", "\n", "&"]);

class Reader {
	readonly #text: string;
	#index = 0;
	#nesting = 0;

	constructor(text: string) {
		this.#text = text;
	}

	/** Statements up to a closing bracket, which is passed. */
	script(close: string): PsScript {
		const statements: PsScript = [];
		if (++this.#nesting > MOST_NESTING) this.#index = this.#text.length;
		for (;;) {
			this.#blanks(true);
			const character = this.#text[this.#index];
			if (character === undefined) break;
			if (character === ")" || character === "}") {
				this.#index++;
				if (close === "" || character !== close) continue;
				break;
			}
			const before = this.#index;
			const statement = this.#statement();
			if (statement) statements.push(statement);
			if (this.#index === before) this.#index++;
		}
		this.#nesting--;
		return statements;
	}

	#statement(): PsStatement | undefined {
		const keyword = this.#match(
			/(?:foreach|if|elseif|else|while|for|do|until|try|catch|finally|switch|function|filter|param|begin|process|end)(?=[\s({])/iy,
		)?.toLowerCase();
		if (keyword === "foreach") return this.#foreach();
		if (keyword === "function" || keyword === "filter") {
			this.#blanks(false);
			const name = this.#match(/[\w:-]+/y) ?? "";
			const start = this.#index;
			const [body = []] = this.#parts().slice(-1);
			const parameters = parametersIn(this.#text.slice(start, this.#index));
			return { kind: "function", name: name.toLowerCase(), parameters, body };
		}
		if (keyword) return { kind: "parts", scripts: this.#parts() };
		const assigned = this.#match(
			/(?:\[[\w.[\]]{1,60}\]\s{0,9})?\$(?:script:|global:|local:)?\w+[ \t]{0,99}\+?=(?!=)/iy,
		);
		if (assigned) {
			const name = /\$(?:\w+:)?(\w+)/.exec(assigned)![1]!.toLowerCase();
			return { kind: "assignment", name, append: assigned.endsWith("+="), value: this.#pipeline() };
		}
		const elements = this.#pipeline();
		return elements.length > 0 ? { kind: "pipeline", elements } : undefined;
	}

	/** `foreach ($x in LIST) { BODY }`. */
	#foreach(): PsStatement {
		this.#blanks(false);
		const head = this.#match(/\(\s{0,99}\$(\w+)\s{1,99}in\b/iy);
		if (!head) return { kind: "parts", scripts: this.#parts() };
		const name = /\$(\w+)/.exec(head)![1]!.toLowerCase();
		const list = this.script(")");
		const [body = []] = this.#parts();
		return { kind: "foreach", name, list, body };
	}

	/** The brackets that follow a keyword: conditions and blocks. */
	#parts(): PsScript[] {
		const scripts: PsScript[] = [];
		for (;;) {
			const before = this.#index;
			this.#blanks(true);
			const open = this.#text[this.#index];
			if (open !== "(" && open !== "{") {
				this.#index = before;
				return scripts;
			}
			this.#index++;
			scripts.push(this.script(open === "(" ? ")" : "}"));
			if (open === "{") return scripts;
		}
	}

	#pipeline(): PsElement[] {
		const elements: PsElement[] = [];
		for (;;) {
			const element = this.#element();
			if (element.words.length > 0 || element.targets.length > 0) elements.push(element);
			if (this.#match(/\|(?!\|)/y) === undefined) {
				this.#match(/&&|\|\||[;\n]/y);
				return elements;
			}
			this.#blanks(true);
		}
	}

	#element(): PsElement {
		const element: PsElement = { words: [], targets: [], isCalled: false };
		for (;;) {
			this.#blanks(false);
			// `&` and `.` in front of a command call it.
			if (element.words.length === 0 && this.#match(/[&.](?=[ \t'"${])/y)) {
				element.isCalled = true;
				continue;
			}
			const character = this.#text[this.#index];
			if (character === undefined || OPERATORS.has(character) || character === ")" || character === "}") return element;
			if (this.#match(/[\d*]?>&\d/y)) continue;
			if (this.#match(/[\d*]?>>?/y)) {
				this.#blanks(false);
				const target = this.#word();
				if (target) element.targets.push(target);
				continue;
			}
			const word = this.#list(element.words.length === 0);
			if (word) element.words.push(word);
			else this.#index++;
		}
	}

	/** Words joined by commas are one argument. */
	#list(isFirst: boolean): PsWord | undefined {
		const first = this.#word(isFirst);
		if (!first) return undefined;
		const items = [first];
		for (;;) {
			const before = this.#index;
			this.#blanks(false);
			if (this.#match(/,/y) === undefined) {
				this.#index = before;
				return items.length === 1 ? first : { kind: "list", items };
			}
			this.#blanks(true);
			const next = this.#word();
			if (!next) return { kind: "list", items };
			items.push(next);
		}
	}

	#word(isFirst = false): PsWord | undefined {
		const text = this.#text;
		const two = text.slice(this.#index, this.#index + 2);
		const character = two[0];
		if (character === undefined) return undefined;
		if (two === "@'" || two === '@"') return this.#hereString(two[1]!);
		if (two === "@(" || two === "$(" || character === "(") {
			this.#index += character === "(" ? 1 : 2;
			const script = this.script(")");
			return { kind: "group", script, member: this.#members() };
		}
		if (two === "@{" || character === "{") {
			this.#index += character === "{" ? 1 : 2;
			return { kind: "block", script: this.script("}") };
		}
		if (character === "[") {
			const word = this.#static();
			if (word) return word;
		}
		return this.#textWord(isFirst);
	}

	#static(): PsWord | undefined {
		const type = this.#match(/\[[\w.]{1,99}\](?=::)/y);
		if (!type) {
			// A cast in front of a value changes nothing here.
			if (this.#match(/\[[\w.]{1,99}(?:\[\])?\](?=[\s$'"(@])/y) === undefined) return undefined;
			this.#blanks(false);
			return this.#word();
		}
		const member = this.#match(/::\w+/y)?.slice(2) ?? "";
		const args: PsWord[] = [];
		if (this.#match(/\(/y)) {
			const [statement] = this.script(")");
			if (statement?.kind === "pipeline") {
				for (const word of statement.elements[0]?.words ?? [])
					args.push(...(word.kind === "list" ? word.items : [word]));
			}
		}
		return { kind: "static", type: type.slice(1, -1).toLowerCase(), member: member.toLowerCase(), args };
	}

	/** A bare or quoted word, perhaps both joined. */
	#textWord(isFirst: boolean): PsWord {
		const pieces: PsPiece[] = [];
		let quoted = false;
		for (;;) {
			const character = this.#text[this.#index];
			if (character === undefined || /[\s|;(){},]/.test(character) || (character === "&" && pieces.length > 0)) break;
			if (character === "'") {
				pieces.push({ text: this.#singleQuoted() });
				quoted = true;
			} else if (character === '"') {
				pieces.push(...this.#doubleQuoted());
				quoted = true;
			} else if (character === "$") pieces.push(...this.#variable());
			else if (character === "`") {
				pieces.push({ text: this.#text[this.#index + 1] ?? "" });
				this.#index += 2;
			} else if (character === ">" && !isFirst) break;
			else {
				const bare = this.#match(/[^\s|;(){},'"$`>&]+/y) ?? this.#text[this.#index++]!;
				pieces.push({ text: bare });
			}
			if (quoted && isFirst) break;
		}
		if (quoted || pieces.some((piece) => "variable" in piece)) this.#members();
		return { kind: "text", pieces, quoted };
	}

	/** `.Member` and `.Method(...)` after a value; the last one's name. */
	#members(): string {
		let last = "";
		for (;;) {
			const member = this.#match(/\.\w+/y);
			if (member !== undefined) last = member.slice(1).toLowerCase();
			if (this.#text[this.#index] === "(" && member !== undefined) {
				this.#index++;
				this.script(")");
			} else if (this.#match(/\[[^\]\n]{0,99}\]/y)) last = last || "item";
			else if (member === undefined) return last;
		}
	}

	#singleQuoted(): string {
		let text = "";
		for (this.#index++; this.#index < this.#text.length; this.#index++) {
			if (this.#text[this.#index] === "'") {
				if (this.#text[this.#index + 1] !== "'") break;
				this.#index++;
			}
			text += this.#text[this.#index];
		}
		this.#index++;
		return text;
	}

	#doubleQuoted(): PsPiece[] {
		this.#index++;
		const pieces = this.#interpolated((at) => this.#text[at] === '"');
		this.#index++;
		return [{ text: "" }, ...pieces];
	}

	#hereString(quote: string): PsWord {
		const start = this.#text.indexOf("\n", this.#index) + 1 || this.#text.length;
		const close = this.#text.indexOf(`\n${quote}@`, start - 1);
		const end = close < 0 ? this.#text.length : close;
		const text = this.#text.slice(start, end);
		this.#index = close < 0 ? end : end + 3;
		return { kind: "text", pieces: quote === "'" ? [{ text }] : [{ text: text.replaceAll("$", "\0") }], quoted: true };
	}

	/** Text with variables and `$( )` up to where `isEnd` says. */
	#interpolated(isEnd: (at: number) => boolean): PsPiece[] {
		const pieces: PsPiece[] = [];
		let text = "";
		while (this.#index < this.#text.length && !isEnd(this.#index)) {
			const character = this.#text[this.#index]!;
			if (character === "`") {
				const next = this.#text[this.#index + 1] ?? "";
				text += { n: "\n", t: "\t", r: "\r" }[next] ?? next;
				this.#index += 2;
			} else if (character === "$" && /[\w({]/.test(this.#text[this.#index + 1] ?? "")) {
				pieces.push({ text }, ...this.#variable(false));
				text = "";
			} else {
				text += character;
				this.#index++;
			}
		}
		return [...pieces, { text }];
	}

	#variable(withMembers = true): PsPiece[] {
		if (this.#match(/\$\(/y)) return [{ script: this.script(")") }];
		const name = this.#match(/\$(?:\{[^}\n]{0,99}\}|(?:\w+:)?[\w?]+|\$)/y);
		if (name === undefined) {
			this.#index++;
			return [{ text: "$" }];
		}
		const bare = name
			.replace(/^\$\{?|\}$/g, "")
			.replace(/^(?:script|global|local):/i, "")
			.toLowerCase();
		return [{ variable: bare, member: withMembers ? this.#members() : "" }];
	}

	#blanks(withLines: boolean): void {
		for (;;) {
			const before = this.#index;
			this.#match(withLines ? /[\s;]+/y : /[ \t\r]+/y);
			this.#match(/`\r?\n/y);
			const two = this.#text.slice(this.#index, this.#index + 2);
			if (two === "<#") {
				const end = this.#text.indexOf("#>", this.#index);
				this.#index = end < 0 ? this.#text.length : end + 2;
			} else if (two[0] === "#") {
				const end = this.#text.indexOf("\n", this.#index);
				this.#index = end < 0 ? this.#text.length : end;
			}
			if (this.#index === before) return;
		}
	}

	#match(pattern: RegExp): string | undefined {
		pattern.lastIndex = this.#index;
		const found = pattern.exec(this.#text)?.[0];
		if (found !== undefined) this.#index += found.length;
		return found;
	}
}

/** The names in `($a, [string]$b)` behind a function's name, or in `param(...)` at the start of its body. */
function parametersIn(text: string): string[] {
	const list = /^\s*(?:\{\s*param\s*)?\(((?:[^()]|\([^()]*\)){0,999})\)/i.exec(text)?.[1] ?? "";
	return [...list.matchAll(/\$(\w+)/g)].map(([, name]) => name!.toLowerCase());
}
