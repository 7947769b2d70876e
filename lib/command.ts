/**
 * `/edit-safe`: what is on and from where, what this session has counted, and the two switches that a person turns in
 * the middle of a session. Holds afterwards: a switch is turned only by a value it has, and the answer says what holds.
 */
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { DRIFT_KINDS } from "./match/drift-kinds.ts";
import type { Session } from "./session.ts";
import { SETTING_NAMES, type Settings } from "./settings.ts";
import { tell } from "./tell.ts";

/** What may be turned for one session, and what each value means to a person. */
const CHOICES = {
	preview: {
		on: "edits are shown, and none is written",
		off: "edits are written",
	},
	drift: {
		correct: "what drifted is corrected, and the file's own text kept",
		verbatim: "newText is written as it came",
		refuse: "exact text only",
	},
} as const;

const USAGE = `/edit-safe [${Object.entries(CHOICES)
	.map(([name, values]) => `${name} ${Object.keys(values).join("|")}`)
	.join(" | ")}]`;

/**
 * @param ownerOfEdit says whose `edit` the model has, in one sentence
 * @param isOurs whether the model has this package's
 */
export function registerCommand(
	pi: ExtensionAPI,
	session: Session,
	ownerOfEdit: () => string,
	isOurs: () => boolean,
): void {
	pi.registerCommand("edit-safe", {
		description: "Show what pi-edit-safe does and has done; preview on|off; drift correct|verbatim|refuse",
		getArgumentCompletions: completions,
		handler: async (words, context) => {
			const chosen = words.trim().replace(/\s+/g, " ");
			if (chosen === "") return tell(context, status(session, ownerOfEdit()));
			const choice = choices().find(({ value }) => value === chosen);
			if (!choice) return tell(context, `pi-edit-safe: "${chosen}" is not understood. ${USAGE}`, "warning");
			Object.assign(session.chosen, choice.setting);
			const doubt = isOurs() ? "" : ` It has no effect now: ${ownerOfEdit()}`;
			tell(context, `pi-edit-safe: ${choice.label}: ${choice.description}.${doubt}`);
		},
	});
}

/** Completes the words typed so far; nothing when they are whole, since Enter would then take the completion and not send. */
export function completions(typed: string): { value: string; label: string; description: string }[] | null {
	const words = typed.trimStart();
	const fitting = choices().filter(({ value }) => value.startsWith(words) && value !== words);
	return fitting.length > 0 ? fitting : null;
}

function choices() {
	return Object.entries(CHOICES).flatMap(([name, values]) =>
		Object.entries(values).map(([value, description]) => {
			const words = `${name} ${value}`;
			return { value: words, label: words, description, setting: { [name]: value } as Partial<Settings> };
		}),
	);
}

function status(session: Session, owner: string): string {
	const { settings, sources, problems } = session.readSettings();
	const width = Math.max(...SETTING_NAMES.map((name) => name.length));
	const switches = SETTING_NAMES.map((name) => {
		const value = typeof settings[name] === "boolean" ? Number(settings[name]) : settings[name];
		return `  ${name.padEnd(width)}  ${value} (${sources[name]})`;
	});
	return [
		`pi-edit-safe: ${owner}`,
		...switches,
		...problems.map((problem) => `  ! ${problem}`),
		"This session:",
		...counted(session).map((line) => `  ${line}`),
		USAGE,
	].join("\n");
}

function counted({ counts }: Session): string[] {
	const landed = ["exact" as const, ...DRIFT_KINDS].map((via) => [counts.landed.get(via) ?? 0, via] as const);
	const refused = [...counts.refused].map(([code, count]) => [count, code] as const);
	return [
		`edits that landed: ${listed(landed)}`,
		`calls refused: ${listed(refused)}`,
		...(counts.previewed > 0 ? [`calls shown and not written: ${counts.previewed}`] : []),
		`shell commands sent back: ${counts.shellBumps}`,
	];
}

function listed(entries: readonly (readonly [count: number, name: string])[]): string {
	const some = entries.filter(([count]) => count > 0);
	return some.length === 0 ? "none" : some.map(([count, name]) => `${count} ${name}`).join(", ");
}
