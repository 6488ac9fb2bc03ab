import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { datasetUrn } from '../support/metadata.js';
import { guarantee } from './guarantee.js';
import { batchLedger } from './support/batch-ledger.js';
import { client } from './support/client.js';
import { acknowledged, contradictions, load } from './support/ledger.js';
import { noticedMs, proxy, withoutProxy } from './support/proxy.js';
import { replicas } from './support/replicas.js';
import { prepareTags, tagLedger } from './support/tag-ledger.js';
import { withoutServer } from './support/targets.js';

const skip = withoutServer || withoutProxy;

t.test('three processes are restarted one after the other under load', { skip }, async (t) => {
  const { services, token } = await replicas(t, { SHUTDOWN_DELAY_MS: `${noticedMs}` });
  const url = await proxy(
    t,
    services.map((one) => one.url),
  );
  const admin = client(url, token);
  const datasets = ['a', 'b', 'c', 'd', 'e'].map((name) => datasetUrn(`roll.${name}`));
  const tags = Array.from({ length: 12 }, (_, index) => `roll_${index}`);
  await prepareTags(admin, datasets, tags);
  const reader = async () => admin.graphql('{ __typename }');
  const reads = { writers: Array.from({ length: 4 }, () => reader), contradictions: async () => [] };
  const ledgers = [tagLedger(datasets, tags), batchLedger('roll'), reads];

  const { attempts, end } = load(t, ledgers, admin);
  await sleep(1_000);
  const codes: (number | null)[] = [];
  for (const one of services) {
    codes.push(await one.stop());
    await one.start();
    // Until the proxy has noticed that it is ready.
    await sleep(1_000);
  }
  await end();

  const failed = attempts.filter((one) => acknowledged([one]) === 0);
  t.same(
    failed.map(({ reply }) => reply?.status ?? 'broken'),
    [],
    'no request fails',
  );
  t.same(codes, [0, 0, 0]);
  t.same(await contradictions(ledgers, admin, true), []);
  t.ok(attempts.length > 500, 'there was load');
  guarantee(t, 'a rolling restart of three processes behind a proxy fails no request', {
    restarts: codes.length,
    requests: attempts.length,
    failed: failed.length,
    'slowest ms': Math.round(Math.max(...attempts.map(({ ms }) => ms))),
  });
});
