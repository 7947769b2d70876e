/** Puts every case to pi and to ours, and says what each did: right, refused, or corrupted. */
import type { PiFunctions } from "../arms/pi-functions.ts";
import type { CorruptionCase } from "./cases.ts";
import { type Written, writtenByOurs, writtenByPi } from "./contenders.ts";

/** `right` where the right bytes were written, or nothing where nothing may be; `refused` where an edit that has a place was. */
export type Outcome = "right" | "refused" | "corrupted";

export interface Judged {
	outcome: Outcome;
	/** The refusal's words or code, or the error. */
	reason: string;
	/** What was written if it is not what should have been. */
	bytes: Buffer | undefined;
}

export interface CaseResult {
	corruptionCase: CorruptionCase;
	pi: Judged;
	ours: Judged;
}

export async function runCorruption(cases: readonly CorruptionCase[], pi: PiFunctions): Promise<CaseResult[]> {
	const results: CaseResult[] = [];
	for (const corruptionCase of cases) {
		results.push({
			corruptionCase,
			pi: judge(writtenByPi(pi, corruptionCase), corruptionCase),
			ours: judge(await writtenByOurs(corruptionCase), corruptionCase),
		});
	}
	return results;
}

/** Ours in one word, as the expectation file has it: a refusal with its code. */
export function outcomeWord({ outcome, reason }: Judged): string {
	return reason === "" ? outcome : `${outcome}: ${reason}`;
}

function judge(written: Written, { right }: CorruptionCase): Judged {
	switch (written.kind) {
		case "refused":
			return { outcome: right ? "refused" : "right", reason: written.reason, bytes: undefined };
		case "crashed":
			return { outcome: "corrupted", reason: written.error, bytes: undefined };
		case "written": {
			const isRight = right !== undefined && written.bytes.equals(right);
			return { outcome: isRight ? "right" : "corrupted", reason: "", bytes: isRight ? undefined : written.bytes };
		}
	}
}
