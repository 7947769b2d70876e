export function withoutComments(source: string): string;
