import t from 'tap';
import { lastUsedRecorder } from '../../src/access-tokens/upkeep.js';

const minute = 60_000;

t.test('the saved time is never more than a minute behind the last use', async (t) => {
  let now = 0;
  const saved = new Map<string, number>();
  const recorder = lastUsedRecorder(
    async (times) => void [...times].map(([id, time]) => saved.set(id, time)),
    () => now,
    (error) => t.fail(String(error)),
  );
  for (let use = 0; use < 1_000; use += 1) {
    now += Math.floor((use * 7_919) % 90_000);
    recorder.record('x', saved.get('x') ?? null);
    await recorder.flush();
    t.ok(saved.has('x') && now - saved.get('x')! < minute, String(now));
  }
});

t.test('times that the database does not take are saved later, and the latest of them wins', async (t) => {
  let [now, isAway] = [1_000, true];
  const saved: Map<string, number>[] = [];
  const errors: unknown[] = [];
  const recorder = lastUsedRecorder(
    async (times) => {
      if (isAway) throw new Error('away');
      saved.push(new Map(times));
    },
    () => now,
    (error) => errors.push(error),
  );
  recorder.record('a', null);
  recorder.record('b', null);
  await recorder.flush();
  await recorder.recordFirst('c');
  t.equal(errors.length, 1);
  now = 2_000;
  recorder.record('a', null);
  isAway = false;
  await recorder.flush();
  await recorder.flush();
  t.strictSame(saved, [
    new Map([
      ['a', 2_000],
      ['b', 1_000],
      ['c', 1_000],
    ]),
  ]);
});

t.test('a flush waits for the save that is in flight', async (t) => {
  let done = () => {};
  let isSaved = false;
  const recorder = lastUsedRecorder(
    async () => {
      await new Promise<void>((resolve) => {
        done = resolve;
      });
      isSaved = true;
    },
    () => 1,
    (error) => t.fail(String(error)),
  );
  recorder.record('a', null);
  void recorder.flush();
  const last = recorder.flush();
  await new Promise(setImmediate);
  done();
  await last;
  t.ok(isSaved);
});
