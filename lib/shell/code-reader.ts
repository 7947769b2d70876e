/** Moves over the tokens of inline code, under one budget for all who look at them. */
import { MOST_VALUES } from "./code-bounds.ts";
import type { CodeToken } from "./code-tokens.ts";
import { OutOfBudget } from "./machine.ts";

/** Tokens looked at in all. Honest code takes some tens for each of its tokens; hostile nests would take millions. */
const MOST_VISITS = 300_000;

export interface VisitBudget {
	visits: number;
}

export class CodeReader {
	protected readonly tokens: CodeToken[];
	protected readonly budget: VisitBudget;

	constructor(tokens: CodeToken[], budget: VisitBudget = { visits: 0 }) {
		this.tokens = tokens;
		this.budget = budget;
	}

	/** Where each argument begins, and the index after the closing bracket. */
	argumentsAt(open: number): { starts: number[]; end: number } {
		const hasBracket = this.isSymbol(open, "(") || this.isSymbol(open, "[") || this.isSymbol(open, "{");
		const first = hasBracket ? open + 1 : open;
		const starts = [first];
		let depth = 0;
		let index = first;
		for (; index < this.tokens.length; index++) {
			this.visit();
			const token = this.tokens[index]!;
			if (!hasBracket && depth === 0 && isStatementEnd(token)) break;
			if (token.kind !== "symbol") continue;
			if (opens(token.text)) depth++;
			else if (closes(token.text) && depth-- === 0) break;
			else if (token.text === "," && depth === 0) starts.push(index + 1);
			if (starts.length > MOST_VALUES) break;
		}
		const kept = starts.map((start) => this.skipLines(start)).filter((start) => start < index);
		return { starts: kept, end: hasBracket ? index + 1 : index };
	}

	protected visit(): void {
		if (++this.budget.visits > MOST_VISITS) throw new OutOfBudget();
	}

	protected isSymbol(index: number, text: string): boolean {
		const token = this.tokens[index];
		return token?.kind === "symbol" && token.text === text;
	}

	protected skipLines(index: number): number {
		let at = index;
		while (this.tokens[at]?.kind === "line") at++;
		return at;
	}
}

export function opens(symbol: string): boolean {
	return symbol === "(" || symbol === "[" || symbol === "{";
}

export function closes(symbol: string): boolean {
	return symbol === ")" || symbol === "]" || symbol === "}";
}

function isStatementEnd(token: CodeToken): boolean {
	if (token.kind === "line") return true;
	if (token.kind === "name") return /^(?:or|and|if|unless|do)$/.test(token.text);
	return token.kind === "symbol" && /^(?:;|\|\||&&|\{)$/.test(token.text);
}
