/**
 * What one session of pi has chosen and counted. The tool, the shell bump and the command share it; it starts anew
 * with each session and is written nowhere.
 */
import type { EditErrorCode } from "./edit-error.ts";
import type { MatchedVia } from "./match/drift-kinds.ts";
import { SeenFiles } from "./seen-files.ts";
import { readSettings, type Settings, type SettingsReading } from "./settings.ts";

export interface SessionCounts {
	/** Edits that landed, by how their place was found. */
	landed: Map<MatchedVia, number>;
	/** Calls that were refused, by the code of the refusal. */
	refused: Map<EditErrorCode, number>;
	/** Calls that were shown and not written, because preview mode was on. */
	previewed: number;
	/** Shell commands that were sent back. */
	shellBumps: number;
}

export class Session {
	readonly counts: SessionCounts = { landed: new Map(), refused: new Map(), previewed: 0, shellBumps: 0 };
	/** What the person chose with `/edit-safe`; it holds until the session ends. */
	readonly chosen: Partial<Settings> = {};
	/** What the model has read, written or edited. */
	readonly seenFiles = new SeenFiles();
	readonly #settingsFile: () => unknown;

	/** @param settingsFile reads `"editSafe"` of pi's settings, as they are now */
	constructor(settingsFile: () => unknown) {
		this.#settingsFile = settingsFile;
	}

	/** The switches as they are now; the files and variables behind them may have changed since the last call. */
	readSettings(): SettingsReading {
		return readSettings(process.env, this.#settingsFile(), this.chosen);
	}

	get settings(): Settings {
		return this.readSettings().settings;
	}

	countLanded(edits: readonly { matchedVia: MatchedVia }[]): void {
		for (const { matchedVia } of edits) increment(this.counts.landed, matchedVia);
	}

	countRefused(code: EditErrorCode): void {
		increment(this.counts.refused, code);
	}
}

function increment<Key>(counts: Map<Key, number>, key: Key): void {
	counts.set(key, (counts.get(key) ?? 0) + 1);
}
