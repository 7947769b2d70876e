/** README and the pictures are what the records say: a number changed by hand, in any of them, is noticed. */
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { SECTION_MARKS, staleFiles } from "../../bench/readme/shown-files.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const root = join(import.meta.dirname, "..", "..");
const PICTURES = ["landing", "speed", "retry"].map((name) => `bench/pictures/${name}.svg`);

describe("the check of README and the pictures", () => {
	it("finds nothing in them as they are", () => assert.deepEqual(staleFiles(root), []));

	it("finds every number of README's section that was changed by hand", (context) => {
		const folder = copyOfShown(context);
		const file = join(folder, "README.md");
		const text = readFileSync(file, "utf8");
		const [start, end] = SECTION_MARKS.map((mark) => text.indexOf(mark)) as [number, number];
		const numbers = [...text.slice(start, end).matchAll(/\d+/g)];
		assert.ok(numbers.length > 50);
		for (const { 0: number, index } of numbers) {
			const at = start + index;
			writeFileSync(file, text.slice(0, at) + (Number(number) + 1) + text.slice(at + number.length));
			assert.deepEqual(staleNames(folder), ["README.md"], `${number} at ${at}`);
		}
	});

	for (const picture of PICTURES) {
		it(`finds a number of ${picture} that was changed by hand`, (context) => {
			const folder = copyOfShown(context);
			const file = join(folder, picture);
			const text = readFileSync(file, "utf8");
			const numbers = [...text.matchAll(/\d+(\.\d+)?/g)];
			for (const { 0: number, index } of [numbers.at(0)!, numbers[numbers.length >> 1]!, numbers.at(-1)!]) {
				writeFileSync(file, text.slice(0, index) + (Number(number) + 1) + text.slice(index + number.length));
				assert.deepEqual(staleNames(folder), [picture], number);
			}
		});
	}

	it("finds a record that was changed by hand, and a newer one that they do not show yet", (context) => {
		const folder = copyOfShown(context);
		const records = join(folder, "bench/records");
		const newest = readdirSync(records)
			.filter((name) => name.endsWith("-retry.json"))
			.sort()
			.at(-1)!;
		const record = JSON.parse(readFileSync(join(records, newest), "utf8"));
		record.results.ours.right--;
		writeFileSync(join(records, "9999-12-31-retry.json"), JSON.stringify(record));
		assert.deepEqual(staleNames(folder), ["bench/pictures/retry.svg"]);
		writeFileSync(join(records, "9999-12-31-retry.json"), JSON.stringify({ ...record, date: "9999-12-31" }));
		assert.deepEqual(staleNames(folder), ["README.md", "bench/pictures/retry.svg"]);
	});

	it("finds a picture that is missing", (context) => {
		const folder = copyOfShown(context, PICTURES.slice(1));
		assert.deepEqual(staleNames(folder), [PICTURES[0]]);
	});
});

it("README has no measured figure but those from the records", () => {
	const readme = readFileSync(join(root, "README.md"), "utf8");
	const [start, end] = SECTION_MARKS.map((mark) => readme.indexOf(mark)) as [number, number];
	const byHand = readme.slice(0, start) + readme.slice(end);
	assert.deepEqual(byHand.match(/\d[\d.,]*\s?(%|ms\b|milliseconds|seconds|times\b|x\b|MB\b|kB\b)/g), null);
});

/** A project that has nothing but what the check reads. */
function copyOfShown(context: Parameters<typeof temporaryFolder>[0], pictures = PICTURES): string {
	const folder = temporaryFolder(context);
	mkdirSync(join(folder, "bench/pictures"), { recursive: true });
	for (const name of ["README.md", "bench/records", ...pictures]) {
		cpSync(join(root, name), join(folder, name), { recursive: true });
	}
	return folder;
}

function staleNames(folder: string): string[] {
	return staleFiles(folder).map(({ name }) => name);
}
