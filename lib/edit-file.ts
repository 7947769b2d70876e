/**
 * One call, from its arguments to its result: plan (no effect), then commit.
 *
 * Holds when `editFile` resolves: the file on disk has all edits of the call and nothing else has changed. Holds when it
 * rejects: the error is an `EditError`, and the file is as it was.
 */
import { createTwoFilesPatch } from "diff";
import { type ApplyOptions, applyEdits, type EditOutcome, type EditRequest } from "./apply-edits.ts";
import { EditError, type RefusalFacts } from "./edit-error.ts";
import { readSnapshot, replaceIfUnchanged, type Snapshot } from "./file-store.ts";
import { resolvePath } from "./paths.ts";
import { refusalText } from "./refusal-text.ts";
import { decodeText, encodeText } from "./text-file.ts";

export interface EditCall {
	path: string;
	edits: EditRequest[];
	/** Pairs of arguments that say different things; the call is refused. */
	conflicts?: string[];
	replaceAll?: true;
}

export interface EditContext {
	cwd: string;
	signal?: AbortSignal;
	settings?: Partial<EditSettings>;
	/** Calls on the same file that will have run before this one. Only a plan looks ahead like that. */
	earlierCalls?: EditCall[];
}

interface EditSettings extends ApplyOptions {
	preview: "off" | "on";
}

export interface EditFileResult {
	/** Absolute, as the call names the file: links are not resolved. */
	path: string;
	/** For the model. */
	text: string;
	diff: string;
	patch: string;
	firstChangedLine: number | undefined;
	edits: EditOutcome[];
}

/** What a call would do, and to which state of the file. */
export interface EditPlan {
	snapshot: Snapshot;
	bytes: Buffer;
	result: EditFileResult;
}

/** How often a call starts over on a file that others keep changing. Raising it delays the refusal, lowering it refuses where patience would do. */
const ATTEMPTS = 5;

export async function editFile(call: EditCall, context: EditContext): Promise<EditFileResult> {
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		const plan = await planEdit(call, context);
		throwIfAborted(call, context);
		if (context.settings?.preview === "on") return asPreview(call, plan.result);
		if (await replaceIfUnchanged(plan.snapshot, plan.bytes)) return plan.result;
	}
	refuse({ code: "changed-on-disk", where: call.path, reason: "changed" });
}

/** What `call` would do to the file as it is now. Reads, and has no effect. */
export async function planEdit(call: EditCall, context: EditContext): Promise<EditPlan> {
	const where = call.path;
	throwIfAborted(call, context);
	if (call.conflicts?.length) refuse({ code: "conflicting-arguments", where, conflicts: call.conflicts });
	const path = resolvePath(call.path, context.cwd);
	const snapshot = await readSnapshot(path, where);
	throwIfAborted(call, context);
	const decoded = decodeText(snapshot.bytes);
	if (decoded === undefined) {
		refuse({
			code: "unencodable",
			where,
			editIndex: 0,
			editCount: call.edits.length,
			characters: "",
			encoding: "unknown",
		});
	}
	const before = afterEarlierCalls(decoded.text, context);
	const { content, edits } = applyEdits(before, call.edits, where, context.settings);
	const result = {
		path,
		text: successText(where, edits),
		diff: "",
		patch: createTwoFilesPatch(where, where, before, content),
		firstChangedLine: edits[0]?.startLine,
		edits,
	};
	return { snapshot, bytes: encodeText(content, decoded), result };
}

/** The text as the earlier calls will leave it; one that is refused leaves it as it was. */
function afterEarlierCalls(source: string, { earlierCalls = [], settings }: EditContext): string {
	return earlierCalls.reduce((text, { edits, path }) => {
		try {
			return applyEdits(text, edits, path, settings).content;
		} catch (error) {
			if (error instanceof EditError) return text;
			throw error;
		}
	}, source);
}

function successText(where: string, edits: EditOutcome[]): string {
	const places = edits.map(({ startLine, endLine }) =>
		startLine === endLine ? `line ${startLine}` : `lines ${startLine}-${endLine}`,
	);
	return `Successfully replaced ${edits.length} block(s) in ${where}.\nWhere: ${places.join(", ")}.`;
}

function asPreview(call: EditCall, result: EditFileResult): EditFileResult {
	return { ...result, text: `Preview only, nothing was written to ${call.path}.\n${result.patch}` };
}

function throwIfAborted(call: EditCall, context: EditContext): void {
	if (context.signal?.aborted) refuse({ code: "aborted", where: call.path });
}

function refuse(facts: RefusalFacts): never {
	throw new EditError(refusalText(facts), facts);
}
