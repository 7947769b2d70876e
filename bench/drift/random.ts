/** A small seeded generator (mulberry32), so that every case can be made again from the seed that is printed. */
export class Random {
	#state: number;

	constructor(...seeds: (number | string)[]) {
		// FNV-1a over the seeds: neighbouring seeds give unrelated sequences.
		this.#state = 0x811c9dc5;
		for (const character of seeds.join("\0")) {
			this.#state = Math.imul(this.#state ^ character.codePointAt(0)!, 0x01000193) >>> 0;
		}
	}

	/** At least 0, below 1. */
	next(): number {
		this.#state = (this.#state + 0x6d2b79f5) >>> 0;
		let mixed = this.#state;
		mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	/** A whole number, both ends included. */
	between(low: number, high: number): number {
		return low + Math.floor(this.next() * (high - low + 1));
	}

	chance(probability: number): boolean {
		return this.next() < probability;
	}

	pick<Item>(items: readonly Item[]): Item {
		return items[this.between(0, items.length - 1)]!;
	}
}
