/** What the startup bench leaves in its record. */
import type { Machine } from "../records.ts";

export interface StartupRecord extends Machine {
	pairs: number;
	milliseconds: { empty: number; ours: number; differenceOfPair: number };
}
