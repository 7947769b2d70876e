/**
 * `npm run test:older-pi`: the end-to-end tests on older versions of pi. pi is large, so this is no part of `npm
 * install`: the versions are installed on demand into an ignored cache folder, from the registry npm is set to.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CHECKOUT } from "../support/pi-sandbox.ts";

const tests = globSync("test/end-to-end/*.test.ts", { cwd: CHECKOUT });

/** What each version has to pass. 0.74.0 is the oldest that was published; it has no settings for extensions. */
const VERSIONS: { version: string; arguments: string[] }[] = [
	{ version: "1.0.3", arguments: tests },
	{
		version: "0.74.0",
		arguments: [
			"--test-name-pattern=in print mode|in json mode|registers nothing|was loaded",
			...tests.filter((name) => /modes|packages/.test(name)),
		],
	},
];

let failures = 0;
for (const { version, arguments: arguments_ } of VERSIONS) {
	const folder = installed(version);
	console.log(`\npi ${version}`);
	const environment = { ...process.env, PI_EDIT_SAFE_TEST_PI: folder };
	const run = spawnSync(process.execPath, ["--test", ...arguments_], {
		cwd: CHECKOUT,
		env: environment,
		stdio: "inherit",
	});
	if (run.status !== 0) failures++;
}
process.exitCode = failures === 0 ? 0 : 1;

function installed(version: string): string {
	const folder = join(CHECKOUT, ".cache", `pi-${version}`);
	if (existsSync(join(folder, "node_modules/@earendil-works/pi-coding-agent"))) return folder;
	mkdirSync(folder, { recursive: true });
	const manifest = {
		private: true,
		dependencies: { "@earendil-works/pi-coding-agent": version },
		// Some versions of pi ask for one of this package that was never published, and do not need it to run.
		overrides: { "@earendil-works/chord": "0.87.1" },
	};
	writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
	execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], { cwd: folder, stdio: "inherit" });
	return folder;
}
