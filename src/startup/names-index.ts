import type { Database } from '../db/database.js';
import { describeReason } from '../db/postgresql/connect.js';
import { createNamesIndex, hasNamesIndex } from '../search/documents/names-index-store.js';
import type { Log } from './log.js';

/** The action to take on a server on which the catalog's role may not create extensions. */
export const namesIndexFix =
  'as a superuser, or with CREATE on the database, run `CREATE EXTENSION pg_trgm` in it; then `catalog reindex`';
export const noNamesIndex = 'parts of names (*x*) are searched without an index, by reading all names';

/** Says so, at a start, when searches for parts of names are slow. */
export async function warnOfSlowNames({ query }: Database, log: Log): Promise<void> {
  if (!(await hasNamesIndex(query))) log.warn({ fix: namesIndexFix }, noNamesIndex);
}

/** Makes the index of names if it is missing and can be had now. @returns what has happened, for people */
export async function ensureNamesIndex(db: Database): Promise<string | null> {
  if (await hasNamesIndex(db.query)) return null;
  try {
    await createNamesIndex(db);
    return 'created the index for parts of names';
  } catch (error) {
    return `${noNamesIndex}: ${describeReason(error)}. To create it, ${namesIndexFix}`;
  }
}
