/**
 * What the calls that have not run yet will do. People approve calls on it, so a forecast is made by the code that edits,
 * and for the file as it will be then: calls of one message that change the same file run in order, so the earlier ones
 * are applied first. The file is read once for a call, and once more when an earlier call turned out otherwise.
 */
import { prepareEditArguments } from "./arguments.ts";
import { type EditDetails, editDetails } from "./edit-details.ts";
import { EditError } from "./edit-error.ts";
import type { EditCall, EditFileResult } from "./edit-file.ts";
import { loadEditFile } from "./load-edit-file.ts";
import { locateTarget, resolvePath } from "./paths.ts";
import { withStaleness } from "./seen-files.ts";
import type { Session } from "./session.ts";

export type Forecast =
	| { kind: "landing"; details: EditDetails }
	| { kind: "refusal"; text: string }
	/** Nothing is foretold, and why. */
	| { kind: "open"; text: string };

/** A call as the model made it. */
export interface MadeCall {
	id: string;
	name: string;
	arguments: unknown;
}

type PreparedCall = ReturnType<typeof prepareEditArguments>;

/** What a call does to its file. */
type Action = { kind: "edit"; call: EditCall } | { kind: "write"; content: string };

/** Who wants to know what a call will do. */
interface Asker {
	cwd: string;
	show(forecast: Forecast): void;
}

interface WaitingCall {
	file: string;
	action: Action;
	/** `undefined` while nobody has asked. */
	asker?: Asker;
	/** Stops the forecast that is being made; `undefined` when none is. */
	making?: AbortController | undefined;
}

/**
 * Bytes of the file times edits to be searched in it. More gets no forecast: the search stops pi's interface, and takes
 * some 15 ms a MB for an edit that drifted or is not there (6 times that at worst, in text made for it). So a forecast
 * holds up typing for 75 ms, about what passes for smooth. Raising it makes typing stutter, lowering it leaves more calls
 * unforeseen.
 */
const SEARCHED_BYTES = 5_000_000;

const TOO_LARGE: Forecast = { kind: "open", text: "The file is large: what the edit does is shown when it is done." };

export class Forecasts {
	readonly #session: Session;
	/** In the order in which they will run. */
	readonly #waiting = new Map<string, WaitingCall>();

	constructor(session: Session) {
		this.#session = session;
	}

	/** The calls of a whole message. Those of the message before it wait no more, whatever became of them. */
	expect(calls: readonly MadeCall[], cwd: string): void {
		for (const { making } of this.#waiting.values()) making?.abort();
		this.#waiting.clear();
		for (const { id, name, arguments: args } of calls) {
			if (name === "edit") {
				const call = prepareEditArguments(args);
				if (isWhole(call)) this.#waiting.set(id, { file: fileOf(call.path, cwd), action: { kind: "edit", call } });
			} else if (name === "write" && isWrite(args)) {
				const { path, content } = args;
				this.#waiting.set(id, { file: fileOf(path, cwd), action: { kind: "write", content } });
			}
		}
	}

	/**
	 * Calls `show` when it is known what the call will do; never after the call has settled, and never for a call that pi
	 * will refuse before anything is read.
	 */
	ask(toolCallId: string, call: PreparedCall, cwd: string, show: (forecast: Forecast) => void): void {
		const known = this.#waiting.get(toolCallId);
		if (known?.asker || !isWhole(call)) return;
		const waiting: WaitingCall = known ?? { file: fileOf(call.path, cwd), action: { kind: "edit", call } };
		this.#waiting.set(toolCallId, waiting);
		waiting.asker = { cwd, show };
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
		const { asker, action } = waiting;
		if (!asker || action.kind === "write") return;
		waiting.making?.abort();
		const making = new AbortController();
		waiting.making = making;
		const forecast = await this.#foretell(action.call, asker.cwd, this.#actionsBefore(waiting), making.signal);
		if (making.signal.aborted) return;
		waiting.making = undefined;
		asker.show(forecast);
	}

	async #foretell(call: EditCall, cwd: string, before: readonly Action[], signal: AbortSignal): Promise<Forecast> {
		const lastWrite = before.findLast((action) => action.kind === "write");
		const earlierCalls = before
			.slice(lastWrite ? before.lastIndexOf(lastWrite) + 1 : 0)
			.flatMap((action) => (action.kind === "edit" ? [action.call] : []));
		const editCount = [call, ...earlierCalls].reduce((sum, { edits }) => sum + edits.length, 0);
		const limitBytes = Math.floor(SEARCHED_BYTES / editCount);
		const { settings } = this.#session;
		const context = { cwd, settings, signal, earlierCalls, limitBytes };
		try {
			const { planEdit, planOnContent } = await loadEditFile();
			let result: EditFileResult;
			if (!lastWrite) ({ result } = await planEdit(call, context));
			else if (lastWrite.content.length > limitBytes) return TOO_LARGE;
			else result = planOnContent(lastWrite.content, call, context);
			return { kind: "landing", details: editDetails(result, settings) };
		} catch (error) {
			if (!(error instanceof EditError)) return { kind: "refusal", text: String(error) };
			if (error.facts.code === "too-large" && error.facts.limit === limitBytes) return TOO_LARGE;
			// After an earlier call the model will have seen the file as it is.
			const mayBeStale = error.facts.code === "not-found" && before.length === 0;
			const told = mayBeStale ? withStaleness(error, resolvePath(call.path, cwd), this.#session.seenFiles) : error;
			return { kind: "refusal", text: told.message };
		}
	}

	#actionsBefore(waiting: WaitingCall): Action[] {
		const before: Action[] = [];
		for (const other of this.#waiting.values()) {
			if (other === waiting) break;
			if (other.file === waiting.file) before.push(other.action);
		}
		return before;
	}
}

/** Whether the call will reach the tool. */
function isWhole(call: PreparedCall): call is EditCall {
	const isPair = ({ oldText, newText }: PreparedCall["edits"][number]) =>
		oldText !== undefined && newText !== undefined;
	return call.path !== undefined && call.edits.length > 0 && call.edits.every(isPair);
}

/** Whether these are arguments of pi's own `write`. */
function isWrite(args: unknown): args is { path: string; content: string } {
	const { path, content } = (args ?? {}) as { path?: unknown; content?: unknown };
	return typeof path === "string" && typeof content === "string";
}

/** What tells calls on one file from others; a path that leads nowhere stands for itself, and its forecast says why. */
function fileOf(path: string, cwd: string): string {
	try {
		return locateTarget(path, cwd, "open").realPath;
	} catch {
		return path;
	}
}
