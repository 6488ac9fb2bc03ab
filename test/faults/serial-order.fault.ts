import { randomInt } from 'node:crypto';
import t from 'tap';
import { datasetUrn } from '../support/metadata.js';
import { guarantee } from './guarantee.js';
import { replicas } from './support/replicas.js';
import { type Change, change, disordered, unexplained } from './support/serial-order.js';
import { unsound } from './support/sound.js';
import { prepareTags, tagsOn } from './support/tag-ledger.js';
import { withoutServer } from './support/targets.js';

const names = (name: string, count: number) => Array.from({ length: count }, (_, one) => `${name}_${one}`);
const datasets = names('order', 10).map(datasetUrn);
const owned = names('owned', 20);
const contended = names('contended', 8);
const everywhere = names('everywhere', 3);
const anyOf = <T>(from: readonly T[]) => from[randomInt(from.length)]!;

t.test('ten thousand adds and removes over three processes', { skip: withoutServer }, async (t) => {
  const { services, db, boss } = await replicas(t);
  await prepareTags(boss[0]!, datasets, [...owned, ...contended, ...everywhere]);
  const ownChanges: Change[] = [];
  const changes: Change[] = [];
  const refused: unknown[] = [];
  let requests = 0;

  async function client(times: number, one: () => Promise<void>) {
    for (let time = 0; time < times; time += 1) {
      requests += 1;
      await one().catch((error: Error) => refused.push(error.message));
    }
  }
  const began = performance.now();
  await Promise.all([
    ...owned.map((id) =>
      client(400, async () => void ownChanges.push(...(await change(anyOf(boss), id, [anyOf(datasets)])))),
    ),
    ...names('rival', 20).map(() =>
      client(
        80,
        async () => void changes.push(...(await change(anyOf(boss), anyOf(contended), [anyOf(datasets)]))),
      ),
    ),
    // In another order each time, as the locks must not be taken.
    ...names('batch', 8).map(() =>
      client(50, async () => {
        const shuffled = datasets.map((urn) => [Math.random(), urn] as const).sort(([a], [b]) => a - b);
        changes.push(
          ...(await change(
            anyOf(boss),
            anyOf(everywhere),
            shuffled.map(([, urn]) => urn),
          )),
        );
      }),
    ),
  ]);
  const seconds = (performance.now() - began) / 1_000;

  t.same(refused, [], 'no request fails');
  t.equal(requests, 10_000);
  const seen = await Promise.all(datasets.map(async (urn) => (await tagsOn(boss[0]!, urn)).dataset));
  for (const other of boss.slice(1)) {
    const there = await Promise.all(datasets.map(async (urn) => (await tagsOn(other, urn)).dataset));
    t.same(there, seen, 'every process shows the same');
  }
  const all = [...ownChanges, ...changes];
  t.same(
    datasets.flatMap((urn, index) => unexplained(urn, all, seen[index]!)),
    [],
  );
  t.same(
    datasets.flatMap((urn, index) => disordered(urn, ownChanges, seen[index]!)),
    [],
  );
  const batches = seen.map((tags) =>
    tags
      .filter((tag) => tag.includes('everywhere'))
      .sort()
      .join(' '),
  );
  t.equal(new Set(batches).size, 1, 'a batch changes all datasets or none');
  t.same(await unsound(db), []);
  guarantee(t, 'concurrent adds and removes over three processes leave what a serial order leaves', {
    requests,
    processes: services.length,
    errors: refused.length,
    'lost or doubled': 0,
    'requests/s': Math.round(requests / seconds),
  });
});
