/** Datasets of one statement. */
const chunk = 50_000;

const by = `'urn:li:corpuser:bench'`;
const word = (words: string, index: string) => `(ARRAY['${words.split(' ').join("','")}'])[1 + (${index})]`;
const areas =
  'sales finance orders users ads stock risk fraud web mobile support search supply pricing legal hr';
const platforms = 'hive snowflake bigquery kafka mysql';
const nouns =
  'events daily hourly facts dims history snapshot totals errors logs sessions clicks visits carts refunds invoices ' +
  'payments ledgers budgets forecasts';

/** One row for each dataset, with the parts of its name. Its `g` groups a hundred datasets. */
const datasets = (from: number, to: number) => `
  SELECT n, area, noun, g, platform, origin, name,
         'urn:li:dataset:(urn:li:dataPlatform:' || platform || ',' || name || ',' || origin || ')' AS urn
    FROM (SELECT n, area, noun, g, platform, CASE WHEN n % 7 = 0 THEN 'DEV' ELSE 'PROD' END AS origin,
                 area || '.' || noun || '_' || g || '_' || n AS name
            FROM (SELECT n, ${word(areas, 'n % 16')} AS area, ${word(nouns, 'n / 16 % 20')} AS noun,
                         'w' || lpad((n / 100)::text, 5, '0') AS g,
                         ${word(platforms, 'n / 3 % 5')} AS platform
                    FROM generate_series(${from}, ${to - 1}) n) AS parts) AS named`;

/** The URN of the nth dataset. */
export function datasetAt(n: number): string {
  const pick = (words: string, index: number) => words.split(' ')[index]!;
  const [area, noun] = [pick(areas, n % 16), pick(nouns, Math.floor(n / 16) % 20)];
  const platform = pick(platforms, Math.floor(n / 3) % 5);
  const group = `w${String(Math.floor(n / 100)).padStart(5, '0')}`;
  return `urn:li:dataset:(urn:li:dataPlatform:${platform},${area}.${noun}_${group}_${n},${n % 7 === 0 ? 'DEV' : 'PROD'})`;
}

const text = (value: string) => `jsonb_build_array(${value})`;

const documents = `
  INSERT INTO search_documents (urn, type, fields, key_names, property_names, edited_names, key_words, property_words,
                                edited_words, column_words, edited_column_words)
  SELECT urn, 'dataset', jsonb_build_object(
           'id', ${text('name')}, 'name', ${text('name')}, 'origin', ${text('origin')},
           'platform', ${text(`'urn:li:dataPlatform:' || platform`)},
           'description', ${text(`'The ' || noun || ' of ' || area || ', loaded every night from ' || platform`)},
           'owners', ${text(`'urn:li:corpuser:u' || n % 500`)}, 'domains', ${text(`'urn:li:domain:' || area`)},
           'typeNames', ${text(`CASE WHEN n % 3 = 0 THEN 'View' ELSE 'Table' END`)},
           'glossaryTerms', ${text(`'urn:li:glossaryTerm:g' || n % 100`)},
           'customProperties', ${text(`'team=' || area`)}, 'lastModifiedAt', ${text('(1700000000000 + n)::text')}),
         name, name, '',
         ('''' || area || ''':1A ''' || noun || ''':2A ''' || g || ''':3A ''' || n || ''':4A')::tsvector,
         ('''' || area || ''':1A,19B ''' || noun || ''':2A,17B ''' || g || ''':3A ''' || n || ''':4A ''the'':16B ''of'':18B '
           || '''loaded'':20B ''every'':21B ''night'':22B ''from'':23B ''' || platform || ''':24B ''team'':35C')::tsvector,
         '',
         ('''id'':1D ''created'':12D ''at'':13D ''customer'':24D ''amount'':35D ''c' || n % 1000 || ''':46D')::tsvector, ''
    FROM d`;

/** The tag that 400 datasets have, the one that half of them have, and one that about 500 have. */
export const [rareTag, commonTag, otherTag] = ['rare', 'common', 't7'].map(
  (name) => `urn:li:tag:${name}`,
) as [string, string, string];

/**
 * Statements that generate datasets of three tags each, with their search documents, and leave them as
 * `catalog reindex` does.
 *
 * @param tagCount tags in addition to `rareTag` and `commonTag`
 */
export function searchRows(
  count: number,
  tagCount = Math.max(100, Math.floor(count / 200)),
): readonly string[] {
  const tags = `SELECT 'urn:li:tag:' || id AS urn, id
    FROM (SELECT 't' || n FROM generate_series(0, ${tagCount - 1}) n UNION VALUES ('rare'), ('common')) AS t(id)`;
  const tagged = `
    SELECT urn, tag FROM d, LATERAL (VALUES
      (CASE WHEN n % 2 = 0 THEN 'common' ELSE 't' || n * 31 % ${tagCount} END),
      (CASE WHEN n % ${Math.max(1, Math.floor(count / 400))} = 0 THEN 'rare' ELSE 't' || (n::bigint * 7919 + 1) % ${tagCount} END),
      ('t' || (n::bigint * 104729 + 2) % ${tagCount})) AS t(tag)`;
  const chunks = Array.from({ length: Math.ceil(count / chunk) }, (_, index) => {
    const d = `WITH d AS MATERIALIZED (${datasets(index * chunk, Math.min(count, (index + 1) * chunk))})`;
    return [
      `${d} INSERT INTO entities (urn, type, created_at, created_by) SELECT urn, 'dataset', 0, ${by} FROM d`,
      `${d} INSERT INTO aspects (urn, name, created_at, created_by, updated_at, updated_by)
       SELECT urn, 'globalTags', 0, ${by}, 0, ${by} FROM d`,
      `${d} ${documents}`,
      `${d} INSERT INTO global_tags (resource_urn, tag_urn, created_at, created_by)
       SELECT DISTINCT urn, 'urn:li:tag:' || tag, 0, ${by} FROM (${tagged}) AS tagged`,
    ];
  });
  return [
    'SET synchronous_commit = off',
    `CREATE TEMP TABLE made AS SELECT indexname AS name, indexdef AS sql FROM pg_indexes
      WHERE schemaname = current_schema() AND tablename IN ('search_documents') AND indexname <> 'search_documents_pkey'`,
    forEach(`'DROP INDEX ' || quote_ident(made.name)`),
    'ALTER TABLE global_tags DISABLE TRIGGER USER',
    `INSERT INTO entities (urn, type, created_at, created_by) SELECT urn, 'tag', 0, ${by} FROM (${tags}) AS t`,
    `INSERT INTO tags (urn, name) SELECT urn, 'Tag ' || id FROM (${tags}) AS t`,
    `INSERT INTO search_documents (urn, type, fields, key_names, property_names, edited_names, key_words, property_words,
                                   edited_words, column_words, edited_column_words)
     SELECT urn, 'tag', jsonb_build_object('id', ${text('id')}, 'name', ${text(`'Tag ' || id`)}), id, 'tag ' || id, '',
            ('''' || id || ''':1A')::tsvector, ('''tag'':1A ''' || id || ''':2A')::tsvector, '', '', ''
       FROM (${tags}) AS t`,
    ...chunks.flat(),
    `INSERT INTO tagged_entities (tag_urn, entity_urn, type, removed, on_entity, edited_columns, declared_columns, columns)
     SELECT tag_urn, resource_urn, 'dataset', false, true, 0, 0, 0 FROM global_tags ORDER BY 1, 2`,
    'ALTER TABLE global_tags ENABLE TRIGGER USER',
    `SET maintenance_work_mem = '256MB'`,
    forEach('made.sql'),
    'VACUUM ANALYZE',
  ];
}

const forEach = (sql: string) =>
  `DO $$ DECLARE made record; BEGIN FOR made IN SELECT * FROM made LOOP EXECUTE ${sql}; END LOOP; END $$`;
