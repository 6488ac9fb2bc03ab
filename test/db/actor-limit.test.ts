import { setImmediate as tick } from 'node:timers/promises';
import t from 'tap';
import { actorLimit, limitPerActor } from '../../src/db/actor-limit.js';

const actor = (id: string) => ({ urn: `urn:li:corpuser:${id}` });

/** Work that lasts until the test ends it. */
function controlled() {
  const running: { readonly name: string; end(): void }[] = [];
  return {
    work: (name: string) => () =>
      new Promise<string>((resolve) => {
        running.push({
          name,
          end() {
            running.splice(running.indexOf(this), 1);
            resolve(name);
          },
        });
      }),
    running,
    names: () => running.map(({ name }) => name),
    /** Waits until nothing else can run. */
    settle: async () => {
      for (let turn = 0; turn < 5; turn += 1) await tick();
    },
  };
}

t.test('one actor gets half of the share of connections, and all actors the share', async (t) => {
  const limited = actorLimit(10);
  const { work, running, names, settle } = controlled();
  const done: Promise<string>[] = [];
  const start = (id: string, count: number) => {
    for (let n = 0; n < count; n += 1) done.push(limited(actor(id), work(id)));
    return settle();
  };
  await start('ann', 8);
  t.strictSame(names(), ['ann', 'ann', 'ann']);
  await start('bob', 4);
  t.strictSame(names(), ['ann', 'ann', 'ann', 'bob', 'bob', 'bob']);
  await start('cleo', 1);
  t.equal(names().length, 6, 'the share is in use');
  running[0]!.end();
  await settle();
  t.strictSame(
    names(),
    ['ann', 'ann', 'bob', 'bob', 'bob', 'cleo'],
    'others do not wait for all of an actor’s work',
  );
  const own = limited(undefined, work('the service'));
  await settle();
  t.equal(names().at(-1), 'the service', 'the service’s own work is not limited');
  while (running.length > 0) {
    running[0]!.end();
    await settle();
    t.ok(names().filter((name) => name === 'ann').length <= 3);
  }
  t.equal(await own, 'the service');
  t.equal((await Promise.all(done)).length, 13);
});

t.test('a small pool has a share of one for each actor', async (t) => {
  const limited = actorLimit(1);
  const { work, running, names, settle } = controlled();
  const done = ['ann', 'bob'].map((id) => limited(actor(id), work(id)));
  await settle();
  t.strictSame(names(), ['ann']);
  running[0]!.end();
  await settle();
  t.strictSame(names(), ['bob']);
  running[0]!.end();
  t.strictSame(await Promise.all(done), ['ann', 'bob']);
});

t.test('work that fails gives its place to the next', async (t) => {
  const limited = limitPerActor(1);
  const failing = limited(actor('ann'), async () => {
    throw new Error('failed');
  });
  const next = limited(actor('ann'), async () => 'next');
  await t.rejects(failing, { message: 'failed' });
  t.equal(await next, 'next');
});
