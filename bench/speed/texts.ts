/** Texts of any size for the speed bench: like code, every line different, the same on every run. */

export const SEED = 20_251;

const WORDS = "index offset limit buffer state value result count node token parse write total cache entry name".split(
	" ",
);

/** Words of other scripts: a text that holds them takes two bytes a character in memory. */
export const FOREIGN_WORDS = "größe naïve café índice индекс буфер πίνακας 数量 文字列 값".split(" ");

/** Words whose characters take several code units each, and fold to another spelling or to the same one. */
export const JOINED_WORDS = [
	..."größe naïve café μέγεθος ёлка".normalize("NFD").split(" "),
	..."문자열 색인 결과".normalize("NFD").split(" "),
	..."ข้อมูล मूल्य القِيمَةُ 👩‍💻 ❤️ 👍🏽 🚀 “total” ﬁle".split(" "),
];

/** Lines of code-like text, about `size` characters in all, around the lines of `middle`. */
export function codeAround(
	middle: readonly string[],
	size: number,
	lineBreak = "\n",
	words: readonly string[] = WORDS,
): string {
	const random = pseudoRandom();
	const half = Math.max(0, size - middle.join(lineBreak).length) / 2;
	const part = (name: string): string[] => {
		const lines: string[] = [];
		for (let length = 0; length < half; length += lines.at(-1)!.length + 1) {
			lines.push(codeLine(`${name}${lines.length}`, words, random));
		}
		return lines;
	};
	return flat([...part("before"), ...middle, ...part("after"), ""].join(lineBreak));
}

export function repeated(text: string, size: number): string {
	return flat(text.repeat(Math.ceil(size / text.length)));
}

/** A text built from parts is a tree of them until it is first read; one read from a file is not. */
function flat(text: string): string {
	return Buffer.from(text, "utf8").toString("utf8");
}

function codeLine(name: string, words: readonly string[], random: (limit: number) => number): string {
	const word = () => words[random(words.length)];
	const sum = Array.from({ length: random(6) + 1 }, word).join(" + ");
	return `${"\t".repeat(random(4))}const ${name} = ${sum};`;
}

function pseudoRandom(): (limit: number) => number {
	let state = SEED;
	return (limit) => {
		state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
		return (state >> 8) % limit;
	};
}
