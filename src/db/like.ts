/** Makes a text match itself in a pattern. The Prisma Client leaves the wildcards of LIKE as they are. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
