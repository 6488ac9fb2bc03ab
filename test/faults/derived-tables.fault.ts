import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { seedSample } from '../../src/startup/seed.js';
import { databaseSettings, onDatabase } from '../support/database-settings.js';
import { fakeCommands } from '../support/fake-commands.js';
import { tableRows } from '../support/table-rows.js';

const column = '[version=2.0].[type=struct].[type=string].email';

/** A tag that is declared in a schema and edited on the same column, whose path is written in two ways. */
const columnTags = [
  `INSERT INTO entity_references (source, aspect, position, relationship, target, field_path)
   SELECT dataset_urn, 'schemaMetadata', 900, 'SchemaFieldTaggedWith', 'urn:li:tag:Legacy', '${column}'
     FROM schema_fields LIMIT 1`,
  `INSERT INTO schema_fields (dataset_urn, field_path, position, simple_path, type, native_data_type, nullable, body)
   SELECT dataset_urn, '${column}', 900, 'email', type, 'string', true, '{}' FROM schema_fields LIMIT 1`,
  `INSERT INTO global_tags (resource_urn, field_path, tag_urn, created_at, created_by)
   SELECT dataset_urn, 'email', 'urn:li:tag:Legacy', 1, 'x' FROM schema_fields WHERE position = 900`,
];

t.test('export leaves derived tables out, and import counts tags and writes the documents', async (t) => {
  const [from, to] = [await databaseSettings(t), await databaseSettings(t)];
  const rows = await onDatabase(from, async (db) => {
    await seedSample(db, 'urn:li:corpuser:admin', Date.now());
    for (const sql of columnTags) await db.query(sql);
    // Counts of before the column was there.
    await db.query('DELETE FROM global_tags WHERE field_path = $1', ['email']);
    await db.query(columnTags[2]!);
    return tableRows(db);
  });
  t.ok(
    rows.tagged_entities?.some((row) => row.endsWith(',1,1,1)')),
    'one column, declared and edited',
  );

  const file = join(t.testdir(), 'file');
  await fakeCommands({ env: from }).run('export', file);
  const tables = gunzipSync(readFileSync(file))
    .toString()
    .matchAll(/^\{"table":"(\w+)"/gm);
  const exported = [...tables].map(([, table]) => table);
  t.ok(exported.includes('global_tags'));
  for (const table of ['search_documents', 'tagged_entities', 'search_state', 'counts', 'count_changes'])
    t.notOk(exported.includes(table));

  await fakeCommands({ env: to }).run('import', file);
  const imported = await onDatabase(to, async (db) => {
    const [state] = await db.query('SELECT filled_to, done, total FROM search_state');
    const [counted] = await db.query<{ entities: number }>('SELECT count(*) AS entities FROM entities');
    t.strictSame(state, { filled_to: '', done: 0, total: counted!.entities });
    t.same(await db.query(`SELECT tgname FROM pg_trigger WHERE tgenabled <> 'O'`), [], 'triggers work again');
    return tableRows(db);
  });
  const { search_documents, search_state, counts, ...kept } = rows;
  const { search_documents: written, search_state: _, counts: __, ...found } = imported;
  t.strictSame(found, kept);
  t.ok(search_documents!.length > 0);
  t.same(written, [], 'the next start writes them');
});
