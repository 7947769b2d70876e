/**
 * The one error of the product. It carries a code and typed facts; its message is made from the facts by
 * `lib/refusal-text.ts` and is the whole text for the model. When it is thrown, nothing was written.
 */
import type { CopyText } from "./evidence/copy-text.ts";
import type { LostLines } from "./evidence/lost-lines.ts";
import type { LineDifference, NotFoundEvidence } from "./evidence/not-found.ts";
import type { DriftKind } from "./match/drift-kinds.ts";

/** Where in a call a refusal arose: the path as the caller wrote it, and which of how many edits (0-based index). */
export interface EditPosition {
	where: string;
	editIndex: number;
	editCount: number;
}

/** A place in the file's text. Lines are 1-based and inclusive. */
export interface Place {
	startLine: number;
	endLine: number;
	drift: readonly DriftKind[];
	/** The file's text for the next call: of one place as it is, of one among several with what makes it unique. */
	copy?: CopyText;
	/** Where the file first differs from what was sent. */
	difference?: LineDifference;
	/** The heading, definition or key that it stands in. */
	label?: string;
}

/** What an earlier edit of the same call did to the target of the one that failed. */
export interface EarlierEdit {
	editIndex: number;
	effect: "changed" | "duplicated";
}

/** What every refusal code knows about its cause. */
export type RefusalFacts =
	| { code: "no-edits"; where: string }
	| ({ code: "invalid-edit"; field: "oldText" | "newText" } & EditPosition)
	| ({ code: "duplicate-edit"; firstIndex: number } & EditPosition)
	| ({ code: "empty-old-text" } & EditPosition)
	| ({ code: "no-op-edit" } & EditPosition)
	| { code: "no-changes"; where: string; editCount: number }
	/** `place`: the one place that would match if its drift were accepted, for a setting or a proof that forbids it. */
	| ({
			code: "not-found";
			earlier?: EarlierEdit;
			place?: Place;
			unproved?: "line-breaks" | "lines";
			evidence?: NotFoundEvidence;
			/** When the file changed on disk, if that was after the model last read or edited it: milliseconds since 1970. */
			changedSinceSeen?: number;
			/** The file is not valid in its encoding, so that only exact text is looked for. */
			exactOnly?: true;
	  } & EditPosition)
	| ({ code: "not-unique"; places: Place[]; count: number; earlier?: EarlierEdit; replaceAll?: true } & EditPosition)
	| ({
			code: "ambiguous";
			places: Place[];
			count: number;
			/** Not every place was looked at. */
			isLeastCount?: true;
			earlier?: EarlierEdit;
			replaceAll?: true;
	  } & EditPosition)
	| ({ code: "too-short"; nonBlankCharacters: number; limit: number; evidence?: NotFoundEvidence } & EditPosition)
	| ({ code: "binary" } & EditPosition)
	| ({ code: "too-large"; size: number; limit: number; unit: "characters" | "bytes" } & EditPosition)
	| ({
			code: "over-scope";
			place: Place;
			spanLines: number;
			newLines: number;
			limitLines: number;
			ratio: number;
			lost?: LostLines;
	  } & EditPosition)
	| ({ code: "disproportionate"; place: Place } & EditPosition)
	| ({ code: "elided-new-text"; placeholder: string } & EditPosition)
	| ({ code: "line-numbers"; field: "oldText" | "newText"; place?: Place } & EditPosition)
	/** `lost`: all further lines may have lost their indentation; `unproved`: no rule maps `indent`. */
	| ({ code: "indentation"; place: Place; reason: "lost" | "unproved"; indent?: string } & EditPosition)
	| ({ code: "escaped-new-text"; place: Place; kinds: readonly string[] } & EditPosition)
	| ({ code: "ill-formed-text"; offset: number } & EditPosition)
	| ({ code: "unencodable"; characters: string; encoding: string } & EditPosition)
	| { code: "conflicting-arguments"; where: string; conflicts: string[] }
	| { code: "not-readable"; where: string; errorCode: string }
	| { code: "not-regular"; where: string; found: string; errorCode: string }
	| { code: "read-only"; where: string; errorCode: string }
	/** `linked`: the target is inside, but reached through a link, which a strict fence forbids. */
	| { code: "outside-workspace"; where: string; target: string; reason: "outside" | "linked" }
	| { code: "changed-on-disk"; where: string; reason: "changed" | "locked" }
	| { code: "write-failed"; where: string; errorCode: string }
	| { code: "aborted"; where: string };

export type EditErrorCode = RefusalFacts["code"];

/** The facts of a refusal that concerns one edit, without the edit's position in the call. */
export type RefusalReason = WithoutPosition<RefusalFacts>;

type WithoutPosition<Facts> = Facts extends EditPosition ? Omit<Facts, keyof EditPosition> : never;

export class EditError extends Error {
	readonly code: EditErrorCode;
	readonly facts: RefusalFacts;

	/** @param message the whole text for the model, made by `refusalText(facts)` */
	constructor(message: string, facts: RefusalFacts) {
		super(message);
		this.name = "EditError";
		this.code = facts.code;
		this.facts = facts;
	}
}
