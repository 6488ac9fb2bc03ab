import { testDatabase } from '../../support/database.js';
import { embedded } from '../../support/embedded.js';

const available: readonly (readonly [name: string, open: typeof embedded])[] = [
  ['embedded', embedded],
  ...(process.env.TEST_DATABASE_URL ? [['PostgreSQL', testDatabase] as const] : []),
];

const only = process.env.FAULT_DATABASE;

/** The databases by name, each with its `open` for `testCatalog`: `FAULT_DATABASE`, or all that are available. */
export const databases = available.filter(([name]) => !only || name === only);
if (databases.length === 0) throw new Error(`FAULT_DATABASE is ${only}, which is not available`);
