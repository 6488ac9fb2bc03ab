import { differentEdges } from '../../aspects/edges/check.js';
import { countWithoutEdges, sampleConnecting } from '../../aspects/edges/fill-store.js';
import type { Database } from '../../db/database.js';
import { storedAspects } from '../../stored-aspects.js';
import { error, type Finding, ok, warning } from './finding.js';

/** Maximum number of aspects whose edges are compared, and of those that are in memory at the same time. */
const sampleSize = 1_000;
const batchSize = 50;

/** Checks whether walks follow what is stored, on one snapshot of the database. */
export const lineageFinding = (db: Database): Promise<Finding> =>
  db.snapshot(async (query) => {
    const waiting = await countWithoutEdges(query);
    if (waiting > 0)
      return warning(
        'lineage',
        `the edges of ${waiting} aspects are not written yet, so lineage is incomplete`,
        'a running service writes them in the background; start one, or run `catalog reindex`',
      );
    const keys = await sampleConnecting(query, sampleSize);
    const different: string[] = [];
    for (let from = 0; from < keys.length; from += batchSize)
      for (const { urn, name } of await differentEdges(
        { query, aspects: storedAspects },
        keys.slice(from, from + batchSize),
      ))
        different.push(`${name} of ${urn}`);
    return different.length === 0
      ? ok('lineage', `the edges of ${keys.length} aspects are those that they describe`)
      : error(
          'lineage',
          `the edges of ${different.length} of ${keys.length} aspects differ from them, such as ${different[0]}`,
          'run `catalog reindex`; the service can continue',
        );
  }, new AbortController().signal);
