import { existsSync, readFileSync } from 'node:fs';

/** The version of the package. */
export const version: string = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).version;

// The build writes the file where it has a repository (commit.mjs).
const commitFile = new URL('../commit', import.meta.url);

/** The commit that the package was built from; null if it was built without a repository. */
export const commit: string | null = existsSync(commitFile) ? readFileSync(commitFile, 'utf8').trim() : null;
