import { randomInt } from 'node:crypto';
import t from 'tap';
import { datasetUrn } from '../support/metadata.js';
import { guarantee } from './guarantee.js';
import { violatedInvariants } from './support/invariants.js';
import { replicas } from './support/replicas.js';
import { rounds } from './support/rounds.js';
import { type Change, change, notSerializable, outOfOrder } from './support/serial-order.js';
import { prepareTags, tagsOn } from './support/tag-ledger.js';
import { withoutServer } from './support/targets.js';

const names = (name: string, count: number) => Array.from({ length: count }, (_, one) => `${name}_${one}`);
const datasets = names('order', 10).map(datasetUrn);
const owned = names('owned', 20);
const contended = names('contended', 8);
const everywhere = names('everywhere', 3);
const pickOne = <T>(from: readonly T[]) => from[randomInt(from.length)]!;

t.test('adds and removes on three processes have a serial order', { skip: withoutServer }, async (t) => {
  const { services, db, admin } = await replicas(t);
  await prepareTags(admin[0]!, datasets, [...owned, ...contended, ...everywhere]);
  const ownChanges: Change[] = [];
  const changes: Change[] = [];
  const refused: unknown[] = [];
  let requests = 0;

  async function client(times: number, one: () => Promise<void>) {
    for (const _ of rounds({ least: times / 5, most: times, seconds: 12 })) {
      requests += 1;
      await one().catch((error: Error) => refused.push(error.message));
    }
  }
  const startedAt = performance.now();
  await Promise.all([
    ...owned.map((id) =>
      client(
        400,
        async () => void ownChanges.push(...(await change(pickOne(admin), id, [pickOne(datasets)]))),
      ),
    ),
    ...names('rival', 20).map(() =>
      client(
        80,
        async () =>
          void changes.push(...(await change(pickOne(admin), pickOne(contended), [pickOne(datasets)]))),
      ),
    ),
    // In a random order, in which the locks must not be taken.
    ...names('batch', 8).map(() =>
      client(50, async () => {
        const shuffled = datasets.map((urn) => [Math.random(), urn] as const).sort(([a], [b]) => a - b);
        changes.push(
          ...(await change(
            pickOne(admin),
            pickOne(everywhere),
            shuffled.map(([, urn]) => urn),
          )),
        );
      }),
    ),
  ]);
  const seconds = (performance.now() - startedAt) / 1_000;

  t.same(refused, [], 'no request fails');
  t.ok(requests >= 2_000, `${requests} requests`);
  const seen = await Promise.all(datasets.map(async (urn) => (await tagsOn(admin[0]!, urn)).dataset));
  for (const other of admin.slice(1)) {
    const there = await Promise.all(datasets.map(async (urn) => (await tagsOn(other, urn)).dataset));
    t.same(there, seen, 'every process shows the same');
  }
  const all = [...ownChanges, ...changes];
  t.same(
    datasets.flatMap((urn, index) => notSerializable(urn, all, seen[index]!)),
    [],
  );
  t.same(
    datasets.flatMap((urn, index) => outOfOrder(urn, ownChanges, seen[index]!)),
    [],
  );
  const batches = seen.map((tags) =>
    tags
      .filter((tag) => tag.includes('everywhere'))
      .sort()
      .join(' '),
  );
  t.equal(new Set(batches).size, 1, 'a batch changes all datasets or none');
  t.same(await violatedInvariants(db), []);
  guarantee(t, 'concurrent adds and removes over three processes leave what a serial order leaves', {
    requests,
    processes: services.length,
    errors: refused.length,
    'lost or doubled': 0,
    'requests/s': Math.round(requests / seconds),
  });
});
