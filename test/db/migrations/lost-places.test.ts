import t from 'tap';
import { migrate } from '../../../src/db/migrations/migrate.js';
import { databases, folderBefore } from '../../support/migrations.js';

const own = '20261129050100_lost_places';
const toUrn = (name: string) => `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`;
const deletedAt = 1_000;

for (const [database, open] of Object.entries(databases)) {
  t.test(`${database}: places whose entity was deleted after the tag are lost`, async (t) => {
    const { target, run } = await open(t);
    await migrate(target, await folderBefore(t.testdir(), own));
    await run(`INSERT INTO deleted_tags (urn, deleted_at, places_to, is_cleared)
      VALUES ('urn:li:tag:t', ${deletedAt}, 9, true)`);
    for (const [index, name] of ['gone', 'again', 'before', 'there'].entries())
      await run(`INSERT INTO deleted_tag_places (deletion_id, position, resource_urn, field_path, created_at, created_by)
        VALUES (1, ${index}, '${toUrn(name)}', '', 0, 'x')`);
    for (const name of ['again', 'before', 'there'])
      await run(`INSERT INTO entities VALUES ('${toUrn(name)}', 'dataset', 0, 'x')`);
    for (const [name, time] of Object.entries({ again: deletedAt + 1, before: deletedAt - 1 }))
      await run(`INSERT INTO change_events (time, entity_urn, field_path, category, operation, actor_urn)
        VALUES (${time}, '${toUrn(name)}', '', 'LIFECYCLE', 'HARD_DELETE', 'x')`);
    t.ok((await migrate(target)).applied.includes(own));
    const lost = async () =>
      (
        await target.query<{ urn: string }>(
          'SELECT resource_urn AS urn FROM deleted_tag_places WHERE is_lost ORDER BY position',
        )
      ).map(({ urn }) => urn);
    t.strictSame(await lost(), ['gone', 'again'].map(toUrn));
    await run(`DELETE FROM entities WHERE urn = '${toUrn('there')}'`);
    t.strictSame(await lost(), ['gone', 'again', 'there'].map(toUrn));
  });
}
