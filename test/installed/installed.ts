/**
 * `npm run test:installed`: the end-to-end tests on the package as a registry gives it, packed and installed by pi,
 * instead of on this checkout.
 */
import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageCopy, startLoopbackRegistry } from "../support/loopback-registry.ts";
import { spawnPi } from "../support/pi-run.ts";
import { CHECKOUT, makeSandbox } from "../support/pi-sandbox.ts";

const root = mkdtempSync(join(tmpdir(), "pi-edit-safe-registry-"));
const registry = await startLoopbackRegistry(root);
registry.publish(packageCopy(join(root, "checkout")));
const sandbox = makeSandbox("http://127.0.0.1:9/", {
	environment: { npm_config_registry: registry.url, npm_config_cache: join(root, "cache") },
});
try {
	const install = await spawnPi(sandbox, ["install", "npm:pi-edit-safe"]);
	const installed = join(sandbox.agent, "npm/node_modules/pi-edit-safe");
	if (install.code !== 0 || !existsSync(installed)) throw new Error(install.stdout + install.stderr);
	const { status } = spawnSync(
		process.execPath,
		["--test", ...globSync("test/end-to-end/*.test.ts", { cwd: CHECKOUT })],
		{
			cwd: CHECKOUT,
			env: { ...process.env, PI_EDIT_SAFE_TEST_PACKAGE: installed },
			stdio: "inherit",
		},
	);
	process.exitCode = status ?? 1;
} finally {
	await registry.close();
	sandbox.remove();
	rmSync(root, { recursive: true, force: true });
}
