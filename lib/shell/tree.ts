/** A shell command as a tree of our own, free of any parser's shapes. */

export type Script = Node[];

export type Node =
	| { kind: "command"; assignments: Assignment[]; words: Word[]; redirections: Redirection[] }
	| { kind: "pipeline"; negated: boolean; stages: Node[] }
	| { kind: "conditional"; first: Node; rest: { operator: "&&" | "||"; node: Node }[] }
	| { kind: "if"; branches: { condition: Script; body: Script }[]; otherwise: Script }
	| { kind: "for"; name: string; words: Word[] | undefined; body: Script }
	| { kind: "while"; until: boolean; condition: Script; body: Script }
	| { kind: "case"; subject: Word[]; items: { patterns: Word[]; body: Script }[] }
	| { kind: "subshell" | "group"; body: Script }
	| { kind: "redirected"; node: Node; redirections: Redirection[] }
	| { kind: "function"; name: string; body: Node }
	| { kind: "test"; expression: Test }
	| { kind: "opaque" };

export interface Assignment {
	name: string;
	append: boolean;
	/** Each element of an array, or the one value. */
	values: Word[];
	isArray: boolean;
	/** The key in `name[key]=value`. */
	index: Word | undefined;
}

export interface Redirection {
	operator: ">" | ">>" | "<" | "<>" | "<&" | ">&" | ">|" | "&>" | "&>>" | "<<<" | "<<";
	/** The descriptor in front, if it is a number. */
	descriptor: number | undefined;
	/** Where to, or the text of a here-document or here-string. */
	target: Word[];
}

export type Test =
	| { kind: "unary"; operator: string; operand: Word }
	| { kind: "binary"; operator: string; left: Word; right: Word }
	| { kind: "logical"; operator: "&&" | "||"; operands: Test[] }
	| { kind: "not"; times: number; operand: Test };

export interface Word {
	/** It begins with an unquoted `~`. */
	tilde: boolean;
	pieces: Piece[];
	/** Set for `name=value` after `export`, `declare` and the like. */
	assignment?: Assignment;
}

export type Piece =
	| { kind: "text"; text: string; quoted: boolean }
	/** `extended`: bash refuses its line unless `extglob` was switched on before. */
	| { kind: "pattern"; text: string; extended: boolean }
	| {
			kind: "parameter";
			name: string;
			quoted: boolean;
			prefix: string;
			index: Word | undefined;
			operation: Operation | undefined;
	  }
	| { kind: "output"; script: Script; quoted: boolean }
	| { kind: "process"; writes: boolean; script: Script }
	| { kind: "unknown" };

export interface Operation {
	/** `:-`, `%%`, `//` and so on; `undefined` for one that isn't worked out. */
	operator: string | undefined;
	operand: Word | undefined;
	replacement: Word | undefined;
}
