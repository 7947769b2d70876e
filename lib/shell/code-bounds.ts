/** What a name or an expression of inline code may stand for, and how such values are put together. */
import { UNKNOWN } from "./unknown.ts";

export interface Bound {
	/** Every string that it may be, or that is anywhere in it. */
	values: string[];
	/** What each element of a list may be. */
	items?: string[][];
	/** Of a list of tuples: what the first, the second and so on of each may be. Of a table: its keys and its values. */
	columns?: string[][];
	/** Of a table, or of the tables in a list: what stands under each key. */
	fields?: Map<string, string[]>;
}

/** Values that one expression may have. More follows longer lists; fewer bounds joins of joins. */
export const MOST_VALUES = 1_000;

/** Without the parts that aren't there. */
export function bound({
	values,
	items,
	columns,
	fields,
}: {
	values: string[];
	items?: string[][] | undefined;
	columns?: string[][] | undefined;
	fields?: Map<string, string[]> | undefined;
}): Bound {
	return { values, ...(items && { items }), ...(columns && { columns }), ...(fields && { fields }) };
}

/** What the tuples or tables of a list hold in the same place. */
export function together(elements: Bound[]): Pick<Bound, "columns" | "fields"> {
	const tables = elements.flatMap(({ fields }) => fields ?? []);
	if (tables.length > 0) {
		const fields = new Map<string, string[]>();
		for (const table of tables)
			for (const [key, values] of table) fields.set(key, [...(fields.get(key) ?? []), ...values]);
		return { fields };
	}
	const rows = elements.flatMap(({ items }) => (items ? [items] : []));
	if (rows.length === 0) return {};
	const width = Math.min(Math.max(...rows.map((row) => row.length)), 8);
	return { columns: Array.from({ length: width }, (_, position) => rows.flatMap((row) => row[position] ?? [])) };
}

export function folderOf(path: string): string {
	const slash = path.lastIndexOf("/");
	return slash < 0 ? "." : path.slice(0, Math.max(slash, 1));
}

export function combined(heads: string[], tails: string[], between: string): string[] {
	const all: string[] = [];
	for (const head of heads) {
		for (const tail of tails) {
			if (all.length >= MOST_VALUES) return all;
			// A text that doubles is no path.
			all.push(head.length + tail.length > 10_000 ? UNKNOWN : head + between + tail);
		}
	}
	return all;
}

export function joined(heads: string[], tails: string[]): string[] {
	return combined(heads, tails, "/").map((path) => path.replace(/^.*\/(?=\/)/, ""));
}
