import type { Config } from '../config.js';
import type { Database } from '../db/database.js';
import type { Log } from './log.js';
import { findUnknownName, markNamesChecked, readNamesChecked } from './unknown-names-store.js';

/**
 * Returns what happens to aspects and entity types that DataHub does not have. Without the setting, they are stored if
 * the database has some already. All names are read until none is unknown; then new ones cannot appear before a start
 * with `store`, or an import.
 */
export async function unknownNames(
  db: Database,
  { ASPECTS_UNKNOWN: setting }: Config,
  log: Log,
): Promise<'refuse' | 'store'> {
  const isChecked = await readNamesChecked(db.query);
  if (setting === 'store' && isChecked) await markNamesChecked(db.query, false);
  if (setting !== undefined) return setting;
  if (isChecked) return 'refuse';
  const found = await findUnknownName(db.query);
  if (found === null) {
    await markNamesChecked(db.query, true);
    return 'refuse';
  }
  log.warn(
    { name: found },
    `the database has names that DataHub does not have, such as "${found}", so more of them are stored: set ` +
      'ASPECTS_UNKNOWN=store for custom models, or ASPECTS_UNKNOWN=refuse; `catalog doctor` lists these names',
  );
  return 'store';
}
