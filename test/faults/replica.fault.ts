import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import t from 'tap';
import { datasetUrn, tagUrn } from '../support/metadata.js';
import { waitFor } from '../support/wait-for.js';
import { guarantee } from './guarantee.js';
import { type Client, client, readData } from './support/client.js';
import { ownServer, withoutBinaries } from './support/postgresql.js';
import { service } from './support/service.js';
import { prepareTags } from './support/tag-ledger.js';

const datasets = Array.from({ length: 8 }, (_, index) => datasetUrn(`replica.${index}`));
const view = 'query ($urn: String!) { dataset(urn: $urn) { tags { tags { tag { urn } } } } }';
const change = (name: string) => `mutation ($input: TagAssociationInput!) { ${name}(input: $input) }`;

async function readTags(caller: Client, urn: string): Promise<string[]> {
  const { dataset } = readData(await caller.graphql(view, { urn }));
  return (dataset.tags?.tags ?? []).map(({ tag }: { tag: { urn: string } }) => tag.urn);
}

/** Adds and removes a tag. Returns how many reads right after a write did not show the write. */
async function staleReads(caller: Client, urn: string, rounds: number): Promise<number> {
  let stale = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, shown] of [
      ['addTag', true],
      ['removeTag', false],
    ] as const) {
      readData(await caller.graphql(change(name), { input: { tagUrn: tagUrn('r'), resourceUrn: urn } }));
      if ((await readTags(caller, urn)).includes(tagUrn('r')) !== shown) stale += 1;
    }
  }
  return stale;
}

t.test('a streaming replica answers reads and is never stale', { skip: withoutBinaries }, async (t) => {
  const primary = await ownServer(t);
  const replica = await ownServer(t, primary.url);
  const one = await service(t, { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: replica.url });
  await one.start();
  const admin = client(one.url, one.token()!);
  await prepareTags(admin, datasets, ['r']);

  async function ask<Row>(url: string, sql: string): Promise<Row> {
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    const { rows } = await admin.query(sql);
    await admin.end();
    return rows[0];
  }
  const rowsRead = async () => {
    // The server publishes its counts once a second.
    await sleep(1_200);
    const sql = `SELECT tup_fetched::int AS n FROM pg_stat_database WHERE datname = 'postgres'`;
    return (await ask<{ n: number }>(replica.url, sql)).n;
  };

  const before = await rowsRead();
  for (let read = 0; read < 200; read += 1) await readTags(admin, datasets[read % datasets.length]!);
  t.ok((await rowsRead()) - before > 100, 'reads go to the replica');

  const all = async (rounds: number) => {
    const counts = await Promise.all(datasets.map((urn) => staleReads(admin, urn, rounds)));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  t.equal(await all(50), 0, 'no read is stale while the replica follows');
  await ask(replica.url, 'SELECT pg_wal_replay_pause()');
  t.equal(await all(10), 0, 'no read is stale while the replica is paused');
  let metrics = '';
  // An answer does not wait long for a database that is slow.
  await waitFor(async () => {
    const headers = { authorization: `Bearer ${one.token()}` };
    metrics = await (await fetch(`${one.url}/metrics`, { headers })).text();
    return /^catalog_replica_up 1$/m.test(metrics);
  });
  t.ok(Number(/^catalog_replica_lag_bytes (\d+)$/m.exec(metrics)?.[1]) > 0, 'its lag is measured');
  t.match(metrics, /^catalog_replica_lag_seconds \d/m);
  t.match(metrics, /^catalog_database_connections\{pool="replica",state="idle"\} \d/m);
  await ask(replica.url, 'SELECT pg_wal_replay_resume()');

  let [failed, slowest, asked] = [0, 0, 0];
  let over = false;
  const reading = Promise.all(
    datasets.map(async (urn) => {
      while (!over) {
        const since = performance.now();
        await readTags(admin, urn).catch(() => (failed += 1));
        slowest = Math.max(slowest, performance.now() - since);
        asked += 1;
      }
    }),
  );
  await sleep(300);
  await replica.kill();
  await sleep(1_500);
  await replica.start();
  await sleep(5_500);
  over = true;
  await reading;
  t.equal(failed, 0, 'no read fails when the replica is killed');
  t.ok(slowest < 2_500, `no read waits long for the replica (${Math.round(slowest)} ms)`);

  const dead = await rowsRead();
  for (let read = 0; read < 200; read += 1) await readTags(admin, datasets[read % datasets.length]!);
  t.ok((await rowsRead()) - dead > 100, 'reads go to the replica again');
  guarantee(t, 'reads from a streaming replica are never stale, and none fails when it is killed', {
    'reads right after a write': 8 * 2 * 60,
    stale: 0,
    'reads around the kill': asked,
    failed,
    'slowest ms': Math.round(slowest),
  });
});
