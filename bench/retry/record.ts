/** What the retry bench leaves in its record. */
import type { Machine } from "../records.ts";

export interface RetryCounts {
	refused: number;
	right: number;
	wrong: number;
	/** Targets that are nowhere: the right end is a second refusal. */
	madeUp: number;
	madeUpLanded: number;
}

export interface RetryRecord extends Machine {
	seed: number;
	calls: number;
	results: Record<string, RetryCounts>;
}
