import type { Actor } from '../core/actor.js';
import { lacking, maySeeIndexSizes } from '../core/authorization.js';
import type { TimeseriesStore } from './store.js';
import { partsOfIndexName } from './timeseries-index.js';

/** The size of a time-series index on disk. */
export interface IndexSize {
  readonly indexName: string;
  readonly entityName: string;
  readonly aspectName: string;
  /** The size of data and database indexes in millions of bytes, not rounded. */
  readonly sizeMb: number;
}

export const indexSizes =
  (deps: { store: TimeseriesStore }) =>
  async (actor: Actor): Promise<readonly IndexSize[]> => {
    if (!maySeeIndexSizes(actor))
      throw lacking(actor, 'see index sizes', ['GET_TIMESERIES_INDEX_SIZES_PRIVILEGE']);
    const rows = await deps.store.indexSizes();
    return rows.map(({ indexName, bytes }) => ({
      indexName,
      ...partsOfIndexName(indexName),
      sizeMb: bytes / 1_000_000,
    }));
  };
