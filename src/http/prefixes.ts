/** DataHub's REST paths are known with and without its gateway's prefix, and under its frontend's. */
export const prefixes = ['', '/gms', '/api/gms'] as const;
