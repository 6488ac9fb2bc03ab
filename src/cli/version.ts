import type { Dependencies } from './dependencies.js';

/** Returns the version with the commit that it was built from, such as `0.2.0 (1e9662f7)`. */
export const describeVersion = ({ version, commit }: Pick<Dependencies, 'version' | 'commit'>): string =>
  commit === null ? version : `${version} (${commit})`;
