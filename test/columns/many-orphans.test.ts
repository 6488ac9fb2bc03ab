import t from 'tap';
import { orphanedEdits } from '../../src/columns/orphans-sql.js';
import { ingestUrl, proposal } from '../support/aspects.js';
import { countRows, type Explained } from '../support/looked-at.js';
import { aspect, field, tagCatalog } from '../support/metadata.js';

const catalog = await tagCatalog(t);
const { db } = catalog;
const writer = await catalog.user('writer', ['EDIT_ENTITY']);

t.test('edits of many columns are compared with a schema in one pass, without statistics', async (t) => {
  const counts: number[] = [];
  for (const size of [100, 400]) {
    const urn = await catalog.dataset();
    const paths = Array.from({ length: size }, (_, n) => `c${n}`);
    await catalog.put(
      aspect(urn, 'schemaMetadata', { fields: paths.map((path) => field(path.toUpperCase())) }),
    );
    const edits = { editableSchemaFieldInfo: paths.map((fieldPath) => ({ fieldPath, description: 'd' })) };
    await writer.post(ingestUrl, { proposal: proposal(urn, 'editableSchemaMetadata', edits) });
    const sql = orphanedEdits('(SELECT * FROM editable_schema_fields WHERE dataset_urn = $1)');
    const found = await db.query<{ to: string; reason: string | null }>(sql, [urn], { unprepared: true });
    t.equal(found.filter(({ to, reason }) => /^C\d+$/.test(to) && reason === null).length, size);
    const [row] = await db.query<Explained>(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, [urn], {
      unprepared: true,
    });
    counts.push(countRows(row!['QUERY PLAN'][0].Plan) / size);
  }
  const [few, many] = counts as [number, number];
  t.ok(many < 1.5 * few, `${many} rows for each of 400 columns, ${few} for each of 100`);
});
