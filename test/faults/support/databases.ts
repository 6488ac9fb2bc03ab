import { testDatabase } from '../../support/database.js';
import { embedded } from '../../support/embedded.js';

/** The databases that there are to test on, by name, each as `testCatalog` opens it. */
export const databases: readonly (readonly [name: string, open: typeof embedded])[] = [
  ['embedded', embedded],
  ...(process.env.TEST_DATABASE_URL ? [['PostgreSQL', testDatabase] as const] : []),
];
