import type { Database } from '../../../src/db/database.js';

/** Rows that no request can have left, each with what they would mean. */
const broken: Record<string, string> = {
  'tags on an entity whose globalTags was never written': `SELECT FROM global_tags g WHERE field_path = '' AND NOT EXISTS
     (SELECT FROM aspects a WHERE a.urn = g.resource_urn AND a.name = 'globalTags')`,
  'tags on a column that has none': `SELECT FROM global_tags g WHERE field_path <> '' AND NOT EXISTS
     (SELECT FROM editable_schema_fields f WHERE f.dataset_urn = g.resource_urn AND f.field_path = g.field_path AND has_tags)`,
  'edited columns whose aspect was never written': `SELECT FROM editable_schema_fields f WHERE NOT EXISTS
     (SELECT FROM aspects a WHERE a.urn = f.dataset_urn AND a.name = 'editableSchemaMetadata')`,
  'tags without an entity': `SELECT FROM tags t WHERE NOT EXISTS (SELECT FROM entities e WHERE e.urn = t.urn)`,
  'columns whose schema was never written': `SELECT FROM schema_fields f WHERE NOT EXISTS
     (SELECT FROM aspects a WHERE a.urn = f.dataset_urn AND a.name = 'schemaMetadata')`,
};

const tables = ['entities', 'aspects', 'tags', 'global_tags', 'access_tokens', 'schema_fields', 'users'];

/** Looks below the service, while it stands still, for half of something. @returns a line for each kind of it */
export async function unsound(db: Database): Promise<string[]> {
  const found: string[] = [];
  for (const [meaning, rows] of Object.entries(broken)) {
    const [{ count }] = (await db.query(`SELECT count(*) FROM (${rows}) broken`)) as [{ count: number }];
    if (count > 0) found.push(`${meaning}: ${count}`);
  }
  // An index that lost what its table has, or has one key twice, fails to be built from the table.
  for (const table of tables) {
    await db.query(`REINDEX TABLE ${table}`).catch((error) => found.push(`${table}: ${error.message}`));
  }
  return found;
}
