/** Medians of interleaved runs, and how they grow. Holds when it returns: each contender ran in turn, never one after all runs of another. */

export interface Contender {
	name: string;
	run(): void | Promise<void>;
	/** Milliseconds since it was last asked that are not the contender's own. */
	takeAside?(): number;
}

export interface Measured {
	name: string;
	milliseconds: number;
}

export interface Effort {
	/** Runs of each contender. The median of more is steadier. */
	rounds: number;
	/** What one run is repeated to, so that the clock's grain does not show. */
	minimumMilliseconds: number;
}

/** A contender takes part in fewer rounds if those of one size would take longer than this. */
const LONGEST_MILLISECONDS = 4_000;
const FEWEST_ROUNDS = 3;

export async function medians(contenders: readonly Contender[], effort: Effort): Promise<Measured[]> {
	const runs = new Map<Contender, { repeats: number; rounds: number }>();
	for (const contender of contenders) {
		// The first run compiles, the second one tells how long a run takes. A long one compiles what it needs on its way.
		const first = await timed(contender, 1);
		const once = first > LONGEST_MILLISECONDS / 10 ? first : await timed(contender, 1);
		const rounds = Math.min(effort.rounds, Math.max(FEWEST_ROUNDS, Math.floor(LONGEST_MILLISECONDS / once)));
		const repeats = Math.min(1_000, Math.max(1, Math.ceil(effort.minimumMilliseconds / once)));
		runs.set(contender, { repeats, rounds });
	}
	const times = contenders.map((): number[] => []);
	for (let round = 0; round < effort.rounds; round++) {
		for (const [index, contender] of contenders.entries()) {
			const { repeats, rounds } = runs.get(contender)!;
			if (round < rounds) times[index]!.push(await timed(contender, repeats));
		}
	}
	return contenders.map(({ name }, index) => ({ name, milliseconds: median(times[index]!) }));
}

async function timed(contender: Contender, repeats: number): Promise<number> {
	contender.takeAside?.();
	const start = performance.now();
	for (let repeat = 0; repeat < repeats; repeat++) {
		const pending = contender.run();
		if (pending !== undefined) await pending;
	}
	return (performance.now() - start - (contender.takeAside?.() ?? 0)) / repeats;
}

function median(values: readonly number[]): number {
	const sorted = [...values].sort((left, right) => left - right);
	return sorted[sorted.length >> 1]!;
}

/** The exponent e for which time grows like size to the power of e: the slope of the best line through the logarithms. */
export function exponentOfGrowth(points: readonly { size: number; milliseconds: number }[]): number | undefined {
	if (points.length < 2) return undefined;
	const logarithms = points.map(({ size, milliseconds }) => [Math.log(size), Math.log(milliseconds)] as const);
	const mean = (pick: (point: readonly [number, number]) => number) =>
		logarithms.reduce((sum, point) => sum + pick(point), 0) / logarithms.length;
	const [meanX, meanY] = [mean(([x]) => x), mean(([, y]) => y)];
	return mean(([x, y]) => (x - meanX) * (y - meanY)) / mean(([x]) => (x - meanX) ** 2);
}
