import { createHash } from 'node:crypto';
import t from 'tap';
import { migrate } from '../../../src/db/migrations/migrate.js';
import { attributionSource } from '../../../src/tags/attribution.js';
import { simplePath } from '../../../src/urn/field-path.js';
import { databases, documentsIn, folderBefore } from '../../support/migrations.js';

const own = '20261126000000_tag_sources';
const dataset = 'urn:li:dataset:(urn:li:dataPlatform:hive,a,PROD)';
const source = 'urn:li:dataHubAction:one';

/** What an association can have besides its tag, as JSON texts. */
const bodies = [
  null,
  '{"context":"c"}',
  `{"attribution":{"time":1,"actor":"urn:li:corpuser:x","source":"${source}"},"x":1e999999}`,
  `{"context":"c","attribution":{"source":"${'x'.repeat(5_000)}"}}`,
  '{"attribution":{"source":"\\u00e9 \\"\\\\"}}',
  '{"attribution":{"source":""}}',
  '{"attribution":{"source":7}}',
  '{"attribution":{"source":{"source":"x"}}}',
  '{"attribution":{"source":null}}',
  '{"attribution":null}',
  '{"attribution":"x"}',
  '{"attribution":[{"source":"x"}]}',
  '{"source":"x"}',
];
const toTag = (index: number) => `urn:li:tag:${String(index).padStart(2, '0')}`;
const version2 = '[version=2.0].[type=R].[type=string].a.[type=int].b';
const literal = (text: string | null) => (text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`);
const hashText = (text: string) => (text === '' ? '' : createHash('sha256').update(text).digest('hex'));

for (const [database, open] of Object.entries(databases)) {
  t.test(`${database}: stored associations get their sources, and read back as before`, async (t) => {
    const { target, run } = await open(t);
    await migrate(target, await folderBefore(t.testdir(), own));
    await run(`INSERT INTO entities VALUES ('${dataset}', 'dataset', 0, 'x')`);
    await run(`INSERT INTO aspects (urn, name, created_at, created_by, updated_at, updated_by)
      SELECT '${dataset}', name, 0, 'x', 0, 'x' FROM unnest('{globalTags,editableSchemaMetadata}'::text[]) AS name`);
    await run(
      `INSERT INTO editable_schema_fields (dataset_urn, field_path, has_tags) VALUES ('${dataset}', 'x', true)`,
    );
    await run(
      `INSERT INTO editable_schema_fields (dataset_urn, field_path) VALUES ('${dataset}', '${version2}')`,
    );
    for (const index of bodies.keys()) {
      await run(`INSERT INTO entities VALUES ('${toTag(index)}', 'tag', 0, 'x')`);
      await run(`INSERT INTO tags (urn) VALUES ('${toTag(index)}')`);
    }
    for (const path of ['', 'x'])
      for (const [index, body] of bodies.entries())
        await run(`INSERT INTO global_tags (resource_urn, field_path, tag_urn, body, created_at, created_by)
          VALUES ('${dataset}', '${path}', '${toTag(index)}', ${literal(body)}, 0, 'x')`);

    const pairs = () =>
      target.query(
        'SELECT tag_urn, entity_urn, type, removed, on_entity, edited_columns, declared_columns, columns FROM tagged_entities ORDER BY tag_urn',
      );
    const before = await pairs();
    t.match(before, { length: bodies.length });

    t.ok((await migrate(target)).applied.includes(own));
    t.strictSame(await pairs(), before);
    const documents = await documentsIn(target, [dataset]);
    const tags = bodies.map((body, index) => ({ tag: toTag(index), ...JSON.parse(body ?? '{}') }));
    t.equal(documents.length, 2);
    for (const { text } of documents) {
      const value = JSON.parse(text);
      t.strictSame((value.editableSchemaFieldInfo?.[0].globalTags ?? value).tags, tags);
    }
    const rows = await target.query<{ tag: string; source: string }>(
      'SELECT tag_urn AS tag, source FROM global_tags ORDER BY field_path, tag_urn',
    );
    const expected = bodies.map((body, index) => ({
      tag: toTag(index),
      source: hashText(attributionSource(body === null ? {} : JSON.parse(body))),
    }));
    t.equal(new Set(expected.map((one) => one.source)).size, 4, 'some have a source');
    t.strictSame(rows, [...expected, ...expected]);

    t.strictSame(
      await target.query('SELECT simple_path AS path FROM editable_schema_fields ORDER BY position'),
      [{ path: 'x' }, { path: simplePath(version2) }],
    );

    const again = (index: number) =>
      run(`INSERT INTO global_tags (resource_urn, tag_urn, body, created_at, created_by)
        VALUES ('${dataset}', '${toTag(index)}', '{"attribution":{"source":"${source}"}}', 0, 'x')`);
    await again(0);
    await t.rejects(again(2), /global_tags_pkey/, 'the tag has this source');
    t.strictSame(await pairs(), before, 'another source is no other place');
  });
}
