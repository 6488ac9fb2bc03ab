import t from 'tap';
import type { MigrationTarget } from '../../../src/db/migrations/target.js';
import { connected } from '../../../src/db/postgresql/connect.js';

/** A server that fails with these errors, one per attempt, and then answers. */
function server(...errors: unknown[]) {
  const left = [...errors];
  const target = {
    query: async () => {
      if (left.length > 0) throw left.shift();
      return [];
    },
  } as unknown as MigrationTarget;
  return { target, left };
}

const coded = (code: string) => Object.assign(new Error(`it is ${code}`), { code });

async function wait(target: MigrationTarget, timeoutMs: number, signal = new AbortController().signal) {
  const retries: unknown[] = [];
  await connected(() => target.query('SELECT 1'), {
    timeoutMs,
    signal,
    onRetry: (error) => retries.push(error),
  });
  return retries;
}

t.test('11.23: connecting to a server that is not up yet is retried, and attempts are told', async (t) => {
  const errors = [coded('ECONNREFUSED'), coded('57P03')];
  t.same(await wait(server(...errors).target, 5_000), errors);
  for (const error of [
    coded('ENOTFOUND'),
    coded('ETIMEDOUT'),
    new Error('timeout expired'),
    new Error('Connection terminated unexpectedly'),
  ]) {
    t.same(await wait(server(error).target, 5_000), [error]);
  }
});

t.test('11.23: a lasting failure is thrown at once', async (t) => {
  for (const error of [
    coded('28P01'),
    coded('28000'),
    coded('3D000'),
    coded('42501'),
    new Error('unexpected'),
  ]) {
    await t.rejects(wait(server(error, error).target, 5_000), error);
  }
});

t.test('11.23: a timeout of 0 is one attempt, and the time is not exceeded', async (t) => {
  const { target, left } = server(...Array.from({ length: 9 }, () => coded('ECONNREFUSED')));
  await t.rejects(wait(target, 0), { code: 'ECONNREFUSED' });
  t.equal(left.length, 8);
  await t.rejects(wait(target, 700), { code: 'ECONNREFUSED' });
  t.equal(left.length, 6, 'a second attempt after 250 ms, and none after 750');
});

t.test('11.23: an abort ends the wait, also during an attempt', async (t) => {
  const never = { query: () => new Promise(() => {}) } as unknown as MigrationTarget;
  for (const target of [never, server(coded('ECONNREFUSED'), coded('ECONNREFUSED')).target]) {
    const stop = new AbortController();
    const waiting = wait(target, 60_000, stop.signal);
    setTimeout(() => stop.abort(), 20);
    await t.rejects(waiting, { name: 'AbortError' });
  }
});
