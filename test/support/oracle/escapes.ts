/** The oracle's own undoing of one level of escapes. */

/** `text` with one level of backslashes undone, and with one level of entities undone. */
export function undoOneLevel(text: string): string[] {
	return [undoBackslashes(text), undoEntities(text)];
}

function undoBackslashes(text: string): string {
	return text.replace(/\\([ntr"'`$\\])/g, (_, letter: string) => ({ n: "\n", t: "\t", r: "\r" })[letter] ?? letter);
}

function undoEntities(text: string): string {
	const characters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };
	return text.replace(
		/&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,5})|#x([0-9a-f]{1,4}));/gi,
		(written, name, decimal, hex) => {
			if (name !== undefined) return characters[name] ?? written;
			return String.fromCodePoint(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
		},
	);
}
