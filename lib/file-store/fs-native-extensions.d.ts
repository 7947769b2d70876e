declare module "fs-native-extensions" {
	const nativeFiles: import("./native-files.ts").NativeFiles;
	export default nativeFiles;
}
