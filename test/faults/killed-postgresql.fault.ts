import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import t from 'tap';
import { datasetUrn } from '../support/metadata.js';
import { guarantee } from './guarantee.js';
import { batchLedger } from './support/batch-ledger.js';
import { client, isDone, isUnavailable } from './support/client.js';
import { type Attempt, acknowledged, contradictions, load } from './support/ledger.js';
import { ownServer, withoutBinaries } from './support/postgresql.js';
import { rounds } from './support/rounds.js';
import { service } from './support/service.js';
import { prepareTags, tagLedger } from './support/tag-ledger.js';
import { tokenLedger } from './support/token-ledger.js';

const kills = { least: 2, most: 3, seconds: 10 };
const poolSize = 10;
const timeoutMs = 5_000;
const datasets = ['a', 'b', 'c', 'd'].map((name) => datasetUrn(`away.${name}`));
const tags = Array.from({ length: 20 }, (_, index) => `away_${index}`);

t.test('PostgreSQL is killed under load and comes back', { skip: withoutBinaries }, async (t) => {
  const server = await ownServer(t);
  const one = await service(t, { DATABASE_URL: server.url, DATABASE_POOL_SIZE: `${poolSize}` });
  await one.start();
  const pid = one.pid();
  const admin = client(one.url, one.token()!);
  await prepareTags(admin, datasets, tags);
  const ledgers = [
    tagLedger(datasets, tags),
    tokenLedger(one.url, 'urn:li:corpuser:admin', 2),
    batchLedger('away'),
  ];
  const health = async (what: string) => (await fetch(`${one.url}/health/${what}`)).status;

  const all: Attempt[] = [];
  const back: number[] = [];
  const connections: number[] = [];
  for (const kill of rounds(kills)) {
    const { attempts, end } = load(t, ledgers, admin);
    await sleep(700);
    await server.kill();
    await sleep(100);
    const since = performance.now();
    t.same([await health('ready'), await health('live')], [503, 200], 'not ready, but alive');
    await sleep(1_000);
    const away = attempts.filter(({ sentAt }) => sentAt > since);
    t.ok(away.length > 0 && away.every(({ reply }) => reply && isUnavailable(reply)), 'all writes get 503');
    await server.start();
    const started = performance.now();
    while (!attempts.some(({ sentAt, reply }) => sentAt > started && reply && isDone(reply))) await sleep(5);
    back.push(performance.now() - started);
    await sleep(2_000);
    const after = attempts.filter(({ sentAt }) => sentAt > started + 1_000);
    t.same(after.filter((attempt) => acknowledged([attempt]) === 0).length, 0, 'later, no write fails');
    connections.push(await countConnections(server.url));
    await end();
    all.push(...attempts);
    t.equal(await health('ready'), 200);
    t.same(await contradictions(ledgers, admin), [], `kill ${kill}`);
  }
  t.same(await contradictions(ledgers, admin, true), [], 'after all kills');

  t.equal(one.pid(), pid, 'without a restart');
  t.same(
    all.filter(({ reply }) => !reply || !(isDone(reply) || isUnavailable(reply))).map(({ reply }) => reply),
    [],
    'every other write gets 503',
  );
  const slowest = Math.max(...all.map(({ ms }) => ms));
  t.ok(slowest < timeoutMs, `no request hangs: ${slowest} ms`);
  t.ok(Math.max(...back) < timeoutMs, 'service is back by itself');
  t.ok(Math.max(...connections) <= poolSize, `connections: ${connections}`);
  guarantee(t, 'kill -9 of PostgreSQL: 503 at once, service again by itself, nothing lost or doubled', {
    kills: back.length,
    acknowledged: acknowledged(all),
    'answered 503': all.filter(({ reply }) => reply && isUnavailable(reply)).length,
    'slowest answer ms': Math.round(slowest),
    'service again after ms': Math.round(Math.max(...back)),
    'connections after': `${Math.max(...connections)} of ${poolSize}`,
  });
});

/** Returns the number of the service's connections. */
async function countConnections(url: string) {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const { rows } = await admin.query(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'catalog'`,
  );
  await admin.end();
  return rows[0].count as number;
}
