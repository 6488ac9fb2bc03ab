import t, { type Test } from 'tap';
import { transaction } from '../../src/db/transaction.js';
import { appendEvents } from '../../src/timeseries/event-store.js';
import type { TimeseriesAspect } from '../../src/timeseries/timeseries-index.js';
import { testCatalog } from '../support/catalog.js';

const url = '/gms/operations?action=getIndexSizes';

interface Size {
  indexName: string;
  entityName: string;
  aspectName: string;
  sizeMb: number;
  sizeInMb: number;
}

async function open(t: Test) {
  const catalog = await testCatalog(t);
  const robot = await catalog.user('robot', ['GET_TIMESERIES_INDEX_SIZES_PRIVILEGE']);
  const sizes = async (): Promise<Size[]> => (await robot.post(url)).body.value.indexSizes;
  /** Adds events of an aspect with text that does not compress. */
  const append = (aspect: TimeseriesAspect, count: number, length = 10) =>
    transaction(catalog.db, (tx) =>
      appendEvents(
        tx,
        Array.from({ length: count }, (_, i) => ({
          aspect,
          urn: `urn:li:chart:(looker,${i})`,
          timestampMillis: Date.UTC(2026, 0, 1) + i,
          eventGranularity: '',
          partition: '',
          messageId: '',
          event: JSON.stringify({ text: Array.from({ length }, (_, j) => Math.sin(i * length + j)).join() }),
          systemMetadata: null,
        })),
      ),
    );
  return { ...catalog, robot, sizes, append };
}

const { db, robot, sizes, append } = await open(t);

t.test('200: an empty list without indices', async (t) => {
  const { status, body, headers } = await robot.post(url);
  t.equal(status, 200);
  t.strictSame(body, { value: { indexSizes: [] } });
  t.match(headers['content-type'], /^application\/json/);
});

t.test('200: each index has its names in lower case, and nothing else', async (t) => {
  await append('datasetProfile', 1);
  await append('dataProcessInstanceRunEvent', 1);
  await append('datahubIngestionRunSummary', 1);
  const names = (await sizes()).map(({ indexName, entityName, aspectName }) => [
    indexName,
    entityName,
    aspectName,
  ]);
  t.strictSame(names.sort(), [
    ['datajob_datahubingestionrunsummaryaspect_v1', 'datajob', 'datahubingestionrunsummary'],
    [
      'dataprocessinstance_dataprocessinstanceruneventaspect_v1',
      'dataprocessinstance',
      'dataprocessinstancerunevent',
    ],
    ['dataset_datasetprofileaspect_v1', 'dataset', 'datasetprofile'],
  ]);
  for (const size of await sizes()) {
    t.strictSame(Object.keys(size).sort(), ['aspectName', 'entityName', 'indexName', 'sizeInMb', 'sizeMb']);
  }
});

t.test('200: largest first', async (t) => {
  await append('chartUsageStatistics', 300, 100);
  await append('operation', 100, 100);
  const listed = await sizes();
  t.match(listed[0], { indexName: 'chart_chartusagestatisticsaspect_v1' });
  t.match(listed[1], { indexName: 'dataset_operationaspect_v1' });
  const numbers = listed.map(({ sizeMb }) => sizeMb);
  t.strictSame(
    numbers,
    numbers.toSorted((a, b) => b - a),
  );
});

t.test('200: sizes are in millions of bytes of data and indexes, unrounded, at both names', async (t) => {
  for (const { indexName, sizeMb, sizeInMb } of await sizes()) {
    const [row] = await db.query<{ bytes: number }>(
      `SELECT sum(pg_table_size(relid) + pg_indexes_size(relid))::bigint AS bytes FROM pg_partition_tree($1::regclass)`,
      [indexName],
    );
    t.equal(sizeMb, row!.bytes / 1_000_000, indexName);
    t.ok(sizeMb > 0);
    t.equal(sizeInMb, sizeMb);
  }
});

t.test('200: an emptied index is still listed', async (t) => {
  const before = await sizes();
  await db.query(`DELETE FROM timeseries_events`);
  t.strictSame(
    (await sizes()).map(({ indexName }) => indexName).sort(),
    before.map(({ indexName }) => indexName).sort(),
  );
});
