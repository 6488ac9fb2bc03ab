import type { Actor } from '../domain/actor.js';
import type { IndexSize } from '../domain/catalog.js';
import { unauthorized } from '../domain/errors.js';
import { maySeeIndexSizes } from '../domain/rights.js';
import { partsOfIndexName } from '../domain/timeseries.js';
import type { TimeseriesStore } from './store.js';

export const indexSizes =
  (deps: { store: TimeseriesStore }) =>
  async (actor: Actor): Promise<readonly IndexSize[]> => {
    if (!maySeeIndexSizes(actor)) throw unauthorized(`${actor.urn} may not see index sizes`);
    const rows = await deps.store.indexSizes();
    return rows.map(({ indexName, bytes }) => ({
      indexName,
      ...partsOfIndexName(indexName),
      sizeMb: bytes / 1_000_000,
    }));
  };
