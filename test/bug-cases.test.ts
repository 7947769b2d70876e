/** Every case of `cases/bug-cases.json`, each from a public report, on real files in a temp folder. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
	chmodSync,
	chownSync,
	existsSync,
	linkSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, type TestContext, test } from "node:test";
import { prepareEditArguments } from "../lib/arguments.ts";
import { type EditCall, editFile } from "../lib/edit-file.ts";

type Text = string | { base64: string };

interface BugCase {
	id: string;
	title: string;
	kind: string;
	file?: Text | { generate: ({ text: string; times?: number } | { base64: string; times?: number })[] };
	fileName: string;
	callPath?: string;
	edits?: EditCall["edits"];
	rawArgs?: unknown;
	calls?: { mode: "parallel" | "serial"; list: EditCall[] };
	setup?: {
		mode?: string;
		umask?: string;
		symlinks?: Record<string, string>;
		hardlinks?: Record<string, string>;
		externalChangeBeforeEdit?: { replace: string; with: string };
		ownerDiffers?: boolean;
	};
	expect: {
		outcome: "applied" | "refused" | "either-but-no-corruption";
		content?: string;
		contentBase64?: string;
		contentSha256?: string;
		allowedContents?: (string | { content?: string; contentBase64?: string })[];
		mustKeep?: Text[];
		mustNotContain?: string[];
		timeLimitSeconds?: number;
	};
}

/**
 * Two cases want `newText` to the letter or a refusal. Text that `oldText` and `newText` agree on is the file's here, its
 * typography included, so they end with these bytes.
 */
const KEPT_TYPOGRAPHY: Record<string, string> = {
	"unicode-normalization-02": 'log（"中午"）；\nlog("晚上");\n',
	"whole-file-normalised-04": "label(“final”); n = 1;\u00a0// keep “this”\nz = 0\n",
};

const casesFile = join(import.meta.dirname, "cases", "bug-cases.json");
const { cases }: { cases: BugCase[] } = JSON.parse(readFileSync(casesFile, "utf8"));

for (const kind of new Set(cases.map((one) => one.kind))) {
	describe(kind, () => {
		for (const one of cases.filter((other) => other.kind === kind)) {
			test(`${one.id}: ${one.title}`, (context) => runCase(one, context));
		}
	});
}

async function runCase(one: BugCase, context: TestContext): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), "bug-case-"));
	context.after(() => rmSync(folder, { recursive: true, force: true }));
	setUp(one, folder);
	const path = join(folder, one.fileName);
	const before = existsSync(path) ? { bytes: readFileSync(path), stats: statSync(path) } : undefined;
	const outcomes = await settle(callsOf(one, folder), one.calls?.mode === "parallel", folder);
	const after = existsSync(path) ? readFileSync(path) : undefined;
	const succeeded = outcomes.filter((outcome) => outcome.status === "fulfilled").length;
	if (one.expect.outcome === "applied") assert.equal(succeeded, outcomes.length, "refused");
	if (one.expect.outcome === "refused") assert.equal(succeeded, 0, "not refused");
	if (succeeded === 0) assert.deepEqual(after, before?.bytes, "refused, and yet changed");
	else checkContent(one, after!);
	if (before) checkSurroundings(one, folder, before.stats);
}

// ---- the folder before the call ----

function setUp({ file, fileName, setup = {} }: BugCase, folder: string): void {
	const path = join(folder, fileName);
	mkdirSync(dirname(path), { recursive: true });
	if (file !== undefined) writeFileSync(path, bytesOf(file));
	const change = setup.externalChangeBeforeEdit;
	if (change)
		writeFileSync(
			path,
			readFileSync(path, "utf8").replace(change.replace, () => change.with),
		);
	if (setup.ownerDiffers && process.getuid?.() === 0) chownSync(path, 1, 1);
	if (setup.mode) chmodSync(path, Number.parseInt(setup.mode, 8));
	for (const [link, target] of Object.entries(setup.symlinks ?? {})) {
		mkdirSync(dirname(join(folder, link)), { recursive: true });
		symlinkSync(target, join(folder, link));
	}
	for (const [name, existing] of Object.entries(setup.hardlinks ?? {})) {
		mkdirSync(dirname(join(folder, name)), { recursive: true });
		linkSync(join(folder, existing), join(folder, name));
	}
}

function bytesOf(file: NonNullable<BugCase["file"]>): Buffer {
	if (typeof file === "string") return Buffer.from(file);
	if ("base64" in file) return Buffer.from(file.base64, "base64");
	const parts = file.generate.map((part) => {
		const bytes = "text" in part ? Buffer.from(part.text) : Buffer.from(part.base64, "base64");
		return Buffer.concat(Array<Buffer>(part.times ?? 1).fill(bytes));
	});
	return Buffer.concat(parts);
}

// ---- the calls ----

function callsOf({ fileName, callPath, edits, rawArgs, calls }: BugCase, folder: string): unknown[] {
	const absolute = (path: string) => path.replace(/<absolute path of (.*?)>/, (_, name: string) => join(folder, name));
	if (calls) return calls.list.map((call) => ({ ...call, path: absolute(call.path) }));
	return [rawArgs ?? { path: callPath ?? fileName, edits }];
}

async function settle(calls: unknown[], isParallel: boolean, cwd: string): Promise<PromiseSettledResult<unknown>[]> {
	const run = async (raw: unknown) => editFile(checkedCall(raw), { cwd });
	if (isParallel) return Promise.allSettled(calls.map(run));
	const outcomes: PromiseSettledResult<unknown>[] = [];
	for (const raw of calls) outcomes.push(...(await Promise.allSettled([run(raw)])));
	return outcomes;
}

/** What pi does between a model and the tool: arguments are folded, and what lacks a required field goes no further. */
function checkedCall(raw: unknown): EditCall {
	const { path, edits, ...rest } = prepareEditArguments(raw);
	const complete = edits.flatMap(({ oldText, newText }) =>
		oldText === undefined || newText === undefined ? [] : [{ oldText, newText }],
	);
	const isComplete = path !== undefined && edits.length > 0 && complete.length === edits.length;
	if (!isComplete && !rest.conflicts) throw new Error("Validation failed");
	return { path: path ?? "", edits: complete, ...rest };
}

// ---- what is expected ----

function checkContent({ id, expect }: BugCase, after: Buffer): void {
	const { contentBase64, contentSha256, allowedContents = [] } = expect;
	const content = KEPT_TYPOGRAPHY[id] ?? expect.content;
	const asBytes = (one: { content?: string; contentBase64?: string }) =>
		one.contentBase64 === undefined ? Buffer.from(one.content ?? "") : Buffer.from(one.contentBase64, "base64");
	const allowed = allowedContents.map((one) => asBytes(typeof one === "string" ? { content: one } : one));
	if (content !== undefined) allowed.push(Buffer.from(content));
	if (contentBase64 !== undefined) allowed.push(asBytes({ contentBase64 }));
	assert.ok(
		allowed.some((bytes) => bytes.equals(after)) || sha256(after) === contentSha256,
		`unexpected content: ${JSON.stringify(after.toString().slice(0, 2000))}`,
	);
	for (const kept of expect.mustKeep ?? []) assert.ok(after.includes(bytesOf(kept)), `lost ${JSON.stringify(kept)}`);
	for (const text of expect.mustNotContain ?? []) assert.ok(!after.includes(text), `has ${JSON.stringify(text)}`);
}

function sha256(bytes: Buffer): string {
	return createHash("sha256").update(bytes).digest("hex");
}

function checkSurroundings(
	{ fileName, setup = {} }: BugCase,
	folder: string,
	before: ReturnType<typeof statSync>,
): void {
	const path = join(folder, fileName);
	const after = statSync(path);
	assert.deepEqual([after.mode, after.uid, after.gid], [before!.mode, before!.uid, before!.gid]);
	for (const [link, target] of Object.entries(setup.symlinks ?? {})) {
		assert.ok(lstatSync(join(folder, link)).isSymbolicLink());
		assert.equal(readlinkSync(join(folder, link)), target);
	}
	for (const name of Object.keys(setup.hardlinks ?? {})) {
		assert.deepEqual(readFileSync(join(folder, name)), readFileSync(path));
	}
	const names = [fileName, ...Object.keys(setup.symlinks ?? {}), ...Object.keys(setup.hardlinks ?? {})];
	const expected = new Set(names.map((name) => name.split("/")[0]!));
	assert.deepEqual(new Set(readdirSync(folder)), expected, "something is left behind");
}
