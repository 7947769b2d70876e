/** Texts out of the characters that a search trips over, for property tests. */
import fc from "fast-check";

export const anyText: fc.Arbitrary<string> = fc
	.array(
		fc.oneof(
			fc.constantFrom(
				..."ab \t\n\r'\u2019-\u2014\u00a0\u200b\ufeff\ufe0f\u0301\u0323e\u00e9\ufb01\u1100\u1161\u11a8\uac00\u00b4\uff76\uff9e\ud800\udc00\u0e33\u09c7\u09be",
			),
			fc.string({ unit: "binary", maxLength: 1 }),
		),
		{ maxLength: 12 },
	)
	.map((parts) => parts.join(""));
