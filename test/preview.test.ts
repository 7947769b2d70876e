/** The pane of a call, drawn by pi's own component in this process, beside the pane of pi's own tool. */
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { stripVTControlCharacters } from "node:util";
import {
	createEditToolDefinition,
	type ExtensionContext,
	initTheme,
	type ToolDefinition,
	ToolExecutionComponent,
} from "@earendil-works/pi-coding-agent";
import type { EditRequest } from "../lib/apply-edits.ts";
import { Forecasts } from "../lib/forecasts.ts";
import { Session } from "../lib/session.ts";
import { editTool } from "../lib/tool.ts";

type Ui = ConstructorParameters<typeof ToolExecutionComponent>[5];
type Result = Parameters<ToolExecutionComponent["updateResult"]>[0];

let folder: string;
let session: Session;
let forecasts: Forecasts;
let tool: ToolDefinition;
before(() => {
	folder = mkdtempSync(join(tmpdir(), "pi-edit-safe-pane-"));
	initTheme("dark");
});
after(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
	session = new Session(() => undefined);
	forecasts = new Forecasts(session);
	tool = editTool(session, forecasts) as unknown as ToolDefinition;
});

const WIDTH = 80;

/** More than any forecast takes; one that never comes fails its test. */
const TIMEOUT_MS = 5_000;

const lines = (count: number, prefix = "line") =>
	Array.from({ length: count }, (_, index) => `${prefix} ${index + 1}\n`).join("");

/** One call's pane and the life of the call as pi leads it. */
class Call {
	readonly id: string;
	readonly args: unknown;
	readonly pane: ToolExecutionComponent;
	readonly #definition: ToolDefinition;
	#drawn = 0;

	constructor(args: unknown, definition = tool, id = "call-1") {
		this.id = id;
		this.args = args;
		this.#definition = definition;
		const ui = { requestRender: () => this.#drawn++ } as unknown as Ui;
		this.pane = new ToolExecutionComponent("edit", id, args, {}, definition, ui, folder);
	}

	complete(): this {
		this.pane.setArgsComplete();
		this.#drawn = 0;
		return this;
	}

	/** Waits until the pane asks to be drawn again, as it does when its forecast is there. */
	async forecast(): Promise<string> {
		for (const end = performance.now() + TIMEOUT_MS; this.#drawn === 0; ) {
			if (performance.now() > end) assert.fail(`The pane has no forecast:\n${this.text()}`);
			await new Promise((resolve) => setImmediate(resolve));
		}
		return this.text();
	}

	async run(): Promise<Result> {
		const { execute, prepareArguments } = this.#definition;
		const context = { cwd: folder } as ExtensionContext;
		const call = prepareArguments?.(this.args) ?? this.args;
		let result: Result;
		try {
			result = { ...(await execute(this.id, call as never, undefined, undefined, context as never)), isError: false };
		} catch (error) {
			result = { content: [{ type: "text", text: (error as Error).message }], details: {}, isError: true };
		}
		this.pane.updateResult(result);
		return result;
	}

	text(): string {
		return this.coloured()
			.map((line) => stripVTControlCharacters(line).trimEnd())
			.join("\n");
	}

	coloured(): string[] {
		return [...this.pane.render(WIDTH)];
	}
}

function call(...edits: [string, string][]): { path: string; edits: EditRequest[] } {
	return { path: "a.txt", edits: edits.map(([oldText, newText]) => ({ oldText, newText })) };
}

const file = () => join(folder, "a.txt");

describe("the pane before the result", () => {
	it("shows the path and how many edits have come while the arguments stream", () => {
		assert.match(new Call({}).text(), /^\n\n edit \.\.\.\n/);
		assert.match(new Call(call(["a", "b"])).text(), / edit a\.txt \(1 edit so far\)/);
		assert.match(new Call(call(["a", "b"], ["c", "d"])).text(), / edit a\.txt \(2 edits so far\)/);
	});

	it("draws whatever half of a call has come, in any shape, without failing", () => {
		for (const args of [
			undefined,
			null,
			3,
			"x",
			[],
			{ path: 7 },
			{ edits: '[{"oldText": "a' },
			{ edits: [null] },
			{ path: "a", edits: {} },
		]) {
			assert.match(new Call(args).text(), /^\n\n edit /, JSON.stringify(args));
			assert.match(new Call(args).complete().text(), /^\n\n edit /, JSON.stringify(args));
		}
	});

	const truthful: [title: string, source: string, args: unknown][] = [
		["an exact edit", "one\ntwo\nthree\n", call(["two", "2"])],
		["sequential edits", "one\ntwo\n", call(["one", "uno"], ["uno\ntwo", "uno\ndos"])],
		[
			"a drift of indentation",
			"def f():\n\tif x:\n\t\treturn 1\n",
			call(["  if x:\n    return 1", "  if y:\n    return 2"]),
		],
		["a drift of quotes", "say(\u201chello world\u201d);\n", call(['say("hello world");', 'say("bye world");'])],
		["another tool's shape", "one\ntwo\n", { file_path: "a.txt", old_string: "two", new_string: "2" }],
		["edits sent as a text", "one\ntwo\n", { path: "a.txt", edits: JSON.stringify(call(["two", "2"]).edits) }],
		["a CRLF file", "one\r\ntwo\r\n", call(["one\ntwo", "one\n2"])],
		["a large deletion", lines(60), call([lines(60).slice(7), ""])],
	];
	for (const [title, source, args] of truthful) {
		it(`shows for ${title} exactly the diff that is then written`, async () => {
			writeFileSync(file(), source);
			const pane = new Call(args).complete();
			const forecast = await pane.forecast();
			assert.equal(readFileSync(file(), "utf8"), source);
			const result = await pane.run();
			assert.equal(result.isError, false, JSON.stringify(result.content));
			assert.equal(pane.text(), forecast);
			assert.match(forecast, /^ *-\d/m);
		});
	}

	it("shows a refusal and no diff, and once when it has come true", async () => {
		writeFileSync(file(), lines(30));
		const pane = new Call(call([lines(30), "short\n"])).complete();
		const forecast = await pane.forecast();
		assert.doesNotMatch(forecast, /^ *[-+]\d/m);
		const result = await pane.run();
		assert.equal(result.isError, true);
		assert.equal(pane.text(), forecast);
		assert.equal(readFileSync(file(), "utf8"), lines(30));
	});

	it("says that the file changed since the model saw it, as the refusal then does", async () => {
		writeFileSync(file(), "one\n");
		session.seenFiles.remember(file());
		writeFileSync(file(), "quite another text\n");
		const pane = new Call(call(["one two", "uno"])).complete();
		const forecast = await pane.forecast();
		assert.match(forecast, /The file changed on disk at/);
		await pane.run();
		assert.equal(pane.text(), forecast);
	});

	it("shows the edit as it will be after the earlier calls of the message", async () => {
		writeFileSync(file(), "one\ntwo\n");
		const first = new Call(call(["one", "uno"]), tool, "call-1").complete();
		const second = new Call(call(["uno\ntwo", "uno\ndos"]), tool, "call-2").complete();
		await first.forecast();
		const forecast = await second.forecast();
		assert.match(forecast, /\+2 dos/);
		await first.run();
		assert.equal((await second.run()).isError, false);
		assert.equal(second.text(), forecast);
	});

	it("looks again when an earlier call of the message did not land", async () => {
		writeFileSync(file(), "one\ntwo\n");
		const first = new Call(call(["one", "uno"]), tool, "call-1").complete();
		const second = new Call(call(["two", "dos"]), tool, "call-2").complete();
		await first.forecast();
		assert.match(await second.forecast(), / 1 uno/);
		second.complete();
		first.pane.updateResult({ content: [{ type: "text", text: "denied" }], details: {}, isError: true });
		assert.match(await second.forecast(), / 1 one/);
	});

	const writing = (content: string) => ({ id: "call-1", name: "write", arguments: { path: "./a.txt", content } });
	const behindWrite: [title: string, before: string | undefined, content: string, forecast: RegExp][] = [
		["what was there", "other\n", "alpha\nbeta\n", / 1 alpha\n -2 beta\n \+2 BETA/],
		["a file that is not there yet", undefined, "beta\n", /-1 beta\n \+1 BETA/],
		["a text that has what the new one lacks", "beta\n", "gamma\n", /Could not find the exact text/],
	];
	for (const [title, before, content, expected] of behindWrite) {
		it(`shows the edit of what an earlier write of the message puts in the place of ${title}`, async () => {
			rmSync(file(), { force: true });
			if (before !== undefined) writeFileSync(file(), before);
			const args = call(["beta", "BETA"]);
			forecasts.expect([writing(content), { id: "call-2", name: "edit", arguments: args }], folder);
			const pane = new Call(args, tool, "call-2").complete();
			const forecast = await pane.forecast();
			assert.match(forecast, expected);
			writeFileSync(file(), content);
			forecasts.settle("call-1", true);
			await pane.run();
			assert.equal(pane.text(), forecast);
		});
	}

	it("looks again when an earlier write of the message was denied", async () => {
		writeFileSync(file(), "alpha\nbeta\n");
		const args = call(["beta", "BETA"]);
		forecasts.expect([writing("gamma\n"), { id: "call-2", name: "edit", arguments: args }], folder);
		const pane = new Call(args, tool, "call-2").complete();
		assert.match(await pane.forecast(), /Could not find/);
		pane.complete();
		forecasts.settle("call-1", false);
		assert.match(await pane.forecast(), / 1 alpha\n -2 beta\n \+2 BETA/);
	});

	it("leaves aside a write behind the edit, and those of earlier messages", async () => {
		writeFileSync(file(), "beta\n");
		const args = call(["beta", "BETA"]);
		forecasts.expect([writing("gamma\n")], folder);
		const made = { id: "call-2", name: "edit", arguments: args };
		forecasts.expect([made, { ...writing("gamma\n"), id: "call-3" }], folder);
		assert.match(await new Call(args, tool, "call-2").complete().forecast(), /\+1 BETA/);
	});

	it("shows a call through a link to be a call on the same file", async () => {
		writeFileSync(file(), "one\ntwo\n");
		symlinkSync("a.txt", join(folder, "link.txt"));
		new Call({ ...call(["one", "uno"]), path: "link.txt" }, tool, "call-1").complete();
		const second = new Call(call(["uno\ntwo", "uno\ndos"]), tool, "call-2").complete();
		assert.match(await second.forecast(), /\+2 dos/);
	});

	const sizes: [title: string, characters: number, edits: number, isForetold: boolean][] = [
		["one edit in 4 MB", 4_000_000, 1, true],
		["one edit in 6 MB", 6_000_000, 1, false],
		["ten edits in 400 kB", 400_000, 10, true],
		["ten edits in 600 kB", 600_000, 10, false],
	];
	for (const [title, characters, edits, isForetold] of sizes) {
		it(`${isForetold ? "foretells" : "does not stop pi to foretell, and says so:"} ${title}`, async () => {
			const text = lines(characters / 12, "0123");
			writeFileSync(file(), text.padEnd(characters, "."));
			const args = call(
				...Array.from({ length: edits }, (_, i): [string, string] => [`0123 ${i + 1}\n`, `new ${i}\n`]),
			);
			const forecast = await new Call(args).complete().forecast();
			assert.match(forecast, isForetold ? /\n \+ *1 new 0\n/ : /^\n\n edit a\.txt\n\n The file is large: /);
		});
	}

	it("shows for a path that leads nowhere the refusal that follows", async () => {
		symlinkSync("loop", join(folder, "loop"));
		const pane = new Call({ path: "loop", edits: call(["one", "uno"]).edits }).complete();
		const forecast = await pane.forecast();
		assert.match(forecast, /ELOOP/);
		assert.equal((await pane.run()).isError, true);
		assert.equal(pane.text(), forecast);
	});

	it("drops the forecast of a call that was denied", async () => {
		writeFileSync(file(), "one\n");
		const pane = new Call(call(["one", "uno"])).complete();
		assert.match(await pane.forecast(), /\+1 uno/);
		pane.pane.updateResult({ content: [{ type: "text", text: "The person said no." }], details: {}, isError: true });
		assert.doesNotMatch(pane.text(), /uno/);
		assert.match(pane.text(), / The person said no\./);
	});
});

describe("the pane of a result", () => {
	it("is pi's own, line for line and colour for colour, for an exact edit", async () => {
		for (const [theme, outputPad] of [
			["dark", 1],
			["light", 1],
			["dark", 0],
		] as const) {
			initTheme(theme);
			const panes: string[][] = [];
			for (const definition of [tool, createEditToolDefinition(folder) as unknown as ToolDefinition]) {
				writeFileSync(file(), "one\ntwo\nthree\n");
				const pane = new Call(call(["two", "2"]), definition);
				pane.pane.setOutputPad(outputPad);
				await pane.complete().forecast();
				panes.push(pane.coloured());
				await pane.run();
				panes.push(pane.coloured());
			}
			assert.deepEqual(panes[0], panes[2], `the forecast, ${theme}, ${outputPad}`);
			assert.deepEqual(panes[1], panes[3], `the result, ${theme}, ${outputPad}`);
		}
		initTheme("dark");
	});

	it("says in one line what was forgiven", async () => {
		writeFileSync(file(), "def f():\n\tif x:\n\t\treturn 1\n");
		const pane = new Call(call(["  if x:\n    return 1", "  if y:\n    return 2"])).complete();
		await pane.run();
		assert.match(pane.text(), /\n oldText differed in indentation; the file's own is kept\.\n/);
	});

	it("says that lines which look alike are not", async () => {
		writeFileSync(file(), "if x:\n\treturn 1\n");
		const pane = new Call(call(["\treturn 1", "   return 1"])).complete();
		await pane.run();
		assert.match(
			pane.text(),
			/-2 {4}return 1\n \+2 {4}return 1\n\n 1 line differs in blanks or invisible characters alone\.\n/,
		);
	});

	it("draws a path with line breaks and escapes in one line", () => {
		const pane = new Call({ ...call(["a", "b"]), path: "a\nb\u001b[2J.txt" });
		assert.match(pane.text(), /^\n\n edit a\u240ab\u241b\[2J\.txt /);
	});

	it("says how many lines a deletion takes", async () => {
		writeFileSync(file(), lines(30));
		const pane = new Call(call([lines(30).slice(7), ""])).complete();
		await pane.run();
		assert.match(pane.text(), /\n Deletes 29 lines\.\n/);
	});

	it("hides the rest of a large diff, more of it when collapsed", async () => {
		writeFileSync(file(), lines(3000));
		const pane = new Call(call([lines(3000), lines(3000, "new")]));
		await pane.run();
		assert.match(pane.text(), /\.\.\. \(5960 more lines, /);
		assert.ok(pane.text().split("\n").length < 60);
		pane.pane.setExpanded(true);
		assert.match(pane.text(), /\.\.\. \(5000 more lines\)/);
	});

	it("draws a recorded call from its result, and reads no file for it", () => {
		const pane = new Call({ path: "was/never/here.txt", edits: call(["a", "b"]).edits });
		pane.pane.updateResult({
			content: [{ type: "text", text: "x" }],
			details: { diff: "-1 a\n+1 b", edits: [] },
			isError: false,
		});
		assert.match(pane.text(), /^\n\n edit was\/never\/here\.txt\n\n -1 a\n \+1 b\n/);
	});

	it("draws a call that pi's own tool recorded as that tool does", () => {
		const details = { diff: " 1 x\n-2 a\n+2 b", patch: "", firstChangedLine: 2 };
		const result = { content: [{ type: "text", text: "Successfully replaced 1 block(s)." }], details, isError: false };
		const [ours, theirs] = [tool, createEditToolDefinition(folder) as unknown as ToolDefinition].map((definition) => {
			const pane = new Call({ path: "a.txt", edits: call(["a", "b"]).edits }, definition);
			pane.pane.updateResult(result);
			return pane.coloured();
		});
		assert.deepEqual(ours, theirs);
	});

	it("survives a result without details", () => {
		const pane = new Call(call(["a", "b"]));
		pane.pane.updateResult({ content: [], details: undefined, isError: false });
		assert.match(pane.text(), / edit a\.txt/);
	});

	it("follows a change of the theme", async () => {
		writeFileSync(file(), "one\n");
		const pane = new Call(call(["one", "uno"])).complete();
		await pane.run();
		const dark = pane.coloured();
		initTheme("light");
		pane.pane.invalidate();
		assert.notDeepEqual(pane.coloured(), dark);
		assert.deepEqual(pane.coloured().map(stripVTControlCharacters), dark.map(stripVTControlCharacters));
		initTheme("dark");
	});
});
