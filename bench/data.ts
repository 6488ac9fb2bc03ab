import pg from 'pg';

/** The URN of the nth dataset. */
export const datasetUrn = (n: number) => `urn:li:dataset:(urn:li:dataPlatform:bench,t${n},PROD)`;

const urn = `'urn:li:dataset:(urn:li:dataPlatform:bench,t' || n || ',PROD)'`;
const by = `'urn:li:corpuser:bench'`;
const numbers = (count: number) => `generate_series(0, ${count - 1}) n`;

/** Statements that generate datasets, each with three of a thousand tags, and as many tokens. */
export const datasetRows = (datasets: number): readonly string[] => [
  `INSERT INTO entities (urn, type, created_at, created_by)
   SELECT 'urn:li:tag:' || kind || n, 'tag', 0, ${by} FROM ${numbers(1_000)}, (VALUES ('t'), ('extra')) k(kind)`,
  `INSERT INTO tags (urn, name, description)
   SELECT 'urn:li:tag:' || kind || n, 'Tag ' || n, 'One of a thousand'
     FROM ${numbers(1_000)}, (VALUES ('t'), ('extra')) k(kind)`,
  `INSERT INTO entities (urn, type, created_at, created_by) SELECT ${urn}, 'dataset', 0, ${by} FROM ${numbers(datasets)}`,
  `INSERT INTO aspects (urn, name, created_at, created_by, updated_at, updated_by)
   SELECT ${urn}, 'globalTags', 0, ${by}, 0, ${by} FROM ${numbers(datasets)}`,
  `INSERT INTO global_tags (resource_urn, tag_urn, created_at, created_by)
   SELECT ${urn}, 'urn:li:tag:t' || ((n * 7 + k * 331) % 1000), 0, ${by} FROM ${numbers(datasets)}, generate_series(0, 2) k`,
  ...tokenRows('urn:li:corpuser:u', datasets),
  'VACUUM ANALYZE',
];

/** The caller of the bench is in the first ten groups. */
export const policyRows = (policies: number, groups: number): readonly string[] => [
  `INSERT INTO groups (urn, name, created_at, created_by)
   SELECT 'urn:li:corpGroup:g' || i, 'g' || i, 1, 'urn:li:corpuser:admin' FROM generate_series(1, ${groups}) i`,
  `INSERT INTO group_members (user_urn, group_urn, native, created_at, created_by)
   SELECT 'urn:li:corpuser:admin', 'urn:li:corpGroup:g' || i, true, 1, 'urn:li:corpuser:admin'
     FROM generate_series(1, 10) i`,
  `INSERT INTO policies (id, name, type, privileges, users, groups, resource_type, resources)
   SELECT 'p' || i, 'p' || i, 'METADATA', '{EDIT_ENTITY_TAGS,EDIT_ENTITY_DOCS}', ARRAY['urn:li:corpuser:u' || i],
          ARRAY['urn:li:corpGroup:g' || 1 + i % ${groups}], 'dataset', ARRAY['${datasetUrn(0)}' || i]
     FROM generate_series(1, ${policies}) i`,
];

/** Statements that generate tokens without a valid hash: 1,000 per user, one per second of creation time. */
export const tokenRows = (user: string, tokens: number): readonly string[] => [
  `INSERT INTO users (urn, created_at) SELECT '${user}' || n, 0 FROM ${numbers(Math.ceil(tokens / 1_000))}`,
  `INSERT INTO access_tokens (id, hash, type, name, actor_urn, owner_urn, created_at)
   SELECT left(md5('${user}' || n), 17), 'x', 'PERSONAL', 'bench ' || n, '${user}' || (n / 1000), '${user}' || (n / 1000),
          n * 1000::bigint
     FROM ${numbers(tokens)}`,
];

const month = (n: number) => Date.UTC(2024, n);

/** Statements that generate time-series indices of 24 months, with equally many events in each month. */
export const eventRows = (indices: number, events: number): readonly string[] => [
  ...Array.from({ length: indices }, (_, index) => `dataset_bench${index}aspect_v1`).flatMap((name) => [
    `CREATE TABLE ${name} PARTITION OF timeseries_events FOR VALUES IN ('${name}') PARTITION BY RANGE (timestamp_millis)`,
    ...Array.from(
      { length: 24 },
      (_, n) =>
        `CREATE TABLE ${name}_m${n} PARTITION OF ${name} FOR VALUES FROM (${month(n)}) TO (${month(n + 1)})`,
    ),
    `INSERT INTO timeseries_events (index_name, urn, timestamp_millis, message_id, event)
     SELECT '${name}', ${urn}, ${month(0)} + (n % 24) * 2628000000::bigint + n, n, '{"rowCount": 1}'
       FROM ${numbers(Math.ceil(events / indices))}`,
  ]),
  'ANALYZE',
];

/** Runs statements on a server, one after the other. */
export async function fill(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const others = [
  'dataset_operationaspect_v1',
  'dataset_datasetusagestatisticsaspect_v1',
  'dashboard_dashboardusagestatisticsaspect_v1',
  'chart_chartusagestatisticsaspect_v1',
  'assertion_assertionruneventaspect_v1',
  'dataprocessinstance_dataprocessinstanceruneventaspect_v1',
  'query_queryusagestatisticsaspect_v1',
  'datajob_datahubingestionrunsummaryaspect_v1',
  'datajob_datahubingestioncheckpointaspect_v1',
  'dataset_datasetprofileaspect_v1',
];

/** Statements that create this many months in total, from 1970 on. Each index is filled completely before the next one. */
export const monthRows = (months: number): readonly string[] => [
  ...datasetRows(100),
  'SET synchronous_commit = off',
  ...others.flatMap((name, index) => {
    const count = Math.min(690, months - index * 690);
    return count > 0 || name === others.at(-1) ? [findIndex(name), ...batches(name, Math.max(count, 0))] : [];
  }),
];

const findIndex = (name: string) =>
  `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF timeseries_events FOR VALUES IN ('${name}')
     PARTITION BY RANGE (timestamp_millis)`;

/** 30 months per transaction, because a transaction's locks are limited. */
const batches = (name: string, count: number) =>
  Array.from({ length: Math.ceil(count / 30) }, (_, batch) => {
    const last = Math.min(count, (batch + 1) * 30) - 1;
    return `DO $$ DECLARE d timestamp; m text; BEGIN
      FOR n IN ${batch * 30}..${last} LOOP
        d := timestamp '1970-01-01' + make_interval(months => n);
        m := '${name.slice(0, 55)}_' || to_char(d, 'YYYYMM');
        EXECUTE format('CREATE TABLE %I (LIKE ${name} INCLUDING ALL)', m);
        EXECUTE format('ALTER TABLE ${name} ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', m,
          (extract(epoch FROM d) * 1000)::bigint, (extract(epoch FROM d + interval '1 month') * 1000)::bigint);
      END LOOP;
    END $$`;
  });

/** Statements that insert an event of the first dataset into each month of the first index and the newest month of the last. */
export const eventsOfFirstDataset: readonly string[] = [
  `DO $$ DECLARE m text; BEGIN
    FOR m IN SELECT relname FROM pg_class WHERE relname ~ '^${others[0]}_\\d{6}$' LOOP
      EXECUTE format('INSERT INTO %I (index_name, urn, timestamp_millis, event) VALUES (''${others[0]}'', ''${datasetUrn(0)}'',
        (extract(epoch FROM to_date(right(%L, 6), ''YYYYMM'')) * 1000)::bigint, ''{}'')', m, m);
    END LOOP;
  END $$`,
  `DO $$ DECLARE m text := '${others.at(-1)}_202612'; BEGIN
    EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF ${others.at(-1)} FOR VALUES FROM (1796083200000) TO (1798761600000)', m);
    EXECUTE format('INSERT INTO %I (index_name, urn, timestamp_millis, event)
      VALUES (''${others.at(-1)}'', ''${datasetUrn(0)}'', 1796083200000, ''{}'')', m);
  END $$`,
];
