/** An `edit` that touches nothing and says that it was the one that answered. */
import { defineTool } from "@earendil-works/pi-coding-agent";
import { Type } from "typebox";

export const anotherEdit = defineTool({
	name: "edit",
	label: "edit",
	description: "another package's edit",
	parameters: Type.Object({ path: Type.String() }),
	execute: async () => ({ content: [{ type: "text", text: "another package answered" }], details: undefined }),
});
