import pg from 'pg';

/** Datasets, each with three of a thousand tags, and as many tokens of as many users, by the database itself. */
export async function fill(url: string, datasets: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements(datasets)) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The URN of the nth dataset. */
export const datasetUrn = (n: number) => `urn:li:dataset:(urn:li:dataPlatform:bench,t${n},PROD)`;

const urn = `'urn:li:dataset:(urn:li:dataPlatform:bench,t' || n || ',PROD)'`;
const by = `'urn:li:corpuser:bench'`;

const statements = (datasets: number) => [
  `INSERT INTO entities (urn, type, created_at, created_by)
   SELECT 'urn:li:tag:t' || n, 'tag', 0, ${by} FROM generate_series(0, 999) n ON CONFLICT DO NOTHING`,
  `INSERT INTO tags (urn, name, description)
   SELECT 'urn:li:tag:t' || n, 'Tag ' || n, 'One of a thousand' FROM generate_series(0, 999) n ON CONFLICT DO NOTHING`,
  `INSERT INTO entities (urn, type, created_at, created_by)
   SELECT ${urn}, 'dataset', 0, ${by} FROM generate_series(0, ${datasets - 1}) n`,
  `INSERT INTO aspects (urn, name, created_at, created_by, updated_at, updated_by)
   SELECT ${urn}, 'globalTags', 0, ${by}, 0, ${by} FROM generate_series(0, ${datasets - 1}) n`,
  `INSERT INTO global_tags (resource_urn, tag_urn, created_at, created_by)
   SELECT ${urn}, 'urn:li:tag:t' || ((n * 7 + k * 331) % 1000), 0, ${by}
     FROM generate_series(0, ${datasets - 1}) n, generate_series(0, 2) k`,
  `INSERT INTO users (urn, created_at)
   SELECT 'urn:li:corpuser:u' || n, 0 FROM generate_series(0, ${Math.ceil(datasets / 100)}) n`,
  `INSERT INTO access_tokens (id, hash, type, name, actor_urn, owner_urn, created_at)
   SELECT 'bench' || n, 'x', 'PERSONAL', 'bench', 'urn:li:corpuser:u' || (n / 100), 'urn:li:corpuser:u' || (n / 100), n
     FROM generate_series(0, ${datasets - 1}) n`,
  'VACUUM ANALYZE',
];
