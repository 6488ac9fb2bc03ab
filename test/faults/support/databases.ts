import { testDatabase } from '../../support/database.js';
import { embedded } from '../../support/embedded.js';

/** The available databases by name, each with its `open` for `testCatalog`. */
export const databases: readonly (readonly [name: string, open: typeof embedded])[] = [
  ['embedded', embedded],
  ...(process.env.TEST_DATABASE_URL ? [['PostgreSQL', testDatabase] as const] : []),
];
