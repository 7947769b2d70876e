/**
 * From a place where the normalised view of `oldText` occurs to a candidate: the smallest set of kinds of drift under
 * which some span with that place equals `oldText`, and that span. Pure.
 */
import { isBlank, lineBreakLength } from "./characters.ts";
import { DRIFT_KINDS, type DriftKind } from "./drift-kinds.ts";
import { EdgeRuns } from "./edge-runs.ts";
import type { Span } from "./exact-occurrences.ts";
import { foldUnicode } from "./folding.ts";
import {
	EVERY_KIND_SET,
	familyHas,
	type Gap,
	KIND_SET_COUNT,
	type KindSet,
	type KindSetFamily,
	kindsThatForgiveGap,
	splitGap,
	WITH_UNICODE,
} from "./gap-drift.ts";
import type { Place } from "./normal-view.ts";
import { gapEnd, type OldText, wordEnd } from "./old-text.ts";
import { SpanEnd } from "./span-end.ts";
import { SpanStart } from "./span-start.ts";

/** All non-empty sets of kinds, the smaller first, among equals in the table's order. */
const KIND_SETS: readonly KindSet[] = Array.from({ length: KIND_SET_COUNT - 1 }, (_, index) => index + 1).sort(
	(first, second) => kindsOf(first).length - kindsOf(second).length || inTableOrder(first, second),
);

function inTableOrder(first: KindSet, second: KindSet): number {
	const difference = first ^ second;
	return first & difference & -difference ? -1 : 1;
}

export function kindsOf(kinds: KindSet): DriftKind[] {
	return DRIFT_KINDS.filter((_, index) => (kinds >> index) & 1);
}

export interface DriftedPlace {
	span: Span;
	kinds: KindSet;
}

/**
 * Code units of places that are measured per code unit of the file, and how many in any case. Raising them makes hostile
 * input (a long periodic `oldText` that nearly fits everywhere) slower in proportion; lowering them refuses more of it.
 */
const BUDGET_PER_CODE_UNIT = 4;
const LEAST_BUDGET = 200_000;

/** What a word costs beside its length. */
const WORD_COST = 4;

export class PlaceDrift {
	readonly #file: string;
	readonly #old: OldText;
	readonly #forgiven = new Map<string, KindSetFamily>();
	readonly #runs: EdgeRuns;
	readonly #start: SpanStart;
	readonly #end: SpanEnd;
	#budget: number;

	constructor(file: string, old: OldText, indentsFurtherLines: boolean) {
		this.#file = file;
		this.#old = old;
		this.#runs = new EdgeRuns(file, old.loneReturnBreaks);
		this.#start = new SpanStart(file, old, this.#runs, indentsFurtherLines);
		this.#end = new SpanEnd(file, old, this.#runs);
		this.#budget = LEAST_BUDGET + BUDGET_PER_CODE_UNIT * file.length;
	}

	/** Whether so much was measured that the rest of the places cannot be, lest the cost grow beyond the file's size. */
	get isExhausted(): boolean {
		return this.#budget < 0;
	}

	/** The candidate at `place`, or undefined if no span there equals `oldText` under any set of kinds. */
	candidateAt(place: Place, forced: KindSet): DriftedPlace | undefined {
		const family = this.#kindsThatForgiveInside(place);
		if (family === 0n) return undefined;
		this.#runs.forget();
		for (const kinds of KIND_SETS) {
			if (!familyHas(family, kinds) || (kinds & forced) !== forced) continue;
			this.#budget -= this.#old.before.pieces.length + this.#old.after.pieces.length;
			const start = this.#start.before(place.start, kinds);
			const end = start === undefined ? undefined : this.#end.after(place.end, kinds);
			if (start !== undefined && end !== undefined) return { span: { start, end }, kinds };
		}
		return undefined;
	}

	#kindsThatForgiveInside(place: Place): KindSetFamily {
		const { words, gaps, loneReturnBreaks } = this.#old;
		const file = this.#file;
		let family = EVERY_KIND_SET;
		let offset = place.start;
		for (const [index, word] of words.entries()) {
			const end = this.#wordEnd(offset, place.end, word);
			const isSame = end - offset === word.length && file.startsWith(word, offset);
			if (!isSame) {
				if (foldUnicode(file.slice(offset, end)) !== foldUnicode(word)) return 0n;
				family &= WITH_UNICODE;
			}
			const gap = gaps[index];
			if (gap === undefined) return end === place.end ? family : 0n;
			this.#budget -= end - offset + gap.length + WORD_COST;
			if (this.#budget < 0) return 0n;
			offset = gapEnd(file, end, place.end, loneReturnBreaks);
			family &= this.#kindsThatForgive(gap, file.slice(end, offset));
			if (family === 0n) return 0n;
		}
		return family;
	}

	/** End of the file's word at `start`, found at once where it is the same as `word`. */
	#wordEnd(start: number, limit: number, word: string): number {
		const file = this.#file;
		const end = start + word.length;
		const isAscii = file.charCodeAt(end - 1) < 0x80 && (end === limit || file.charCodeAt(end) < 0x80);
		if (isAscii && end <= limit && file.startsWith(word, start)) {
			const isWhole =
				end === limit || isBlank(file.charCodeAt(end)) || lineBreakLength(file, end, this.#old.loneReturnBreaks) > 0;
			if (isWhole) return end;
		}
		return wordEnd(file, start, limit, this.#old.loneReturnBreaks);
	}

	#kindsThatForgive(gap: string, found: string): KindSetFamily {
		if (gap === found) return EVERY_KIND_SET;
		const key = `${gap}\0${found}`;
		let family = this.#forgiven.get(key);
		if (family === undefined) {
			family = kindsThatForgiveGap(this.#split(gap), this.#split(found));
			this.#forgiven.set(key, family);
		}
		return family;
	}

	#split(gap: string): Gap {
		return splitGap(gap, 0, gap.length, this.#old.loneReturnBreaks);
	}
}
