/**
 * `/edit-safe`: what is on and from where, what this session has counted, and the two switches that a person turns in
 * the middle of a session. Holds afterwards: a switch is turned only by a value it has, and the answer says what holds.
 */
import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { DRIFT_KINDS } from "./match/drift-kinds.ts";
import type { Session } from "./session.ts";
import { SETTING_NAMES, type Settings, SWITCHES } from "./settings.ts";
import { tell } from "./tell.ts";

/** What may be turned for one session, and what each value means to a person. */
const CHOICES = {
	preview: {
		on: "show every edit and write none",
		off: "write edits again",
	},
	drift: {
		correct: "correct what drifted, keep the file's own text",
		verbatim: "write newText as it came",
		refuse: "take exact text only",
	},
} as const;

const USAGE = `/edit-safe [${Object.entries(CHOICES)
	.map(([name, values]) => `${name} ${Object.keys(values).join("|")}`)
	.join(" | ")}]`;

/** @param ownerOfEdit says whose `edit` the model has, in one sentence */
export function registerCommand(pi: ExtensionAPI, session: Session, ownerOfEdit: () => string): void {
	pi.registerCommand("edit-safe", {
		description: "Show what pi-edit-safe does and has done; preview on|off; drift correct|verbatim|refuse",
		getArgumentCompletions: completions,
		handler: async (words, context) => {
			const [name, value, ...rest] = words.trim().split(/\s+/);
			if (name === "") tell(context, status(session, ownerOfEdit()));
			else if (rest.length === 0 && choose(session, name, value)) tell(context, `pi-edit-safe: ${name} is ${value}.`);
			else tell(context, `pi-edit-safe: "${words.trim()}" is not understood. ${USAGE}`, "warning");
		},
	});
}

/** Completes the words typed so far. */
export function completions(typed: string): { value: string; label: string; description: string }[] | null {
	const all = Object.entries(CHOICES).flatMap(([name, values]) =>
		Object.entries(values).map(([value, description]) => {
			const words = `${name} ${value}`;
			return { value: words, label: words, description };
		}),
	);
	const fitting = all.filter(({ value }) => value.startsWith(typed.trimStart()));
	return fitting.length > 0 ? fitting : null;
}

function choose(session: Session, name: string | undefined, value: string | undefined): boolean {
	if (name !== "preview" && name !== "drift") return false;
	const parsed = SWITCHES[name].parse(value);
	if (parsed === undefined) return false;
	(session.chosen as Record<keyof Settings, unknown>)[name] = parsed;
	return true;
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
