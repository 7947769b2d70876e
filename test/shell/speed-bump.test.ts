import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { refusalText } from "../../lib/refusal-text.ts";
import { SpeedBump } from "../../lib/shell/speed-bump.ts";

const SED = "sed -i 's/a/b/' src/app.ts";
const APP = "/repo/src/app.ts";
const shown = (path: string) => (path === "/repo" ? undefined : path.slice("/repo/".length));

function onTheRoad(): SpeedBump {
	const bump = new SpeedBump();
	bump.startRequest();
	bump.startMessage();
	return bump;
}

describe("SpeedBump", () => {
	it("lets a command run that rewrites nothing", () => {
		assert.equal(onTheRoad().judge("ls", [], shown), undefined);
	});

	it("sends a command back with the file, the edit call and the way through", () => {
		const reason = onTheRoad().judge(SED, [APP], shown)!;
		assert.match(reason, /^Not run: this command rewrites src\/app\.ts/);
		assert.match(reason, /edit\(\{"path": "src\/app\.ts"/);
		assert.match(reason, /send the same command again, it will run/);
	});

	it("does not let two calls of one message confirm each other", () => {
		const bump = onTheRoad();
		assert.ok(bump.judge(SED, [APP], shown));
		assert.ok(bump.judge(SED, [APP], shown));
	});

	for (const [why, command, files] of [
		["the same command", SED, [APP]],
		["another command for the same files", "sed -i '' 's/a/b/' src/app.ts", [APP]],
		["the same command, though a glob now finds more", SED, [APP, "/repo/src/b.ts"]],
	] as const) {
		it(`takes ${why} in a later message for a confirmation, and the rest of the request is free`, () => {
			const bump = onTheRoad();
			assert.ok(bump.judge(SED, [APP], shown));
			bump.startMessage();
			assert.equal(bump.judge(command, files, shown), undefined);
			assert.equal(bump.judge("echo > README.md", ["/repo/README.md"], shown), undefined);
		});
	}

	it("sends back a later command for other files", () => {
		const bump = onTheRoad();
		bump.judge(SED, [APP], shown);
		bump.startMessage();
		assert.ok(bump.judge("echo > README.md", ["/repo/README.md"], shown));
	});

	it("sends back three in a request, then frees it", () => {
		const bump = onTheRoad();
		for (const name of ["a", "b", "c"]) {
			assert.ok(bump.judge(`echo > ${name}`, [`/repo/${name}`], shown));
			bump.startMessage();
		}
		assert.equal(bump.judge("echo > d", ["/repo/d"], shown), undefined);
	});

	it("starts anew with the next request", () => {
		const bump = onTheRoad();
		bump.judge(SED, [APP], shown);
		bump.startMessage();
		bump.judge(SED, [APP], shown);
		bump.startRequest();
		bump.startMessage();
		assert.ok(bump.judge(SED, [APP], shown));
	});

	it("repeats the way out after a refused edit of the same file, until an edit of it lands", () => {
		const bump = onTheRoad();
		bump.editRefused(APP, "Could not find the exact text in src/app.ts.\nRead lines 10-20 again.");
		assert.match(
			bump.judge(SED, [APP], shown)!,
			/edit of src\/app\.ts was refused; the way on: Read lines 10-20 again\./,
		);
		assert.doesNotMatch(bump.judge("x", ["/repo/README.md"], shown)!, /refused/);
		bump.editLanded(APP);
		assert.doesNotMatch(bump.judge(SED, [APP], shown)!, /refused/);
	});

	it("takes the way out of a real refusal, without what comes before it", () => {
		const bump = onTheRoad();
		const facts = { where: "src/app.ts", editIndex: 0, editCount: 1, oldText: "", newText: "" };
		bump.editRefused(APP, refusalText({ code: "empty-old-text", ...facts }));
		assert.match(
			bump.judge(SED, [APP], shown)!,
			/the way on: To insert, put a line of the file into oldText, .* Use edit/,
		);
	});

	it("stays under 100 words, whatever it has to name", () => {
		const names = Array.from({ length: 40 }, (_, index) => `/repo/src/file-${index}.ts`);
		const bump = onTheRoad();
		bump.editRefused(names[0]!, "word ".repeat(400));
		for (const files of [names, [APP], ["/repo"]]) {
			const reason = bump.judge(files.join(), files, shown)!;
			assert.ok(reason.split(/\s+/).length < 100, `${reason.split(/\s+/).length} words: ${reason}`);
		}
	});

	it("names no single file when which ones can't be seen", () => {
		assert.match(onTheRoad().judge("git apply x.patch", ["/repo"], shown)!, /rewrites files of this project/);
	});
});
