import assert from "node:assert/strict";
import { linkSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { applyPatch } from "diff";
import { type EditCall, editFile, planEdit } from "../lib/edit-file.ts";
import fc from "./support/fast-check.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

function edit(oldText: string, newText: string): EditCall {
	return { path: "file.txt", edits: [{ oldText, newText }] };
}

const encoded: [title: string, before: Buffer, oldText: string, newText: string, after: Buffer][] = [
	["UTF-8 with a mark", Buffer.from("\ufeffcafé\r\nx\r\n"), "x", "ü\ny", Buffer.from("\ufeffcafé\r\nü\r\ny\r\n")],
	["UTF-8 with a mark that newText copied", Buffer.from("\ufeffa;\n"), "a;", "\ufeffb;", Buffer.from("\ufeffb;\n")],
	["and one that both texts copied", Buffer.from("\ufeffa;\n"), "\ufeffa;", "\ufeffb;", Buffer.from("\ufeffb;\n")],
	[
		"UTF-16LE",
		utf16le("\ufefftitle=One\r\nç\r\n"),
		"title=One\nç",
		"title=Two\nñ😀",
		utf16le("\ufefftitle=Two\r\nñ😀\r\n"),
	],
	["UTF-16BE", utf16le("\ufeffmode: a\n").swap16(), "mode: a", "mode: b", utf16le("\ufeffmode: b\n").swap16()],
	[
		"Latin-1",
		latin1("<li>caf\xe9</li>\r\nx = 1\r\n"),
		"x = 1",
		"x = 2\ny",
		latin1("<li>caf\xe9</li>\r\nx = 2\r\ny\r\n"),
	],
	[
		"Latin-1, next to a letter that it can not name",
		latin1("na\xefve caf\xe9 ."),
		"ve",
		"vely",
		latin1("na\xefvely caf\xe9 ."),
	],
	["Shift-JIS", latin1("\x83\x5cn = 1\x83\x5c\nx = 1\n"), "x = 1", "x = 2", latin1("\x83\x5cn = 1\x83\x5c\nx = 2\n")],
	["mixed encodings", Buffer.from("é \xff1\n", "latin1"), "1", "2", Buffer.from("é \xff2\n", "latin1")],
	[
		"a kept character in mixed encodings",
		Buffer.from([0xff, 0xc3, 0xa9, 0x31]),
		"é1",
		"é2",
		Buffer.from([0xff, 0xc3, 0xa9, 0x32]),
	],
	["UTF-16 with a lone surrogate", utf16le("\ufeff\ud800 a=1\n"), "a=1", "a=é", utf16le("\ufeff\ud800 a=é\n")],
	["a real U+FFFD", Buffer.from("\ufffd\nlimit = 5\n"), "limit = 5", "limit = 6", Buffer.from("\ufffd\nlimit = 6\n")],
];

for (const [title, before, oldText, newText, after] of encoded) {
	test(`an edit of ${title} keeps every other byte`, async (context) => {
		const folder = temporaryFolder(context);
		writeFileSync(join(folder, "file.txt"), before);
		await editFile(edit(oldText, newText), { cwd: folder });
		assert.deepEqual(readFileSync(join(folder, "file.txt")), after);
	});
}

const refused: [title: string, before: Buffer, oldText: string, newText: string, code: string][] = [
	["text that an unknown encoding may lack", latin1("na\xefve\nx = 1\n"), "x = 1", "x = é", "unencodable"],
	["a byte guessed from U+FFFD", latin1("say 'na\xefve'\n"), "say 'na\ufffdve'", "say 'plain'", "not-found"],
	["drift where the encoding is not known", latin1("na\xefve\n  x = 1 + 2\n"), "x  =  1  +  2", "x = 3", "not-found"],
	["the second byte of a Shift-JIS character", latin1("\x83\x5cn = 1\n"), "\\n = 1", "\\n = 2", "not-found"],
	["UTF-32", latin1("\xff\xfe\0\0a\0\0\0"), "a", "b", "binary"],
];

for (const [title, before, oldText, newText, code] of refused) {
	test(`${title} is refused`, async (context) => {
		const folder = temporaryFolder(context);
		writeFileSync(join(folder, "file.txt"), before);
		await assert.rejects(editFile(edit(oldText, newText), { cwd: folder }), { code });
		assert.deepEqual(readFileSync(join(folder, "file.txt")), before);
	});
}

function latin1(text: string): Buffer {
	return Buffer.from(text, "latin1");
}

function utf16le(text: string): Buffer {
	return Buffer.from(text, "utf16le");
}

test("in a file of random bytes nothing changes outside the span", async (context) => {
	const folder = temporaryFolder(context);
	const path = join(folder, "file.txt");
	await fc.assert(
		fc.asyncProperty(fc.uint8Array({ maxLength: 80 }), fc.uint8Array({ maxLength: 80 }), async (head, tail) => {
			const [before, after] = ["#marker#", "[new]"].map((text) => Buffer.concat([head, Buffer.from(text), tail]));
			writeFileSync(path, before!);
			const landed = await editFile(edit("#marker#", "[new]"), { cwd: folder }).then(
				() => true,
				() => false,
			);
			assert.deepEqual(readFileSync(path), landed ? after : before);
			// Few files look like UTF-16 or UTF-32, or are valid with an accent on the marker's last character.
			const isAccented = /^\p{M}/u.test(Buffer.from(tail).toString());
			assert.ok(landed || isAccented || [0xfe, 0xff, 0].includes(head[0] ?? 0x23));
		}),
		{ numRuns: 150 },
	);
});

test("the result says what happened to people, programs and the model", async (context) => {
	const folder = temporaryFolder(context);
	const before = "one\ntwo\nthree\nfour\n";
	writeFileSync(join(folder, "file.txt"), before);
	const edits = [
		{ oldText: "two\nthree\n", newText: "" },
		{ oldText: "four", newText: "five" },
	];
	const result = await editFile({ path: "./file.txt", edits }, { cwd: folder });
	assert.equal(result.path, join(folder, "file.txt"));
	assert.equal(result.firstChangedLine, 2);
	assert.equal(applyPatch(before, result.patch), "one\nfive\n");
	assert.equal(
		result.text,
		"Successfully replaced 2 block(s) in ./file.txt.\nedits[0] at lines 2-3, 2 lines deleted.\nedits[1] at line 2.",
	);
});

test("in preview mode an edit goes up to the write, and nothing is written", async (context) => {
	const folder = temporaryFolder(context);
	const path = join(folder, "file.txt");
	writeFileSync(path, "old\n");
	const before = statSync(path, { bigint: true });
	const result = await editFile(edit("old", "new"), { cwd: folder, settings: { preview: "on" } });
	assert.ok(result.text.startsWith("Preview only, nothing was written to file.txt.\n"));
	assert.equal(applyPatch("old\n", result.patch), "new\n");
	const after = statSync(path, { bigint: true });
	assert.deepEqual([after.mtimeNs, after.ctimeNs, after.ino], [before.mtimeNs, before.ctimeNs, before.ino]);
	assert.deepEqual(readdirSync(folder), ["file.txt"]);
	await assert.rejects(editFile(edit("absent", "new"), { cwd: folder, settings: { preview: "on" } }), {
		code: "not-found",
	});
});

test("a plan has no effect, and sees what earlier calls will leave", async (context) => {
	const folder = temporaryFolder(context);
	writeFileSync(join(folder, "file.txt"), "one\n");
	const earlierCalls = [edit("one", "two"), edit("absent", "three")];
	const { result } = await planEdit(edit("two", "four"), { cwd: folder, earlierCalls });
	assert.equal(applyPatch("two\n", result.patch), "four\n");
	assert.equal(readFileSync(join(folder, "file.txt"), "utf8"), "one\n");
});

test("a refusal says what the matcher can not know", async (context) => {
	const folder = temporaryFolder(context);
	writeFileSync(join(folder, "file.txt"), latin1("caf\xe9\nx\nx\n"));
	const places = editFile({ ...edit("x", "y"), replaceAll: true }, { cwd: folder });
	await assert.rejects(places, ({ facts }) => facts.code === "not-unique" && facts.replaceAll);
	await assert.rejects(
		editFile(edit("café", "tea"), { cwd: folder }),
		({ facts }) => facts.code === "not-found" && facts.exactOnly,
	);
});

test("arguments that contradict each other are refused before the disk is touched", async () => {
	const call = { ...edit("old", "new"), conflicts: ["path: a.txt, b.txt"] };
	await assert.rejects(editFile(call, { cwd: "/nowhere" }), { code: "conflicting-arguments" });
});

test("a call without a path is refused like any other", async () => {
	const call = { ...edit("old", "new"), path: undefined as unknown as string };
	const refusal = { name: "EditError", code: "not-readable" };
	await assert.rejects(editFile(call, { cwd: "/nowhere" }), refusal);
	await assert.rejects(editFile(call, { cwd: "/nowhere", settings: { preview: "on" } }), refusal);
});

test("a link that leads nowhere is a missing file, whatever the fence", async (context) => {
	const folder = temporaryFolder(context);
	symlinkSync("none.txt", join(folder, "file.txt"));
	for (const paths of ["fenced", "open"] as const) {
		const facts = { code: "not-readable", where: "file.txt", errorCode: "ENOENT" };
		await assert.rejects(editFile(edit("old", "new"), { cwd: folder, settings: { paths } }), { facts });
	}
});

test("a link out of the workspace is refused unless the fence is open", async (context) => {
	const [folder, outside] = [temporaryFolder(context), temporaryFolder(context)];
	writeFileSync(join(outside, "secret.txt"), "old\n");
	symlinkSync(join(outside, "secret.txt"), join(folder, "file.txt"));
	await assert.rejects(editFile(edit("old", "new"), { cwd: folder }), {
		code: "outside-workspace",
		message: new RegExp(join(outside, "secret.txt")),
	});
	assert.equal(readFileSync(join(outside, "secret.txt"), "utf8"), "old\n");
	await editFile(edit("old", "new"), { cwd: folder, settings: { paths: "open" } });
	assert.equal(readFileSync(join(outside, "secret.txt"), "utf8"), "new\n");
});

for (const hardLinked of [false, true]) {
	const how = hardLinked ? "in place" : "by rename";

	test(`an abort at any step before a write ${how} leaves the old file and nothing else`, async (context) => {
		const folder = temporaryFolder(context);
		const names = hardLinked ? ["file.txt", "name.txt"] : ["file.txt"];
		let steps = 0;
		for (;;) {
			writeFileSync(join(folder, "file.txt"), "old\n");
			if (hardLinked && steps === 0) linkSync(join(folder, "file.txt"), join(folder, "name.txt"));
			const signal = atStep(steps, () => "abort");
			const error = await editFile(edit("old", "new"), { cwd: folder, signal }).then(
				() => undefined,
				(reason) => reason,
			);
			assert.deepEqual(readdirSync(folder), names);
			if (error === undefined) break;
			assert.equal(error.code, "aborted");
			assert.equal(readFileSync(join(folder, "file.txt"), "utf8"), "old\n");
			steps++;
		}
		assert.equal(readFileSync(join(folder, "file.txt"), "utf8"), "new\n");
		assert.ok(steps >= 4, `the signal was asked ${steps} times`);
	});

	test(`a change by another at any step before a write ${how} is kept, and the edit lands where its text is now`, async (context) => {
		const folder = temporaryFolder(context);
		const path = join(folder, "file.txt");
		writeFileSync(path, "");
		if (hardLinked) linkSync(path, join(folder, "name.txt"));
		for (let step = 0; step < 8; step++) {
			writeFileSync(path, "first\nold\n");
			let changed = false;
			const signal = atStep(step, () => {
				if (!changed) writeFileSync(path, "FIRST and more\nold\n");
				changed = true;
			});
			await editFile(edit("old", "new"), { cwd: folder, signal });
			assert.equal(readFileSync(path, "utf8"), changed ? "FIRST and more\nnew\n" : "first\nnew\n");
		}
	});
}

test("a file that others change all the time is given up, and keeps what they wrote", async (context) => {
	const folder = temporaryFolder(context);
	const path = join(folder, "file.txt");
	writeFileSync(path, "old\n");
	let changes = 0;
	const signal = atStep(0, () => writeFileSync(path, `old\n${++changes}\n`));
	await assert.rejects(editFile(edit("old", "new"), { cwd: folder, signal }), {
		facts: { code: "changed-on-disk", where: "file.txt", reason: "changed" },
	});
	assert.equal(readFileSync(path, "utf8"), `old\n${changes}\n`);
});

/** A signal whose state is asked at each step of an edit: from the given one on, `act` runs and may abort. */
function atStep(step: number, act: () => "abort" | unknown): AbortSignal {
	let asked = 0;
	const signal = new AbortController().signal;
	return Object.defineProperty(signal, "aborted", { get: () => asked++ >= step && act() === "abort" });
}
