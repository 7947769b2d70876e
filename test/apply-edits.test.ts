import assert from "node:assert/strict";
import { test } from "node:test";
import { applyEdits } from "../lib/apply-edits.ts";

test("an exact edit replaces its one occurrence", () => {
	assert.equal(applyEdits("one\ntwo\n", [{ oldText: "two", newText: "2" }], "a.txt").content, "one\n2\n");
});
