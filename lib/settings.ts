/**
 * Every switch: its values, its default, and where it is read from. A session's own choice wins over the environment,
 * the environment over `settings.json`, that over the default. A bad value counts as not set and becomes a message.
 */

export interface Settings {
	/** `true`: the tool, the shell bump and the command stay out of pi. */
	disable: boolean;
	/** What happens to text that drifted: corrected, spliced as it came, or refused. */
	drift: "correct" | "verbatim" | "refuse";
	/** A replaced span of at least so many lines is guarded; 0 switches the guard off. */
	overScopeLines: number;
	/** Share of such a span's lines that the new text must at least have. */
	overScopeRatio: number;
	/** Which paths may be edited. */
	paths: "fenced" | "strict" | "open";
	/** `on`: every edit is planned and shown, none is written. */
	preview: "off" | "on";
	/** `on`: a shell command that rewrites a file of the project is sent back once. */
	shell: "on" | "off";
}

export type SettingName = keyof Settings;

export type SettingSource = "default" | "settings.json" | "environment" | "session";

export interface SettingsReading {
	settings: Settings;
	sources: Record<SettingName, SettingSource>;
	/** One sentence for each value that could not be used. */
	problems: string[];
}

interface Switch<Value> {
	environment: string;
	initial: Value;
	/** The values as a person reads them. */
	values: string;
	/** The value that a text (environment) or a JSON value (`settings.json`) stands for; `undefined` if it is none. */
	parse(raw: unknown): Value | undefined;
}

const DISABLE_VALUES = new Map([
	["0", false],
	["false", false],
	["1", true],
	["true", true],
]);

/** The switches in the order in which people see them. README's table and `/edit-safe` follow it. */
export const SWITCHES: { [Name in SettingName]: Switch<Settings[Name]> } = {
	disable: {
		environment: "PI_EDIT_SAFE_DISABLE",
		initial: false,
		values: "0 or 1",
		parse: (raw) => DISABLE_VALUES.get(String(raw)),
	},
	drift: choice("PI_EDIT_SAFE_DRIFT", ["correct", "verbatim", "refuse"]),
	overScopeLines: {
		environment: "PI_EDIT_SAFE_OVER_SCOPE_LINES",
		initial: 20,
		values: "a whole number of lines, 0 for off",
		parse: (raw) => numberIn(raw, (value) => Number.isSafeInteger(value) && value >= 0),
	},
	overScopeRatio: {
		environment: "PI_EDIT_SAFE_OVER_SCOPE_RATIO",
		initial: 0.5,
		values: "a number from 0 to 1",
		parse: (raw) => numberIn(raw, (value) => value >= 0 && value <= 1),
	},
	paths: choice("PI_EDIT_SAFE_PATHS", ["fenced", "strict", "open"]),
	preview: choice("PI_EDIT_SAFE_PREVIEW", ["off", "on"]),
	shell: choice("PI_EDIT_SAFE_SHELL", ["on", "off"]),
};

export const SETTING_NAMES = Object.keys(SWITCHES) as SettingName[];

export const DEFAULT_SETTINGS: Settings = readSettings({}, undefined).settings;

/**
 * @param environment the process's variables
 * @param fromFile the value of `"editSafe"` in pi's settings, whatever it is
 * @param fromSession what the person chose for this session
 */
export function readSettings(
	environment: Record<string, string | undefined>,
	fromFile: unknown,
	fromSession: Partial<Settings> = {},
): SettingsReading {
	const problems = problemsOfShape(fromFile);
	const file: Record<string, unknown> = isRecord(fromFile) ? fromFile : {};
	const settings: Record<string, unknown> = {};
	const sources: Record<string, SettingSource> = {};
	for (const name of SETTING_NAMES) {
		const { environment: variable, initial, values, parse } = SWITCHES[name];
		settings[name] = initial;
		sources[name] = "default";
		const offers: [SettingSource, string, unknown][] = [
			["settings.json", `editSafe.${name}`, file[name]],
			["environment", variable, environment[variable] || undefined],
			["session", name, fromSession[name]],
		];
		for (const [source, where, raw] of offers) {
			if (raw === undefined) continue;
			const value = parse(raw);
			if (value === undefined) {
				problems.push(`${where} is ${shortly(raw)}, which is not ${values}: it is ignored.`);
				continue;
			}
			settings[name] = value;
			sources[name] = source;
		}
	}
	return {
		settings: settings as unknown as Settings,
		sources: sources as Record<SettingName, SettingSource>,
		problems,
	};
}

function problemsOfShape(fromFile: unknown): string[] {
	if (fromFile === undefined) return [];
	if (!isRecord(fromFile)) return [`editSafe is ${shortly(fromFile)}, which is not an object: it is ignored.`];
	return Object.keys(fromFile)
		.filter((name) => !Object.hasOwn(SWITCHES, name))
		.map((name) => `editSafe.${name} is not a switch (there are ${SETTING_NAMES.join(", ")}): it is ignored.`);
}

function choice<const Value extends string>(environment: string, values: readonly [Value, ...Value[]]): Switch<Value> {
	return {
		environment,
		initial: values[0],
		values: `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`,
		parse: (raw) => values.find((value) => value === raw),
	};
}

function numberIn(raw: unknown, allowed: (value: number) => boolean): number | undefined {
	if (typeof raw !== "number" && (typeof raw !== "string" || raw.trim() === "")) return undefined;
	const value = Number(raw);
	return Number.isFinite(value) && allowed(value) ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Long enough to recognise a value by, short enough for one line of a notice. */
const SHOWN_CHARACTERS = 40;

function shortly(raw: unknown): string {
	const text = JSON.stringify(raw) ?? String(raw);
	return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}...` : text;
}
