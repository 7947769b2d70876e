/**
 * Whether a shell command that rewrites files is sent back, and with what words. One request of the user is one stretch
 * of road: commands are sent back until one is confirmed or three were, and then the rest of the request is free.
 * Counts messages of the model, so that two calls in one message can't confirm each other.
 */

/** Commands sent back in one request. More nags a model that means it; fewer frees the road for three slips. */
const MOST_BUMPS = 3;

/** Files named in the reason. */
const MOST_NAMES = 3;

/** Words of a refusal that are repeated, so that the reason stays under 100 words. */
const MOST_ADVICE_WORDS = 19;

interface Bump {
	command: string;
	files: string;
	message: number;
}

export class SpeedBump {
	#message = 0;
	#isFree = false;
	#bumps: Bump[] = [];
	/** The last refusal of `edit` for a file, until an edit of it lands. */
	readonly #refusals = new Map<string, string>();

	/** A message of the user was delivered. */
	startRequest(): void {
		this.#isFree = false;
		this.#bumps = [];
		this.#refusals.clear();
	}

	/** The model begins its next message, and has read what came of the last one. */
	startMessage(): void {
		this.#message++;
	}

	editRefused(path: string, text: string): void {
		this.#refusals.set(path, text);
	}

	editLanded(path: string): void {
		this.#refusals.delete(path);
	}

	/**
	 * The reason to send the command back, or `undefined` to let it run.
	 *
	 * @param files the absolute paths that it rewrites; the root for "some files"
	 * @param shown a path as the model would write it, `undefined` for the root
	 */
	judge(command: string, files: readonly string[], shown: (path: string) => string | undefined): string | undefined {
		if (files.length === 0 || this.#isFree) return undefined;
		const bump = { command, files: [...files].sort().join("\n"), message: this.#message };
		const earlier = this.#bumps.filter(({ message }) => message < this.#message);
		const isConfirmed = earlier.some((other) => other.command === command || other.files === bump.files);
		if (isConfirmed || earlier.length >= MOST_BUMPS) {
			this.#isFree = true;
			return undefined;
		}
		this.#bumps.push(bump);
		const refused = files.filter((file) => this.#refusals.has(file));
		const [first] = refused.map((file) => ({ path: shown(file), text: this.#refusals.get(file)! }));
		return reason(files.map(shown), first);
	}
}

type Shown = string | undefined;

function reason(names: Shown[], refused: { path: Shown; text: string } | undefined): string {
	const known = names.filter((name) => name !== undefined);
	const target = known.length > 0 ? listed(known) : "files of this project";
	const path = refused?.path ?? known[0];
	return [
		`Not run: this command rewrites ${target} from the shell.`,
		...(refused ? [`The last edit of ${refused.path} was refused; the way on: ${wayOut(refused.text)}`] : []),
		`Use edit({"path": ${path === undefined ? "..." : JSON.stringify(path)}, "edits": [{"oldText": ..., "newText": ...}]}):`,
		"it lands exactly or says why not, and the user sees the diff.",
		"The shell is right if the user asked for it, for generated files, or for one mechanical change over many files:",
		"then send the same command again, it will run, and tell the user why.",
	].join(" ");
}

function listed(names: string[]): string {
	const more = names.length - MOST_NAMES;
	return names.slice(0, MOST_NAMES).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** What a refusal says to do next: the end of its last line. */
function wayOut(text: string): string {
	const advice = text.slice(text.lastIndexOf("\n") + 1);
	const words = advice.trim().split(/\s+/).slice(-MOST_ADVICE_WORDS);
	const start = words.findIndex((word, index) => /[.:;]$/.test(word) && index < words.length - 4);
	const sentence = words.slice(start + 1).join(" ");
	return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
