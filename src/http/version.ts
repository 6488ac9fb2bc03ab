import { readFileSync } from 'node:fs';

/** The version of this build, as in package.json. */
export const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
