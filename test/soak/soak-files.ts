/** The soak's files and the model of what is in them. Every line has a name of its own and a number that edits count up. */

export interface SoakFile {
	name: string;
	lines: string[];
	lineBreak: string;
	encoding: "utf8" | "utf16le";
}

const LINES = 40;

export function soakFiles(): SoakFile[] {
	const file = (name: string, change: (line: string) => string, rest: Partial<SoakFile> = {}): SoakFile => ({
		name,
		lines: Array.from({ length: LINES }, (_, index) => change(`\tvalue_${index} = "0" - total;`)),
		lineBreak: "\n",
		encoding: "utf8",
		...rest,
	});
	return [
		file("plain.txt", (line) => line),
		file("shared.txt", (line) => line),
		file("windows.txt", (line) => line, { lineBreak: "\r\n" }),
		file("typeset.txt", (line) => line.replaceAll('"', "\u201d").replace(" - ", " \u2013 ")),
		file("trailing.txt", (line) => `${line}  `),
		file("spaced.txt", (line) => line.replace(" = ", "  =  ")),
		file("wide.txt", (line) => line, { encoding: "utf16le" }),
	];
}

export function bytesOf({ lines, lineBreak, encoding }: SoakFile): Buffer {
	const text = lines.map((line) => `${line}${lineBreak}`).join("");
	return Buffer.from(encoding === "utf16le" ? `\ufeff${text}` : text, encoding);
}

/** The line with its number one higher. Everything else in it stays. */
export function counted(line: string): string {
	return line.replace(/(["\u201d])(\d+)/, (_, quote: string, digits: string) => `${quote}${Number(digits) + 1}`);
}
