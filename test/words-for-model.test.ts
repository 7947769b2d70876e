import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { PROMPT_GUIDELINES, PROMPT_SNIPPET, TOOL_DESCRIPTION } from "../lib/words-for-model.ts";

describe("the words for the model", () => {
	it("names edit in each guideline, since pi lists them as flat bullets", () => {
		for (const guideline of PROMPT_GUIDELINES) assert.match(guideline, /\bedit\b/);
	});

	it("keeps each guideline and the snippet on one line", () => {
		for (const line of [...PROMPT_GUIDELINES, PROMPT_SNIPPET]) assert.doesNotMatch(line, /\n/);
	});

	it("says in the description what the guidelines say, since a custom system prompt has no guidelines", () => {
		const said = PROMPT_GUIDELINES.filter((guideline) => TOOL_DESCRIPTION.includes(guideline));
		assert.ok(said.length >= 3, TOOL_DESCRIPTION);
	});
});
