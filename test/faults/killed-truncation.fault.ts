import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { migrate } from '../../src/db/migrations/migrate.js';
import { addEvents, day, seconds, statusUrl, timesLeft, truncateUrl } from '../support/timeseries.js';
import { guarantee } from './guarantee.js';
import { type Client, client, readData } from './support/client.js';
import { onEach } from './support/targets.js';

const kills = 3;
/** Two months that are dropped, and one of which a part is deleted, a few events at a time. */
const times = [1_000, 1_000, 600].flatMap((count, month) => seconds(day(month + 1, 1), count));
const end = day(3, 1) + 499_000;
const request = { entityType: 'dataset', aspect: 'datasetProfile', endTimeMillis: end, batchSize: 5 };

const dryRun = async (from: Client) =>
  Number(/^Delete (\d+) out of/.exec(readData(await from.post(truncateUrl, request)))![1]);

async function status(from: Client, task: string) {
  const { completed, status } = JSON.parse(readData(await from.post(statusUrl, { task })));
  return { completed, ...JSON.parse(status) } as { completed: boolean; deleted: number; total: number };
}

await onEach(t, {}, async (t, one, open) => {
  const empty = await open();
  await migrate(empty.migration);
  await addEvents(empty, times);
  await empty.close();
  await one.start();
  const admin = client(one.url, one.token()!);
  const planned = await dryRun(admin);
  t.equal(planned, 2_500);

  const task: string = readData(await admin.post(truncateUrl, { ...request, dryRun: false }));
  const cutAt: number[] = [];
  for (let kill = 1; kill <= kills; kill += 1) {
    const from = cutAt.at(-1) ?? 2_000;
    let now = await status(admin, task);
    while (now.deleted <= from) now = await status(admin, task);
    await one.kill();
    t.ok(!now.completed && now.deleted < planned, `killed after ${now.deleted} events`);
    cutAt.push(now.deleted);
    // Other processes wait for a minute until the lease of the killed one ends; this ends it now.
    if (t.name === 'PostgreSQL') {
      const db = await open();
      await db.query('UPDATE truncation_tasks SET lease_until = 0');
      await db.close();
    }
    await one.start();
  }

  let last = await status(admin, task);
  for (; !last.completed; last = await status(admin, task)) await sleep(20);
  t.match(last, { deleted: planned, total: planned }, 'as many as the dry run said');
  t.equal(await dryRun(admin), 0);
  t.equal(await one.stop(), 0);
  const db = await open();
  t.same(
    await timesLeft(db),
    times.filter((time) => time > end),
    'the other events are kept',
  );
  await db.close();
  guarantee(t, `a truncation continues after kill -9 and deletes what its dry run counted (${t.name})`, {
    kills,
    'cut after': cutAt.join(' and '),
    counted: planned,
    deleted: last.deleted,
  });
});
