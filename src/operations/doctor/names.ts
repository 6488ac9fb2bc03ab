import type { Config } from '../../config.js';
import type { Query } from '../../db/query.js';
import { type Finding, ok, warning } from './finding.js';
import { listUnknownNames } from './names-store.js';

/** Checks whether aspects and entity types are stored that DataHub does not have. */
export async function namesFinding(query: Query, { ASPECTS_UNKNOWN: setting }: Config): Promise<Finding> {
  const found = await listUnknownNames(query);
  if (found.length === 0) return ok('names', 'DataHub has the names of all aspects and entity types');
  const list = found.map(({ kind, name, count }) => `${kind} ${name} (${count})`).join(', ');
  const text = `DataHub does not have these names, most frequent first: ${list}`;
  if (setting === 'store') return ok('names', `${text}; ASPECTS_UNKNOWN=store keeps them`);
  return warning(
    'names',
    text,
    'for custom models, set ASPECTS_UNKNOWN=store; otherwise, write the aspects under the correct names, delete these, and ' +
      'set ASPECTS_UNKNOWN=refuse',
  );
}
