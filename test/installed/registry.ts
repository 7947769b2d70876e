/**
 * `npm run registry`: this checkout, as it would be published, and what it needs, in a registry on the loopback interface until
 * it is stopped. `PORT` asks for another port; 0 takes any.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageCopy, startLoopbackRegistry } from "../support/loopback-registry.ts";

/** README's command names it. */
const PORT = 4873;

const folder = mkdtempSync(join(tmpdir(), "pi-edit-safe-registry-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit());
const registry = await startLoopbackRegistry(folder, Number(process.env.PORT ?? PORT));
registry.publish(packageCopy(join(folder, "checkout")));
console.log(`npm_config_registry=${registry.url} pi install npm:pi-edit-safe`);
