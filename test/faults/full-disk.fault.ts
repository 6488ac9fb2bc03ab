import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { openDatabase } from '../../src/db/open.js';
import { datasetUrn } from '../support/metadata.js';
import { guarantee } from './guarantee.js';
import { batchLedger } from './support/batch-ledger.js';
import { client, isDone, isUnavailable } from './support/client.js';
import { violatedInvariants } from './support/invariants.js';
import { type Attempt, acknowledged, contradictions, load } from './support/ledger.js';
import { service } from './support/service.js';
import { smallDisk, withoutMount } from './support/small-disk.js';
import { fillStarted } from './support/started-folder.js';
import { prepareTags, tagLedger } from './support/tag-ledger.js';

const open = (dataDir: string) =>
  openDatabase({ databaseUrl: undefined, dataDir, poolSize: 1, onIdleError: () => {} });

t.test('the disk of the embedded database fills up under load', { skip: withoutMount }, async (t) => {
  const disk = smallDisk(t, 256);
  const one = await service(t, { DATA_DIR: join(disk.folder, 'data') });
  await fillStarted(t, one.dataDir);
  await one.start();
  const admin = client(one.url, one.token()!);
  const datasets = ['a', 'b', 'c'].map((name) => datasetUrn(`full.${name}`));
  const tags = Array.from({ length: 6 }, (_, index) => `full_${index}`);
  await prepareTags(admin, datasets, tags);
  const ledgers = [tagLedger(datasets, tags), batchLedger('full')];
  const all: Attempt[] = [];
  let refused = 0;

  async function fillUnderLoad() {
    const { attempts, end } = load(t, ledgers, admin);
    await sleep(700);
    const done = acknowledged(attempts);
    disk.fill(0);
    const since = performance.now();
    await sleep(1_000);
    const late = attempts.filter(({ sentAt }) => sentAt > since);
    t.ok(done > 0 && late.length > 0, 'there were writes before and after');
    t.ok(
      late.every(({ reply }) => reply && isUnavailable(reply)),
      'every write is answered 503',
    );
    refused += late.length;
    await end();
    all.push(...attempts);
  }

  await fillUnderLoad();
  t.equal((await fetch(`${one.url}/health/ready`)).status, 200, 'the service is ready');
  t.same(await contradictions(ledgers, admin), [], 'all data can be read');
  disk.empty();
  t.ok(
    isDone(await admin.graphql('mutation { createTag(input: { name: "x" }) }')),
    'writes succeed when there is space again',
  );

  await fillUnderLoad();
  await one.kill();
  disk.empty();
  await one.start();
  t.same(await contradictions(ledgers, admin, true), [], 'nothing is lost');
  t.equal(await one.stop(), 0);
  const db = await open(join(disk.folder, 'data'));
  t.same(await violatedInvariants(db), [], 'no invariant is violated');
  await db.close();
  guarantee(t, 'a full disk under the embedded database: writes get 503, reads go on, nothing is lost', {
    'filled up': 2,
    acknowledged: acknowledged(all),
    'answered 503': refused,
    lost: 0,
  });
});

t.test('11.28: a first start on a full disk says what to do', { skip: withoutMount }, async (t) => {
  const disk = smallDisk(t, 128);
  const one = await service(t, { DATA_DIR: join(disk.folder, 'data') });
  const expected =
    /The disk of DATA_DIR \S+\/data is full: it has \d+ MB free, .* Free some space, or choose [^\n]+\n$/;
  for (const spare of [0, 20_000_000, 60_000_000]) {
    disk.fill(spare);
    await t.rejects(one.start(), { message: /exit code 1/ });
    t.match(one.log(), expected, `${spare} bytes are left`);
    t.notMatch(one.log(), /\[object Object\]|\n +at /);
    disk.empty();
  }
  await one.start();
  t.ok(isDone(await client(one.url, one.token()!).graphql('mutation { createTag(input: { name: "x" }) }')));
  t.equal(await one.stop(), 0);
  guarantee(t, 'a first start on a full disk says what to free, and the next one with enough space works', {
    starts: 3,
  });
});

t.test(
  'the disk fills up within a transaction: the embedded PostgreSQL panics',
  { skip: withoutMount },
  async (t) => {
    const disk = smallDisk(t, 192);
    const dataDir = join(disk.folder, 'data');
    const db = await open(dataDir);
    await db.query('CREATE TABLE kept AS SELECT 1 AS value');
    const fill = db.longTransaction(async (query) => {
      await query('INSERT INTO kept VALUES (2)');
      disk.fill(1_000_000);
      for (;;) await query(`SELECT pg_logical_emit_message(true, 'x', repeat('x', 1000000))`);
    }, new AbortController().signal);
    await t.rejects(fill, { type: 'SERVICE_UNAVAILABLE', cause: { message: /panicked/ } });
    const asked = performance.now();
    for (const sql of ['SELECT 1', 'INSERT INTO kept VALUES (3)']) {
      await t.rejects(db.query(sql), { message: /The database is unavailable/ }, 'fails and does not hang');
    }
    const ms = performance.now() - asked;
    await db.close();
    disk.empty();
    const again = await open(dataDir);
    t.same(await again.query('SELECT value FROM kept'), [{ value: 1 }], 'acknowledged writes are kept');
    await again.close();
    guarantee(t, 'after a panic of the embedded PostgreSQL nothing hangs, and a restart has all data', {
      'refused within ms': Math.ceil(ms),
    });
  },
);
