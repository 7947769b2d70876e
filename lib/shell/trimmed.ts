/** Text without the run of one character at its end. A regular expression would start anew at each of many such runs. */
export function withoutEnd(text: string, character: string): string {
	let end = text.length;
	while (end > 0 && text[end - 1] === character) end--;
	return text.slice(0, end);
}
