/** A folder for one test, gone after it. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

/** The path has no link in it. */
export function temporaryFolder(context: TestContext): string {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), "pi-edit-safe-test-")));
	context.after(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}
