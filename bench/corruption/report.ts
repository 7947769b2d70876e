/** The corruption results as a table, and each divergence with the bytes. */
import type { CaseResult, Judged } from "./run-corruption.ts";

export function corruptionReport(results: readonly CaseResult[]): string {
	const rows = results.map(({ corruptionCase, pi, ours }) =>
		[corruptionCase.name.padEnd(28), pi.outcome.padEnd(10), ours.outcome.padEnd(10), corruptionCase.hazard].join(" "),
	);
	const total = (arm: "pi" | "ours") =>
		(["right", "refused", "corrupted"] as const)
			.map((outcome) => `${results.filter((result) => result[arm].outcome === outcome).length} ${outcome}`)
			.join(", ");
	return [
		[`${"case".padEnd(28)} ${"pi".padEnd(10)} ${"ours".padEnd(10)} hazard`],
		rows,
		[
			"",
			`pi:   ${total("pi")}`,
			`ours: ${total("ours")}  (of ${results.length}; refused: an edit that has a right place)`,
		],
		["", "Where one of them did not do the right thing:", ...results.flatMap(divergence)],
	]
		.flat()
		.join("\n");
}

function divergence({ corruptionCase, pi, ours }: CaseResult): string[] {
	if (pi.outcome === "right" && ours.outcome === "right") return [];
	const { name, bytes, edits, right } = corruptionCase;
	return [
		`  ${name}`,
		`    file   ${shown(bytes)}`,
		...edits.flatMap(({ oldText, newText }) => [`    old    ${shown(oldText)}`, `    new    ${shown(newText)}`]),
		`    right  ${right ? shown(right) : "(refused)"}`,
		...(pi.outcome === "right" ? [] : [`    pi     ${judgedText(pi)}`]),
		...(ours.outcome === "right" ? [] : [`    ours   ${judgedText(ours)}`]),
	];
}

function judgedText({ bytes, reason }: Judged): string {
	return bytes ? shown(bytes) : `(${reason})`;
}

/** Longer texts are cut: a case is read by its beginning. */
const SHOWN_LENGTH = 240;

/** Every byte that is no plain ASCII stands as its number. */
function shown(text: Buffer | string): string {
	const latin1 = typeof text === "string" ? Buffer.from(text).toString("latin1") : text.toString("latin1");
	const cut = latin1.length > SHOWN_LENGTH ? `${latin1.slice(0, SHOWN_LENGTH)}...` : latin1;
	return cut
		.replaceAll("\\", "\\\\")
		.replaceAll("\n", "\\n")
		.replaceAll("\r", "\\r")
		.replaceAll("\t", "\\t")
		.replace(/[^ -~]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, "0")}`);
}
