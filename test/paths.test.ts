import assert from "node:assert/strict";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { EditError } from "../lib/edit-error.ts";
import { fromWindowsShell, locateTarget, resolvePath } from "../lib/paths.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const PI_PATHS = "../node_modules/@earendil-works/pi-coding-agent/dist/core/tools/path-utils.js";

let root = "";
let workspace = "";

/**
 * root/workspace: a.txt, sub/b.txt, @literal.txt, "narrow\u202fspace.txt", ~/c.txt
 * root/outside: secret.txt; root/workspace-two: d.txt
 */
before((context) => {
	root = temporaryFolder(context as Parameters<typeof temporaryFolder>[0]);
	workspace = join(root, "workspace");
	for (const folder of ["workspace/sub", "workspace/~", "outside", "workspace-two"]) {
		mkdirSync(join(root, folder), { recursive: true });
	}
	const files = ["a.txt", "sub/b.txt", "@literal.txt", "narrow\u202fspace.txt", "~/c.txt"];
	for (const file of files) writeFileSync(join(workspace, file), "text\n");
	writeFileSync(join(root, "outside/secret.txt"), "secret\n");
	writeFileSync(join(root, "workspace-two/d.txt"), "text\n");
	const links: [name: string, target: string][] = [
		["workspace/inner", "sub/b.txt"],
		["workspace/outer", "../outside/secret.txt"],
		["workspace/outer-absolute", join(root, "outside/secret.txt")],
		["workspace/outer-folder", "../outside"],
		["workspace/chain-1", "chain-2"],
		["workspace/chain-2", "sub/chain-3"],
		["workspace/sub/chain-3", "../../outside/secret.txt"],
		["workspace/sub/inner-chain", "../inner"],
		["workspace/there-and-back", "../outside/back"],
		["outside/back", join(root, "workspace/a.txt")],
		["workspace/sibling", "../workspace-two/d.txt"],
		["workspace/dangling-inner", "sub/new.txt"],
		["workspace/dangling-outer", "../outside/new.txt"],
		["workspace/loop-1", "loop-2"],
		["workspace/loop-2", "loop-1"],
		["workspace/up", ".."],
		["workspace-link", "workspace"],
		["outside/into", "../workspace/a.txt"],
		["outside/through", "../workspace/outer"],
	];
	for (const [name, target] of links) symlinkSync(target, join(root, name));
});

const resolved: [title: string, path: string, expected: () => string][] = [
	["a relative path, from the working folder", "a.txt", () => join(workspace, "a.txt")],
	["an absolute path", "/tmp/x/../y", () => "/tmp/y"],
	["a path above the working folder", "../outside/secret.txt", () => join(root, "outside/secret.txt")],
	["a leading @ of a mention", "@a.txt", () => join(workspace, "a.txt")],
	["a file that really begins with @", "@literal.txt", () => join(workspace, "@literal.txt")],
	["a path in the home folder", "~/none.txt", () => join(homedir(), "none.txt")],
	["a folder that is really named ~", "~/c.txt", () => join(workspace, "~/c.txt")],
	["a unicode space as a space", "no\u00a0such.txt", () => join(workspace, "no such.txt")],
	["a file that really has a unicode space", "narrow\u202fspace.txt", () => join(workspace, "narrow\u202fspace.txt")],
	["a name with a space in it, as it is", "two words.txt", () => join(workspace, "two words.txt")],
];

for (const [title, path, expected] of resolved) {
	test(`resolves ${title}`, () => assert.equal(resolvePath(path, workspace), expected()));
}

test("resolves the home folder", () => assert.equal(resolvePath("~", join(workspace, "sub")), homedir()));

test("resolves a file URL", () => {
	const path = join(workspace, "sub/with space.txt");
	assert.equal(resolvePath(pathToFileURL(path).href, workspace), path);
});

test("drive letters of Windows shells become native", () => {
	const table: [string, string][] = [
		["/c/Users/x.txt", "C:\\Users\\x.txt"],
		["/mnt/d/x", "D:\\x"],
		["/cygdrive/e", "E:\\"],
		["//server/share", "//server/share"],
		["/config/x", "/config/x"],
		["/c\\x", "/c\\x"],
	];
	for (const [path, expected] of table) assert.equal(fromWindowsShell(path), expected);
});

test("where no file bears the literal name, a path resolves as pi's own tools resolve it", async () => {
	const { resolveToCwd } = await import(PI_PATHS);
	const names = [
		"x.txt",
		"@x.txt",
		"@@x.txt",
		"~x",
		"~/x",
		"@~/x",
		"@/x",
		"a\u3000b",
		"\u00a0",
		"@",
		".",
		"",
		"x/",
		"./x//y",
		"file:///a%20b",
		"@file:///x",
		"File:///x",
		"~\\x",
		"/c/x",
	];
	for (const name of names) assert.equal(resolvePath(name, workspace), resolveToCwd(name, workspace), name);
});

const unreadable: [path: string, errorCode: string][] = [
	["loop-1", "ELOOP"],
	["nul\0byte", "ERR_INVALID_ARG_VALUE"],
	[`${"x".repeat(300)}`, "ENAMETOOLONG"],
	["file://elsewhere/x", "ERR_INVALID_FILE_URL_HOST"],
];

for (const [path, errorCode] of unreadable) {
	test(`a path that can not be resolved (${errorCode}) is refused with that code`, () => {
		assert.throws(() => resolvePath(path, workspace), {
			code: "not-readable",
			facts: { code: "not-readable", where: path, errorCode },
		});
	});
}

/** `true`: passes; a path: refused, naming that target. */
const fence: [path: string, fenced: true | string, strict: true | string][] = [
	["a.txt", true, true],
	["sub/../a.txt", true, true],
	["missing.txt", true, true],
	["inner", true, "workspace/sub/b.txt"],
	["sub/inner-chain", true, "workspace/sub/b.txt"],
	["outer", "outside/secret.txt", "outside/secret.txt"],
	["outer-absolute", "outside/secret.txt", "outside/secret.txt"],
	["outer-folder/secret.txt", "outside/secret.txt", "outside/secret.txt"],
	["outer-folder/none/x.txt", "outside/none/x.txt", "outside/none/x.txt"],
	["chain-1", "outside/secret.txt", "outside/secret.txt"],
	["there-and-back", true, "workspace/a.txt"],
	["sibling", "workspace-two/d.txt", "workspace-two/d.txt"],
	["dangling-inner", true, "workspace/sub/new.txt"],
	["dangling-outer", "outside/new.txt", "outside/new.txt"],
	["up/outside/secret.txt", "outside/secret.txt", "outside/secret.txt"],
	["up/workspace/a.txt", true, "workspace/a.txt"],
	["../outside/secret.txt", true, "outside/secret.txt"],
	["../workspace-two/d.txt", true, "workspace-two/d.txt"],
	["ROOT/outside/secret.txt", true, "outside/secret.txt"],
	["ROOT/outside/into", true, "workspace/a.txt"],
	["ROOT/outside/through", "outside/secret.txt", "outside/secret.txt"],
	["ROOT/workspace/a.txt", true, true],
	["ROOT/workspace-link/a.txt", true, true],
	["ROOT/workspace-link/outer", "outside/secret.txt", "outside/secret.txt"],
];

for (const seenFrom of ["workspace", "workspace-link"]) {
	for (const [path, fenced, strict] of fence) {
		for (const [rule, expected] of [
			["fenced", fenced],
			["strict", strict],
			["open", true],
		] as const) {
			test(`${path} from ${seenFrom} ${expected === true ? "passes" : "does not pass"} a fence that is ${rule}`, () => {
				const call = path.replace("ROOT", root);
				const locate = (): unknown => locateTarget(call, join(root, seenFrom), rule);
				if (expected === true) return assert.doesNotThrow(locate);
				const target = resolve(root, expected);
				assert.throws(locate, (error) => {
					assert.ok(error instanceof EditError);
					const reason = target.startsWith(join(workspace, "/")) ? "linked" : "outside";
					assert.deepEqual(error.facts, { code: "outside-workspace", where: call, target, reason });
					return true;
				});
			});
		}
	}
}

test("the target is the place behind every link", () => {
	assert.equal(locateTarget("sub/inner-chain", workspace, "fenced").realPath, join(workspace, "sub/b.txt"));
	assert.equal(locateTarget("chain-1", workspace, "open").realPath, join(root, "outside/secret.txt"));
});
