/** A file of two states of different length, so large and so made that any mix of the two is told from both. */

/** What each of the edits that turn one state into the other replaces. */
export const FLIP: [string, string][] = [
	["state: a", "state: bb"],
	["end: a", "end: bb"],
];

export const FLIP_STATES = [0, 1].map((state) => {
	const filling = Array.from({ length: 20_000 }, (_, index) => `line ${index} of the filling between both ends\n`).join(
		"",
	);
	return `${FLIP[0]![state]}\n${filling}${FLIP[1]![state]}\n`;
});
