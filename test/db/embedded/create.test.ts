import { renameSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { backUp } from '../../../src/db/embedded/backup.js';
import { EmbeddedClient } from '../../../src/db/embedded/client.js';
import { createFiles } from '../../../src/db/embedded/create.js';
import { embeddedTarget } from '../../../src/db/embedded/migration.js';
import { migrate } from '../../../src/db/migrations/migrate.js';
import type { MigrationTarget } from '../../../src/db/migrations/target.js';
import { describeSchema } from '../../support/described-schema.js';
import { templateCopy } from '../../support/embedded.js';
import { databases, readLedger } from '../../support/migrations.js';

t.test('a database that is a copy of the image equals one that the migrations have made', async (t) => {
  const folder = t.testdir({ data: {} });
  renameSync(await templateCopy(), join(folder, 'data/postgres'));
  const image = join(folder, 'image.tgz');
  await backUp(join(folder, 'data'), image);

  const { target: made, run } = await databases.PGlite!(t);
  await migrate(made);
  const epochs = new Set([await readEpoch(made)]);
  for (const name of ['one', 'other']) {
    const engine = await createFiles(join(folder, name), { image, onUnusableImage: (why) => t.fail(why) });
    const copy = embeddedTarget(new EmbeddedClient(engine));
    t.same(await describeSchema(copy), await describeSchema(made), 'the same schema');
    t.same(await readLedger(copy), await readLedger(made), 'the same ledger');
    t.same(await copy.query(contents), await made.query(contents), 'the same rows');
    epochs.add(await readEpoch(copy));
    await engine.close();
  }
  t.equal(epochs.size, 3, 'each has its own epoch');

  const lines = await describeSchema(made);
  t.ok(lines.length > 500, 'the schema is described');
  await run('ALTER TABLE tags ALTER COLUMN urn SET DEFAULT 1');
  t.equal(
    (await describeSchema(made)).filter((line) => !lines.includes(line)).length,
    1,
    'with all defaults',
  );
});

/** SQL: the rows of all tables, without what differs between stores. */
const contents = `
  SELECT relname AS name, query_to_xml(format(
           'SELECT jsonb_agg(value ORDER BY value::text COLLATE "C") AS rows FROM
              (SELECT to_jsonb(one) - ''{epoch,started_at,finished_at}''::text[] %s AS value FROM %s one) AS listed',
           CASE relname WHEN '_prisma_migrations' THEN '- ''id''' END, oid::regclass), true, false, '')::text AS rows
    FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') ORDER BY 1`;

async function readEpoch({ query }: MigrationTarget): Promise<string> {
  const [row] = await query<{ epoch: string }>('SELECT epoch FROM change_log');
  return row!.epoch;
}
