/** Medians of interleaved runs, and how they grow. Holds when it returns: each contender ran in turn, never one after all runs of another. */

export interface Contender {
	name: string;
	run(): void | Promise<void>;
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

export async function medians(contenders: readonly Contender[], effort: Effort): Promise<Measured[]> {
	const repeats = new Map<Contender, number>();
	// The first run compiles, the second one tells how long a run takes.
	for (const contender of contenders) {
		await contender.run();
		const once = await timed(contender, 1);
		repeats.set(contender, Math.min(1_000, Math.max(1, Math.ceil(effort.minimumMilliseconds / once))));
	}
	const times = contenders.map((): number[] => []);
	for (let round = 0; round < effort.rounds; round++) {
		for (const [index, contender] of contenders.entries()) {
			times[index]!.push(await timed(contender, repeats.get(contender)!));
		}
	}
	return contenders.map(({ name }, index) => ({ name, milliseconds: median(times[index]!) }));
}

async function timed(contender: Contender, repeats: number): Promise<number> {
	const start = performance.now();
	for (let repeat = 0; repeat < repeats; repeat++) {
		const pending = contender.run();
		if (pending !== undefined) await pending;
	}
	return (performance.now() - start) / repeats;
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
