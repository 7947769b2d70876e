/**
 * JSON that a model put into a string: fenced, encoded more than once, or with raw control characters inside its
 * strings. Pure and linear. Holds when it returns: a value is what the text says; nothing was completed or guessed.
 */

/** Each layer of encoding doubles the backslashes, so real calls have one or two. More layers only cost time. */
const MAX_LAYERS = 8;

/** The object, array, number, ... that `text` holds, or `undefined` when it is no JSON. */
export function parseLenientJson(text: string): unknown {
	let value: unknown = text;
	for (let layer = 0; layer < MAX_LAYERS && typeof value === "string"; layer++) {
		const json = withoutFence(value.trim());
		if (!/^[{["]/.test(json)) return undefined;
		value = parse(json) ?? parse(withControlCharactersEscaped(json));
	}
	return typeof value === "string" ? undefined : value;
}

function withoutFence(text: string): string {
	if (!text.startsWith("```")) return text;
	const body = text.replace(/^```\w*\s*/, "");
	return body.endsWith("```") ? body.slice(0, -3).trimEnd() : body;
}

function parse(json: string): unknown {
	try {
		return JSON.parse(json);
	} catch {
		return undefined;
	}
}

/** JSON allows no raw line break or tab inside a string; models send them, and they can only mean themselves. */
function withControlCharactersEscaped(json: string): string {
	const pieces: string[] = [];
	let copied = 0;
	let inString = false;
	for (let index = 0; index < json.length; index++) {
		const code = json.charCodeAt(index);
		if (code === QUOTE) inString = !inString;
		else if (!inString) continue;
		else if (code === BACKSLASH) index++;
		else if (code < FIRST_PRINTABLE) {
			pieces.push(json.slice(copied, index), `\\u${code.toString(16).padStart(4, "0")}`);
			copied = index + 1;
		}
	}
	return pieces.join("") + json.slice(copied);
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;
