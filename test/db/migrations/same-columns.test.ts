import t from 'tap';
import { migrate } from '../../../src/db/migrations/migrate.js';
import { databases, folderBefore } from '../../support/migrations.js';

const own = '20261129050000_same_columns';
const toUrn = (name: string) => `urn:li:dataset:(urn:li:dataPlatform:hive,${name},PROD)`;
const version2 = (type: string) => `[version=2.0].[type=${type}].a`;
const places = {
  both: ['a', version2('int')],
  apart: [version2('int'), version2('long')],
  one: ['a', 'b'],
};

for (const [database, open] of Object.entries(databases)) {
  t.test(`${database}: columns with a tag are counted again`, async (t) => {
    const { target, run } = await open(t);
    await migrate(target, await folderBefore(t.testdir(), own));
    await run(`INSERT INTO entities VALUES ('urn:li:tag:t', 'tag', 0, 'x')`);
    await run(`INSERT INTO tags (urn) VALUES ('urn:li:tag:t')`);
    for (const [name, paths] of Object.entries(places)) {
      await run(`INSERT INTO entities VALUES ('${toUrn(name)}', 'dataset', 0, 'x')`);
      for (const path of paths) {
        await run(
          `INSERT INTO editable_schema_fields (dataset_urn, field_path, has_tags) VALUES ('${toUrn(name)}', '${path}', true)`,
        );
        await run(`INSERT INTO global_tags (resource_urn, field_path, tag_urn, created_at, created_by)
          VALUES ('${toUrn(name)}', '${path}', 'urn:li:tag:t', 0, 'x')`);
      }
    }
    const counts = async () =>
      Object.fromEntries(
        (
          await target.query<{ urn: string; counts: number[] }>(
            'SELECT entity_urn AS urn, ARRAY[edited_columns, columns] AS counts FROM tagged_entities',
          )
        ).map((row) => [row.urn, row.counts]),
      );
    t.strictSame(await counts(), {
      [toUrn('both')]: [2, 1],
      [toUrn('apart')]: [2, 1],
      [toUrn('one')]: [2, 2],
    });
    t.ok((await migrate(target)).applied.includes(own));
    t.strictSame(await counts(), {
      [toUrn('both')]: [1, 1],
      [toUrn('apart')]: [2, 2],
      [toUrn('one')]: [2, 2],
    });
    const [sum] = await target.query<{ columns: number }>(
      `SELECT sum(count)::int AS columns FROM current_counts WHERE field = 'columns'`,
    );
    t.equal(sum!.columns, 5);
  });
}
