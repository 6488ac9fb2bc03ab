import t from 'tap';
import { migrate } from '../../../src/db/migrations/migrate.js';
import { databases, folderBefore } from '../../support/migrations.js';

const own = '20261129020000_webhook_owners';
const user = (id: string) => `urn:li:corpuser:${id}`;

for (const [database, open] of Object.entries(databases)) {
  t.test(`${database}: the creators of webhooks become their owners, if they still exist`, async (t) => {
    const { target, run } = await open(t);
    await migrate(target, await folderBefore(t.testdir(), own));
    await run(`INSERT INTO users (urn, state, created_at) VALUES
      ('${user('active')}', 'ACTIVE', 1), ('${user('suspended')}', 'SUSPENDED', 2), ('${user('again')}', 'ACTIVE', 3)`);
    const webhook = (id: string) => `('${id}', '${id}', 'https://a.example', '{}', 's', 2, '${user(id)}', 0)`;
    await run(`INSERT INTO webhooks (id, name, url, filter, secret, created_at, created_by, read_to)
      VALUES ${['active', 'suspended', 'again', 'removed'].map(webhook).join(', ')}`);
    await migrate(target);
    t.strictSame(await target.query('SELECT id, owner_urn, paused_at FROM webhooks ORDER BY id'), [
      { id: 'active', owner_urn: user('active'), paused_at: null },
      { id: 'again', owner_urn: null, paused_at: null },
      { id: 'removed', owner_urn: null, paused_at: null },
      { id: 'suspended', owner_urn: user('suspended'), paused_at: null },
    ]);
  });
}
