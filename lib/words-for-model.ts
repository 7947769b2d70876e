/**
 * What the model is told about `edit`, each sentence once. The tool's description, pi's prompt guidelines and the
 * refusals are put together from these, so a model reads the same contract wherever it looks. pi lists guidelines as
 * flat bullets among those of other tools: each sentence names `edit`.
 */

export const SMALL_OLD_TEXT =
	"In edit, oldText holds the lines that change plus only what makes them unique in the file, copied exactly.";

export const SEVERAL_EDITS =
	"Change a large block with several small entries in one edit call; they apply in order, all or none.";

export const RETRY_FROM_THE_ERROR =
	"When edit refuses, nothing was written: build the next edit call from the text of the error.";

export const FILES_WITH_EDIT =
	"Change the project's files with edit, not from the shell (sed -i, heredocs, scripts); scratch files, and one mechanical change over many files, may go through the shell.";

export const TOOL_DESCRIPTION = [
	"Edit one file by replacing text.",
	"Each edits[].oldText must name exactly one place in the file, as the earlier edits of the call left it.",
	SMALL_OLD_TEXT,
	SEVERAL_EDITS,
	RETRY_FROM_THE_ERROR,
].join(" ");

export const PROMPT_SNIPPET = "Change a file by replacing text: several small edits in one call, all or none";

export const PROMPT_GUIDELINES = [SMALL_OLD_TEXT, SEVERAL_EDITS, RETRY_FROM_THE_ERROR, FILES_WITH_EDIT];
