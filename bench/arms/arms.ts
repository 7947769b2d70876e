/**
 * The things that are compared: each takes a text and the edits of one call, and either writes or refuses. Nothing here
 * throws; an error that is no refusal is a crash, and counts as a wrong outcome.
 */
import { type ApplyOptions, applyEdits, type EditRequest } from "../../lib/apply-edits.ts";
import { EditError } from "../../lib/edit-error.ts";
import type { PiFunctions } from "./pi-functions.ts";

export type ArmResult =
	| { kind: "written"; content: string }
	| { kind: "refused"; reason: string }
	| { kind: "crashed"; error: string };

export interface Arm {
	name: string;
	/** `source` as decoded, byte order mark off. */
	apply(source: string, edits: EditRequest[], where: string): ArmResult;
}

export function ourArm(name: string, options: ApplyOptions = {}): Arm {
	return {
		name,
		apply(source, edits, where) {
			try {
				return { kind: "written", content: applyEdits(source, edits, where, options).content };
			} catch (error) {
				if (error instanceof EditError) return { kind: "refused", reason: error.code };
				return { kind: "crashed", error: String(error) };
			}
		},
	};
}

/** pi's functions in the order in which its edit tool calls them. Its refusals are plain errors. */
export function piArm(pi: PiFunctions): Arm {
	return {
		name: "pi",
		apply(source, edits, where) {
			try {
				const normalized = pi.normalizeToLF(source);
				const { newContent, replacements } = pi.applyEditsToNormalizedContent(normalized, edits, where);
				const content = source === normalized ? newContent : pi.applyReplacementsToOriginal(source, replacements);
				return { kind: "written", content };
			} catch (error) {
				const reason = error instanceof Error ? error.message : String(error);
				const isRefusal = PI_REFUSALS.some((opening) => reason.includes(opening));
				return isRefusal ? { kind: "refused", reason } : { kind: "crashed", error: reason };
			}
		},
	};
}

/** What pi says when it means to refuse. Its "base content has a different line count" is a refusal, too: nothing is written. */
const PI_REFUSALS = [
	"Could not find",
	"occurrences of",
	"must not be empty",
	"No changes made",
	" overlap in ",
	"base content",
];
