/** Command-line options as getopt reads them: clusters, attached and separate values, `--`, options after operands. */

export interface OptionRules {
	/** Options with a value of their own, `-x` or `--long`. */
	valued?: readonly string[];
	/** Options whose value, if there is one, is attached. */
	attached?: readonly string[];
	/** What follows the first operand is no longer ours. */
	stopsAtOperand?: boolean;
	/** Long options begin with one dash, and there are no clusters. */
	singleDash?: boolean;
}

export class Options {
	readonly operands: string[] = [];
	readonly #values = new Map<string, string[]>();

	constructor(args: readonly string[], rules: OptionRules = {}) {
		for (let index = 0; index < args.length; index++) {
			const arg = args[index]!;
			if (arg === "--") {
				this.operands.push(...args.slice(index + 1));
				break;
			}
			if (!arg.startsWith("-") || arg === "-") {
				this.operands.push(...(rules.stopsAtOperand ? args.slice(index) : [arg]));
				if (rules.stopsAtOperand) break;
			} else if (arg.startsWith("--") || rules.singleDash) index += this.#long(arg, args[index + 1], rules);
			else index += this.#cluster(arg, args[index + 1], rules);
		}
	}

	has(...names: string[]): boolean {
		return names.some((name) => this.#values.has(name));
	}

	/** All values given to these options. */
	values(...names: string[]): string[] {
		return names.flatMap((name) => this.#values.get(name) ?? []);
	}

	value(...names: string[]): string | undefined {
		return this.values(...names).at(-1);
	}

	#long(arg: string, next: string | undefined, { valued = [] }: OptionRules): number {
		const equals = arg.indexOf("=");
		if (equals > 0) this.#add(arg.slice(0, equals), arg.slice(equals + 1));
		else if (valued.includes(arg)) this.#add(arg, next ?? "");
		else this.#add(arg, "");
		return equals < 0 && valued.includes(arg) ? 1 : 0;
	}

	#cluster(arg: string, next: string | undefined, { valued = [], attached = [] }: OptionRules): number {
		for (let index = 1; index < arg.length; index++) {
			const name = `-${arg[index]}`;
			const rest = arg.slice(index + 1);
			if (valued.includes(name)) {
				this.#add(name, rest === "" ? (next ?? "") : rest);
				return rest === "" ? 1 : 0;
			}
			if (attached.includes(name)) {
				this.#add(name, rest);
				return 0;
			}
			this.#add(name, "");
		}
		return 0;
	}

	#add(name: string, value: string): void {
		const values = this.#values.get(name);
		if (values) values.push(value);
		else this.#values.set(name, [value]);
	}
}
