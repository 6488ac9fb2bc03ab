import pg from 'pg';
import type { Query } from '../../src/db/query.js';

type Send = (this: pg.Client, ...args: unknown[]) => unknown;

/**
 * Starts to collect the SQL of all statements of this process that have one plan for any values. Searches are planned for
 * their values (`customPlan`) and left out.
 *
 * @returns the statements so far, each once, and a function that ends the collection
 */
export function collectStatements(): { readonly statements: ReadonlySet<string>; end(): void } {
  const statements = new Set<string>();
  const forValues = new WeakSet<pg.Client>();
  const prototype = pg.Client.prototype as unknown as { query: Send };
  const original = prototype.query;
  prototype.query = function (...args) {
    const [first] = args as [string | { readonly text: string }];
    const text = typeof first === 'string' ? first : first.text;
    if (/plan_cache_mode = force_custom_plan/.test(text)) forValues.add(this);
    else if (/plan_cache_mode = force_generic_plan|^(COMMIT|ROLLBACK)/.test(text)) forValues.delete(this);
    else if (!forValues.has(this)) statements.add(text);
    return original.apply(this, args);
  };
  return {
    statements,
    end: () => {
      prototype.query = original;
    },
  };
}

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'One-Time Filter'?: string;
  readonly Plans?: readonly Plan[];
}

/** Without what only runs while the entities of an older catalog are not counted. */
const listNodes = (plan: Plan): Plan[] =>
  plan['One-Time Filter'] ? [] : [plan, ...(plan.Plans ?? []).flatMap(listNodes)];

/** An index that is read without a condition is a whole table in its order. */
function wholeRelation(node: Plan): string[] {
  const type = node['Node Type'];
  const isWhole = type === 'Seq Scan' || (/^(Index|Index Only) Scan$/.test(type) && !node['Index Cond']);
  return isWhole ? [node['Relation Name']!] : [];
}

/** Returns the tables that the plan of a statement for any values reads as a whole. */
export async function wholeTables(query: Query, sql: string): Promise<string[]> {
  const run = <Row>(text: string) => query<Row>(text, [], { unprepared: true });
  const statement = sql.replace(/^\s*DECLARE \w+ (NO SCROLL )?CURSOR FOR/, '');
  await run(`PREPARE explained AS ${statement}`);
  try {
    const [prepared] = await run<{ count: number }>(
      `SELECT cardinality(parameter_types) AS count FROM pg_prepared_statements WHERE name = 'explained'`,
    );
    const nulls = Array(prepared!.count).fill('NULL').join(', ');
    const rows = await run<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `EXPLAIN (FORMAT JSON) EXECUTE explained${nulls && `(${nulls})`}`,
    );
    return listNodes(rows[0]!['QUERY PLAN'][0].Plan).flatMap(wholeRelation);
  } finally {
    await run('DEALLOCATE explained');
  }
}

const rows = 100_000;
const numbers = `generate_series(1, ${rows}) AS n`;
const dataset = `'urn:li:dataset:(urn:li:dataPlatform:hive,set_' || n || ',PROD)'`;
const [tag, user, group] = ['tag', 'corpuser', 'corpGroup'].map((type) => `'urn:li:${type}:x' || n`) as [
  string,
  string,
  string,
];

/** The tables that are filled, with the columns of their rows and the SQL of the values. */
const fills: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  users: { urn: user, created_at: '0' },
  groups: { urn: group, created_at: '0', created_by: "'x'" },
  stored_group_members: {
    user_urn: user,
    group_urn: group,
    native: 'true',
    created_at: '0',
    created_by: "'x'",
  },
  stored_access_tokens: {
    ...{ id: "'t' || n", hash: "'x'", type: `'PERSONAL'::"AccessTokenType"`, name: "'x'" },
    ...{ actor_urn: user, owner_urn: user, created_at: 'n' },
  },
  entities: { urn: dataset, type: "'dataset'", created_at: '0', created_by: "'x'" },
  aspects: {
    ...{ urn: dataset, name: "'globalTags'", created_at: '0', created_by: "'x'" },
    ...{ updated_at: '0', updated_by: "'x'" },
  },
  tags: { urn: tag, name: "'Tag ' || n" },
  entity_references: {
    ...{ source: dataset, aspect: "'globalTags'", position: '0', relationship: "'OwnedBy'", target: user },
  },
  global_tags: { resource_urn: dataset, tag_urn: tag, created_at: '0', created_by: "'x'" },
  schema_fields: {
    ...{ dataset_urn: dataset, field_path: "'x'", position: '0', simple_path: "'x'", type: "'STRING'" },
    ...{ native_data_type: "'text'", nullable: 'true', body: `'{}'` },
  },
  editable_schema_fields: { dataset_urn: dataset, field_path: "'x'", has_tags: 'true' },
  search_documents: {
    ...{
      urn: dataset,
      type: "'dataset'",
      fields: `'{"name":["x"]}'`,
      key_names: "'x' || n",
      key_words: `''`,
    },
  },
  tagged_entities: {
    ...{ tag_urn: tag, entity_urn: dataset, type: "'dataset'", removed: 'false', on_entity: 'true' },
    ...{ edited_columns: '0', declared_columns: '0', columns: '0' },
  },
};
export const filledTables: readonly string[] = Object.keys(fills);

/**
 * Fills tables with 100,000 rows each, without their triggers, and keeps them from being analysed.
 *
 * @param tags how many tags the datasets have
 */
export async function fillTables(query: Query, tags = rows): Promise<void> {
  const run = (sql: string) => query(sql, [], { unprepared: true });
  for (const [table, values] of Object.entries(fills)) {
    await run(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
    await run(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    if (table === 'tags')
      await run(
        `INSERT INTO entities (urn, type, created_at, created_by) SELECT ${tag}, 'tag', 0, 'x' FROM ${numbers}`,
      );
    await run(
      `INSERT INTO ${table} (${Object.keys(values)}) SELECT ${Object.values(values)} FROM ${numbers}`,
    );
  }
  await run(`UPDATE global_tags SET tag_urn = 'urn:li:tag:x' || 1 + position % ${tags}`);
}
