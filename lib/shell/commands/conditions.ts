/** `test`, `[` and the tests of `[[ ]]` as far as names on disk and known texts decide them. */
import type { Machine } from "../machine.ts";
import { isKnown, UNKNOWN } from "../unknown.ts";

export function testUnary(operator: string, operand: string, machine: Machine): boolean | undefined {
	if (operator === "-n" || operator === "-z") {
		return isKnown(operand) ? (operand !== "") === (operator === "-n") : undefined;
	}
	const isFile = isKnown(operand) && machine.isFile(operand);
	const isFolder = isKnown(operand) && machine.isFolder(operand);
	if (isFile || isFolder) {
		if (/^-[aefrsN]$/.test(operator) && isFile) return operator === "-N" ? undefined : true;
		if (operator === "-d" || operator === "-e" || operator === "-f") return operator === "-f" ? isFile : isFolder;
		return undefined;
	}
	return /^-[aedfrswx]$/.test(operator) && isSurelyMissing(operand, machine) ? false : undefined;
}

/** In the project, and not there, and nothing ran that could have made it. */
export function isSurelyMissing(path: string, machine: Machine): boolean {
	const absolute = isKnown(path) ? machine.resolve(path) : undefined;
	if (absolute === undefined || machine.ledger.ranProgram) return false;
	const { files } = machine;
	if (files.inProject(absolute) === undefined || files.names(files.root).length === 0) return false;
	const parent = absolute.slice(0, absolute.lastIndexOf("/"));
	return (
		!files.isFile(absolute) &&
		!files.isFolder(absolute) &&
		!files.names(parent).includes(absolute.slice(parent.length + 1))
	);
}

/** Arguments of one `test` that are looked at. Each joint reads them all again; honest tests have a dozen. */
const MOST_ARGUMENTS = 64;

/** The arguments of `test`: one test, perhaps negated, perhaps several joined by `-a` or `-o`. */
export function testArguments(args: string[], machine: Machine): boolean | undefined {
	if (args.length > MOST_ARGUMENTS) return undefined;
	const either = args.lastIndexOf("-o");
	if (either > 0 && args.length > 3) {
		return any(testArguments(args.slice(0, either), machine), testArguments(args.slice(either + 1), machine));
	}
	const both = args.lastIndexOf("-a");
	if (both > 0 && args.length > 3) {
		return negated(
			any(negated(testArguments(args.slice(0, both), machine)), negated(testArguments(args.slice(both + 1), machine))),
		);
	}
	if (args[0] === "!") return negated(testArguments(args.slice(1), machine));
	const [first = "", operator = UNKNOWN, right = ""] = args;
	if (args.length === 1) return isKnown(first) ? first !== "" : undefined;
	if (args.length === 2) return testUnary(first, operator, machine);
	if (args.length !== 3 || !isKnown(first + right) || !/^(?:==?|!=)$/.test(operator)) return undefined;
	return (first === right) !== (operator === "!=");
}

function negated(value: boolean | undefined): boolean | undefined {
	return value === undefined ? undefined : !value;
}

function any(left: boolean | undefined, right: boolean | undefined): boolean | undefined {
	if (left || right) return true;
	return left === undefined || right === undefined ? undefined : false;
}
