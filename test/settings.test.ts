import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DEFAULT_SETTINGS, readSettings, SETTING_NAMES, type Settings, SWITCHES } from "../lib/settings.ts";

const accepted: [keyof Settings, unknown, unknown][] = [
	["disable", "1", true],
	["disable", "0", false],
	["disable", 1, true],
	["disable", true, true],
	["drift", "correct", "correct"],
	["drift", "verbatim", "verbatim"],
	["drift", "refuse", "refuse"],
	["overScopeLines", "0", 0],
	["overScopeLines", 35, 35],
	["overScopeRatio", "0.25", 0.25],
	["overScopeRatio", 1, 1],
	["paths", "strict", "strict"],
	["paths", "open", "open"],
	["preview", "on", "on"],
	["shell", "off", "off"],
];

const refused: [keyof Settings, unknown][] = [
	["disable", "yes"],
	["disable", "constructor"],
	["drift", "Verbatim"],
	["drift", true],
	["drift", null],
	["overScopeLines", "-1"],
	["overScopeLines", "2.5"],
	["overScopeLines", "many"],
	["overScopeLines", [20]],
	["overScopeRatio", "1.5"],
	["overScopeRatio", "NaN"],
	["overScopeRatio", " "],
	["paths", "fence"],
	["preview", "1"],
	["shell", {}],
];

describe("readSettings", () => {
	it("gives the documented defaults when nothing is set", () => {
		const reading = readSettings({}, undefined);
		assert.deepEqual(reading.settings, {
			disable: false,
			drift: "correct",
			overScopeLines: 20,
			overScopeRatio: 0.5,
			paths: "fenced",
			preview: "off",
			shell: "on",
		});
		assert.deepEqual(reading.problems, []);
		assert.ok(SETTING_NAMES.every((name) => reading.sources[name] === "default"));
		assert.deepEqual(DEFAULT_SETTINGS, reading.settings);
	});

	for (const [name, raw, value] of accepted) {
		it(`reads ${name} ${JSON.stringify(raw)} from settings.json`, () => {
			const reading = readSettings({}, { [name]: raw });
			assert.equal(reading.settings[name], value);
			assert.equal(reading.sources[name], "settings.json");
			assert.deepEqual(reading.problems, []);
		});
		if (typeof raw === "string") {
			it(`reads ${name} ${JSON.stringify(raw)} from the environment`, () => {
				const reading = readSettings({ [SWITCHES[name].environment]: raw }, undefined);
				assert.equal(reading.settings[name], value);
				assert.equal(reading.sources[name], "environment");
			});
		}
	}

	for (const [name, raw] of refused) {
		it(`reports ${name} ${JSON.stringify(raw)} and keeps the default`, () => {
			const reading = readSettings({}, { [name]: raw });
			assert.equal(reading.settings[name], DEFAULT_SETTINGS[name]);
			assert.equal(reading.sources[name], "default");
			assert.equal(reading.problems.length, 1);
			assert.ok(reading.problems[0]!.startsWith(`editSafe.${name} is `), reading.problems[0]);
			assert.ok(reading.problems[0]!.includes(SWITCHES[name].values), reading.problems[0]);
		});
	}

	it("lets the environment win over settings.json, and the session over both", () => {
		const environment = { PI_EDIT_SAFE_DRIFT: "verbatim", PI_EDIT_SAFE_PATHS: "open" };
		const reading = readSettings(
			environment,
			{ drift: "correct", paths: "strict", preview: "off" },
			{ drift: "refuse" },
		);
		assert.equal(reading.settings.drift, "refuse");
		assert.equal(reading.sources.drift, "session");
		assert.equal(reading.settings.paths, "open");
		assert.equal(reading.sources.paths, "environment");
		assert.equal(reading.sources.preview, "settings.json");
	});

	it("treats an empty variable as not set", () => {
		const reading = readSettings({ PI_EDIT_SAFE_DRIFT: "" }, { drift: "verbatim" });
		assert.equal(reading.settings.drift, "verbatim");
		assert.deepEqual(reading.problems, []);
	});

	it("falls back to settings.json when the environment's value is bad", () => {
		const reading = readSettings({ PI_EDIT_SAFE_PATHS: "strickt" }, { paths: "strict" });
		assert.equal(reading.settings.paths, "strict");
		assert.match(reading.problems[0]!, /^PI_EDIT_SAFE_PATHS is "strickt"/);
	});

	for (const odd of [null, 3, "verbatim", ["drift"]]) {
		it(`reports an editSafe that is ${JSON.stringify(odd)} and keeps every default`, () => {
			const reading = readSettings({}, odd);
			assert.deepEqual(reading.settings, DEFAULT_SETTINGS);
			assert.equal(reading.problems.length, 1);
		});
	}

	it("names a switch that does not exist", () => {
		const reading = readSettings({}, { drfit: "refuse", toString: "x" });
		assert.equal(reading.problems.length, 2);
		assert.match(reading.problems[0]!, /^editSafe\.drfit is not a switch \(there are disable, drift/);
	});

	it("keeps a long bad value out of the message", () => {
		assert.ok(readSettings({}, { drift: "x".repeat(100_000) }).problems[0]!.length < 200);
	});
});
