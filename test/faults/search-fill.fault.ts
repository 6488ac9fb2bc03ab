import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { Database } from '../../src/db/database.js';
import { migrate } from '../../src/db/migrations/migrate.js';
import { transaction } from '../../src/db/transaction.js';
import { scratchDatabaseUrl } from '../support/database.js';
import { datasetUrn, deadlocks } from '../support/metadata.js';
import { documentsAndRefilled, searchableUrns } from '../support/stored-documents.js';
import { checkTaggedEntities } from '../support/tagged-entities.js';
import { guarantee } from './guarantee.js';
import { type Client, client, isDone } from './support/client.js';
import { type Attempt, load } from './support/ledger.js';
import {
  commonTag,
  found,
  searchWriters,
  toOneAtRandom,
  withTag,
  writeStanding,
} from './support/search-writers.js';
import { main, type Service, service } from './support/service.js';
import { onEach, opened, server, withoutServer } from './support/targets.js';

/** Several batches of a fill. */
const count = 1_200;
const standing = Array.from({ length: count }, (_, index) =>
  datasetUrn(`standing.set_${`${index}`.padStart(4, '0')}`),
);
const writerCount = 8;
const common = withTag(commonTag);

async function until(what: string, isSo: () => Promise<boolean>) {
  const end = performance.now() + 20_000;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`not within 20 s: ${what}`);
    await sleep(20);
  }
}

/** Locks an entity, for which fills and reindexes wait. @returns a function that ends this */
async function hold(db: Database, urn: string): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let held: Promise<unknown> = Promise.resolve();
  await new Promise<void>((isHeld, failed) => {
    held = transaction(db, async (tx) => {
      await tx.query('SELECT urn FROM entities WHERE urn = $1 FOR UPDATE', [urn]);
      isHeld();
      await released;
    });
    held.catch(failed);
  });
  return async () => {
    release();
    await held;
  };
}

/** Waits until the server has noticed that a process was killed, and has ended its transaction. */
const noticed = (db: Database) =>
  until('nobody fills', async () => {
    const rows = await db.query('SELECT id FROM search_state FOR UPDATE SKIP LOCKED');
    return rows.length > 0;
  });

/** Whether the service has answered one write otherwise than with success. It cannot when it was killed. */
const isRefused = ({ reply }: Attempt) => reply !== null && !isDone(reply);

/** Compares documents and counts of tags with what is stored. Deadlocks are counted on a server alone. */
async function check(t: Test, db: Database): Promise<Record<string, number>> {
  await checkTaggedEntities(t, db);
  const searchable = await searchableUrns(db);
  const { stored, refilled } = await documentsAndRefilled(db);
  t.same(
    stored.map(({ urn }) => urn),
    searchable,
  );
  t.strictSame(stored, refilled);
  const deadlocked = await deadlocks(db);
  t.equal(deadlocked, 0, 'no deadlocks');
  return { 'documents equal': stored.length, deadlocks: deadlocked };
}

await onEach(t, {}, async (t, one, open, databaseUrl) => {
  const prepared = await open();
  await migrate(prepared.migration);
  await writeStanding(prepared, standing);
  await prepared.query('DELETE FROM search_documents');
  await prepared.query(`UPDATE search_state SET filled_to = '', done = 0, total = $1`, [count]);
  const db = databaseUrl ? prepared : null;
  if (!db) await prepared.close();

  const release = db && (await hold(db, standing[count * 0.6]!));
  await one.start();
  const token = one.token()!;
  const first = client(one.url, token);
  const live: Client[] = [first];
  const others: Service[] = [];
  if (databaseUrl) {
    const env = { DATABASE_URL: databaseUrl };
    others.push(await service(t, env), await service(t, env));
    await Promise.all(others.map((other) => other.start()));
    live.push(...others.map(({ url }) => client(url, token)));
  }

  const { writers } = searchWriters(standing, writerCount);
  const { attempts, end } = load(t, [{ writers, contradictions: async () => [] }], toOneAtRandom(live));
  let filledAtKill = 0;
  await until('some are filled', async () => {
    const [, filled = 'all'] = /it finds (\d+) of/.exec((await found(first, common)).incomplete ?? '') ?? [];
    filledAtKill = Number(filled);
    return !(filledAtKill <= count * 0.1);
  });
  t.ok(filledAtKill < count, `killed after ${filledAtKill}`);
  if (db) for (const from of live) t.not((await found(from, common)).incomplete, null, 'every process warns');
  live.shift();
  await one.kill();
  await release?.();
  if (db) await noticed(db);
  await one.start();
  live.push(first);
  let warnings = live.length;
  for (const from of [...live])
    await until('search is complete', async () => {
      const now = await found(from, common);
      if (now.incomplete === null) t.equal(now.total, count, 'without a warning, all are found');
      else warnings += 1;
      return now.incomplete === null;
    });
  await sleep(200);
  await end();
  t.same(attempts.filter(isRefused).slice(0, 3), [], 'no write fails');
  for (const each of [one, ...others]) t.equal(await each.stop(), 0);

  const after = await open();
  t.teardown(() => after.close());
  const figures = await check(t, after);
  await db?.close();
  guarantee(t, `documents that are filled beside writers are those that a rebuild makes (${t.name})`, {
    ...{ processes: 1 + others.length, kills: 1, 'killed after': filledAtKill },
    ...{ writes: attempts.length, 'answers that warned': warnings, ...figures },
  });
});

/** Runs `catalog reindex`. */
function reindex(env: Record<string, string>) {
  const child = spawn(process.execPath, ['--enable-source-maps', main, 'reindex'], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
  return { ended, kill: () => child.kill('SIGKILL') };
}

const broken = [
  `UPDATE search_documents SET key_words = '', property_names = 'wrong' WHERE hashtext(urn) % 3 = 0`,
  `UPDATE tagged_entities SET columns = 99 WHERE hashtext(entity_urn) % 5 = 0`,
];

t.test('a reindex is killed beside a running service', { skip: withoutServer }, async (t) => {
  const url = await scratchDatabaseUrl(t, server!, null);
  const env = { DATABASE_URL: url };
  const db = await opened(url, '');
  t.teardown(() => db.close());
  await migrate(db.migration);
  await writeStanding(db, standing);
  for (const sql of broken) await db.query(sql);
  const one = await service(t, env);
  const other = await service(t, env);
  await one.start();
  const admin = client(one.url, one.token()!);
  const { writers } = searchWriters(standing, writerCount);
  const { attempts, end } = load(t, [{ writers, contradictions: async () => [] }], admin);
  let over = false;
  const totals = new Map<number | string, number>();
  const searching = (async () => {
    while (!over) {
      const { total, incomplete } = await found(admin, common);
      const seen = incomplete ?? total;
      totals.set(seen, (totals.get(seen) ?? 0) + 1);
    }
  })();

  const release = await hold(db, standing[count * 0.6]!);
  const first = reindex(env);
  const reindexedTo = async () =>
    (await db.query<{ urn: string | null }>('SELECT reindexed_to AS urn FROM search_state'))[0]!.urn ?? '';
  await until('some are done', async () => (await reindexedTo()) > standing[count * 0.2]!);
  first.kill();
  t.equal((await first.ended).code, null, 'it was killed');
  await release();
  await noticed(db);
  // The next run is beside a process that fills.
  await db.query(`UPDATE search_state SET filled_to = '', done = 0, total = $1`, [count]);
  const second = reindex(env);
  await other.start();
  const { code, output } = await second.ended;
  t.equal(code, 0, output);
  t.match(output, /continues after \d+ of \d+ entities/);
  over = true;
  await Promise.all([searching, end()]);
  t.same([...totals.keys()], [count], 'nothing is missing meanwhile');
  t.same(attempts.filter(isRefused).slice(0, 3), [], 'no write fails');
  for (const each of [one, other]) t.equal(await each.stop(), 0);
  // Backends report their counts about once a second.
  await sleep(1_500);
  guarantee(t, 'a reindex that is killed and run again beside writers and a fill makes everything right', {
    ...{ kills: 1, writes: attempts.length, searches: totals.get(count)!, 'of them incomplete': 0 },
    ...(await check(t, db)),
  });
});
