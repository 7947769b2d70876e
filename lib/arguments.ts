/**
 * What the model sent, in whatever shape, as one canonical call. Pure. Holds when it returns: nothing threw, the input
 * is as it was, a second pass changes nothing, and every text is one that the model sent as a text. What could not be
 * read is an entry without its texts, so that validation names it; what contradicts itself is named in `conflicts`.
 */
import type { EditRequest } from "./apply-edits.ts";
import { parseLenientJson } from "./arguments/lenient-json.ts";

export interface EditArguments {
	path?: string;
	/** An entry lacks what was not a text. */
	edits: Partial<EditRequest>[];
	/** Pairs of fields that mean the same and hold different values. The tool refuses such a call. */
	conflicts?: string[];
	/** The model asked for every occurrence. No edit replaces more than one; the refusal can say so. */
	replaceAll?: true;
}

/** The names under which models send a field; the first is ours, and wins where a value has to stand. */
const NAMES = {
	path: ["path", "file_path", "filePath", "filename", "file", "filepath", "absolute_path", "target_file"],
	edits: ["edits", "replacements"],
	oldText: ["oldText", "old_text", "old_string", "oldString", "old_str", "oldStr", "search"],
	newText: ["newText", "new_text", "new_string", "newString", "new_str", "newStr", "replace"],
} as const;

/** Objects that hold the call and nothing else, as in `{"name": "edit", "arguments": {...}}`. */
const WRAPPERS = ["arguments", "input", "parameters", "args"];

const EVERY_OCCURRENCE = ["replaceAll", "replace_all"];
const COUNT = ["expected_replacements", "expectedReplacements"];

/** An array of edits in a call in an array of calls is four deep. A deeper nest is no call, and could overflow the stack. */
const MAX_DEPTH = 8;

export function prepareEditArguments(raw: unknown): EditArguments {
	try {
		return isCanonical(raw) ? raw : fold(raw);
	} catch {
		// Only a getter or a proxy of the caller's own can throw here.
		return { edits: [] };
	}
}

function isCanonical(raw: unknown): raw is EditArguments {
	if (!isRecord(raw)) return false;
	// A copy, so that nothing inherited counts.
	const { path, edits, conflicts, replaceAll, ...rest } = { ...raw };
	return (
		isText(path) &&
		isFullList(edits) &&
		edits.every(isCanonicalEdit) &&
		(conflicts === undefined ? !Object.hasOwn(raw, "conflicts") : isListOfTexts(conflicts)) &&
		(replaceAll === undefined ? !Object.hasOwn(raw, "replaceAll") : replaceAll === true) &&
		Object.keys(rest).length === 0
	);
}

function isCanonicalEdit(entry: unknown): boolean {
	if (!isRecord(entry)) return false;
	const { oldText, newText, ...rest } = { ...entry };
	return isText(oldText) && isText(newText) && Object.keys(rest).length === 0;
}

/** What has been read of a call so far. */
interface Folding {
	paths: NamedValue[];
	edits: Partial<EditRequest>[];
	conflicts: Set<string>;
	replaceAll: boolean;
	/** Arrays and objects already read: a value that holds itself would never end. */
	read: Set<object>;
}

interface NamedValue {
	name: string;
	value: unknown;
}

function fold(raw: unknown): EditArguments {
	const folding: Folding = { paths: [], edits: [], conflicts: new Set(), replaceAll: false, read: new Set() };
	readValue(folding, raw, "", 0);
	const path = agreedText(folding, folding.paths);
	return {
		...(path !== undefined && { path }),
		edits: folding.edits,
		...(folding.conflicts.size > 0 && { conflicts: [...folding.conflicts] }),
		...(folding.replaceAll && { replaceAll: true as const }),
	};
}

/** @param place what `value` is called in a conflict: `""` for the call itself */
function readValue(folding: Folding, value: unknown, place: string, depth: number): void {
	const read = isText(value) ? parseLenientJson(value) : value;
	if (depth > MAX_DEPTH || typeof read !== "object" || read === null) return;
	if (Array.isArray(read)) readEntries(folding, read, depth);
	else readRecord(folding, read as Record<string, unknown>, place, depth);
}

function readEntries(folding: Folding, list: readonly unknown[], depth: number): void {
	if (folding.read.has(list)) return;
	folding.read.add(list);
	for (const entry of Object.values(list)) readEntry(folding, entry, `edits[${folding.edits.length}]`, depth + 1);
}

/** A value that must be an edit, or hold some: one that cannot be read leaves an entry for validation to name. */
function readEntry(folding: Folding, value: unknown, place: string, depth: number): void {
	const count = folding.edits.length;
	readValue(folding, value, place, depth);
	if (folding.edits.length === count) folding.edits.push({});
}

/** A call and an edit are read alike, since models put the fields of one into the other. */
function readRecord(folding: Folding, record: Record<string, unknown>, place: string, depth: number): void {
	const paths = namedValues(record, "path", place);
	folding.paths.push(...paths);
	readSwitches(folding, record, depth);
	const hasEdits = readContainedEdits(folding, record, place, depth);
	const hasTexts = readTexts(folding, record, place);
	if (hasEdits || hasTexts || paths.length > 0) return;
	const wrapper = WRAPPERS.find((name) => Object.hasOwn(record, name));
	if (wrapper !== undefined) readValue(folding, record[wrapper], place, depth + 1);
}

function readSwitches(folding: Folding, record: Record<string, unknown>, depth: number): void {
	const own = (name: string) => (Object.hasOwn(record, name) ? record[name] : undefined);
	if (EVERY_OCCURRENCE.some((name) => own(name) === true) || COUNT.some((name) => isMoreThanOne(own(name)))) {
		folding.replaceAll = true;
	}
	const conflicts = depth === 0 ? own("conflicts") : undefined;
	if (isListOfTexts(conflicts)) for (const conflict of conflicts) folding.conflicts.add(conflict);
}

/** @returns whether the record has any */
function readContainedEdits(folding: Folding, record: Record<string, unknown>, place: string, depth: number): boolean {
	const lists = namedValues(record, "edits", place).filter(({ value }) => !isNothing(value));
	const flattened = flattenedEntries(record);
	if (lists.length + flattened.length === 0) return false;
	if (folding.read.has(record)) return true;
	folding.read.add(record);
	for (const { name, value } of lists) readEntry(folding, value, name, depth + 1);
	for (const entry of flattened) readEntry(folding, entry, `edits[${folding.edits.length}]`, depth + 1);
	return true;
}

/** `"edits[0].oldText"`, `"edits.0.oldText"` or `"edits[0][oldText]"`: what form-like encodings make of a list. */
const FLATTENED_KEY = new RegExp(
	String.raw`^(?:${NAMES.edits.join("|")})(?:\[(\d{1,6})\]|\.(\d{1,6}))(?:\.(\w{1,40})|\["?(\w{1,40})"?\])$`,
);

function flattenedEntries(record: Record<string, unknown>): Record<string, unknown>[] {
	const entries = new Map<number, Record<string, unknown>>();
	for (const key of Object.keys(record)) {
		const match = FLATTENED_KEY.exec(key);
		if (match === null) continue;
		const index = Number(match[1] ?? match[2]);
		// No prototype: a field may be called __proto__.
		const entry = entries.get(index) ?? Object.create(null);
		entry[(match[3] ?? match[4])!] = record[key];
		entries.set(index, entry);
	}
	return [...entries].sort(([left], [right]) => left - right).map(([, entry]) => entry);
}

/** @returns whether the record has any */
function readTexts(folding: Folding, record: Record<string, unknown>, place: string): boolean {
	const oldTexts = namedValues(record, "oldText", place);
	const newTexts = namedValues(record, "newText", place);
	if (oldTexts.length + newTexts.length === 0) return false;
	const oldText = agreedText(folding, oldTexts);
	const newText = agreedText(folding, newTexts);
	folding.edits.push({ ...(oldText !== undefined && { oldText }), ...(newText !== undefined && { newText }) });
	return true;
}

/** Every value that `record` has for a field; `null` is how some models leave one out. */
function namedValues(record: Record<string, unknown>, field: keyof typeof NAMES, place: string): NamedValue[] {
	return NAMES[field]
		.filter((name) => Object.hasOwn(record, name))
		.map((name) => ({ name: place === "" ? name : `${place}.${name}`, value: record[name] }))
		.filter(({ value }) => value !== undefined && value !== null);
}

/** The first text, if there is one. Any other value beside it is a contradiction, whatever it is. */
function agreedText(folding: Folding, values: readonly NamedValue[]): string | undefined {
	const first = values.find(({ value }) => isText(value));
	if (first === undefined) return undefined;
	for (const { name, value } of values) {
		if (value !== first.value) folding.conflicts.add(`${first.name} and ${name}`);
	}
	return first.value as string;
}

function isMoreThanOne(value: unknown): boolean {
	return typeof value === "number" && value > 1;
}

function isNothing(value: unknown): boolean {
	if (isText(value)) return value.trim() === "";
	return value === undefined || value === null || (typeof value === "object" && Object.keys(value).length === 0);
}

function isText(value: unknown): value is string {
	return typeof value === "string";
}

function isListOfTexts(value: unknown): value is string[] {
	return isFullList(value) && value.length > 0 && value.every(isText);
}

/** A list with holes could be four billion long and hold nothing. */
function isFullList(value: unknown): value is unknown[] {
	return Array.isArray(value) && Object.keys(value).length === value.length;
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
