/**
 * The published sources have no comments, no indentation and few types: those are a quarter of the
 * download, and are for who changes the code, in the repository. Their lines stay as blank ones, so that a stack trace
 * names the line that the repository has. For the same reason the published README lacks the part about carrying on,
 * whose every path is in the repository alone.
 *
 *     node .ci/without-comments.mjs            before packing: blanks what isn't needed, and keeps the sources aside
 *     node .ci/without-comments.mjs restore    after packing: puts the sources back
 *
 * A pack that was interrupted is undone by `restore`. A file that was changed in between is left as it is then. Plain
 * JavaScript, so that `npm pack` works under a node that takes no types.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const aside = join(root, ".cache", "packing");

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	for (const name of ["README.md", "index.ts", ...sourceNames(join(root, "lib")).map((name) => join("lib", name))]) {
		if (process.argv[2] === "restore") restore(name);
		else leaveOut(name);
	}
}

/** What is published of a source, line by line. */
export function publishedSource(source) {
	return withoutIndentation(withoutTypes(withoutComments(source)));
}

/** Blanks every line that is nothing but a comment, or part of one. Comments behind code stay. */
function withoutComments(source) {
	let isInside = false;
	return source
		.split("\n")
		.map((line) => {
			const text = line.trim();
			const isComment = isInside || text.startsWith("//") || text.startsWith("/*");
			if (!isInside && text.startsWith("/*")) isInside = true;
			if (isInside && text.endsWith("*/")) isInside = false;
			return isComment ? "" : line;
		})
		.join("\n");
}

/** Leaves out declarations of types, imports of them and most annotations, as the formatter lays them out. */
function withoutTypes(source) {
	let end;
	return source
		.split("\n")
		.map((line) => {
			if (end === undefined) {
				if (/^(?:export )?interface \w.*\{$/.test(line)) end = /^\}$/;
				else if (/^(?:export )?type \w.* =/.test(line)) end = /^\t?\S.*;$/;
				else if (/^import type /.test(line)) end = /;$/;
				else return withoutAnnotations(line);
			}
			if (end.test(line)) end = undefined;
			return "";
		})
		.join("\n");
}

/** What a function returns, the types of its parameters where they are plain, the type of a constant. */
function withoutAnnotations(line) {
	return line
		.replace(/\): [^=(){}"]+ \{$/, ") {")
		.replace(/^((?:export )?const \w+): [^={}"]+ = /, "$1 = ")
		.replace(
			/^(\t*(?:export )?(?:async )?(?:function )?#?\w+\()((?:\w+\??: [\w.[\]| ]+(?:, )?)+)(\) \{)$/,
			(_, head, parameters, tail) => head + parameters.replace(/\??: [^,]+/g, "") + tail,
		);
}

/** A source with a text over several lines may need its tabs, so one that could hold such a text keeps them all. */
function withoutIndentation(source) {
	const mayHoldText = source.split("\n").some((line) => line.split("`").length % 2 === 0);
	return mayHoldText ? source : source.replace(/^\t+/gm, "");
}

/** README for who installs. */
export function withoutCarryingOn(readme) {
	const [forUsers] = readme.split("\n## Carrying on\n");
	return `${forUsers}\n## Carrying on\n\nHow it is built, tested and changed stands here in the README of the repository.\n`;
}

function published(name, source) {
	return name === "README.md" ? withoutCarryingOn(source) : publishedSource(source);
}

function leaveOut(name) {
	const source = readFileSync(join(root, name), "utf8");
	const shorter = published(name, source);
	if (shorter === source) return;
	mkdirSync(dirname(join(aside, name)), { recursive: true });
	writeFileSync(join(aside, name), source);
	put(name, shorter);
}

function restore(name) {
	if (!existsSync(join(aside, name))) return;
	const source = readFileSync(join(aside, name), "utf8");
	if (readFileSync(join(root, name), "utf8") === published(name, source))
		renameSync(join(aside, name), join(root, name));
}

/** By rename, so that a program that starts in this moment reads the one version or the other. */
function put(name, source) {
	const path = join(aside, `${name}.blanked`);
	writeFileSync(path, source);
	renameSync(path, join(root, name));
}

function sourceNames(folder) {
	return readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".ts"));
}
