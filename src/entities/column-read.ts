import type { ColumnPage } from '../core/pagination.js';
import { createBatchLoader, withinLimit } from '../db/batch-loader.js';
import type { ColumnStore } from './column-view-store.js';
import type { Columns } from './column-views.js';

/** Turns the rows of one aspect into what readers see. */
export interface ColumnViews<Row, View> {
  /** Returns the number of tags on a row. */
  countTags(row: Row): number;
  /** Called once for each read. Returns the function for one row. */
  views(datasetUrn: string): (row: Row) => Promise<View>;
}

/** Datasets in one read of few columns. Each can take 64 KiB. */
const maxKeys = 200;

/** Returns the read of one aspect's columns by dataset. It returns null when the aspect was never written. */
export function createColumnReader<Row, View>(
  store: ColumnStore<Row>,
  { countTags, views }: ColumnViews<Row, View>,
) {
  const few = withinLimit(store.few, { maxKeys, name: 'columns' });
  const sizes = byPage(store.size);
  const pages = byPage(store.rows);

  return async (datasetUrn: string): Promise<Columns<View> | null> => {
    const found = await few(datasetUrn);
    if (!found) return null;
    return {
      few: found.fields && (await Promise.all(found.fields.map(views(datasetUrn)))),
      size: (page) => sizes(datasetUrn, page),
      async read(page) {
        const rows = await pages(datasetUrn, page);
        const toView = views(datasetUrn);
        return {
          length: rows.length,
          countTags: (index) => countTags(rows[index]!),
          views: (from, to) => Promise.all(rows.slice(from, to).map(toView)),
        };
      },
    };
  };
}

/**
 * Reads one page at a time, because a page can be as large as a response may be. Concurrent requests for the same page
 * share one read.
 */
function byPage<Value>(load: (urn: string, page: ColumnPage) => Promise<Value>) {
  const loaded = createBatchLoader<string, Value>(
    async ([key]) => {
      const [urn, page] = JSON.parse(key!) as [string, ColumnPage];
      return new Map([[key!, await load(urn, page)]]);
    },
    { maxKeys: 1 },
  );
  return async (urn: string, { start, count }: ColumnPage): Promise<Value> =>
    (await loaded(JSON.stringify([urn, { start, count }])))!;
}
