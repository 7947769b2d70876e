/** What a PowerShell command is read as. */

export type PsScript = PsStatement[];

export type PsStatement =
	| { kind: "pipeline"; elements: PsElement[] }
	| { kind: "assignment"; name: string; append: boolean; value: PsElement[] }
	| { kind: "foreach"; name: string; list: PsScript; body: PsScript }
	/** `if`, `while`, `try` and the like: every part may run. */
	| { kind: "parts"; scripts: PsScript[] }
	| PsFunction;

/** A function's body runs only when it is called. */
export interface PsFunction {
	kind: "function";
	name: string;
	parameters: string[];
	body: PsScript;
}

export interface PsElement {
	words: PsWord[];
	/** Files that output is sent to. */
	targets: PsWord[];
	/** `&` or `.` stands in front. */
	isCalled: boolean;
}

export type PsWord =
	| { kind: "text"; pieces: PsPiece[]; quoted: boolean }
	| { kind: "group"; script: PsScript; member: string }
	| { kind: "block"; script: PsScript }
	/** `[Type]::Member(arguments)`. */
	| { kind: "static"; type: string; member: string; args: PsWord[] }
	| { kind: "list"; items: PsWord[] };

export type PsPiece = { text: string } | { variable: string; member: string } | { script: PsScript };
