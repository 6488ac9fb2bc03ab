import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { parseAllDocuments } from 'yaml';
import { datasetUrn } from '../support/metadata.js';
import { root } from '../support/root.js';
import { guarantee } from './guarantee.js';
import { batchLedger } from './support/batch-ledger.js';
import { client } from './support/client.js';
import { acknowledged, contradictions, load } from './support/ledger.js';
import { noticedMs, proxy, withoutProxy } from './support/proxy.js';
import { replicas } from './support/replicas.js';
import { prepareTags, tagLedger } from './support/tag-ledger.js';
import { withoutServer } from './support/targets.js';

const skip = withoutServer || withoutProxy;

interface Variable {
  readonly name: string;
  readonly value: string;
}
interface Probe {
  readonly periodSeconds: number;
  readonly failureThreshold: number;
}

/** Restarts services one after the other under load. */
async function restartOneByOne(
  t: Test,
  { services, token }: Awaited<ReturnType<typeof replicas>>,
  { url, noticesMs }: { url: string; noticesMs: number },
) {
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
    await sleep(noticesMs);
  }
  await end();

  const failed = attempts.filter((one) => acknowledged([one]) === 0);
  t.same(
    failed.map(({ reply }) => reply?.status ?? 'broken'),
    [],
    'no request fails',
  );
  t.same(
    codes,
    services.map(() => 0),
  );
  t.same(await contradictions(ledgers, admin, true), []);
  t.ok(attempts.length > 500, 'there was load');
  return {
    restarts: codes.length,
    requests: attempts.length,
    failed: failed.length,
    'slowest ms': Math.round(Math.max(...attempts.map(({ ms }) => ms))),
  };
}

t.test('three processes are restarted one after the other under load', { skip }, async (t) => {
  const found = await replicas(t, { SHUTDOWN_DELAY_MS: `${noticedMs}` });
  const url = await proxy(
    t,
    found.services.map((one) => one.url),
  );
  const figures = await restartOneByOne(t, found, { url, noticesMs: 1_000 });
  guarantee(t, 'a rolling restart of three processes behind a proxy fails no request', figures);
});

t.test('processes with the settings of the chart are restarted under load', { skip }, async (t) => {
  const manifests = parseAllDocuments(readFileSync(new URL('deploy/kubernetes/catalog.yaml', root), 'utf8'));
  const { spec } = manifests.map((one) => one.toJS()).find(({ kind }) => kind === 'Deployment');
  const { containers, terminationGracePeriodSeconds: grace } = spec.template.spec;
  const [{ env, readinessProbe }] = containers as [{ env: Variable[]; readinessProbe: Probe }];
  // Addresses, folders and secrets are those of the test.
  const settings = env.filter(({ name }) => /_MS$|_SIZE$|^NODE_OPTIONS$/.test(name));
  t.ok(settings.length >= 4);
  const found = await replicas(
    t,
    Object.fromEntries(settings.map(({ name, value }) => [name, value])),
    spec.replicas,
  );
  const { periodSeconds, failureThreshold } = readinessProbe;
  const check = { everyMs: periodSeconds * 1_000, failures: failureThreshold };
  const url = await proxy(
    t,
    found.services.map((one) => one.url),
    check,
  );
  const figures = await restartOneByOne(t, found, { url, noticesMs: check.everyMs * 2 });
  t.ok(figures['slowest ms'] < grace * 1_000);
  guarantee(t, 'a rolling restart of two processes with the settings of the chart fails no request', figures);
});
