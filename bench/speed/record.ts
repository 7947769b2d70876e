/** What the speed bench leaves in its record. */
import type { Machine } from "../records.ts";
import type { Effort } from "./measure.ts";

export interface SpeedRow {
	/**
	 * `text`: the edits in memory; `search`: their search alone; `diff`: their diff and patch; `disk`: the whole tool. The first
	 * contender is the measure.
	 */
	part: "text" | "search" | "diff" | "disk";
	name: string;
	outcome: string;
	/** By contender, from small to large. */
	times: Record<string, { size: number; milliseconds: number }[]>;
	/** By contender; absent with too few sizes. */
	exponents: Record<string, number | undefined>;
}

export interface SpeedRecord extends Machine {
	/** The system's load average at the end; above 1 or so, other work took part and the times are too long. */
	load: number;
	seed: number;
	sizes: number[];
	effort: Effort;
	rows: SpeedRow[];
}
