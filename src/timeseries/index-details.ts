import type { Actor } from '../core/actor.js';
import { lacking, maySeeIndexSizes } from '../core/authorization.js';
import { sharedNext } from '../scheduling/shared.js';
import { type IndexDetailsStore, type MonthTableSize, samplePages, type TimeseriesStore } from './store.js';
import { parseSubject, partsOfIndexName } from './timeseries-index.js';

/** The size of a time-series index on disk. */
export interface IndexSize {
  readonly indexName: string;
  readonly entityName: string;
  readonly aspectName: string;
  /** The size of data and database indexes in millions of bytes, not rounded. */
  readonly sizeMb: number;
}

/** A time-series index as a page shows it. Sizes are those of data and database indexes. */
export interface IndexDetails {
  readonly name: string;
  readonly entity: string;
  readonly aspect: string;
  readonly bytes: number;
  /** Estimated, unless the index is small. */
  readonly events: number;
  /** ms since the epoch; null without events. In a month of more than `samplePages`: of the events written first. */
  readonly oldest: number | null;
  /** The same of the events written last. */
  readonly newest: number | null;
  /** Oldest first. */
  readonly months: readonly { readonly month: string; readonly bytes: number }[];
}

/** Months of an index, without statistics of the database, whose events are counted. */
const countedMonths = 8;
/** Months at each end of an index that may have no events before the search for one ends. */
const endMonths = 24;

export function indexReads({ events, details }: { events: TimeseriesStore; details: IndexDetailsStore }) {
  /** Shared by concurrent requests, because it reads megabytes of each index. */
  const readAll = sharedNext(async () => {
    const indices: IndexDetails[] = [];
    for (const [name, months] of await details.months())
      indices.push(await readDetails(details, name, months));
    return indices.sort((a, b) => b.bytes - a.bytes);
  });

  const checkRight = (actor: Actor, action: string) => {
    if (!maySeeIndexSizes(actor)) throw lacking(actor, action, ['GET_TIMESERIES_INDEX_SIZES_PRIVILEGE']);
  };

  return {
    /** @throws UNAUTHORIZED */
    async indexSizes(actor: Actor): Promise<readonly IndexSize[]> {
      checkRight(actor, 'see index sizes');
      const rows = await events.indexSizes();
      return rows.map(({ indexName, bytes }) => ({
        indexName,
        ...partsOfIndexName(indexName),
        sizeMb: bytes / 1_000_000,
      }));
    },

    /** Returns every index, largest first. @throws UNAUTHORIZED */
    async indexDetails(actor: Actor): Promise<readonly IndexDetails[]> {
      checkRight(actor, 'see time-series indices');
      return readAll();
    },
  };
}

async function readDetails(store: IndexDetailsStore, name: string, months: readonly MonthTableSize[]) {
  const used = months.filter(({ pages }) => pages > 0);
  return {
    name,
    ...parseSubject(name),
    bytes: months.reduce((sum, { bytes }) => sum + bytes, 0),
    events: Math.round(await eventsIn(store, used)),
    oldest: await findFirst(used, store.earliest),
    newest: await findFirst(used.toReversed(), store.latest),
    months: months.map(({ table, bytes }) => ({ month: `${table.slice(-6, -2)}-${table.slice(-2)}`, bytes })),
  };
}

/** The largest months without statistics are counted; the others have as many events a page as these. */
async function eventsIn(store: IndexDetailsStore, months: readonly MonthTableSize[]): Promise<number> {
  let events = 0;
  for (const { pages, eventsPerPage } of months) events += pages * (eventsPerPage ?? 0);
  const unknown = months.filter(({ eventsPerPage }) => eventsPerPage === null);
  let [counted, countedPages, unknownPages] = [0, 0, 0];
  for (const [index, month] of unknown.toSorted((a, b) => b.pages - a.pages).entries()) {
    unknownPages += month.pages;
    if (index >= countedMonths) continue;
    const share = Math.max(1, month.pages / samplePages);
    counted += (await store.count(month)) * share;
    countedPages += month.pages;
  }
  return events + (countedPages === 0 ? 0 : (counted * unknownPages) / countedPages);
}

async function findFirst(
  months: readonly MonthTableSize[],
  readTime: (month: MonthTableSize) => Promise<number | null>,
): Promise<number | null> {
  for (const month of months.slice(0, endMonths)) {
    const time = await readTime(month);
    if (time !== null) return time;
  }
  return null;
}
