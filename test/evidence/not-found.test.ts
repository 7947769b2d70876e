import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { describeNotFound } from "../../lib/evidence/not-found.ts";

function offered(file: string, oldText: string): string | undefined {
	return describeNotFound(file, oldText, "something else").closest?.copy?.text;
}

const shapes = `export function areaOf(shape) {
	const width = shape.width;
	return width * shape.height;
}

export function lengthOf(path) {
	let total = 0;
	for (const part of path.parts) {
		total += part.length;
	}
	return total;
}
`;

const meant: [title: string, file: string, oldText: string, block: string][] = [
	["a slip of one letter", shapes, "\tconst width = shape.wdth;", "\tconst width = shape.width;"],
	[
		"a line that changed since",
		shapes,
		"\tlet sum = 0;\n\tfor (const part of path.parts) {\n\t\ttotal += part.length;",
		"\tlet total = 0;\n\tfor (const part of path.parts) {\n\t\ttotal += part.length;",
	],
	[
		"a name that was renamed on every line",
		shapes,
		"export function lengthOf(path) {\n\tlet sum = 0;\n\tfor (const part of path.parts) {\n\t\tsum += part.length;\n\t}",
		"export function lengthOf(path) {\n\tlet total = 0;\n\tfor (const part of path.parts) {\n\t\ttotal += part.length;\n\t}",
	],
	[
		"a line that was added between two others",
		shapes,
		"\tlet total = 0;\n\t// sum up all parts of the path\n\tfor (const part of path.parts) {",
		"\tlet total = 0;\n\tfor (const part of path.parts) {",
	],
	[
		"an outer line that holds two lines of the file",
		shapes,
		"\t\ttotal += part.length;\n\t}\n\treturn total; }",
		"\t\ttotal += part.length;\n\t}\n\treturn total;\n}",
	],
	[
		"a banner, of which the nearest is taken",
		"// ----\n// one\n// ----\nfunction one(value) {\n\treturn value;\n}\n",
		"// ----\nfunction one(valeu) {\n\treturn value;",
		"// ----\nfunction one(value) {\n\treturn value;",
	],
];

describe("the counterpart of a text that is not in the file is offered whole", () => {
	for (const [title, file, oldText, block] of meant) it(title, () => assert.equal(offered(file, oldText), block));
});

const twins: [title: string, file: string, oldText: string][] = [
	[
		"a line by itself with another name",
		'import { isKnown } from "./unknown.ts";\n',
		'import { UNKNOWN } from "./unknown.ts";',
	],
	["a definition of another name", shapes, "export function sizeOf(path) {"],
	["the last of a list that had two", "export * from './is_pattern.mjs';\n", "export * from './is_finite.mjs';"],
	["a line whose word stands elsewhere", "check(value);\nuse(variant);\n", "check(variant);"],
	[
		"the twin of a block that is gone",
		"  UnicodeReplacer() = default;\n  explicit UnicodeReplacer(Kind kind) : Base(kind) {}\n",
		"  UnicodeMatcher() = default;\n  explicit UnicodeMatcher(Kind kind) : Base(kind) {}",
	],
	[
		"a list of the same form with other names",
		"export * from './array.js';\nexport * from './bigint.js';\nexport * from './boolean.js';\nexport * from './null.js';\n",
		"export * from './visit.js';\nexport * from './session.js';\nexport * from './payload.js';\nexport * from './matrix.js';",
	],
	[
		"a rule among others that have the same lines",
		".number {\n  color: #000000;\n  font-weight: normal;\n}\n\n.comment {\n  color: #808080;\n}\n",
		".handler {\n  color: #000000;\n  font-weight: bold;\n}",
	],
	[
		"a first line that stands further off than it did",
		"\twhole = true;\n\tthrow error;\n});\nrenamed = true;\n// The owner alone can set the bit again\nawait handle.chmod(mode);\n",
		"whole = true;\n// The owner alone can set the bit again\nawait handle.chmod(mode);",
	],
	[
		"lines that were rewritten before a twin of them",
		"\tif (compile) {\n\t\tnewFiles.append(cache(path, fast))\n\t}\n\tif (optimize) {\n\t\toldFiles.append(cache(path, fast))\n\t\tdone()\n",
		"\tif (compile) {\n\t\toldFiles.append(cache(path, fast))\n\t\tdone()",
	],
];

describe("no text is offered that would be copied into the wrong place", () => {
	for (const [title, file, oldText] of twins) it(title, () => assert.equal(offered(file, oldText), undefined));
});
