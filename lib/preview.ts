/**
 * What pi draws for a call and its result. It looks like pi's own pane, and it is true: before the result, the diff that
 * will be written or the refusal, worked out by the same code that edits; after it, what happened. A call that was
 * refused or denied never shows a diff.
 */
import { homedir } from "node:os";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import {
	type ExtensionAPI,
	keyHint,
	renderDiff,
	type Theme,
	type ToolDefinition,
} from "@earendil-works/pi-coding-agent";
import { Box, getCapabilities, hyperlink, Spacer, Text } from "@earendil-works/pi-tui";
import { prepareEditArguments } from "./arguments.ts";
import type { EditDetail, EditDetails } from "./edit-details.ts";
import type { Forecast, Forecasts } from "./forecasts.ts";
import { DRIFT_WORDS } from "./match/drift-kinds.ts";
import { type ShownText, shownDiff, shownLine, shownText } from "./shown-text.ts";

type Renderers = Required<Pick<ToolDefinition, "renderCall" | "renderResult">>;
type RenderContext = Parameters<Renderers["renderCall"]>[2];

/** What a pane shows under its title. */
type Body =
	| { kind: "nothing"; why?: string }
	| { kind: "diff"; details: Partial<EditDetails> }
	| { kind: "failure"; text: string };

/** The state of one call's pane. pi keeps it for as long as it draws the call. */
interface Pane {
	/** Title and, until there is a result, the forecast. */
	call: Box;
	/** What happened. */
	result: Box;
	forecast: Body;
	outcome: Body | undefined;
}

export function editRenderers(forecasts: Forecasts): Renderers {
	return {
		renderCall(args, theme, context) {
			const pane = paneOf(context);
			const call = prepareEditArguments(args);
			// A recorded call is drawn with its result and without complete arguments: it is history, not a forecast.
			if (context.argsComplete && context.isPartial && !pane.outcome) {
				forecasts.ask(context.toolCallId, call, context.cwd, (forecast) => {
					if (pane.outcome) return;
					pane.forecast = forecastBody(forecast);
					context.invalidate();
				});
			}
			drawCall(pane, call, theme, context);
			return pane.call;
		},
		renderResult(result, { isPartial }, theme, context) {
			const pane = paneOf(context);
			if (isPartial) return pane.result;
			const text = result.content.map((part) => ("text" in part ? part.text : "")).join("\n");
			pane.outcome = context.isError
				? { kind: "failure", text }
				: { kind: "diff", details: (result.details ?? {}) as Partial<EditDetails> };
			forecasts.settle(context.toolCallId, !context.isError);
			drawCall(pane, prepareEditArguments(context.args), theme, context);
			fill(pane.result, [...bodyLines(pane.outcome, theme, context), new Spacer(1)], pane.outcome, theme, context);
			return pane.result;
		},
	};
}

/** Tells `forecasts` which calls a message of the model holds, and what became of those that have no pane here. */
export function watchCalls(pi: ExtensionAPI, forecasts: Forecasts): void {
	pi.on("message_end", ({ message }, { cwd }) => {
		if (message.role !== "assistant") return;
		const calls = message.content.filter((part) => part.type === "toolCall");
		forecasts.expect(calls, cwd);
	});
	// An edit settles when its pane gets the result: between this event and that, the pane may still be drawn, and ask again.
	pi.on("tool_execution_end", ({ toolCallId, toolName, isError }) => {
		if (toolName !== "edit") forecasts.settle(toolCallId, !isError);
	});
}

function forecastBody(forecast: Forecast): Body {
	switch (forecast.kind) {
		case "landing":
			return { kind: "diff", details: forecast.details };
		case "refusal":
			return { kind: "failure", text: forecast.text };
		case "open":
			return { kind: "nothing", why: forecast.text };
	}
}

function paneOf({ state }: RenderContext): Pane {
	const holder = state as { pane?: Pane };
	holder.pane ??= { call: new Box(1, 0), result: new Box(1, 0), forecast: { kind: "nothing" }, outcome: undefined };
	return holder.pane;
}

type PreparedCall = ReturnType<typeof prepareEditArguments>;

function drawCall(pane: Pane, call: PreparedCall, theme: Theme, context: RenderContext): void {
	const lines = [new Spacer(1), new Text(title(call, theme, context), 0, 0)];
	if (!pane.outcome) lines.push(...bodyLines(pane.forecast, theme, context), new Spacer(1));
	fill(pane.call, lines, pane.outcome ?? pane.forecast, theme, context);
}

function title(call: PreparedCall, theme: Theme, context: RenderContext): string {
	const name = theme.fg("toolTitle", theme.bold("edit"));
	const isStreaming = !context.argsComplete && context.isPartial;
	const count = call.edits.length;
	const soFar =
		isStreaming && count > 0 ? theme.fg("muted", ` (${count} ${count === 1 ? "edit" : "edits"} so far)`) : "";
	return `${name} ${shownPath(call.path, theme, context.cwd)}${soFar}`;
}

function shownPath(path: string | undefined, theme: Theme, cwd: string): string {
	if (!path) return theme.fg("toolOutput", "...");
	const fromHome = relative(homedir(), path);
	const isInHome = isAbsolute(path) && !isAbsolute(fromHome) && fromHome.split(sep)[0] !== "..";
	const text = theme.fg("accent", shownLine(isInHome ? `~${sep}${fromHome}` : path));
	// Only a link to click on: what the path means to the tool is worked out when the call is made, with a look at the disk.
	const target = resolve(cwd, path.startsWith("~/") ? join(homedir(), path.slice(2)) : path);
	return getCapabilities().hyperlinks ? hyperlink(text, pathToFileURL(target).href) : text;
}

function fill(box: Box, children: (Spacer | Text)[], body: Body, theme: Theme, context: RenderContext): void {
	const colour = ({ nothing: "toolPendingBg", diff: "toolSuccessBg", failure: "toolErrorBg" } as const)[body.kind];
	box.setBgFn((text) => theme.bg(colour, text));
	box.setPaddingX(context.outputPad ?? 1);
	box.clear();
	for (const child of children) box.addChild(child);
}

/** Lines of a body before a person asks for more. Raising it pushes the conversation away, lowering it hides ordinary edits. */
const COLLAPSED_LINES = 40;

/** Lines of a body when a person asked for more. Raising it makes pi draw slowly, lowering it hides more of a large edit. */
const EXPANDED_LINES = 1000;

function bodyLines(body: Body, theme: Theme, context: RenderContext): (Spacer | Text)[] {
	const lineLimit = context.expanded ? EXPANDED_LINES : COLLAPSED_LINES;
	switch (body.kind) {
		case "nothing":
			return body.why ? [new Spacer(1), new Text(theme.fg("muted", body.why), 0, 0)] : [];
		case "failure": {
			const shown = shownText(body.text, lineLimit);
			const text = theme.fg("error", shown.text) + hiddenLines(shown, theme, context);
			return [new Spacer(1), new Text(text, 0, 0)];
		}
		case "diff": {
			const shown = shownDiff(body.details.diff ?? "", lineLimit);
			const diff = shown.text && renderDiff(shown.text) + hiddenLines(shown, theme, context);
			const notes = notesOn(body.details, shown.alikeLines).map((note) => theme.fg("muted", note));
			return [diff, ...notes].filter((text) => text !== "").flatMap((text) => [new Spacer(1), new Text(text, 0, 0)]);
		}
	}
}

function hiddenLines({ hiddenLines }: ShownText, theme: Theme, context: RenderContext): string {
	if (hiddenLines === 0) return "";
	const more = `... (${hiddenLines} more ${hiddenLines === 1 ? "line" : "lines"}`;
	if (context.expanded) return `\n${theme.fg("muted", `${more})`)}`;
	return `\n${theme.fg("muted", `${more}, `)}${keyHint("app.tools.expand", "to expand")}${theme.fg("muted", ")")}`;
}

/** What a person should know beyond the diff. A result recorded by pi's own tool has no `edits`. */
function notesOn({ edits = [], verbatim, previewOnly }: Partial<EditDetails>, alikeLines: number): string[] {
	const deletedLines = edits.reduce((sum, edit) => sum + (edit.deletedLines ?? 0), 0);
	const notes = [driftNote(edits, verbatim === true)];
	if (alikeLines > 0) {
		const lines = alikeLines === 1 ? "1 line differs" : `${alikeLines} lines differ`;
		notes.push(`${lines} in blanks or invisible characters alone.`);
	}
	if (deletedLines > 0) notes.push(`Deletes ${deletedLines} lines.`);
	if (previewOnly) notes.push("Preview only: nothing is written.");
	return notes.filter((note) => note !== "");
}

/** Line endings alone are no news: in a file with CRLF every edit has them. */
function driftNote(edits: readonly EditDetail[], verbatim: boolean): string {
	const kinds = new Set(edits.flatMap(({ drift }) => drift));
	if ([...kinds].every((kind) => kind === "line-endings")) return "";
	const names = [...kinds].map((kind) => DRIFT_WORDS[kind]).join(", ");
	return `oldText differed in ${names}; ${verbatim ? "newText is written as it came" : "the file's own is kept"}.`;
}
