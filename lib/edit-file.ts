/**
 * One call, from its arguments to its result: plan (no effect), then commit.
 *
 * Holds when `editFile` resolves: the file on disk has all edits of the call and nothing else of it has changed. Holds when
 * it rejects: the error is an `EditError`, and the file is as it was.
 */
import { constants as bufferConstants } from "node:buffer";
import { type ApplyOptions, type ApplyResult, applyEdits, type EditOutcome, type EditRequest } from "./apply-edits.ts";
import { type ChangedRange, changedRanges } from "./diff/changed-ranges.ts";
import { diffRanges, type EditDiff } from "./diff.ts";
import { EditError } from "./edit-error.ts";
import { withFileLock } from "./file-store/lock.ts";
import { readSnapshot, type Snapshot } from "./file-store/snapshot.ts";
import { clearLeftovers, replaceIfUnchanged } from "./file-store.ts";
import { locateTarget } from "./paths.ts";
import { refusal, refuse } from "./refusal-text.ts";
import { DEFAULT_SETTINGS, type Settings } from "./settings.ts";
import { previewText, successText } from "./success-text.ts";
import { cutsDoubleByteCharacter, type DecodedText, decodeText, encodeRanges, encodeText } from "./text-file.ts";

export interface EditCall {
	path: string;
	edits: EditRequest[];
	/** Pairs of arguments that say different things; the call is refused. */
	conflicts?: string[];
	/** The model asked for every occurrence, which no edit does: it makes the refusal of several places say so. */
	replaceAll?: true;
}

export interface EditContext {
	cwd: string;
	signal?: AbortSignal;
	settings?: Partial<Settings>;
	/** Calls on the same file that will have run before this one. Only a plan looks ahead like that. */
	earlierCalls?: EditCall[];
	/** Bytes; a larger file is refused as `too-large` without being read. */
	limitBytes?: number;
}

export interface EditFileResult extends EditDiff {
	/** Absolute, as the call names the file: links are not resolved. */
	path: string;
	/** For the model. */
	text: string;
	edits: ApplyResult["edits"];
}

/** What a call would do, and to which state of the file. */
export interface EditPlan {
	snapshot: Snapshot;
	/** What the file will hold, in pieces. */
	content: readonly Buffer[];
	result: EditFileResult;
}

/** How often a call starts over on a file that others keep changing. More delays the refusal, less gives up where patience would do. */
const ATTEMPTS = 5;

export async function editFile(call: EditCall, context: EditContext): Promise<EditFileResult> {
	const { path: where } = call;
	if (context.settings?.preview === "on") {
		const { result } = await planEdit(call, context);
		return { ...result, text: previewText(where, result.patch) };
	}
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		refuseAtOnce(call, context);
		const { realPath } = locate(call, context);
		const outcome = await withFileLock(realPath, "wait", context.signal, () => attemptEdit(call, context, realPath));
		if (outcome.kind === "aborted") refuse({ code: "aborted", where });
		if (outcome.kind === "held") refuse({ code: "changed-on-disk", where, reason: "locked" });
		if (outcome.result !== undefined) return outcome.result;
	}
	refuse({ code: "changed-on-disk", where, reason: "changed" });
}

/** What `call` would do to the file as it is now. Reads, and has no effect. */
export async function planEdit(call: EditCall, context: EditContext): Promise<EditPlan> {
	refuseAtOnce(call, context);
	const { path, realPath } = locate(call, context);
	const snapshot = await readSnapshot(realPath, call.path, context.limitBytes);
	throwIfAborted(call, context);
	return { snapshot, ...planOnBytes(snapshot.bytes, path, call, context) };
}

/** What `call` would do to a file that will hold `content` by then, whatever is there now. */
export function planOnContent(content: string, call: EditCall, context: EditContext): EditFileResult {
	refuseAtOnce(call, context);
	return planOnBytes(Buffer.from(content), locate(call, context).path, call, context).result;
}

function planOnBytes(source: Buffer, path: string, call: EditCall, context: EditContext): Omit<EditPlan, "snapshot"> {
	const decoded = decodeText(source);
	if (decoded === undefined) refuse({ code: "binary", where: call.path, editIndex: 0, editCount: call.edits.length });
	const earlier = afterCalls(context.earlierCalls ?? [], decoded, context);
	const { edits } = applyCall(earlier.text, call, decoded, context);
	const ranges = changedRanges(edits);
	const allRanges = earlier.edits.length === 0 ? ranges : changedRanges([...earlier.edits, ...edits]);
	const content = encodeRanges(allRanges, decoded, source);
	if (content === undefined) {
		refuse({ code: "ill-formed-text", where: call.path, editIndex: 0, editCount: edits.length, offset: 0 });
	}
	const diff = diffWithin(earlier.text, ranges, call, lengthAfter(earlier.text, edits));
	return { content, result: { path, text: successText(call.path, edits, context.settings?.drift), ...diff, edits } };
}

/** The result; undefined if the file changed in between, so that the call has to start over. */
async function attemptEdit(
	call: EditCall,
	context: EditContext,
	lockedPath: string,
): Promise<EditFileResult | undefined> {
	throwIfAborted(call, context);
	await clearLeftovers(lockedPath);
	const plan = await planEdit(call, context);
	// A link was moved while the lock was waited for: the file that is meant now has another lock.
	if (plan.snapshot.realPath !== lockedPath) return undefined;
	const replaced = await replaceIfUnchanged(plan.snapshot, plan.content, () => throwIfAborted(call, context));
	return replaced ? plan.result : undefined;
}

function refuseAtOnce(call: EditCall, context: EditContext): void {
	// `prepareEditArguments` leaves a path out that was not a string; pi's validation is not there for other callers.
	if (typeof call.path !== "string") refuse({ code: "not-readable", where: "", errorCode: "ERR_INVALID_ARG_TYPE" });
	throwIfAborted(call, context);
	if (call.conflicts?.length) {
		refuse({ code: "conflicting-arguments", where: call.path, conflicts: call.conflicts });
	}
}

function locate(call: EditCall, context: EditContext): ReturnType<typeof locateTarget> {
	return locateTarget(call.path, context.cwd, context.settings?.paths ?? DEFAULT_SETTINGS.paths);
}

/** The text as the earlier calls will leave it, and their edits. A call that is refused leaves it as it was. */
function afterCalls(
	earlierCalls: EditCall[],
	decoded: DecodedText,
	context: EditContext,
): { text: string; edits: EditOutcome[] } {
	let { text } = decoded;
	const edits: EditOutcome[] = [];
	for (const call of earlierCalls) {
		try {
			const result = applyCall(text, call, decoded, context);
			text = result.content;
			edits.push(...result.edits);
		} catch (error) {
			if (!(error instanceof EditError)) throw error;
		}
	}
	return { text, edits };
}

/** In a file with a byte order mark, one at the start of `newText` was copied from there: it would be written twice. */
function withoutMark(edits: EditRequest[], { byteOrderMark }: DecodedText): EditRequest[] {
	if (byteOrderMark.length === 0) return edits;
	return edits.map((edit) => {
		const isCopied = edit?.newText?.startsWith("\ufeff") && !edit.oldText?.startsWith("\ufeff");
		return isCopied ? { oldText: edit.oldText, newText: edit.newText.slice(1) } : edit;
	});
}

function applyCall(source: string, call: EditCall, decoded: DecodedText, context: EditContext): ApplyResult {
	// A file that is not valid in its encoding takes exact matches only.
	const options: ApplyOptions = decoded.valid ? (context.settings ?? {}) : { ...context.settings, drift: "refuse" };
	try {
		const result = applyEdits(source, withoutMark(call.edits, decoded), call.path, options);
		if (decoded.encoding === "unknown") refuseGuesses(source, call, decoded, result);
		const length = lengthAfter(source, result.edits);
		// No later edit could read it.
		if (length > LONGEST_TEXT) refuseTooLarge(call, length, LONGEST_TEXT);
		return result;
	} catch (error) {
		if (error instanceof RangeError) {
			const length = call.edits.reduce((sum, { newText }) => sum + newText.length, source.length);
			refuseTooLarge(call, length, LONGEST_TEXT);
		}
		throw withCircumstances(error, call, decoded);
	}
}

/** What a string can hold. Beyond it V8 throws a `RangeError`, which would tell a model nothing. */
const LONGEST_TEXT = bufferConstants.MAX_STRING_LENGTH;

function lengthAfter(source: string, edits: readonly EditOutcome[]): number {
	return edits.reduce(
		(length, { start, end, replacement }) => length + replacement.length - (end - start),
		source.length,
	);
}

function refuseTooLarge(call: EditCall, size: number, limit: number): never {
	const editCount = call.edits.length;
	refuse({ code: "too-large", where: call.path, editIndex: 0, editCount, size, limit, unit: "bytes" });
}

/** A patch holds a line twice if it changed: of a text of one line half of what a string can hold is left. */
function diffWithin(before: string, ranges: readonly ChangedRange[], call: EditCall, lengthOfAfter: number): EditDiff {
	try {
		return diffRanges(before, ranges, call.path);
	} catch (error) {
		if (!(error instanceof RangeError)) throw error;
		refuseTooLarge(call, Math.max(before.length, lengthOfAfter), Math.floor(LONGEST_TEXT / 2));
	}
}

/**
 * In a file of unknown encoding only ASCII can be written, and characters that stand in the span itself; and only where no
 * byte is taken off another character.
 */
function refuseGuesses(source: string, call: EditCall, decoded: DecodedText, { edits }: ApplyResult): void {
	let text = source;
	for (const [editIndex, { start, end, replacement }] of edits.entries()) {
		const position = { where: call.path, editIndex, editCount: edits.length };
		const span = text.slice(start, end);
		const characters = [...new Set(call.edits[editIndex]!.newText)]
			.filter((character) => character > "\x7f" && !span.includes(character))
			.join("");
		if (characters !== "") refuse({ code: "unencodable", characters, encoding: "unknown", ...position });
		const followsOther = start > 0 && text.charCodeAt(start - 1) > 0x7f;
		if (followsOther && cutsCharacter(text, start, decoded)) refuse({ code: "not-found", ...position });
		text = text.slice(0, start) + replacement + text.slice(end);
	}
}

function cutsCharacter(text: string, start: number, decoded: DecodedText): boolean {
	const [all, before] = [text, text.slice(0, start)].map((part) => encodeText(part, decoded)!) as [Buffer, Buffer];
	return cutsDoubleByteCharacter(all, before.length);
}

function throwIfAborted(call: EditCall, context: EditContext): void {
	if (context.signal?.aborted) refuse({ code: "aborted", where: call.path });
}

/** Adds what the matcher can not know: the call asked for every occurrence, or drift is not forgiven in this file. */
function withCircumstances(error: unknown, { replaceAll }: EditCall, { valid }: DecodedText): unknown {
	if (!(error instanceof EditError)) return error;
	const { facts } = error;
	const isAboutPlaces = facts.code === "not-unique" || facts.code === "ambiguous";
	if (isAboutPlaces && replaceAll) return refusal({ ...facts, replaceAll });
	return facts.code === "not-found" && !valid ? refusal({ ...facts, exactOnly: true }) : error;
}
