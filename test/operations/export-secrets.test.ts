import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import type { AspectUpsert } from '../../src/aspects/aspect.js';
import { readConfig } from '../../src/config.js';
import { exportCatalog } from '../../src/operations/transfer/export.js';
import { importCatalog } from '../../src/operations/transfer/import.js';
import { openMigrated } from '../../src/startup/database.js';
import { writeAspects } from '../support/metadata.js';
import { quiet } from '../support/quiet.js';

const hush = 'hunter2';
const upsert = (urn: string, name: string, value: AspectUpsert['value']): AspectUpsert => ({
  ...{ urn, entityType: urn.split(':')[2]!, name, value },
});

t.test('an export has secrets only if it should, and both kinds can be imported', async (t) => {
  const folder = t.testdir();
  const config = (name: string) => readConfig({ DATA_DIR: join(folder, name) });
  const { db } = await openMigrated(config('data'), { log: quiet });
  const source = 'urn:li:dataHubIngestionSource:i';
  await writeAspects(
    db,
    [
      upsert('urn:li:dataHubSecret:s', 'dataHubSecretValue', { name: 's', value: hush }),
      upsert(source, 'dataHubIngestionSourceInfo', { config: { recipe: hush } }),
      // An aspect with references, of which a row of another table knows.
      upsert('urn:li:dataHubExecutionRequest:e', 'dataHubExecutionRequestInput', {
        ...{ args: { recipe: hush }, source: { type: 'x', ingestionSource: source } },
      }),
      upsert('urn:li:dataHubSecret:s', 'status', { removed: false }),
    ],
    { time: 1, actor: 'urn:li:corpuser:a' },
  );
  await db.query(
    `INSERT INTO change_events (time, entity_urn, field_path, category, operation, before, actor_urn)
     VALUES ($1::bigint, 'urn:li:dataHubSecret:s', '', 'DOCUMENTATION', 'REMOVE', $2::text, 'urn:li:corpuser:a')`,
    [Date.now(), hush],
  );
  await db.close();

  for (const [withSecrets, secretsLeftOut] of [
    [false, 3],
    [true, 0],
  ] as const) {
    const file = join(folder, `export-${withSecrets}`);
    const options = { log: quiet, version: 'x', withSecrets, onProgress() {} };
    t.match(await exportCatalog(config('data'), file, options), { secretsLeftOut });
    const text = gunzipSync(readFileSync(file)).toString();
    t.equal(text.includes(hush), withSecrets);
    const imported = config(`imported-${withSecrets}`);
    t.match(await importCatalog(imported, file, options), { secretsLeftOut });
    const { db } = await openMigrated(imported, { log: quiet });
    const rows = await db.query<{ name: string; body: string }>(
      'SELECT name, body::text FROM aspects ORDER BY name',
    );
    t.equal(JSON.stringify(rows).includes(hush), withSecrets);
    t.equal(rows.length, withSecrets ? 4 : 1);
    const [count] = await db.query<{ n: number }>('SELECT count(*) AS n FROM entities');
    t.equal(count!.n, 3, 'the entities are there in any case');
    await db.close();
  }
});
