import t, { type Test } from 'tap';
import { operator } from '../../../src/core/actor.js';
import type { Database } from '../../../src/db/database.js';
import { isLockTimeout } from '../../../src/db/errors.js';
import { transaction } from '../../../src/db/transaction.js';
import { findMonths, lockMonths } from '../../../src/timeseries/month-store.js';
import { compactionStore, partitionStore } from '../../../src/timeseries/truncation/partition-store.js';
import { truncationStore } from '../../../src/timeseries/truncation/task-store.js';
import { truncationWorker } from '../../../src/timeseries/truncation/worker.js';
import { testDatabase } from '../../support/database.js';
import { addEvents, day, index, measureBytes, seconds, timesLeft } from '../../support/timeseries.js';
import { waitFor } from '../../support/wait-for.js';

const server = process.env.TEST_DATABASE_URL ? false : 'only PostgreSQL has several sessions';
const begin = {
  indexName: index,
  batchSize: 100,
  createdAt: 0,
  createdBy: 'urn:li:corpuser:x',
  deadline: null,
};

const workerOn = (t: Test, db: Database, compaction = compactionStore(db)) =>
  truncationWorker({
    ...{ tasks: truncationStore(db), partitions: partitionStore(db), compaction },
    ...{ clock: () => 0, workerId: 'me', mayGoOn: async () => true, exclusive: false },
    onError: (error) => t.fail(String(error)),
  });

t.test('a month that a writer has locked is not dropped', { skip: server }, async (t) => {
  const db = await testDatabase(t);
  await addEvents(db, [day(1, 1), day(2, 1)]);
  const drop = (table: string) =>
    db.longTransaction((query) => query(`DROP TABLE "${table}"`), new AbortController().signal);
  await transaction(db, async (tx) => {
    await lockMonths(tx, await findMonths(tx, [{ aspect: 'datasetProfile', timestampMillis: day(1, 1) }]));
    t.ok(isLockTimeout(await drop(`${index}_202601`).catch((error) => error)));
  });
  await drop(`${index}_202601`);
  t.same(await timesLeft(db), [day(2, 1)]);
});

t.test('an aborted long transaction ends at once and is rolled back', { skip: server }, async (t) => {
  const db = await testDatabase(t);
  const abort = new AbortController();
  const work = db.longTransaction(async (query) => {
    await query('CREATE TABLE half_done ()');
    setImmediate(() => abort.abort());
    await query('SELECT pg_sleep(600)');
  }, abort.signal);
  await t.rejects(work, { name: 'AbortError' });
  t.same(await db.query(`SELECT to_regclass('half_done') AS made`), [{ made: null }]);
  const sleeping = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query ~ '^SELECT pg_sleep'`;
  await waitFor(async () => (await db.query(sleeping)).length === 0);
  t.pass('the server has ended it, too');
  await t.rejects(
    db.longTransaction(async () => t.fail('too late'), abort.signal),
    { name: 'AbortError' },
  );
});

/** Prisma's defaults, 5 s and 2 s, would end a reader on a slow machine. */
const patient = { timeout: 60_000, maxWait: 60_000 };

t.test('a truncation waits for a long reader, and other readers do not wait', { skip: server }, async (t) => {
  const db = await testDatabase(t);
  await addEvents(db, seconds(day(1, 1), 10));
  const tasks = truncationStore(db);
  const id = await tasks.begin({ ...begin, endTimeMillis: day(3, 1) }, operator);
  const worker = workerOn(t, db);
  let work: Promise<void> | undefined;
  await db.prisma.$transaction(async (tx) => {
    await tx.$queryRawUnsafe(`SELECT count(*) FROM "${index}"`);
    work = worker.trigger();
    await waitFor(async () => {
      t.equal((await timesLeft(db)).length, 10);
      return (await tasks.find(id))!.retries >= 2;
    });
  }, patient);
  await work;
  t.match(await tasks.find(id), { state: 'COMPLETED', deleted: 10 });
});

t.test('compaction waits until no older transaction sees the deleted events', { skip: server }, async (t) => {
  const db = await testDatabase(t);
  await addEvents(db, seconds(day(1, 1), 500));
  const before = await measureBytes(db);
  const tasks = truncationStore(db);
  const id = await tasks.begin({ ...begin, endTimeMillis: day(1, 20) }, operator);
  const store = compactionStore(db);
  const worker = workerOn(t, db, {
    ...store,
    async compact(...given) {
      t.ok((await tasks.find(id))!.retries > 0, 'after it has waited');
      return store.compact(...given);
    },
  });
  let work: Promise<void> | undefined;
  await db.prisma.$transaction(
    async (tx) => {
      await tx.$queryRawUnsafe('SELECT count(*) FROM users');
      work = worker.trigger();
      await waitFor(async () => (await tasks.find(id))!.retries >= 1);
    },
    { ...patient, isolationLevel: 'RepeatableRead' },
  );
  await work;
  t.same(await timesLeft(db), []);
  t.ok((await measureBytes(db)) < before / 10);
});
