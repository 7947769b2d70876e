/**
 * The kinds of drift: the ways in which `oldText` may differ from a span of the file and still be the same text. This
 * table is the only list of them; outcomes, messages, bench and README read it. The order is part of the contract:
 * `matchedVia` reports the last kind, in this order, that a match needed.
 */

export const DRIFT_KINDS = [
	"line-endings",
	"trailing-whitespace",
	"unicode",
	"line-trimmed",
	"whitespace",
	"blank-lines",
	"escape",
] as const;

export type DriftKind = (typeof DRIFT_KINDS)[number];

/** How an edit was located: the last kind of drift that it needed, or `exact`. */
export type MatchedVia = "exact" | DriftKind;

export function matchedVia(drift: readonly DriftKind[]): MatchedVia {
	return DRIFT_KINDS.findLast((kind) => drift.includes(kind)) ?? "exact";
}

/** What a kind of drift is called to models and people. */
export const DRIFT_WORDS: Record<DriftKind, string> = {
	"line-endings": "line endings",
	"trailing-whitespace": "trailing blanks",
	unicode: "typographic or invisible characters",
	"line-trimmed": "indentation",
	whitespace: "blanks inside lines",
	"blank-lines": "blank lines",
	escape: "escaping",
};
