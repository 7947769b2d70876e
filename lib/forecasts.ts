/**
 * What the calls that have not run yet will do. People approve calls on it, so a forecast is made by the code that edits,
 * and for the file as it will be then: calls of one message that edit the same file run in order, so the earlier ones
 * are applied first. The file is read once for a call, and once more when an earlier call turned out otherwise.
 */
import { type EditDetails, editDetails } from "./edit-details.ts";
import { EditError } from "./edit-error.ts";
import type { EditCall } from "./edit-file.ts";
import { loadEditFile } from "./load-edit-file.ts";
import { resolvePath } from "./paths.ts";
import type { Session } from "./session.ts";

export type Forecast =
	| { kind: "landing"; details: EditDetails }
	| { kind: "refusal"; text: string }
	/** Nothing is foretold, and why. */
	| { kind: "open"; text: string };

/**
 * A larger file gets no forecast: the search would stop pi's interface for longer than a person takes for smooth (a miss
 * takes some 120 ms a MB). Raising it makes typing stutter while a call waits, lowering it leaves more calls unforeseen.
 */
const LIMIT_BYTES = 1_000_000;

interface WaitingCall {
	call: EditCall;
	cwd: string;
	file: string;
	show(forecast: Forecast): void;
	/** Stops the forecast that is being made; `undefined` when none is. */
	making?: AbortController | undefined;
}

export class Forecasts {
	readonly #session: Session;
	/** In the order in which they will run. */
	readonly #waiting = new Map<string, WaitingCall>();

	constructor(session: Session) {
		this.#session = session;
	}

	/** Calls `show` when it is known what the call will do; never after the call has settled. */
	ask(toolCallId: string, call: EditCall, cwd: string, show: (forecast: Forecast) => void): void {
		if (this.#waiting.has(toolCallId)) return;
		const waiting = { call, cwd, file: fileOf(call, cwd), show };
		this.#waiting.set(toolCallId, waiting);
		void this.#make(waiting);
	}

	/** The call has a result: it needs no forecast any more, and those behind it may need another. */
	settle(toolCallId: string, landed: boolean): void {
		const settled = this.#waiting.get(toolCallId);
		if (!settled) return;
		settled.making?.abort();
		this.#waiting.delete(toolCallId);
		for (const waiting of this.#waiting.values()) {
			if (waiting.file === settled.file && (!landed || waiting.making)) void this.#make(waiting);
		}
	}

	async #make(waiting: WaitingCall): Promise<void> {
		waiting.making?.abort();
		const making = new AbortController();
		waiting.making = making;
		const { call, cwd, show } = waiting;
		const earlierCalls = this.#callsBefore(waiting);
		let forecast: Forecast;
		try {
			const { planEdit } = await loadEditFile();
			if (making.signal.aborted) return;
			const { settings } = this.#session;
			const { result } = await planEdit(call, {
				cwd,
				settings,
				signal: making.signal,
				earlierCalls,
				limitBytes: LIMIT_BYTES,
			});
			forecast = { kind: "landing", details: editDetails(result, settings) };
		} catch (error) {
			forecast = forecastOf(error);
		}
		if (making.signal.aborted) return;
		waiting.making = undefined;
		show(forecast);
	}

	#callsBefore(waiting: WaitingCall): EditCall[] {
		const before: EditCall[] = [];
		for (const other of this.#waiting.values()) {
			if (other === waiting) break;
			if (other.file === waiting.file) before.push(other.call);
		}
		return before;
	}
}

function forecastOf(error: unknown): Forecast {
	if (!(error instanceof EditError)) return { kind: "refusal", text: String(error) };
	if (error.facts.code !== "too-large" || error.facts.limit !== LIMIT_BYTES)
		return { kind: "refusal", text: error.message };
	return { kind: "open", text: "The file is large: what the edit does is shown when it is done." };
}

/** What tells calls on one file from others; a path that leads nowhere stands for itself, and its forecast says why. */
function fileOf({ path }: EditCall, cwd: string): string {
	try {
		return resolvePath(path, cwd);
	} catch {
		return path;
	}
}
