/** `find`: its expression is worked out on the names on disk, and what it runs is run on what it finds. */
import { patternTest } from "../glob.ts";
import type { Call, Handler, Machine } from "../machine.ts";
import type { Entry } from "../project-files.ts";
import { withoutEnd } from "../trimmed.ts";
import { UNKNOWN } from "../unknown.ts";

interface Found {
	/** As find spells it. */
	path: string;
	name: string;
	entry: Entry;
	pruned: boolean;
}

/** Does the file pass? What can't be seen in the name passes. */
type Predicate = (found: Found) => boolean;

interface Expression {
	predicate: Predicate;
	actions: Action[];
	/** Files that the list is written to. */
	lists: string[];
	mostDepth: number;
	leastDepth: number;
}

interface Action {
	command: string[];
	isBatch: boolean;
	paths: string[];
}

const find: Handler = ({ args, input }, machine) => {
	const start = args.findIndex((arg) => /^(?:-(?!H$|L$|P$|O\d*$)|[(!])/.test(arg));
	const starts = (start < 0 ? args : args.slice(0, start)).filter((arg) => !arg.startsWith("-"));
	const expression = parseExpression(start < 0 ? [] : args.slice(start));
	for (const list of expression.lists) machine.write(list);
	const printed: string[] = [];
	if (!machine.isHeard && expression.actions.length === 0) return UNKNOWN;
	for (const from of starts.length > 0 ? starts : ["."]) search(from, expression, printed, machine);
	const outputs = expression.actions.map(({ command, isBatch, paths }) =>
		runOnFiles(command, paths, isBatch, input, machine),
	);
	return [...printed.map((path) => `${path}\n`), ...outputs].join("");
};

function search(from: string, expression: Expression, printed: string[], machine: Machine): void {
	const absolute = machine.resolve(from);
	if (absolute === undefined) return;
	const base = from === "/" ? "" : withoutEnd(from, "/");
	const pruned = new Set<string>();
	const enter = (entry: Entry) => !pruned.has(entry.path) && entry.depth < expression.mostDepth;
	const ownName = base.slice(base.lastIndexOf("/") + 1);
	for (const entry of machine.files.walk(absolute, enter)) {
		const path = entry.path === "" ? from : `${base}/${entry.path}`;
		const found = { path, name: entry.path === "" ? ownName : entry.name, entry, pruned: false };
		if (entry.depth < expression.leastDepth) continue;
		if (expression.predicate(found) && !found.pruned && expression.actions.length === 0) printed.push(path);
		if (found.pruned) pruned.add(entry.path);
	}
}

/** Tests with one value whose outcome lies in more than the name. */
const UNSEEN =
	/^-(?:newer\w*|[acm](?:time|min)|size|perm|user|group|uid|gid|links|inum|samefile|fstype|used|printf|context|flags|regextype)$/;

function parseExpression(words: string[]): Expression {
	let index = 0;
	const expression: Expression = {
		predicate: () => true,
		actions: [],
		lists: [],
		mostDepth: Number.POSITIVE_INFINITY,
		leastDepth: 0,
	};

	function either(depth: number): Predicate {
		const options = [both(depth)];
		while (words[index] === "-o" || words[index] === "-or" || words[index] === ",") {
			index++;
			options.push(both(depth));
		}
		return (found) => options.some((option) => option(found));
	}

	function both(depth: number): Predicate {
		const tests: Predicate[] = [];
		while (index < words.length && !/^(?:-o|-or|,|\))$/.test(words[index]!)) tests.push(one(depth));
		return (found) => tests.every((test) => test(found));
	}

	function one(depth: number): Predicate {
		const word = words[index++]!;
		if (word === "!" || word === "-not") {
			const test = index < words.length ? one(depth) : () => true;
			return (found) => !test(found);
		}
		// A hostile nest of parentheses is read flat.
		if (word === "(" && depth < 100) {
			const test = either(depth + 1);
			index++;
			return test;
		}
		return primary(word);
	}

	function primary(word: string): Predicate {
		if (/^-(?:exec|execdir|ok|okdir)$/.test(word)) return action();
		if (UNSEEN.test(word)) index++;
		else if (/^-(?:fprint0?|fprintf|fls)$/.test(word)) {
			expression.lists.push(words[index++] ?? "");
			if (word === "-fprintf") index++;
		} else if (word === "-maxdepth") expression.mostDepth = Number(words[index++]);
		else if (word === "-mindepth") expression.leastDepth = Number(words[index++]);
		else if (word === "-prune") {
			return (found) => {
				found.pruned = true;
				return true;
			};
		} else if (word === "-type" || word === "-xtype") {
			const types = words[index++] ?? "";
			return ({ entry }) => types.includes(entry.isFolder ? "d" : "f");
		} else if (/^-(?:i?name|i?path|i?wholename|i?regex)$/.test(word)) return byName(word, words[index++] ?? "");
		else if (word === "-false") return () => false;
		return () => true;
	}

	function action(): Predicate {
		const end = words.findIndex(
			(word, at) => at >= index && (word === ";" || (word === "+" && words[at - 1] === "{}")),
		);
		const command = words.slice(index, end < 0 ? words.length : end);
		const run: Action = { command, isBatch: words[end] === "+", paths: [] };
		index = end < 0 ? words.length : end + 1;
		if (end >= 0) expression.actions.push(run);
		return (found) => {
			if (!found.entry.isFolder) run.paths.push(found.path);
			return true;
		};
	}

	expression.predicate = either(0);
	return expression;
}

function byName(word: string, pattern: string): Predicate {
	const ignoreCase = word.startsWith("-i");
	if (word.endsWith("regex")) return regexTest(pattern, ignoreCase);
	const isName = word.endsWith("name") && !word.endsWith("wholename");
	const matches = patternTest(pattern, ignoreCase);
	return ({ name, path }) => matches(isName ? name : path);
}

/** The usual `.*\.\(ts\|tsx\)$`: by its endings. Any other expression may match. */
function regexTest(pattern: string, ignoreCase: boolean): Predicate {
	const endings = /^(?:\^?\.[*+])?\\?\.\\?\(?([\w|\\]+?)\\?\)?\$?$/.exec(pattern)?.[1]?.split(/\\?\|/);
	if (!endings) return () => true;
	return ({ path }) => {
		const subject = ignoreCase ? path.toLowerCase() : path;
		return endings.some((ending) => subject.endsWith(`.${ignoreCase ? ending.toLowerCase() : ending}`));
	};
}

/** Runs a command once with all names, or once for each; `{}` is where they go, at the end if there is none. */
export function runOnFiles(
	command: string[],
	names: string[],
	isBatch: boolean,
	input: Call["input"],
	machine: Machine,
): string {
	const hasPlace = command.some((word) => word.includes("{}"));
	const words = hasPlace ? command : [...command, "{}"];
	if (!isBatch) {
		return names
			.map((name) =>
				machine.runWords(
					words.map((word) => word.replaceAll("{}", name)),
					input,
				),
			)
			.join("");
	}
	const all = words.flatMap((word) => (word === "{}" ? names : [word]));
	return names.length > 0 ? machine.runWords(all, input) : "";
}

export const FILE_FINDERS: Record<string, Handler> = { find, gfind: find };
