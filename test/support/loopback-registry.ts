/**
 * A throw-away npm registry on the loopback interface. It serves what was packed into it and nothing else, so that an
 * install from it needs no network, and fails if the package lacks a dependency.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { CHECKOUT } from "./pi-sandbox.ts";

export interface LoopbackRegistry {
	url: string;
	/** Packs the package in this folder as `npm publish` does and serves the tarball; one published later is the latest. */
	publish(folder: string): void;
	close(): Promise<void>;
}

interface PublishedVersion {
	manifest: { name: string; version: string };
	fileName: string;
	tarball: Buffer;
}

/**
 * Serves, from the start, everything that this package needs at run time, as installed here.
 *
 * @param folder where the tarballs go
 * @param port 0 takes any that is free
 */
export async function startLoopbackRegistry(folder: string, port = 0): Promise<LoopbackRegistry> {
	// The scripts of others need what only their repositories have.
	const published: PublishedVersion[] = pack(dependencyFolders(), folder, ["--ignore-scripts"]);
	const server = createServer((request, response) => {
		const name = decodeURIComponent((request.url ?? "/").slice(1));
		const tarball = published.find(({ fileName }) => name === `tarballs/${fileName}`)?.tarball;
		const versions = published.filter(({ manifest }) => manifest.name === name);
		if (tarball) response.end(tarball);
		else if (versions.length > 0) response.end(JSON.stringify(packument(name, versions, url)));
		else response.writeHead(404).end("{}");
	});
	await new Promise<void>((resolve, reject) => server.on("error", reject).listen(port, "127.0.0.1", resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
	return {
		url,
		publish: (packageFolder) => void published.push(...pack([packageFolder], folder)),
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** The folders of everything that this package needs at run time, as installed here. */
export function dependencyFolders(): string[] {
	const lock = JSON.parse(readFileSync(join(CHECKOUT, "package-lock.json"), "utf8"));
	const entries = Object.entries(lock.packages as Record<string, { dev?: boolean; peer?: boolean }>);
	return entries
		.filter(([place, { dev, peer }]) => place !== "" && !dev && !peer)
		.map(([place]) => join(CHECKOUT, place));
}

/** This package as it is packed, in a folder of its own: packing blanks the comments of what it packs for a moment. */
export function packageCopy(folder: string): string {
	const { files } = JSON.parse(readFileSync(join(CHECKOUT, "package.json"), "utf8"));
	for (const name of [...files, "package.json", "README.md", "LICENSE", ".ci"]) {
		cpSync(join(CHECKOUT, name), join(folder, name), { recursive: true });
	}
	return folder;
}

function pack(folders: string[], destination: string, options: string[] = []): PublishedVersion[] {
	const flags = ["--json", "--pack-destination", destination, ...options];
	const packed: { filename: string }[] = JSON.parse(
		execFileSync("npm", ["pack", ...flags, ...folders], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
	);
	return packed.map(({ filename }, index) => ({
		manifest: JSON.parse(readFileSync(join(folders[index]!, "package.json"), "utf8")),
		fileName: filename,
		tarball: readFileSync(join(destination, filename)),
	}));
}

function packument(name: string, versions: PublishedVersion[], url: string): object {
	const described = versions.map(({ manifest, fileName, tarball }) => {
		const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
		return [manifest.version, { ...manifest, dist: { tarball: `${url}tarballs/${fileName}`, integrity } }];
	});
	return {
		name,
		"dist-tags": { latest: versions.at(-1)!.manifest.version },
		versions: Object.fromEntries(described),
	};
}
