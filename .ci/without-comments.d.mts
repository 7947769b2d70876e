export function withoutComments(source: string): string;
export function withoutCarryingOn(readme: string): string;
