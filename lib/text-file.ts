/**
 * Bytes to text and back without loss. Pure.
 *
 * Holds for every file that `decodeText` takes: `encodeText` of its text, unchanged, gives the same bytes; and text that
 * was changed only inside a span gives bytes that differ only there. U+FFFD is never made up.
 */
import { isUtf8 } from "node:buffer";

/** How the text of a file stands for its bytes. */
export type Encoding =
	/** Valid UTF-8. */
	"utf-8" | "utf-16le" | "utf-16be";

export interface DecodedText {
	/** The text without its byte order mark, line endings as they are in the file. */
	text: string;
	encoding: Encoding;
	/** The bytes of the byte order mark, empty if the file has none. */
	byteOrderMark: Buffer;
}

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const NO_MARK = Buffer.alloc(0);

/** The text of `bytes`, or undefined if they are in no encoding that can be told. */
export function decodeText(bytes: Buffer): DecodedText | undefined {
	if (!isUtf8(bytes)) return undefined;
	const marked = bytes.subarray(0, UTF8_MARK.length).equals(UTF8_MARK);
	const byteOrderMark = marked ? UTF8_MARK : NO_MARK;
	return { text: bytes.toString("utf8", byteOrderMark.length), encoding: "utf-8", byteOrderMark };
}

/** The bytes of `text` in the encoding of the file it came from. `text` is well-formed. */
export function encodeText(text: string, { byteOrderMark }: DecodedText): Buffer {
	return Buffer.concat([byteOrderMark, Buffer.from(text, "utf8")]);
}
