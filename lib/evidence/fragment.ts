/**
 * A text of which the file has the start and the end, but not the middle. Pure. It finds what was cut out of long lines
 * or lines in part, where whole lines can not be compared.
 */
import type { Span } from "../match/exact-occurrences.ts";
import { findAll } from "../match/linear-search.ts";

export interface Fragment {
	/** From where the start of the text stands to where its end does; only the start if the end was not found after it. */
	span: Span;
	/** How much of the text's start and end the file has. */
	startLength: number;
	endLength: number;
}

/** A longer text can not be shown for copying. */
const LONGEST = 4000;

/** Places of the start that are tried. */
const TRIED_PLACES = 20;

/** What the file may have more in the middle than the text. */
const ADDED_CHARACTERS = 40;

/** The one place that shares the most of `old`, or undefined if there is none or several. */
export function findFragment(text: string, old: string): Fragment | undefined {
	if (old.length > LONGEST) return undefined;
	const startLength = longestThat((length) => firstPlaces(text, old.slice(0, length), 1).length > 0, old.length);
	if (startLength === 0) return undefined;
	const places = firstPlaces(text, old.slice(0, startLength), TRIED_PLACES);
	const fragments = places.map((start) => fragmentAt(text, old, start, startLength));
	const most = Math.max(...fragments.map(({ endLength }) => endLength));
	const [best, second] = fragments.filter(({ endLength }) => endLength === most);
	return second === undefined ? best : undefined;
}

function fragmentAt(text: string, old: string, start: number, startLength: number): Fragment {
	const from = start + startLength;
	const rest = text.slice(from, from + old.length - startLength + ADDED_CHARACTERS);
	const endLength = longestThat((length) => rest.includes(old.slice(old.length - length)), old.length - startLength);
	const end = endLength === 0 ? from : from + rest.indexOf(old.slice(old.length - endLength)) + endLength;
	return { span: { start, end }, startLength, endLength };
}

/** The greatest length for which `holds`, if it holds for all shorter ones too. */
function longestThat(holds: (length: number) => boolean, most: number): number {
	let [low, high] = [0, most];
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (holds(middle)) low = middle;
		else high = middle - 1;
	}
	return low;
}

function firstPlaces(text: string, wanted: string, limit: number): number[] {
	const starts: number[] = [];
	findAll(text, wanted, (start) => {
		starts.push(start);
		return starts.length < limit;
	});
	return starts;
}
