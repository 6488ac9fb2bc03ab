/** Quotes a name for SQL. */
export const ident = (name: string): string => `"${name.replaceAll('"', '""')}"`;
