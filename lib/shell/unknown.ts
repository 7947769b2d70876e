/**
 * Text that can't be known without running the command (an unset variable, a program's output) is a NUL: no argument
 * and no file name can hold one, so it travels inside ordinary strings and whatever holds it names no file.
 */

export const UNKNOWN = "\0";

export function isKnown(text: string): boolean {
	return !text.includes(UNKNOWN);
}
