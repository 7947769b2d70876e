/** The byte-exact cases of `bench/cases/corruption.json`, and what ours made of each the last time it was accepted. */
import { readFileSync, writeFileSync } from "node:fs";
import type { EditRequest } from "../../lib/apply-edits.ts";

export interface CorruptionCase {
	name: string;
	/** What may go wrong, in a few words. */
	hazard: string;
	path: string;
	bytes: Buffer;
	edits: EditRequest[];
	/** The only right bytes; undefined if nothing may be written. */
	right: Buffer | undefined;
}

interface StoredCase {
	name: string;
	hazard: string;
	path: string;
	file?: string;
	fileHex?: string;
	edits: EditRequest[];
	expect: "refused" | { text: string } | { hex: string };
}

const CASES = new URL("../cases/corruption.json", import.meta.url);
const EXPECTED = new URL("../cases/corruption-expected.json", import.meta.url);

export function loadCases(): CorruptionCase[] {
	const stored = JSON.parse(readFileSync(CASES, "utf8")) as StoredCase[];
	return stored.map(({ file, fileHex, expect, ...rest }) => ({
		...rest,
		bytes: fileHex === undefined ? Buffer.from(file!) : Buffer.from(fileHex, "hex"),
		right:
			expect === "refused" ? undefined : "hex" in expect ? Buffer.from(expect.hex, "hex") : Buffer.from(expect.text),
	}));
}

export function loadExpected(): Record<string, string> {
	return JSON.parse(readFileSync(EXPECTED, "utf8")) as Record<string, string>;
}

export function saveExpected(outcomes: Record<string, string>): void {
	writeFileSync(EXPECTED, `${JSON.stringify(outcomes, null, "\t")}\n`);
}
