import { setImmediate as tick } from 'node:timers/promises';
import fc from 'fast-check';
import t from 'tap';
import { createBatchLoader } from '../../src/db/batch-loader.js';

/** A loader whose batches end when the test says so. */
function controlled(options?: { maxKeys?: number; maxInFlight?: number }) {
  const batches: { keys: string[]; answer(version?: number): void; fail(error: Error): void }[] = [];
  const load = createBatchLoader<string, string>(
    (keys) =>
      new Promise((resolve, reject) => {
        const found = (version: number) =>
          new Map(keys.filter((key) => key !== 'missing').map((key) => [key, `${key}${version}`]));
        batches.push({ keys, answer: (version = 1) => resolve(found(version)), fail: reject });
      }),
    options,
  );
  /** Waits until nothing else can run. */
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) await tick();
  };
  const keys = () => batches.map((batch) => batch.keys);
  return { load, batches, keys, settle };
}

t.test('the keys of one tick form one batch, each key once', async (t) => {
  const { load, batches, keys, settle } = controlled();
  const asked = Promise.all(['a', 'b', 'a', 'missing', 'c'].map(load));
  await settle();
  t.strictSame(keys(), [['a', 'b', 'missing', 'c']]);
  batches[0]!.answer();
  t.strictSame(await asked, ['a1', 'b1', 'a1', undefined, 'c1'], 'undefined for a missing key');
});

t.test('keys wait while maxInFlight batches are in flight; the next batch takes them all', async (t) => {
  const { load, batches, keys, settle } = controlled({ maxInFlight: 2 });
  const asked: Promise<unknown>[] = [];
  for (const key of ['a', 'b', 'c', 'd', 'c', 'e']) {
    asked.push(load(key));
    await settle();
  }
  t.strictSame(keys(), [['a'], ['b']]);
  batches[1]!.answer();
  await settle();
  t.strictSame(batches[2]?.keys, ['c', 'd', 'e']);
  batches[0]!.answer();
  batches[2]!.answer();
  t.strictSame(await Promise.all(asked), ['a1', 'b1', 'c1', 'd1', 'c1', 'e1']);
  t.equal(batches.length, 3);
});

t.test('a key never joins a batch that has started, so no value is older than its request', async (t) => {
  const { load, batches, keys, settle } = controlled();
  const before = load('a');
  await settle();
  const after = load('a');
  await settle();
  t.strictSame(keys(), [['a'], ['a']]);
  batches[0]!.answer(1);
  t.equal(await before, 'a1');
  batches[1]!.answer(2);
  t.equal(await after, 'a2');
});

t.test('nothing is cached: a second request reads again', async (t) => {
  const { load, batches, settle } = controlled();
  for (const version of [1, 2, 3]) {
    const asked = load('a');
    await settle();
    batches[version - 1]!.answer(version);
    t.equal(await asked, `a${version}`);
  }
});

t.test('an error rejects the requests of its batch only; later batches run', async (t) => {
  const { load, batches, settle } = controlled();
  const failing = Promise.allSettled([load('a'), load('a'), load('b')]);
  await settle();
  const others = Promise.allSettled([load('b'), load('c')]);
  await settle();
  const error = new Error('away');
  batches[0]!.fail(error);
  batches[1]!.answer();
  t.strictSame(await failing, Array(3).fill({ status: 'rejected', reason: error }));
  t.strictSame(await others, [
    { status: 'fulfilled', value: 'b1' },
    { status: 'fulfilled', value: 'c1' },
  ]);
  const later = load('a');
  await settle();
  batches[2]!.answer();
  t.equal(await later, 'a1');
});

t.test('a load function that throws synchronously rejects the batch and frees its slot', async (t) => {
  const error = new Error('no');
  const load = createBatchLoader<string, string>(() => {
    throw error;
  });
  for (let turn = 0; turn < 5; turn += 1) await t.rejects(load('a'), error);
});

t.test('a batch takes at most maxKeys keys; the rest follow in order', async (t) => {
  const { load, batches, keys, settle } = controlled({ maxKeys: 2, maxInFlight: 2 });
  const asked = Promise.all(['a', 'b', 'c', 'd', 'e', 'a', 'e'].map(load));
  await settle();
  t.strictSame(keys(), [
    ['a', 'b'],
    ['c', 'd'],
  ]);
  batches[0]!.answer();
  batches[1]!.answer();
  await settle();
  t.strictSame(batches[2]?.keys, ['e']);
  batches[2]!.answer();
  t.strictSame(await asked, ['a1', 'b1', 'c1', 'd1', 'e1', 'a1', 'e1']);
});

t.test('with any interleaving: bounds hold, every request is answered, no value is stale', async (t) => {
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
