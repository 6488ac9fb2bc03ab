import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { datasetUrn } from '../support/metadata.js';
import { guarantee } from './guarantee.js';
import { batchLedger } from './support/batch-ledger.js';
import { client } from './support/client.js';
import { violatedInvariants } from './support/invariants.js';
import { type Attempt, acknowledged, contradictions, load } from './support/ledger.js';
import { rounds } from './support/rounds.js';
import { prepareTags, tagLedger } from './support/tag-ledger.js';
import { onEach } from './support/targets.js';
import { tokenLedger } from './support/token-ledger.js';

const kills = { least: 4, most: 20, seconds: 25 };
const datasets = ['a', 'b', 'c', 'd'].map((name) => datasetUrn(`kill.${name}`));
const tags = Array.from({ length: 10 }, (_, index) => `kill_${index}`);

await onEach(t, { TOKENS_PER_ACTOR_MAX: '100000' }, async (t, one, open) => {
  await one.start();
  const admin = client(one.url, one.token()!);
  await prepareTags(admin, datasets, tags);
  const ledgers = [
    tagLedger(datasets, tags),
    tokenLedger(one.url, 'urn:li:corpuser:admin', 2),
    batchLedger('blue'),
    batchLedger('green'),
  ];

  const all: Attempt[] = [];
  const starts: number[] = [];
  for (const kill of rounds(kills)) {
    const { attempts, end } = load(t, ledgers, admin);
    const enough = randomInt(5, 60);
    const until = performance.now() + 2_000;
    while (acknowledged(attempts) < enough && performance.now() < until) await sleep(2);
    const ended = end();
    await one.kill();
    await ended;
    all.push(...attempts);
    starts.push(await one.start());
    t.same(await contradictions(ledgers, admin), [], `kill ${kill}`);
  }
  t.same(await contradictions(ledgers, admin, true), [], 'after all kills');

  t.equal(await one.stop(), 0);
  const db = await open();
  t.same(await violatedInvariants(db), [], 'no invariant is violated');
  await db.close();

  const cutOff = all.filter(({ reply }) => reply === null).length;
  t.ok(cutOff >= starts.length && acknowledged(all) >= 5 * starts.length, 'there was something to lose');
  guarantee(t, `kill -9 of the service loses no acknowledged write (${t.name})`, {
    kills: starts.length,
    acknowledged: acknowledged(all),
    'cut off': cutOff,
    'slowest start ms': Math.round(Math.max(...starts)),
    lost: 0,
  });
});
