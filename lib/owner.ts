/**
 * Who owns `edit`. pi refuses to start when two packages register the same tool while loading, so this package registers
 * late, in `session_start`, and only while the built-in tool still owns the name. Holds afterwards: pi has exactly one
 * `edit`, nothing that the user switched off is switched on, and the person is told once if it is not ours.
 */
import type { ExtensionAPI, ExtensionContext, ToolInfo } from "@earendil-works/pi-coding-agent";
import { tell } from "./tell.ts";
import type { EditToolDefinition } from "./tool.ts";

/**
 * Whether this package is in this pi already, loaded from another path. The first that loads answers the roll call of
 * those that load later, until its session ends.
 */
export function loadedAlready(pi: ExtensionAPI): boolean {
	const call = { answered: false };
	pi.events.emit(ROLL_CALL, call);
	if (call.answered) return true;
	const stopAnswering = pi.events.on(ROLL_CALL, (call) => {
		(call as { answered: boolean }).answered = true;
	});
	pi.on("session_shutdown", stopAnswering);
	return false;
}

const ROLL_CALL = "pi-edit-safe:roll-call";

/** @param wanted whether the switches let this session have our tool */
export function claimEdit(pi: ExtensionAPI, tool: EditToolDefinition, wanted: () => boolean): void {
	let told = true;
	const tellOnce = (owner: ToolInfo | undefined, context: ExtensionContext) => {
		if (told || !owner || owner.parameters === tool.parameters) return;
		tell(context, steppedAside(owner), "warning");
		told = true;
	};
	pi.on("session_start", (_event, context) => {
		if (!wanted()) return;
		told = false;
		const owner = ownerOfEdit(pi);
		if (owner?.sourceInfo.source === "builtin") pi.registerTool(tool);
		// Older versions of pi start a new session twice: the second time the owner is this tool.
		else tellOnce(owner, context);
	});
	// A package that registers even later than we do, and was loaded before us, takes the name without a word from pi.
	pi.on("tool_call", (event, context) => {
		if (event.toolName === "edit" && !told) tellOnce(ownerOfEdit(pi), context);
	});
}

/** One sentence for a person. */
export function whoseEdit(pi: ExtensionAPI, tool: EditToolDefinition): string {
	const owner = ownerOfEdit(pi);
	if (!owner) return "there is no edit in this session; it was switched off.";
	if (owner.sourceInfo.source === "builtin") return "edit is pi's own.";
	if (owner.parameters !== tool.parameters) return `edit belongs to ${owner.sourceInfo.path}.`;
	if (pi.getActiveTools().includes("edit")) return "edit is this package's.";
	return "edit is switched off in this session; under -nbt, --tools edit brings it in.";
}

/** Whether the model has this package's `edit`. */
export function isOurs(pi: ExtensionAPI, tool: EditToolDefinition): boolean {
	return ownerOfEdit(pi)?.parameters === tool.parameters && pi.getActiveTools().includes("edit");
}

function ownerOfEdit(pi: ExtensionAPI): ToolInfo | undefined {
	return pi.getAllTools().find(({ name }) => name === "edit");
}

function steppedAside({ sourceInfo }: ToolInfo): string {
	return (
		`pi-edit-safe: the tool "edit" belongs to ${sourceInfo.path}, so pi-edit-safe steps aside and its own edit is off. ` +
		"To use it, remove or disable that package (pi list, pi remove, pi config)."
	);
}
