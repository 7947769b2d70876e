/** The search against the oracle on small random cases. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { matchCase, matchDifference } from "../fuzz/match-cases.ts";
import fc from "../support/fast-check.ts";

/** Cases in one run of the suite, some seconds; `npm run fuzz:match` runs for minutes. */
const CASES = 5_000;

test("the search agrees with the oracle on small random cases", () => {
	fc.assert(
		fc.property(matchCase, (one) => assert.equal(matchDifference(one), undefined)),
		{ numRuns: CASES },
	);
});
