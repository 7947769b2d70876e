export function publishedSource(source: string): string;
export function withoutCarryingOn(readme: string): string;
