/**
 * Writes what README and the pictures show from the newest records, so that no number is typed by hand.
 *
 *     node bench/readme.ts           write README's tables and bench/pictures/
 *     node bench/readme.ts --check   end 1 if one of them is not what the records say
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { staleFiles } from "./readme/shown-files.ts";

const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });

const root = join(import.meta.dirname, "..");
const stale = staleFiles(root);
if (!values.check) for (const { name, text } of stale) writeFileSync(join(root, name), text);
else if (stale.length > 0) {
	const names = stale.map(({ name }) => name);
	console.error(`Out of step with bench/records: ${names.join(", ")}. Run: node bench/readme.ts`);
	process.exitCode = 1;
}
