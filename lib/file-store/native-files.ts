/**
 * What the system can do with an open file and node can not: locks that end with their process, and extended attributes.
 * Loaded when first needed. On a platform that the library has no build for there is none, and callers go on without.
 */
export interface NativeFiles {
	/** False if another open file holds the lock. It ends when the file is closed, by whatever cause. */
	tryLock(descriptor: number): boolean;
	listAttrsSync(descriptor: number): string[];
	getAttrSync(descriptor: number, name: string): Buffer | null;
	setAttrSync(descriptor: number, name: string, value: Buffer): void;
	removeAttrSync(descriptor: number, name: string): void;
}

let loaded: Promise<NativeFiles | undefined> | undefined;

export function nativeFiles(): Promise<NativeFiles | undefined> {
	loaded ??= import("fs-native-extensions").then(
		(module) => module.default,
		() => undefined,
	);
	return loaded;
}
