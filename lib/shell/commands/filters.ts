/** Filters of lines that are names: what may come out of what went in. */
import { type Handler, knownLines } from "../machine.ts";
import { UNKNOWN } from "../unknown.ts";
import { Options } from "./options.ts";

/** `cut -d: -f1`, `awk -F: '{print $1}'`: the names in front of matching lines. */
function firstFields(text: string, separator: string): string {
	return text
		.split("\n")
		.map((line) => line.split(separator)[0]!)
		.filter((line) => line !== "")
		.map((line) => `${line}\n`)
		.join("");
}

const cut: Handler = ({ args, input }) => {
	const options = new Options(args, { valued: ["-d", "-f", "-c", "-b", "--delimiter", "--fields"] });
	const isFirst = options.value("-f", "--fields") === "1" && options.operands.length === 0;
	return isFirst ? firstFields(input.text, options.value("-d", "--delimiter") ?? "\t") : UNKNOWN;
};

/** `head -1` is one name, and the first will do. */
const head: Handler = (call, machine) => {
	const kept = lines(call, machine);
	const isOne = /^-(?:1|n ?1|n)$/.test(call.args[0] ?? "") && (call.args[0] !== "-n" || call.args[1] === "1");
	return isOne ? `${kept.split("\n")[0]}\n` : kept;
};

/** Filters that keep, reorder or drop whole lines: what may come out is what went in. */
const lines: Handler = ({ args, input }) => {
	const operands = new Options(args, { valued: ["-n", "-c", "-s"] }).operands;
	return operands.length === 0
		? knownLines(input.text)
				.map((line) => `${line}\n`)
				.join("") || UNKNOWN
		: UNKNOWN;
};

export const FILTERS: Record<string, Handler> = { cut, head, tail: lines, tac: lines };
