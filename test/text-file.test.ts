import assert from "node:assert/strict";
import { test } from "node:test";
import { cutsDoubleByteCharacter, decodeText, encodeRanges, encodeText } from "../lib/text-file.ts";
import fc from "./support/fast-check.ts";

const UTF16LE_MARK = [0xff, 0xfe];
const UTF16BE_MARK = [0xfe, 0xff];

const files: [title: string, bytes: Buffer, text: string, encoding: string, valid: boolean][] = [
	["an empty file", Buffer.alloc(0), "", "utf-8", true],
	["ASCII", Buffer.from("a\r\nb\n"), "a\r\nb\n", "utf-8", true],
	["UTF-8", Buffer.from("é 😀 \u{fffd}"), "é 😀 \u{fffd}", "utf-8", true],
	["UTF-8 with a mark", Buffer.from("\ufeffé"), "é", "utf-8", true],
	["UTF-8 with two marks keeps the second as text", Buffer.from("\ufeff\ufeffa"), "\ufeffa", "utf-8", true],
	["UTF-16LE", Buffer.from([...UTF16LE_MARK, 0xe9, 0, 0x3d, 0xd8, 0, 0xde]), "é😀", "utf-16le", true],
	["UTF-16BE", Buffer.from([...UTF16BE_MARK, 0, 0xe9, 0xd8, 0x3d, 0xde, 0]), "é😀", "utf-16be", true],
	["UTF-16 with a lone surrogate", Buffer.from([...UTF16LE_MARK, 0x61, 0, 0, 0xd8]), "a\ud800", "utf-16le", false],
	["UTF-16 of odd length", Buffer.from([...UTF16BE_MARK, 0, 0x61, 7]), "a", "utf-16be", false],
	["Latin-1", Buffer.from("naïve", "latin1"), "na\udcefve", "unknown", false],
	["one bad byte in UTF-8", Buffer.from([0xc3, 0xa9, 0x80, 0x61]), "é\udc80a", "unknown", false],
	["a sequence cut short at the end", Buffer.from([0x61, 0xf0, 0x9f, 0x98]), "a\udcf0\udc9f\udc98", "unknown", false],
	["an overlong sequence", Buffer.from([0xc0, 0xaf]), "\udcc0\udcaf", "unknown", false],
	["a surrogate in UTF-8", Buffer.from([0xed, 0xa0, 0x80]), "\udced\udca0\udc80", "unknown", false],
	["beyond the last code point", Buffer.from([0xf4, 0x90, 0x80, 0x80]), "\udcf4\udc90\udc80\udc80", "unknown", false],
	["a bad byte after a pair", Buffer.from([0xf0, 0x9f, 0x98, 0x80, 0xff]), "😀\udcff", "unknown", false],
	["a mark in an unknown encoding", Buffer.from([0xff, 0x65, 0xcc, 0x81]), "\udcffe\udccc\udc81", "unknown", false],
	[
		"a second mark in one",
		Buffer.from([0xff, 0x65, 0xcc, 0x80, 0xcc, 0x81]),
		"\udcffe\udccc\udc80\u0301",
		"unknown",
		false,
	],
	["a marked file with a bad byte", Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff]), "a\udcff", "unknown", false],
];

for (const [title, bytes, text, encoding, valid] of files) {
	test(`${title} is decoded, and encoded as it was`, () => {
		const decoded = decodeText(bytes)!;
		assert.deepEqual([decoded.text, decoded.encoding, decoded.valid], [text, encoding, valid]);
		assert.deepEqual(encodeText(decoded.text, decoded), bytes);
	});
}

test("UTF-32 is not taken", () => {
	assert.equal(decodeText(Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])), undefined);
	assert.equal(decodeText(Buffer.from([0, 0, 0xfe, 0xff, 0, 0, 0, 0x61])), undefined);
});

test("a lone surrogate that an edit would leave in UTF-8 is not written", () => {
	const decoded = decodeText(Buffer.from("😀"))!;
	assert.equal(encodeText("\ud83d", decoded), undefined);
});

const mark = fc.constantFrom([], UTF16LE_MARK, UTF16BE_MARK, [0xef, 0xbb, 0xbf]);
/** Random bytes, bytes that are nearly UTF-8, and text, each behind a mark or none. */
const anyBytes = fc
	.tuple(
		mark,
		fc.array(
			fc.oneof(
				fc.uint8Array({ maxLength: 8 }),
				fc.string({ unit: "binary", maxLength: 8 }).map((text) => Buffer.from(text)),
				fc.constantFrom([0xc3], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80], [0xa9], [0x0d, 0x0a]),
			),
		),
	)
	.map(([first, parts]) => Buffer.concat([Buffer.from(first), ...parts.map((part) => Buffer.from(part))]));

test("decode, then encode is the identity on every file that is taken", () => {
	fc.assert(
		fc.property(anyBytes, (bytes) => {
			const decoded = decodeText(bytes);
			if (decoded !== undefined) assert.deepEqual(encodeText(decoded.text, decoded), bytes);
		}),
		{ numRuns: 3000 },
	);
});

test("the valid parts of a file are decoded as TextDecoder does", () => {
	fc.assert(
		fc.property(anyBytes, (bytes) => {
			const decoded = decodeText(bytes);
			fc.pre(decoded !== undefined && !decoded.encoding.startsWith("utf-16"));
			const expected = new TextDecoder("utf-8").decode(bytes);
			assert.equal(comparable(decoded.text), comparable(expected));
		}),
		{ numRuns: 3000 },
	);
});

/**
 * Without what can not be decoded, and without the marks after ASCII: of several, an unknown encoding has the first as
 * bytes, and the rest, which no longer follow ASCII, as text.
 */
function comparable(text: string): string {
	return text.replace(/[\p{Surrogate}\ufffd]/gu, "").replace(/([\0-\x7f])\p{M}+/gu, "$1");
}

test("ASCII put between any two units of a file changes no other byte", () => {
	fc.assert(
		fc.property(anyBytes, fc.double({ min: 0, max: 1, noNaN: true }), (bytes, share) => {
			const decoded = decodeText(bytes);
			fc.pre(decoded !== undefined);
			const { text } = decoded;
			const offset = characterStart(text, Math.floor(share * text.length));
			const changed = encodeText(`${text.slice(0, offset)}NEW${text.slice(offset)}`, decoded)!;
			assert.ok(isInsertion(changed, bytes, decoded.encoding.startsWith("utf-16") ? 6 : 3));
		}),
		{ numRuns: 3000 },
	);
});

test("what ranges leave of a file, and what they bring in, are the bytes of the whole text", () => {
	const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 6 });
	fc.assert(
		fc.property(anyBytes, shares, (bytes, cuts) => {
			const decoded = decodeText(bytes);
			fc.pre(decoded !== undefined);
			const { text } = decoded;
			const offsets = cuts.map((share) => characterStart(text, Math.floor(share * text.length))).sort((a, b) => a - b);
			let after = "";
			let offset = 0;
			const ranges = offsets.flatMap((oldStart, index) => {
				if (index % 2 === 1) return [];
				const oldEnd = offsets[index + 1] ?? oldStart;
				const newText = decoded.encoding === "unknown" ? "NEW" : "é😀";
				after += text.slice(offset, oldStart) + newText;
				offset = oldEnd;
				return [{ oldStart, oldEnd, newText }];
			});
			after += text.slice(offset);
			assert.deepEqual(Buffer.concat(encodeRanges(ranges, decoded, bytes)!), encodeText(after, decoded));
		}),
		{ numRuns: 3000 },
	);
});

test("a range begins at its byte, however many bytes the characters before it have and wherever the bytes lie in memory", () => {
	const characters = fc.array(fc.constantFrom("a", "é", "中", "😀"), { minLength: 1, maxLength: 40 });
	fc.assert(
		fc.property(characters, fc.nat(3), fc.nat(), (text, shift, place) => {
			const bytes = Buffer.from(`${"-".repeat(shift)}${text.join("")}`).subarray(shift);
			const before = text.slice(0, place % (text.length + 1)).join("");
			const ranges = [{ oldStart: before.length, oldEnd: before.length, newText: "NEW" }];
			const [head, , tail] = encodeRanges(ranges, decodeText(bytes)!, bytes)!;
			assert.deepEqual([head, tail], [Buffer.from(before), bytes.subarray(Buffer.byteLength(before))]);
		}),
		{ numRuns: 3000 },
	);
});

test("a range that brings a lone surrogate into UTF-8 is not written", () => {
	const bytes = Buffer.from("ab");
	const ranges = [{ oldStart: 1, oldEnd: 2, newText: "\ud83d" }];
	assert.equal(encodeRanges(ranges, decodeText(bytes)!, bytes), undefined);
});

/** No offset inside a pair. */
function characterStart(text: string, offset: number): number {
	return /[\ud800-\udbff]/.test(text.charAt(offset - 1)) ? offset - 1 : offset;
}

/** Whether `changed` is `bytes` with `inserted` more bytes at one place. */
function isInsertion(changed: Buffer, bytes: Buffer, inserted: number): boolean {
	let same = 0;
	while (same < bytes.length && changed[same] === bytes[same]) same++;
	return changed.subarray(same + inserted).equals(bytes.subarray(same));
}

test("the second byte of a double-byte character is no place to begin", () => {
	const shiftJis = Buffer.concat([Buffer.from([0x83, 0x5c]), Buffer.from("n = 1\n")]); // ソn = 1
	assert.equal(cutsDoubleByteCharacter(shiftJis, 1), true);
	assert.equal(cutsDoubleByteCharacter(shiftJis, 2), false);
	const latin1 = Buffer.from("na\u00efve caf\u00e9 \n", "latin1");
	assert.equal(cutsDoubleByteCharacter(latin1, 3), false);
});
