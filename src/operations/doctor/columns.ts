import { countOrphans } from '../../columns/orphans-store.js';
import type { Query } from '../../db/query.js';
import { type Finding, ok, warning } from './finding.js';

/** Edited columns that are looked at. */
const lookedAt = 200_000;

/** Checks whether people have edited columns that the schemas do not have any longer. */
export async function columnsFinding(query: Query): Promise<Finding> {
  const { orphans, movable } = await countOrphans(query, lookedAt);
  if (orphans === 0) return ok('columns', 'the schemas have all edited columns');
  const text = `${orphans} edited columns are not in the schemas of their datasets`;
  if (movable === 0) return ok('columns', `${text}; none of them differs in case only`);
  return warning(
    'columns',
    `${text}; the paths of ${movable} of them differ in case only`,
    'move their tags and descriptions to the columns of the schemas: `catalog columns move --all`',
  );
}
