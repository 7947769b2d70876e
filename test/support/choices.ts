/** A tape of numbers that a generator draws its choices from: short tapes and small numbers make simple cases, so they shrink. */
export class Choices {
	readonly #tape: readonly number[];
	#position = 0;

	constructor(tape: readonly number[]) {
		this.#tape = tape;
	}

	/** From 0 to `limit - 1`; 0 when the tape has ended. */
	below(limit: number): number {
		return (this.#tape[this.#position++] ?? 0) % limit;
	}

	oneOf<Item>(items: readonly Item[]): Item {
		return items[this.below(items.length)]!;
	}

	/** True once in `times`, never when the tape has ended. */
	once(times: number): boolean {
		return this.below(times) === times - 1;
	}
}
