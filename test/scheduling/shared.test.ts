import t from 'tap';
import { once, shared, sharedNext } from '../../src/scheduling/shared.js';

/** Work that ends when it is told to. */
function heldWork() {
  const runs: { end(value: string): void; fail(error: Error): void }[] = [];
  const work = () => new Promise<string>((end, fail) => runs.push({ end, fail }));
  return { runs, work };
}
const turn = () => new Promise(setImmediate);

t.test('calls while work is in flight share its result, and its error', async (t) => {
  const { runs, work } = heldWork();
  const call = shared(work);
  const calls = [call(), call()];
  runs[0]!.end('first');
  t.strictSame(await Promise.all(calls), ['first', 'first']);
  const refused = [call(), call()];
  t.equal(runs.length, 2);
  runs[1]!.fail(new Error('away'));
  for (const one of refused) await t.rejects(one, { message: 'away' });
  void call();
  t.equal(runs.length, 3, 'an error is not remembered');
});

t.test('calls with another first argument have their own work', async (t) => {
  const { runs, work } = heldWork();
  const call = shared((_key: string) => work());
  const calls = [call('a'), call('b'), call('a')];
  t.equal(runs.length, 2);
  for (const [index, run] of runs.entries()) run.end(String(index));
  t.strictSame(await Promise.all(calls), ['0', '1', '0']);
});

t.test('a call does not get the result of work that began before it', async (t) => {
  const { runs, work } = heldWork();
  const call = sharedNext(work);
  const first = call();
  await turn();
  const later = [call(), call()];
  await turn();
  t.equal(runs.length, 1, 'the second run waits for the first');
  runs[0]!.fail(new Error('away'));
  await t.rejects(first, { message: 'away' });
  await turn();
  runs[1]!.end('second');
  t.strictSame(await Promise.all(later), ['second', 'second']);
});

t.test('work for all calls is done once', async (t) => {
  let runs = 0;
  const call = once(() => {
    runs += 1;
    return undefined;
  });
  call();
  call();
  t.equal(runs, 1);
});
