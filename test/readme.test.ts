/** README says what the code does: its codes, switches, kinds of drift, paths, commands and test titles are the real ones. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { DRIFT_KINDS, DRIFT_WORDS } from "../lib/match/drift-kinds.ts";
import { DEFAULT_SETTINGS, SETTING_NAMES, SWITCHES } from "../lib/settings.ts";

const root = join(import.meta.dirname, "..");
const read = (name: string) => readFileSync(join(root, name), "utf8");
const readme = read("README.md");
const manifest = JSON.parse(read("package.json"));

describe("README", () => {
	it("explains every refusal code, and no other", () => {
		const codes = new Set([...read("lib/edit-error.ts").matchAll(/code: "([a-z-]+)"/g)].map((match) => match[1]));
		assert.deepEqual(rowsOf("Refusals").map(firstCode).sort(), [...codes].sort());
	});

	it("lists every switch in order, with its variable and its default first", () => {
		const rows = rowsOf("Switches").map((row) => row.split("|").map((cell) => cell.trim()));
		const shown = rows.map(([, name, variable, values]) => [name, variable, values?.match(/`(.+?)`/)?.[1]]);
		const expected = SETTING_NAMES.map((name) => [
			`\`${name}\``,
			`\`${SWITCHES[name].environment}\``,
			String(name === "disable" ? Number(DEFAULT_SETTINGS[name]) : DEFAULT_SETTINGS[name]),
		]);
		assert.deepEqual(shown, expected);
	});

	it("names every kind of drift in the order of strictness", () => {
		const list = DRIFT_KINDS.map((kind) => DRIFT_WORDS[kind].replace(" or invisible", "")).join(", ");
		assert.ok(readme.replaceAll(/\s+/g, " ").includes(`(${list})`), list);
	});

	it("names only files that exist, every dependency, and every module at the top of lib", () => {
		const named = [...readme.matchAll(/`((?:lib|test|bench)\/[\w./-]*)`/g)].map((match) => match[1]!);
		for (const name of named) assert.ok(existsSync(join(root, name)), name);
		const { dependencies } = manifest;
		for (const name of Object.keys(dependencies)) assert.ok(readme.includes(`\`${name}\``), name);
		const modules = globSync("lib/*.ts", { cwd: root }).map((name) => name.replaceAll("\\", "/"));
		const unnamed = modules.filter((name) => !named.includes(name));
		assert.deepEqual(unnamed, []);
	});

	it("names only npm scripts that exist, and all that a person runs", () => {
		const named = [...readme.matchAll(/npm (?:run )?([a-z][\w:-]*)/g)].map((match) => match[1]!);
		const ownCommands = named.filter((name) => !["install", "owner"].includes(name));
		const scripts = Object.keys(manifest.scripts).filter(
			(name) => !["node24", "pretest", "prepack", "postpack"].includes(name),
		);
		assert.deepEqual([...new Set(ownCommands)].sort(), scripts.sort());
	});

	it("says of each check which test goes red without it, by a title that is there", () => {
		const rows = rowsOf("Six checks before the disk");
		assert.equal(rows.length, 6);
		for (const row of rows) {
			const tests = [...row.matchAll(/`(test\/[\w./-]+)`(?:: "([^"]+)")?/g)];
			assert.ok(tests.length > 0, row);
			for (const [, file, title] of tests) if (title) assert.ok(read(file!).includes(title), title);
		}
	});

	it("offers a demo that goes as told", () => {
		assert.ok(readme.includes("npm install && npm run demo"));
		const printed = execFileSync(process.execPath, [join(root, "test/demo/demo.ts")], { encoding: "utf8" });
		assert.match(printed, /All four went as told/);
	});
});

/** The rows of the first table under a heading, without its head. */
function rowsOf(heading: string): string[] {
	const section = readme.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`));
	assert.ok(section, heading);
	return section
		.split("\n")
		.filter((line) => line.startsWith("|"))
		.slice(2);
}

function firstCode(row: string): string {
	return /`([^`]+)`/.exec(row)?.[1] ?? "";
}
