/** What functions and methods of inline code return, as far as their names say. */
import { type Bound, bound, combined, folderOf, joined } from "./code-bounds.ts";
import { foldersAndNames, namesIn, pathsBelow, pathsMatching } from "./code-files.ts";
import type { Machine } from "./machine.ts";
import { UNKNOWN } from "./unknown.ts";

/** What a call of a function makes of its arguments, by its name or the last part of it. */
type Making = "same" | "join" | "list" | "folder" | "name" | "cwd" | "home" | "environment" | "names" | "glob" | "walk";

const MADE_BY: Record<Making, string> = {
	same: "Path PurePath PosixPath str String abspath realpath realpathSync normpath normalize expanduser fsPath path fspath File fileURLToPath URL Pathname.new io.file shlex.split",
	join: "join resolve joinpath catfile expand_path",
	list: "list sorted set tuple enumerate reversed iter Array.from Object.entries Object.assign",
	folder: "dirname",
	name: "basename",
	cwd: "cwd getcwd pwd",
	home: "home homedir",
	environment: "getenv os.environ.get ENV.fetch Deno.env.get",
	names: "listdir readdirSync readdir scandir Dir.children Dir.entries",
	glob: "glob iglob globSync rglob Dir",
	walk: "walk",
};

const MAKINGS: ReadonlyMap<string, Making> = new Map(
	Object.entries(MADE_BY).flatMap(([making, names]) =>
		names.split(" ").map((name): [string, Making] => [name, making as Making]),
	),
);

/** Methods whose outcome has the values of what they are called on, or some of them. */
const SAME_METHODS: ReadonlySet<string> = new Set(
	(
		"resolve absolute as_posix toString to_s strip trim expanduser stringify items entries sort sorted freeze iter filter " +
		"select reject uniq reverse flat concat path copy compact to_a each_with_index with_index"
	).split(" "),
);

/** What a call of a known function returns. */
export function resultOfCall(text: string, args: Bound[], machine: Machine): Bound | undefined {
	const [first = { values: [] }, second] = args;
	if (text === "zip")
		return { values: args.flatMap(({ values }) => values), columns: args.map(({ values }) => values) };
	if (text === "Object.keys") return { values: first.columns?.[0] ?? first.values };
	if (text === "Object.values") return { values: first.columns?.[1] ?? first.values };
	const { files, folder } = machine;
	const all = (): string[] => (args.length > 0 ? args.map(({ values }) => values).reduce(joined) : ["."]);
	switch (MAKINGS.get(text) ?? MAKINGS.get(text.slice(text.lastIndexOf(".") + 1))) {
		case "same":
		case "join":
			return { values: all() };
		case "list":
			return bound(first);
		case "folder":
			return { values: first.values.map(folderOf) };
		case "name":
			return { values: first.values.map((path) => path.slice(path.lastIndexOf("/") + 1)) };
		case "cwd":
			return { values: [folder ?? UNKNOWN] };
		case "home":
			return { values: [files.home] };
		case "environment":
			return { values: fromEnvironment(first.values, machine, second?.values) };
		case "names":
			return { values: namesIn(first.values, machine) };
		case "glob":
			return { values: pathsMatching(first.values, machine) };
		case "walk":
			return foldersAndNames(first.values, machine);
		case undefined:
			return undefined;
	}
}

/** Values of exported variables, `otherwise` where there is none. */
export function fromEnvironment(names: string[], machine: Machine, otherwise: string[] = []): string[] {
	const { exported, variables } = machine;
	const found = names.flatMap((name) => (exported.has(name) ? (variables.get(name) ?? []) : []));
	return found.length > 0 ? found : otherwise;
}

/** What a method makes of what it is called on, if that is known. */
export function resultOfMethod(
	method: string,
	receiver: Bound,
	args: () => string[][],
	machine: Machine,
): Bound | undefined {
	const { values, columns } = receiver;
	switch (method) {
		case ".glob":
		case ".rglob":
			return {
				values: pathsMatching(combined(values, args()[0] ?? [], method === ".rglob" ? "/**/" : "/"), machine),
			};
		case ".iterdir":
		case ".children":
			return { values: pathsBelow(values, machine) };
		case ".joinpath":
			return { values: args().reduce(joined, values) };
		case ".with_name":
			return { values: joined(values.map(folderOf), args()[0] ?? []) };
		case ".parent":
			return { values: values.map(folderOf) };
		case ".keys":
			return { values: columns?.[0] ?? values };
		case ".values":
			return { values: columns?.[1] ?? values };
		case ".get":
			return { values: (args()[0] ?? []).flatMap((key) => receiver.fields?.get(key) ?? []) };
		default:
			return SAME_METHODS.has(method.slice(1)) ? receiver : undefined;
	}
}
