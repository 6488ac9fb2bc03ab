import { hiddenEntityTypes } from '../../../src/datahub/hidden-types.js';
import type { Database } from '../../../src/db/database.js';
import { wrongCounts } from '../../../src/search/counts/fill-store.js';

const hidden = hiddenEntityTypes.map((type) => `'${type}'`).join(', ');

/** Queries for rows that no request can leave, by what the rows mean. */
const violations: Record<string, string> = {
  'tags on an entity whose globalTags was never written': `SELECT FROM current_global_tags g WHERE field_path = '' AND NOT EXISTS
     (SELECT FROM aspects a WHERE a.urn = g.resource_urn AND a.name = 'globalTags')`,
  'tags on a column that has none': `SELECT FROM current_global_tags g WHERE field_path <> '' AND NOT EXISTS
     (SELECT FROM editable_schema_fields f WHERE f.dataset_urn = g.resource_urn AND f.field_path = g.field_path AND has_tags)`,
  'edited columns whose aspect was never written': `SELECT FROM editable_schema_fields f WHERE NOT EXISTS
     (SELECT FROM aspects a WHERE a.urn = f.dataset_urn AND a.name = 'editableSchemaMetadata')`,
  'tags without an entity': `SELECT FROM tags t WHERE NOT EXISTS (SELECT FROM entities e WHERE e.urn = t.urn)`,
  'columns whose schema was never written': `SELECT FROM schema_fields f WHERE NOT EXISTS
     (SELECT FROM aspects a WHERE a.urn = f.dataset_urn AND a.name = 'schemaMetadata')`,
  'entities that can be found, without a document': `SELECT FROM entities e WHERE type NOT IN (${hidden}) AND NOT EXISTS
     (SELECT FROM search_documents d WHERE d.urn = e.urn)`,
  'documents without an entity': `SELECT FROM search_documents d WHERE NOT EXISTS
     (SELECT FROM entities e WHERE e.urn = d.urn)`,
};

/** The same of tokens. A rotated token has no event of its creation, and the event of a deleted user's token stays. */
const violationsOfTokens: Record<string, string> = {
  'tokens without the one event of their creation': `SELECT FROM access_tokens t WHERE 1 <> (SELECT count(*)
     FROM audit_events e WHERE e.type = 'CreateAccessTokenEvent' AND e.subject = 'urn:li:serviceAccessToken:' || t.id)`,
  'events of tokens that were not created': `SELECT FROM audit_events e WHERE e.type = 'CreateAccessTokenEvent' AND NOT EXISTS
     (SELECT FROM access_tokens t WHERE e.subject = 'urn:li:serviceAccessToken:' || t.id)`,
};

const tables = [
  'entities',
  'aspects',
  'tags',
  'global_tags',
  'stored_access_tokens',
  'schema_fields',
  'users',
];

/**
 * Checks the tables directly while the service is idle. Returns one line per violated invariant.
 *
 * @param ofTokens false: tokens may have been rotated, or deleted with their users
 */
export async function violatedInvariants(db: Database, ofTokens = true): Promise<string[]> {
  const found: string[] = [];
  for (const [meaning, rows] of Object.entries({ ...violations, ...(ofTokens && violationsOfTokens) })) {
    const [{ count }] = (await db.query(`SELECT count(*) FROM (${rows}) broken`)) as [{ count: number }];
    if (count > 0) found.push(`${meaning}: ${count}`);
  }
  const wrong = await wrongCounts(db.query);
  if (wrong > 0) found.push(`counts of values that differ from the entities: ${wrong}`);
  // Rebuilding a unique index fails when its table has a key twice.
  for (const table of tables) {
    await db.query(`REINDEX TABLE ${table}`).catch((error) => found.push(`${table}: ${error.message}`));
  }
  return found;
}
