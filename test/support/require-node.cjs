// Node 20 runs `node --test` on no TypeScript file at all and still ends 0, so a wrong node must fail loudly here.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
	console.error(
		`node ${process.versions.node} cannot run this project (22.19 or later is needed). The dev dependency "node" ` +
			"did not install: run npm install again, without --ignore-scripts.",
	);
	process.exit(1);
}
