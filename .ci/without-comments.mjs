/**
 * The published sources have no comments, no types, no indentation and no final semicolons: those are a quarter of the
 * download, and are for who changes the code, in the repository. Their lines stay as blank ones, so that a stack trace
 * names the line that the repository has. For the same reason the published README lacks the part about carrying on,
 * whose every path is in the repository alone, and some of the numbers. A node that knows no types leaves types and
 * indentation in.
 *
 *     node .ci/without-comments.mjs            before packing: blanks what isn't needed, and keeps the sources aside
 *     node .ci/without-comments.mjs restore    after packing: puts the sources back
 *
 * A pack that was interrupted is undone by `restore`. A file that was changed in between is left as it is then. Plain
 * JavaScript, so that `npm pack` works under a node that takes no types.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import module from "node:module";
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
	return withoutLayout(withoutTypes(withoutComments(source)));
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

/** Takes out what node takes for types, and the blanks around it but one. A node that knows none leaves them in. */
function withoutTypes(source) {
	const blanked = module.stripTypeScriptTypes?.(source);
	if (blanked?.length !== source.length) return source;
	let kept = "";
	for (let start = 0; start < source.length; ) {
		let end = start;
		while (end < source.length && blanked[end] !== "\n" && isBlank(blanked[end])) end++;
		const blanks = source.slice(start, end);
		if (blanks === blanked.slice(start, end)) kept += blanks;
		else if (/[ \t]/.test(blanks.replace(/\S.*\S|\S/, ""))) kept += " ";
		kept += blanked[end] ?? "";
		start = end + 1;
	}
	return kept.replace(/[ \t]+$/gm, "");
}

function isBlank(character) {
	return character === " " || character === "\t";
}

/** Indentation and final semicolons, where node says that the code is the same without: a text over several lines keeps its tabs. */
function withoutLayout(source) {
	const code = (text) => module.stripTypeScriptTypes?.(text, { mode: "transform" }) ?? text;
	return [/^\t+/gm, /;$/gm].reduce((text, pattern) => {
		const shorter = text.replace(pattern, "");
		return code(shorter) === code(source) ? shorter : text;
	}, source);
}

/** README for who installs, without the pictures, which are in the repository alone, and the numbers of time and refusals. */
export function withoutCarryingOn(readme) {
	const [forUsers] = readme
		.replace(/^One call in memory[\s\S]*?(?=<!-- to here -->)/m, "")
		.replace(/^The comparison of refusals[\s\S]*?\n\n/m, "")
		.replace(/^!\[.*\]\(bench\/.*\)\n\n/gm, "")
		.split("\n## Carrying on\n");
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
