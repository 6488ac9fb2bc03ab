import t from 'tap';
import { readConfig } from '../../src/config.js';
import { operator } from '../../src/core/actor.js';
import { databaseClock } from '../../src/db/database-clock.js';
import { openCatalog } from '../../src/startup/open-catalog.js';
import { compactionStore, partitionStore } from '../../src/timeseries/truncation/partition-store.js';
import { truncationStore } from '../../src/timeseries/truncation/task-store.js';
import { truncationWorker } from '../../src/timeseries/truncation/worker.js';
import { scratchDatabaseUrl, testDatabase } from '../support/database.js';
import { addEvents, day, index } from '../support/timeseries.js';
import { waitFor } from '../support/wait-for.js';

const server = process.env.TEST_DATABASE_URL;
const skip = server ? false : "the embedded database has its process's clock";
const hours = 3_600_000;
/** A slow machine may delay a test. */
const soon = 60_000;

const near = (time: number, expected = Date.now()) => Math.abs(time - expected) < soon;
const fail = (error: unknown) => t.fail(String(error));

t.test(
  "the embedded database has its process's clock",
  { skip: server ? 'PostgreSQL' : false },
  async (t) => {
    const db = await testDatabase(t);
    const clock = await databaseClock(db, () => 7, { onDifference: fail, onError: fail });
    t.equal(clock.now(), 7);
    clock.stop();
  },
);

t.test(
  "a clock that is hours off is corrected to the database's, and the difference is reported",
  { skip },
  async (t) => {
    const db = await testDatabase(t);
    const reported: number[] = [];
    let off = -2 * hours;
    const listen = { onDifference: (ms: number) => reported.push(ms), onError: fail, intervalMs: 20 };
    const clock = await databaseClock(db, () => Date.now() + off, listen);
    t.teardown(() => clock.stop());
    t.ok(near(clock.now()));
    t.equal(reported.length, 1);
    t.ok(near(reported[0]!, 2 * hours));

    off = 3 * hours;
    await waitFor(() => reported.length >= 2);
    t.ok(near(clock.now()), 'also after it is set while the process runs');
    t.ok(near(reported[1]!, -3 * hours));
  },
);

t.test('a correct clock is not changed', { skip }, async (t) => {
  const db = await testDatabase(t);
  const clock = await databaseClock(db, Date.now, { onDifference: fail, onError: fail });
  clock.stop();
  t.ok(near(clock.now()));
});

t.test('a process whose clock is hours ahead does not change how long tokens live', { skip }, async (t) => {
  const DATABASE_URL = await scratchDatabaseUrl(t, server!);
  const config = readConfig({ DATABASE_URL, DATA_DIR: t.testdir(), DATABASE_POOL_SIZE: '2' });
  const warnings: string[] = [];
  const log = {
    debug() {},
    info() {},
    warn: (_: object, message: string) => void warnings.push(message),
    error: fail,
  };
  const right = await openCatalog(config, { log, clock: Date.now });
  t.same(warnings, []);
  const ahead = await openCatalog(config, { log, clock: () => Date.now() + 2 * hours });
  t.match(warnings, [/^the clocks of the database and of this machine differ/]);
  const request = { actorUrn: 'urn:li:corpuser:admin', duration: 'ONE_HOUR', name: 'x' };
  for (const [by, at] of [
    [right, ahead],
    [ahead, right],
  ] as const) {
    const { text, token } = await by.services.tokens.issue(request);
    t.ok(near(token.createdAt));
    const caller = await at.services.authenticate.bearer(text);
    await at.services.flush();
    const metadata = await at.services.tokens.metadata(caller, text);
    t.ok(near(metadata.lastUsedAt!), "lastUsedAt is the database's time");
  }
  await right.close();
  await ahead.close();
});

t.test(
  'a process whose clock is hours ahead holds its lease for a minute after it is killed',
  { skip },
  async (t) => {
    const db = await testDatabase(t);
    await addEvents(db, [day(1, 1)]);
    const tasks = truncationStore(db);
    const begin = { createdAt: 0, createdBy: 'urn:li:corpuser:x', deadline: null, batchSize: 1 };
    const id = await tasks.begin({ ...begin, indexName: index, endTimeMillis: day(3, 1) }, operator);
    const away = () => Promise.reject(Object.assign(new Error('the database stops'), { code: '57P01' }));
    const { now, stop } = await databaseClock(db, () => Date.now() + 2 * hours, {
      onDifference() {},
      onError: fail,
    });
    stop();
    const workerAt = (workerId: string, clock: () => number, partitions = partitionStore(db)) =>
      truncationWorker({
        tasks,
        partitions,
        compaction: compactionStore(db),
        clock,
        workerId,
        mayGoOn: async () => true,
        exclusive: false,
        onError() {},
      });
    await workerAt('dead', now, { ...partitionStore(db), plan: away }).trigger();
    await workerAt('early', () => Date.now() + 30_000).trigger();
    t.match(await tasks.find(id), { state: 'RUNNING' });
    await workerAt('late', () => Date.now() + 62_000).trigger();
    t.match(await tasks.find(id), { state: 'COMPLETED' });
  },
);
