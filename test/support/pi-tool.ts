/** What the end-to-end tests say about the tool's answers. The built-in tool succeeding in our place is the silent failure of them all. */
import assert from "node:assert/strict";
import type { EditDetails } from "../../lib/edit-details.ts";
import type { ToolResult } from "./pi-run.ts";
import type { ModelRequest, Turn } from "./pi-scripted-model.ts";

export type EditPair = [oldText: string, newText: string];

/** A turn in which the model calls `edit` once. */
export function editing(path: string, ...edits: EditPair[]): Turn {
	return { toolCalls: [editCall(path, ...edits)] };
}

export function editCall(path: string, ...edits: EditPair[]): { name: string; args: unknown } {
	return { name: "edit", args: { path, edits: edits.map(([oldText, newText]) => ({ oldText, newText })) } };
}

/** The details of an edit that landed through this package; the built-in tool's have no `edits`. */
export function detailsOfOurs(result: ToolResult | undefined): EditDetails {
	assert.ok(result, "no tool answered");
	assert.equal(result.isError, false, result.text);
	const details = result.details as EditDetails | undefined;
	assert.ok(Array.isArray(details?.edits), `not our tool: ${JSON.stringify(result)}`);
	return details;
}

export function editToolIn(request: ModelRequest | undefined) {
	return request?.tools?.map((tool) => tool.function).find(({ name }) => name === "edit");
}

/** The text that the model read as the answer of the last tool. */
export function lastAnswer(request: ModelRequest | undefined): string {
	const message = request?.messages.findLast(({ role }) => role === "tool");
	assert.ok(message, "the model read no tool's answer");
	return String(message.content);
}
