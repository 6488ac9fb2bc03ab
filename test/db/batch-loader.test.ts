import { setImmediate as tick } from 'node:timers/promises';
import fc from 'fast-check';
import t from 'tap';
import { createBatchLoader } from '../../src/db/batch-loader.js';

/** A batch's round trips end when the test says so. */
function controlled(options?: { maxKeys?: number; maxInFlight?: number }) {
  const trips: { keys: string[]; answer(version?: number): void; fail(error: Error): void }[] = [];
  const load = createBatchLoader<string, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        const found = (version: number) =>
          new Map(keys.filter((key) => key !== 'missing').map((key) => [key, `${key}${version}`]));
        trips.push({ keys, answer: (version = 1) => resolve(found(version)), fail: reject });
      }),
    options,
  );
  /** Lets everything run that waits for nothing else. */
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) await tick();
  };
  return { load, trips, settle };
}

t.test('what is asked for in one tick goes out together, each key once', async (t) => {
  const { load, trips, settle } = controlled();
  const asked = Promise.all(['a', 'b', 'a', 'missing', 'c'].map(load));
  await settle();
  t.strictSame(
    trips.map(({ keys }) => keys),
    [['a', 'b', 'missing', 'c']],
  );
  trips[0]!.answer();
  t.strictSame(await asked, ['a1', 'b1', 'a1', undefined, 'c1'], 'undefined where there is none');
});

t.test(
  'while as many reads as allowed are in flight, keys gather; the next read takes them all',
  async (t) => {
    const { load, trips, settle } = controlled({ maxInFlight: 2 });
    const asked: Promise<unknown>[] = [];
    for (const key of ['a', 'b', 'c', 'd', 'c', 'e']) {
      asked.push(load(key));
      await settle();
    }
    t.strictSame(
      trips.map(({ keys }) => keys),
      [['a'], ['b']],
    );
    trips[1]!.answer();
    await settle();
    t.strictSame(trips[2]?.keys, ['c', 'd', 'e']);
    trips[0]!.answer();
    trips[2]!.answer();
    t.strictSame(await Promise.all(asked), ['a1', 'b1', 'c1', 'd1', 'c1', 'e1']);
    t.equal(trips.length, 3);
  },
);

t.test('a key never joins a read that has begun: the answer is not older than the question', async (t) => {
  const { load, trips, settle } = controlled();
  const before = load('a');
  await settle();
  const after = load('a');
  await settle();
  t.strictSame(
    trips.map(({ keys }) => keys),
    [['a'], ['a']],
  );
  trips[0]!.answer(1);
  t.equal(await before, 'a1');
  trips[1]!.answer(2);
  t.equal(await after, 'a2');
});

t.test('nothing is kept: asking again reads again', async (t) => {
  const { load, trips, settle } = controlled();
  for (const version of [1, 2, 3]) {
    const asked = load('a');
    await settle();
    trips[version - 1]!.answer(version);
    t.equal(await asked, `a${version}`);
  }
});

t.test('an error reaches all who asked for these keys, and nobody else, and reading goes on', async (t) => {
  const { load, trips, settle } = controlled();
  const failing = Promise.allSettled([load('a'), load('a'), load('b')]);
  await settle();
  const others = Promise.allSettled([load('b'), load('c')]);
  await settle();
  const error = new Error('away');
  trips[0]!.fail(error);
  trips[1]!.answer();
  t.strictSame(await failing, Array(3).fill({ status: 'rejected', reason: error }));
  t.strictSame(await others, [
    { status: 'fulfilled', value: 'b1' },
    { status: 'fulfilled', value: 'c1' },
  ]);
  const later = load('a');
  await settle();
  trips[2]!.answer();
  t.equal(await later, 'a1');
});

t.test('a read that throws at once is an error like another, and frees its place', async (t) => {
  const error = new Error('no');
  const load = createBatchLoader<string, string>(() => {
    throw error;
  });
  for (let turn = 0; turn < 5; turn += 1) await t.rejects(load('a'), error);
});

t.test('one read takes at most maxKeys, the rest follow in the order of asking', async (t) => {
  const { load, trips, settle } = controlled({ maxKeys: 2, maxInFlight: 2 });
  const asked = Promise.all(['a', 'b', 'c', 'd', 'e', 'a', 'e'].map(load));
  await settle();
  t.strictSame(
    trips.map(({ keys }) => keys),
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  );
  trips[0]!.answer();
  trips[1]!.answer();
  await settle();
  t.strictSame(trips[2]?.keys, ['e']);
  trips[2]!.answer();
  t.strictSame(await asked, ['a1', 'b1', 'c1', 'd1', 'e1', 'a1', 'e1']);
});

t.test('whatever the interleaving: bounds are kept, everyone is answered, never with the past', async (t) => {
  const step = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), pause: fc.nat(2), slow: fc.nat(3) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 40 }),
      fc.integer({ min: 1, max: 3 }),
      async (steps, bound) => {
        let [version, inFlight, tooMany, slow] = [0, 0, false, 0];
        const load = createBatchLoader<string, number>(
          async (keys) => {
            const seen = version;
            inFlight += 1;
            if (inFlight > bound || keys.length > bound || new Set(keys).size < keys.length) tooMany = true;
            for (let turn = slow; turn > 0; turn -= 1) await tick();
            inFlight -= 1;
            return new Map(keys.map((key) => [key, seen]));
          },
          { maxKeys: bound, maxInFlight: bound },
        );
        const answers: Promise<boolean>[] = [];
        for (const { key, pause, slow: turns } of steps) {
          slow = turns;
          const asked = ++version;
          answers.push(load(key).then((value) => value !== undefined && value >= asked));
          for (let turn = 0; turn < pause; turn += 1) await tick();
        }
        return (await Promise.all(answers)).every(Boolean) && !tooMany;
      },
    ),
    { numRuns: 60 },
  );
  t.pass('60 interleavings');
});
