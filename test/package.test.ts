/** The shape of the package: what it shows at its top, what it ships, and which way its modules depend on each other. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { publishedSource, withoutCarryingOn } from "../.ci/without-comments.mjs";
import { dependencyFolders, packageCopy } from "./support/loopback-registry.ts";

const root = join(import.meta.dirname, "..");
/** What everybody who installs it downloads: about 120 modules of text, compressed. Nothing else belongs in it. */
const TARBALL_LIMIT_BYTES = 150_000;

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

describe("the folder", () => {
	it("shows exactly the agreed names at its top", () => {
		const names = readdirSync(root).filter((name) => !name.startsWith(".") && name !== "node_modules");
		const agreed =
			"package.json tsconfig.json index.ts lib test bench README.md NOTICES.md LICENSE CHANGELOG.md package-lock.json";
		const unexpected = names.filter((name) => !agreed.split(" ").includes(name));
		assert.deepEqual(unexpected, []);
	});

	it("ships the sources, the licence and the notes, and no test, in a small tarball", (context) => {
		const folder = mkdtempSync(join(tmpdir(), "pi-edit-safe-pack-"));
		context.after(() => rmSync(folder, { recursive: true, force: true }));
		const packed = execFileSync("npm", ["pack", "--dry-run", "--json"], {
			cwd: packageCopy(folder),
			stdio: ["ignore", "pipe", "ignore"],
		});
		const [tarball] = JSON.parse(String(packed));
		const files: string[] = tarball.files.map(({ path }: { path: string }) => path);
		for (const needed of [
			"index.ts",
			"lib/tool.ts",
			"LICENSE",
			"README.md",
			"NOTICES.md",
			"CHANGELOG.md",
			"package.json",
		]) {
			assert.ok(files.includes(needed), `${needed} is not shipped`);
		}
		const extra = files.filter((name) => !/^(index\.ts|lib\/.*\.ts|[A-Z]+(\.md)?|package\.json)$/.test(name));
		assert.deepEqual(extra, []);
		assert.ok(tarball.size < TARBALL_LIMIT_BYTES, `the tarball has ${tarball.size} bytes`);
	});

	it("publishes sources whose code is the same, line by line", () => {
		for (const name of sources()) {
			const source = readFileSync(join(root, name), "utf8");
			const published = publishedSource(source);
			assert.equal(published.split("\n").length, source.split("\n").length, name);
			assert.equal(codeOf(published), codeOf(source), name);
		}
	});

	it("publishes README without the part that is about files which are not published", () => {
		const readme = readFileSync(join(root, "README.md"), "utf8");
		const published = withoutCarryingOn(readme);
		const lines = readme.split("\n## Carrying on\n")[0]!.split("\n");
		for (const line of published.split("\n## Carrying on\n")[0]!.split("\n")) {
			while (lines.length > 0 && lines[0] !== line) lines.shift();
			assert.equal(lines.shift(), line);
		}
		assert.match(published, /## Install[\s\S]*## Reporting a fault/);
		assert.doesNotMatch(published, /[`(](test|bench|\.ci)\//);
	});

	it("names everything that is installed with it, and its licence", () => {
		const notices = readFileSync(join(root, "NOTICES.md"), "utf8");
		for (const folder of dependencyFolders()) {
			const { name, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
			const row = notices
				.split("\n")
				.find((line) => new RegExp(`[ [|]${name}[\\] ,|]`).test(line) && line.includes(`| ${license}`));
			assert.ok(row, `${name} (${license})`);
		}
	});

	it("names an entry for pi that exists", () => {
		for (const entry of manifest.pi.extensions) assert.ok(existsSync(join(root, entry)), entry);
	});
});

describe("the modules", () => {
	const modules = new Map(sources().map((name) => [name, importsOf(name)]));

	/** From the outside in; none of these may reach one that stands before it. */
	const order = [
		"index.ts",
		"lib/tool.ts",
		"lib/preview.ts",
		"lib/edit-file.ts",
		"lib/file-store.ts",
		"lib/apply-edits.ts",
		"lib/guards.ts",
		"lib/match/find-span.ts",
		"lib/edit-error.ts",
		"lib/match/drift-kinds.ts",
	].filter((name) => modules.has(name));

	/** What may know of pi. Everything else must work without it. */
	const knowsPi = /^(index|lib\/(tool|preview|command|owner|tell|stale-context)|lib\/shell\/shell-hook)\.ts$/;

	/** What may touch the disk: the file store its content, the rest names, links and states. */
	const touchesDisk = /^lib\/(file-store(\/[a-z-]+)?|paths|seen-files|shell\/disk-names)\.ts$/;

	it("depend on each other in one direction, without a cycle", () => {
		for (const name of modules.keys()) assert.ok(!reach(name).has(name), `${name} reaches itself`);
		for (const [index, outer] of order.entries()) {
			for (const inner of order.slice(index + 1)) assert.ok(!reach(inner).has(outer), `${inner} reaches ${outer}`);
		}
	});

	it("know nothing of pi, save those at its edge", () => {
		for (const [name, imports] of modules) {
			if (knowsPi.test(name)) continue;
			const ofPi = imports.filter((each) => /^(@earendil-works\/|typebox)/.test(each) || knowsPi.test(each));
			assert.deepEqual(ofPi, [], name);
		}
	});

	it("leave the disk to the file store and the paths", () => {
		for (const [name, imports] of modules) {
			if (touchesDisk.test(name)) continue;
			const effects = imports.filter((each) => /^(node:)?(fs|child_process|net|http|worker_threads)/.test(each));
			assert.deepEqual(effects, [], name);
		}
	});

	it("import only what the package declares", () => {
		const declared = { ...manifest.dependencies, ...manifest.peerDependencies };
		for (const [name, imports] of modules) {
			const packages = imports.filter((each) => !/^(node:|lib\/|index\.ts)/.test(each));
			for (const each of packages) assert.ok(Object.hasOwn(declared, each), `${name} imports ${each}`);
		}
	});

	function reach(from: string): Set<string> {
		const reached = new Set<string>();
		const pending = [...(modules.get(from) ?? [])];
		for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
			if (reached.has(next)) continue;
			reached.add(next);
			pending.push(...(modules.get(next) ?? []));
		}
		return reached;
	}
});

function sources(): string[] {
	return ["index.ts", ...globSync("lib/**/*.ts", { cwd: root }).map((name) => name.replaceAll("\\", "/"))];
}

/** The code alone, without comments and types. */
function codeOf(source: string): string {
	return stripTypeScriptTypes(source, { mode: "transform" });
}

/** What a module imports, types and late imports included: own files by their path from the root, others by name. */
function importsOf(name: string): string[] {
	const text = readFileSync(join(root, name), "utf8");
	return [...text.matchAll(/(?:\bfrom|\bimport\()\s*"([^"]+)"/g)]
		.map((match) => match[1]!)
		.map((each) => (each.startsWith(".") ? join(dirname(name), each).replaceAll("\\", "/") : each));
}
