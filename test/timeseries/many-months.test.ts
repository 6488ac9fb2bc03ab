import { readFileSync } from 'node:fs';
import t, { type Test } from 'tap';
import type { Database } from '../../src/db/database.js';
import type { Transaction } from '../../src/db/query.js';
import { transaction } from '../../src/db/transaction.js';
import { deleteEntity } from '../../src/ingest/deletion/delete-entity.js';
import { storedAspects } from '../../src/stored-aspects.js';
import { appendEvents, deleteEvents } from '../../src/timeseries/event-store.js';
import { monthsPerTransaction } from '../../src/timeseries/month-store.js';
import { timeseriesStore } from '../../src/timeseries/store.js';
import { truncationStore } from '../../src/timeseries/truncation/task-store.js';
import { aspectCatalog, deletion, refusal } from '../support/aspects.js';
import { testDatabase } from '../support/database.js';
import { root } from '../support/root.js';
import { addEvents, eventAt, urn } from '../support/timeseries.js';

const server = Boolean(process.env.TEST_DATABASE_URL);
// The embedded database takes long to create tables.
const count = server ? 250 : 50;
const month = (n: number) => Date.UTC(2000, n);
const all = { from: 0, to: Number.MAX_SAFE_INTEGER, limit: 10_000, criteria: [] };
const other = urn.replace('events', 'others');

/** In groups, because the locks of a transaction are limited. */
async function filled(t: Test) {
  const catalog = await aspectCatalog(t);
  for (let from = 0; from < count; from += 50) {
    await addEvents(
      catalog.db,
      Array.from({ length: 50 }, (_, n) => month(from + n)),
      'operation',
    );
  }
  await addEvents(catalog.db, [month(0)], 'datasetProfile');
  return catalog;
}

/** The tables of time series that the last statement has locked. */
async function locked({ query }: Transaction, what: string) {
  const [row] = await query<{ tables: number }>(
    `SELECT count(DISTINCT l.relation) AS tables FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
      WHERE l.pid = pg_backend_pid() AND c.relname ~ $1`,
    [what],
  );
  return row!.tables;
}

/** A store whose statements run in one transaction, which keeps their locks. */
const within = (db: Database, tx: Transaction): Database => ({ ...db, query: tx.query });

t.test('with hundreds of months', async (t) => {
  const catalog = await filled(t);
  const { db, batch } = catalog;
  const [operations, profiles] = ['^dataset_operation', '^(timeseries_events|dataset_datasetprofile)'];

  t.test('a read of another index, or of some months, locks none of them', async (t) => {
    await transaction(db, async (tx) => {
      const store = timeseriesStore(within(db, tx));
      t.equal((await store.events('datasetProfile', urn, all)).length, 1);
      t.equal(await locked(tx, operations), 0);
      t.equal(await locked(tx, profiles), 2, 'a month and its index');
      const range = { ...all, from: month(7), to: month(9) - 1 };
      t.equal((await store.events('operation', urn, range)).length, 2);
      t.equal(await locked(tx, operations), 4);
    });
  });

  t.test('a read stops when it has enough events', async (t) => {
    await transaction(db, async (tx) => {
      const store = timeseriesStore(within(db, tx));
      const [newest] = await store.events('operation', urn, { ...all, limit: 1 });
      t.match(newest!.event, `"timestampMillis":${month(count - 1)}`);
      t.ok((await locked(tx, operations)) <= 48);
    });
    const times = (await timeseriesStore(db).events('operation', urn, all)).map(
      ({ event }) => JSON.parse(event).timestampMillis,
    );
    t.same(
      times,
      Array.from({ length: count }, (_, n) => month(count - 1 - n)),
      'all, newest first',
    );
    t.same(await truncationStore(db).count('dataset_operationaspect_v1', month(9)), {
      toDelete: 10,
      total: count,
    });
  });

  t.test('a write and a deletion lock the months that they change', async (t) => {
    await transaction(db, async (tx) => {
      await appendEvents(tx, [eventAt(month(3), 'operation', other)]);
      const written = await locked(tx, operations);
      t.ok(written <= 5, `${written}: a month, its index and what holds long texts, and the index of months`);
    });
    await transaction(db, async (tx) => {
      t.match(await deleteEvents(tx, [other]), { events: 1, isComplete: true });
      const deleted = await locked(tx, operations);
      t.ok(deleted <= 5, `${deleted}`);
    });
  });

  t.test('a month that is dropped between the look-up and the read counts as empty', async (t) => {
    const dropping: Database['query'] = async (sql, params, options) => {
      if (sql.includes('_200103')) await db.query('DROP TABLE IF EXISTS dataset_operationaspect_v1_200103');
      return db.query(sql, params, options);
    };
    const store = timeseriesStore({ ...db, query: dropping });
    t.equal((await store.events('operation', urn, all)).length, count - 1);
  });

  t.test('a deletion stops at the number of months that one transaction may lock', async (t) => {
    const work = transaction(db, async (tx) => {
      const touched = new Set(Array.from({ length: monthsPerTransaction - 5 }, (_, n) => `other_${n}`));
      t.match(await deleteEvents(tx, [urn], { touched }), { events: 5, isComplete: false });
      t.equal(touched.size, monthsPerTransaction);
      throw new Error('rolled back');
    });
    await t.rejects(work, { message: 'rolled back' });
  });

  t.test(
    'an entity with events in more months is deleted in several transactions',
    { skip: server ? false : 'few months' },
    async (t) => {
      await catalog.put({
        ...deletion(urn, 'x'),
        changeType: 'UPSERT',
        aspectName: 'status',
        aspect: { value: '{}' },
      });
      t.match(
        await batch([deletion(urn, 'datasetKey')]),
        refusal(400, /more than 240 months of time series/),
      );
      t.equal(
        (await timeseriesStore(db).events('operation', urn, all)).length,
        count - 1,
        'nothing is deleted',
      );
      // Beside the status, the entity has a browse path.
      const actor = { urn: 'urn:li:corpuser:x', can: () => true };
      t.match(await deleteEntity({ db, aspects: storedAspects, clock: () => 0 })(actor, urn), {
        rows: 2,
        timeseriesRows: count,
      });
      t.same(await timeseriesStore(db).events('operation', urn, all), []);
    },
  );
});

t.test(
  'a month is created without blocking users of other months',
  {
    skip: server ? false : 'only PostgreSQL has several sessions',
  },
  async (t) => {
    const { db, put } = await aspectCatalog(t);
    await addEvents(db, [month(0)], 'operation');
    await transaction(db, async (tx) => {
      // The lock of a write through the parent table.
      await tx.query('LOCK TABLE timeseries_events IN ROW EXCLUSIVE MODE');
      const value = JSON.stringify({ timestampMillis: month(1) });
      const one = { entityType: 'dataset', entityUrn: urn, changeType: 'UPSERT', aspect: { value } };
      await put({ ...one, aspectName: 'operation' }, { ...one, aspectName: 'datasetProfile' });
      t.equal((await timeseriesStore(db).events('datasetProfile', urn, all)).length, 1);
    });
  },
);

t.test('the index with the longest name can have as many months as others', async (t) => {
  const db = await testDatabase(t);
  const [aspect, one] = ['dataProcessInstanceRunEvent', 'urn:li:dataProcessInstance:1'] as const;
  // A table with the name of an earlier version.
  const index = 'dataprocessinstance_dataprocessinstanceruneventaspect_v1';
  await db.query(
    `CREATE TABLE ${index} PARTITION OF timeseries_events FOR VALUES IN ('${index}') PARTITION BY RANGE (timestamp_millis)`,
  );
  await db.query(
    `CREATE TABLE ${index}_200001 PARTITION OF ${index} FOR VALUES FROM (${month(0)}) TO (${month(1)})`,
  );
  const script = new URL('prisma/migrations/20261122010000_month_names/migration.sql', root);
  await db.query(readFileSync(script, 'utf8'));
  for (const from of [0, 40, 80]) {
    const events = Array.from({ length: 40 }, (_, n) => eventAt(month(from + n), aspect, one));
    await transaction(db, (tx) => appendEvents(tx, events));
  }
  t.equal((await timeseriesStore(db).events(aspect, one, all)).length, 120);
});
