/** `find`: its expression is worked out on the names on disk, and what it runs is run on what it finds. */
import { matchesPattern } from "../glob.ts";
import type { Handler, Machine } from "../machine.ts";
import type { Entry } from "../project-files.ts";
import { withoutEnd } from "../trimmed.ts";
import { runOnFiles } from "./searches.ts";

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

export const find: Handler = ({ args, input }, machine) => {
	const start = args.findIndex((arg) => /^(?:-(?!H$|L$|P$|O\d*$)|[(!])/.test(arg));
	const starts = (start < 0 ? args : args.slice(0, start)).filter((arg) => !arg.startsWith("-"));
	const expression = parseExpression(start < 0 ? [] : args.slice(start));
	for (const list of expression.lists) machine.write(list);
	const printed: string[] = [];
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
	const depthOf = ({ path }: Entry) => (path === "" ? 0 : path.split("/").length);
	const enter = (entry: Entry) => !pruned.has(entry.path) && depthOf(entry) < expression.mostDepth;
	for (const entry of machine.files.walk(absolute, enter)) {
		const path = entry.path === "" ? from : `${base}/${entry.path}`;
		const found = { path, name: withoutEnd(path, "/").split("/").at(-1)!, entry, pruned: false };
		if (depthOf(entry) < expression.leastDepth) continue;
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
	return ({ name, path }) => matchesPattern(isName ? name : path, pattern, ignoreCase);
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
