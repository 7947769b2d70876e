/** The tests of `[[ ]]`. */
import { testUnary } from "./commands/conditions.ts";
import { extendedTest } from "./glob.ts";
import type { Machine } from "./machine.ts";
import type { Test } from "./tree.ts";
import { isKnown } from "./unknown.ts";
import { expandText, type RunNested } from "./words.ts";

export function evaluate(test: Test, machine: Machine, runNested: RunNested): boolean | undefined {
	switch (test.kind) {
		case "not": {
			const value = evaluate(test.operand, machine, runNested);
			return value === undefined ? undefined : value !== (test.times % 2 === 1);
		}
		case "logical": {
			const values = test.operands.map((operand) => evaluate(operand, machine, runNested));
			const decisive = test.operator === "||";
			if (values.includes(decisive)) return decisive;
			return values.includes(undefined) ? undefined : !decisive;
		}
		case "unary":
			return testUnary(test.operator, expandText(test.operand, machine, runNested), machine);
		case "binary": {
			const left = expandText(test.left, machine, runNested);
			const right = expandText(test.right, machine, runNested);
			if (!isKnown(left + right) || !/^[!=]?=$/.test(test.operator)) return undefined;
			return extendedTest(right)(left) !== (test.operator === "!=");
		}
	}
}
