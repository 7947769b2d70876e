/**
 * Finding every occurrence of a needle, overlap-aware, in linear time whatever the two texts hold. Pure. `indexOf` is
 * the fastest search there is on friendly text and quadratic on periodic needles, so it looks only for a bounded piece
 * of a long needle, and gives way to Knuth-Morris-Pratt when the piece turns out to be everywhere.
 */

/**
 * Longest needle that `indexOf` gets whole, and the length of the piece it gets of a longer one. Raising it makes
 * hostile input slower in proportion, lowering it makes pieces that are not rare more common.
 */
const PIECE_LENGTH = 48;

/**
 * Code units of needle that may be compared in vain per code unit of text before the search changes to
 * Knuth-Morris-Pratt. Raising it makes hostile input slower in proportion, lowering it leaves friendly text early.
 */
const VAIN_COMPARISONS = 4;

/** Calls `onOccurrence` with the start of each occurrence from `from` on, in order, until it returns false. */
export function findAll(text: string, needle: string, onOccurrence: (start: number) => boolean, from = 0): void {
	if (needle.length === 0) return;
	if (needle.length > PIECE_LENGTH) {
		findLong(text, needle, onOccurrence, from);
		return;
	}
	for (let start = text.indexOf(needle, from); start !== -1; start = text.indexOf(needle, start + 1)) {
		if (!onOccurrence(start)) return;
	}
}

function findLong(text: string, needle: string, onOccurrence: (start: number) => boolean, from: number): void {
	const pieceOffset = rarePieceOffset(needle);
	const piece = needle.slice(pieceOffset, pieceOffset + PIECE_LENGTH);
	let budget = VAIN_COMPARISONS * text.length;
	let at = text.indexOf(piece, from + pieceOffset);
	while (at !== -1) {
		const start = at - pieceOffset;
		if (start + needle.length > text.length) return;
		if (text.startsWith(needle, start) && !onOccurrence(start)) return;
		budget -= needle.length;
		if (budget < 0) {
			findByFailureTable(text, needle, onOccurrence, start + 1);
			return;
		}
		at = text.indexOf(piece, at + 1);
	}
}

/** Where the piece starts that is least likely to be everywhere: the one with the most different code units. */
function rarePieceOffset(needle: string): number {
	const last = needle.length - PIECE_LENGTH;
	const step = Math.max(1, Math.ceil(last / PIECES_LOOKED_AT));
	let best = 0;
	let bestVariety = 0;
	for (let offset = 0; offset <= last; offset += step) {
		const variety = new Set(needle.slice(offset, offset + PIECE_LENGTH)).size;
		if (variety > bestVariety) {
			best = offset;
			bestVariety = variety;
		}
	}
	return best;
}

/** Pieces that are weighed; each costs some microseconds and needles are mostly short. */
const PIECES_LOOKED_AT = 8;

function findByFailureTable(
	text: string,
	needle: string,
	onOccurrence: (start: number) => boolean,
	from: number,
): void {
	const units = codeUnits(needle);
	const failures = failureTable(units);
	let matched = 0;
	for (let offset = from; offset < text.length; offset++) {
		const codeUnit = text.charCodeAt(offset);
		while (matched > 0 && units[matched] !== codeUnit) matched = failures[matched]!;
		if (units[matched] === codeUnit) matched++;
		if (matched < units.length) continue;
		if (!onOccurrence(offset + 1 - matched)) return;
		matched = failures[matched]!;
	}
}

/** `text` as an array of its code units. */
export function codeUnits(text: string): Uint16Array {
	const units = new Uint16Array(text.length);
	for (let offset = 0; offset < text.length; offset++) units[offset] = text.charCodeAt(offset);
	return units;
}

/** For each length of a matched prefix of `needle`, the length of its longest border: where to go on after a mismatch. */
export function failureTable(needle: Uint16Array): Int32Array {
	const failures = new Int32Array(needle.length + 1);
	let border = 0;
	for (let length = 2; length <= needle.length; length++) {
		const codeUnit = needle[length - 1];
		while (border > 0 && needle[border] !== codeUnit) border = failures[border]!;
		if (needle[border] === codeUnit) border++;
		failures[length] = border;
	}
	return failures;
}
