/** The two whole tools, from the bytes of a file to the bytes of a file. What is written comes back, or why nothing was. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EditError } from "../../lib/edit-error.ts";
import { editFile } from "../../lib/edit-file.ts";
import { type Arm, piArm } from "../arms/arms.ts";
import type { PiFunctions } from "../arms/pi-functions.ts";
import type { CorruptionCase } from "./cases.ts";

export type Written =
	| { kind: "written"; bytes: Buffer }
	| { kind: "refused"; reason: string }
	| { kind: "crashed"; error: string };

/** As pi's edit tool does it: read as UTF-8, byte order mark off, edit, mark on again. */
export function writtenByPi(pi: PiFunctions, { bytes, edits, path }: CorruptionCase, arm: Arm = piArm(pi)): Written {
	const { bom, text } = pi.splitBom(bytes.toString("utf8"));
	const result = arm.apply(text, edits, path);
	return result.kind === "written" ? { kind: "written", bytes: Buffer.from(bom + result.content) } : result;
}

/** On a real file, since encodings and writing are part of it. */
export async function writtenByOurs({ bytes, edits, path }: CorruptionCase): Promise<Written> {
	const cwd = mkdtempSync(join(tmpdir(), "edit-safe-bench-"));
	try {
		writeFileSync(join(cwd, path), bytes);
		await editFile({ path, edits }, { cwd });
		return { kind: "written", bytes: readFileSync(join(cwd, path)) };
	} catch (error) {
		if (!(error instanceof EditError)) return { kind: "crashed", error: String(error) };
		const isUntouched = readFileSync(join(cwd, path)).equals(bytes);
		return isUntouched
			? { kind: "refused", reason: error.code }
			: { kind: "crashed", error: `refused (${error.code}) after writing` };
	} finally {
		rmSync(cwd, { recursive: true });
	}
}
