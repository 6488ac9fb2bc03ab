import t from 'tap';
import { hiddenEntityTypes } from '../../../src/datahub/hidden-types.js';
import { migrate } from '../../../src/db/migrations/migrate.js';
import { databases, folderBefore } from '../../support/migrations.js';

const own = '20261129030100_hidden_deliveries';

for (const [database, open] of Object.entries(databases)) {
  t.test(
    `${database}: what webhooks would still send about hidden types of entities is deleted`,
    async (t) => {
      const { target, run } = await open(t);
      await migrate(target, await folderBefore(t.testdir(), own));
      await run(`INSERT INTO webhooks (id, name, url, filter, secret, created_at, created_by, read_to)
      VALUES ('w', 'w', 'http://x', '{}', 'x', 0, 'x', 0)`);
      const shown = ['urn:li:tag:dataHubSecret', 'urn:li:dataHubSecret2:x'];
      const urns = [...hiddenEntityTypes.map((type) => `urn:li:${type}:x`), ...shown];
      for (const [position, urn] of urns.entries())
        await run(`INSERT INTO webhook_deliveries (id, webhook_id, position, entity_urn, type, time, body, state)
        VALUES ('${position}', 'w', ${position}, '${urn}', 'x', 0, 'x', 'PENDING')`);
      await run(`INSERT INTO webhook_deliveries (id, webhook_id, position, type, time, body, state)
      VALUES ('test', 'w', 99, 'webhook.test', 0, 'x', 'PENDING')`);
      t.ok((await migrate(target)).applied.includes(own));
      const left = await target.query('SELECT entity_urn FROM webhook_deliveries ORDER BY position');
      t.same(
        left,
        [...shown, null].map((entity_urn) => ({ entity_urn })),
      );
    },
  );
}
