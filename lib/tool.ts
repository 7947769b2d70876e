/**
 * The `edit` tool as pi sees it: schema, words for the model, execution. It owns the way between pi and `editFile`: the
 * arguments folded, the file's mutation queue held, the outcome counted and put into pi's form. The edit itself knows
 * nothing of pi.
 */
import {
	type AgentToolResult,
	type ExtensionContext,
	type ToolDefinition,
	withFileMutationQueue,
} from "@earendil-works/pi-coding-agent";
import { type Static, Type } from "typebox";
import { prepareEditArguments } from "./arguments.ts";
import { type EditDetails, editDetails } from "./edit-details.ts";
import { EditError } from "./edit-error.ts";
import { Forecasts } from "./forecasts.ts";
import { loadEditFile } from "./load-edit-file.ts";
import { resolvePath } from "./paths.ts";
import { editRenderers } from "./preview.ts";
import { withStaleness } from "./seen-files.ts";
import type { Session } from "./session.ts";
import { PROMPT_GUIDELINES, PROMPT_SNIPPET, TOOL_DESCRIPTION } from "./words-for-model.ts";

const parameters = Type.Object({
	path: Type.String({ description: "The file to edit, relative or absolute" }),
	edits: Type.Array(
		Type.Object({
			oldText: Type.String({ description: "Text of the file that names exactly one place in it" }),
			newText: Type.String({ description: "The text that takes its place" }),
		}),
		{ minItems: 1, description: "The replacements, applied in order" },
	),
});

/** What `prepareArguments` makes of a call and pi's validation lets through. */
type EditCall = Static<typeof parameters> & Pick<ReturnType<typeof prepareEditArguments>, "conflicts" | "replaceAll">;

export type EditToolDefinition = ToolDefinition<typeof parameters, EditDetails>;

/** @param forecasts of the same session */
export function editTool(session: Session, forecasts = new Forecasts(session)): EditToolDefinition {
	return {
		name: "edit",
		label: "edit",
		description: TOOL_DESCRIPTION,
		promptSnippet: PROMPT_SNIPPET,
		promptGuidelines: PROMPT_GUIDELINES,
		parameters,
		constrainedSampling: { type: "json_schema", strict: "prefer" },
		renderShell: "self",
		prepareArguments: (raw) => prepareEditArguments(raw) as EditCall,
		execute: (_toolCallId, call, signal, _onUpdate, context) => execute(call, signal, context, session),
		...editRenderers(forecasts),
	};
}

async function execute(
	call: EditCall,
	signal: AbortSignal | undefined,
	context: ExtensionContext,
	session: Session,
): Promise<AgentToolResult<EditDetails>> {
	const { settings } = session;
	try {
		// No await before the queue: parallel calls on one file then keep the order in which the model made them.
		const result = await withFileMutationQueue(resolvePath(call.path, context.cwd), async () => {
			const { editFile } = await loadEditFile();
			return editFile(call, { cwd: context.cwd, settings, ...(signal && { signal }) });
		});
		if (settings.preview === "on") session.counts.previewed++;
		else session.countLanded(result.edits);
		return { content: [{ type: "text", text: result.text }], details: editDetails(result, settings) };
	} catch (error) {
		if (!(error instanceof EditError)) throw error;
		session.countRefused(error.code);
		throw withStaleness(error, resolvePath(call.path, context.cwd), session.seenFiles);
	}
}
