/**
 * The texts that the drift bench edits: source files of the development dependencies' packages, and texts written for it in
 * `bench/cases/texts/` for the languages those packages lack. The same install gives the same list in the same order.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface SourceText {
	/** Relative, as a model would name it. */
	path: string;
	language: string;
	text: string;
}

const LANGUAGES: Record<string, string> = {
	".js": "JavaScript",
	".mjs": "JavaScript",
	".cjs": "JavaScript",
	".ts": "TypeScript",
	".mts": "TypeScript",
	".h": "C",
	".c": "C",
	".css": "CSS",
	".scss": "SCSS",
	".md": "Markdown",
	".json": "JSON",
	".py": "Python",
	".sh": "Shell",
	".proto": "Protocol Buffers",
	".html": "HTML",
	".gypi": "gyp",
	".go": "Go",
	".yaml": "YAML",
	".yml": "YAML",
	".csv": "CSV",
	".txt": "Prose",
	".sql": "SQL",
	".cs": "C#",
};

/** Files per language from packages. More of them make the walk longer and the languages less evenly weighted. */
const FILES_PER_LANGUAGE = 50;
/** Of one package, per language: else one large package stands for a language. */
const FILES_PER_PACKAGE = 12;
/** Larger files cost time in every arm and add no new kind of line; smaller ones have hardly a line to edit. */
const MAXIMAL_SIZE = 24_000;
const MINIMAL_SIZE = 700;
/** Lines longer than this mean a minified or generated file. */
const MAXIMAL_LINE_LENGTH = 400;

const REPOSITORY = fileURLToPath(new URL("../../", import.meta.url));

export function loadCorpus(): SourceText[] {
	return [...writtenTexts(), ...packageTexts()];
}

function writtenTexts(): SourceText[] {
	const folder = join(REPOSITORY, "bench/cases/texts");
	return readdirSync(folder)
		.sort()
		.map((name) => ({ path: name, language: languageOf(name)!, text: readFileSync(join(folder, name), "utf8") }));
}

function packageTexts(): SourceText[] {
	const perLanguage = new Map<string, number>();
	const texts: SourceText[] = [];
	for (const packageName of packageNames()) {
		const perPackage = new Map<string, number>();
		for (const path of filesBelow(join("node_modules", packageName))) {
			const language = languageOf(path)!;
			const key = `${packageName}\0${language}`;
			if ((perLanguage.get(language) ?? 0) >= FILES_PER_LANGUAGE || (perPackage.get(key) ?? 0) >= FILES_PER_PACKAGE) {
				continue;
			}
			const text = readFileSync(join(REPOSITORY, path), "utf8");
			if (!isPlainSource(text)) continue;
			perLanguage.set(language, (perLanguage.get(language) ?? 0) + 1);
			perPackage.set(key, (perPackage.get(key) ?? 0) + 1);
			texts.push({ path: path.slice("node_modules/".length), language, text });
		}
	}
	return texts;
}

/** Packages named after a processor or system are installed on some machines only. */
function packageNames(): string[] {
	const names = readdirSync(join(REPOSITORY, "node_modules")).flatMap((name) =>
		name.startsWith("@")
			? readdirSync(join(REPOSITORY, "node_modules", name)).map((inner) => `${name}/${inner}`)
			: [name],
	);
	return names.filter((name) => !name.startsWith(".") && !/linux|darwin|win32|arm64|x64/.test(name)).sort();
}

/** Depth first and sorted, nested packages left out. */
function filesBelow(folder: string): string[] {
	const entries = readdirSync(join(REPOSITORY, folder), { withFileTypes: true });
	return entries
		.sort((one, other) => (one.name < other.name ? -1 : 1))
		.flatMap((entry) => {
			const path = `${folder}/${entry.name}`;
			if (entry.isDirectory()) return entry.name === "node_modules" ? [] : filesBelow(path);
			if (!entry.isFile() || !languageOf(entry.name) || entry.name.includes(".min.")) return [];
			const { size } = statSync(join(REPOSITORY, path));
			return size >= MINIMAL_SIZE && size <= MAXIMAL_SIZE ? [path] : [];
		});
}

function languageOf(path: string): string | undefined {
	return LANGUAGES[extname(path)] ?? (path.endsWith("Makefile") ? "Makefile" : undefined);
}

function isPlainSource(text: string): boolean {
	if (text.includes("\0") || text.includes("\ufffd")) return false;
	const lines = text.split("\n");
	return lines.length >= 20 && lines.every((line) => line.length <= MAXIMAL_LINE_LENGTH);
}
