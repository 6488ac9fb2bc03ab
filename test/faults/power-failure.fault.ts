import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { guarantee } from './guarantee.js';
import { client, isDone, readData } from './support/client.js';
import { disk, withoutLoop } from './support/cut-power.js';
import { violatedInvariants } from './support/invariants.js';
import { service } from './support/service.js';
import { fillStarted } from './support/started-folder.js';
import { opened } from './support/targets.js';

/** Cuts in one run, and the seconds of writing before each: more than the kernel keeps what was written. */
const [cuts, seconds] = [3, 45];

// docs/promises.md, "Not promised". A measurement, and no promise: what is found is printed.
t.test('what the embedded database loses when the power fails', { skip: withoutLoop(t) }, async (t) => {
  const { folder, cut } = disk(t);
  const one = await service(t, { DATA_DIR: join(folder, 'data') });
  await fillStarted(t, one.dataDir);
  await one.start();
  const admin = client(one.url, one.token()!);
  const acknowledged: { name: string; at: number }[] = [];
  const lost: number[] = [];
  let damaged = 0;
  for (let number = 0; number < cuts; number += 1) {
    const until = performance.now() + seconds * 1_000;
    while (performance.now() < until) {
      const name = `power ${acknowledged.length}`;
      const reply = await admin.graphql('mutation ($name: String!) { createTag(input: { name: $name }) }', {
        name,
      });
      if (isDone(reply)) acknowledged.push({ name, at: performance.now() });
      await sleep(50);
    }
    const found = cut();
    const cutAt = performance.now();
    // Of a process that no longer lives after a failure of the power.
    rmSync(join(found, 'data', 'catalog.lock'), { force: true });
    const other = await service(t, { DATA_DIR: join(found, 'data') });
    try {
      await other.start();
      const names = new Set(await listNames(client(other.url, one.token()!)));
      const gone = acknowledged.filter(({ name }) => !names.has(name));
      lost.push(gone.length === 0 ? 0 : (cutAt - gone[0]!.at) / 1_000);
      t.comment(
        `cut ${number}: ${gone.length} of ${acknowledged.length} are lost, of the last ${lost.at(-1)!.toFixed(1)} s`,
      );
      await other.kill();
      const db = await opened(undefined, other.dataDir);
      t.comment(
        `cut ${number}: violated invariants: ${(await violatedInvariants(db, false)).join() || 'none'}`,
      );
      await db.close();
    } catch (error) {
      damaged += 1;
      t.comment(`cut ${number}: the database cannot be opened: ${(error as Error).message.slice(-300)}`);
    }
    await other.kill();
  }
  t.ok(acknowledged.length > cuts, 'there was something to lose');
  guarantee(t, 'what the embedded database loses when the power fails, measured', {
    cuts,
    damaged,
    'seconds lost at most': Math.max(0, ...lost).toFixed(1),
  });
});

async function listNames(from: ReturnType<typeof client>): Promise<string[]> {
  const names: string[] = [];
  for (let start = 0, total = 1; start < total; ) {
    const query = 'query ($input: ListTagsInput!) { listTags(input: $input) { total tags { name } } }';
    const { listTags } = readData(
      await from.graphql(query, { input: { start, count: 100, query: 'power' } }),
    );
    names.push(...listTags.tags.map(({ name }: { name: string }) => name));
    total = listTags.total;
    start += 100;
  }
  return names;
}
