import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { guarantee } from './guarantee.js';
import { client, isDone } from './support/client.js';
import { service } from './support/service.js';

/** While the embedded PostgreSQL makes its folder: as soon as it looks like one, and near the end. */
const moments = ['postgres/PG_VERSION', 'postgres/base/5'];

t.test('kill -9 while the embedded database is made', async (t) => {
  for (const moment of moments) {
    const one = await service(t);
    const first = one.start().catch(() => 'never ready');
    while (!existsSync(join(one.dataDir, moment))) await sleep(1);
    await one.kill();
    t.equal(await first, 'never ready');
    t.ok(existsSync(join(one.dataDir, 'postgres.unfinished')), `killed at ${moment}`);
    await one.start();
    t.ok(isDone(await client(one.url, one.token()!).graphql('mutation { createTag(input: { name: "x" }) }')));
    t.notOk(existsSync(join(one.dataDir, 'postgres.unfinished')));
    t.equal(await one.stop(), 0);
  }
  guarantee(t, 'kill -9 while the embedded database is made: the next start makes it anew', {
    kills: moments.length,
  });
});
