import t from 'tap';
import type { SearchRequest } from '../../src/search/request.js';
import { testDatabase } from '../support/database.js';
import { type Explained, listNodes, type Plan } from '../support/looked-at.js';
import { matches, matchQuery, rule, searchRequest } from '../support/search.js';

/** The embedded database takes long to fill. */
const skip = process.env.TEST_DATABASE_URL ? false : 'needs a PostgreSQL';

t.test('searches among 20,000 documents use an index', { skip }, async (t) => {
  const db = await testDatabase(t);
  await db.query(`INSERT INTO entities (urn, type, created_at, created_by)
    SELECT 'urn:li:dataset:(urn:li:dataPlatform:p' || n % 40 || ',db.tab_' || n || '_' || md5(n::text) || ',PROD)',
           'dataset', 0, '' FROM generate_series(1, 20000) n
    UNION ALL SELECT 'urn:li:tag:t' || n, 'tag', 0, '' FROM generate_series(1, 50) n
    UNION ALL SELECT 'urn:li:container:c' || n, 'container', 0, '' FROM generate_series(1, 500) n`);
  await db.query(`INSERT INTO tags (urn) SELECT urn FROM entities WHERE type = 'tag'`);
  await db.query(`INSERT INTO search_documents (urn, type, fields, key_names, property_names, edited_names, key_words,
                                                property_words, edited_words, column_words, edited_column_words)
    SELECT urn, type,
           jsonb_build_object('platform', jsonb_build_array(platform), 'name', jsonb_build_array(name),
                              'origin', jsonb_build_array(CASE WHEN n % 7 = 0 THEN 'DEV' ELSE 'PROD' END),
                              'owners', jsonb_build_array('urn:li:corpuser:u' || n % 500)),
           name, '', '', array_to_tsvector(regexp_split_to_array(name, '[^a-z0-9]+')), '', '', '', ''
      FROM (SELECT urn, type, substring(urn, '^urn:li:dataset:.(.*?),') AS platform, n,
                   lower(coalesce(substring(urn, ',(.*),'), substring(urn, '[^:]*$'))) AS name
              FROM entities, LATERAL (SELECT coalesce(substring(urn, 'tab_([0-9]+)'), '1')::int AS n) x) e`);
  await db.query(`INSERT INTO global_tags (resource_urn, tag_urn, created_at, created_by)
    SELECT urn, 'urn:li:tag:t' || 1 + length(urn) * 7 % 50, 0, '' FROM entities WHERE type = 'dataset' AND urn LIKE '%7\\_%'
    UNION ALL
    SELECT urn, 'urn:li:tag:t50', 0, '' FROM entities WHERE urn LIKE '%\\_99_\\_%' ON CONFLICT DO NOTHING`);
  await db.query(`INSERT INTO aspects (urn, name, created_at, created_by, updated_at, updated_by)
    SELECT urn, 'container', 0, '', 0, '' FROM entities WHERE type <> 'tag'`);
  await db.query(`INSERT INTO entity_references (source, aspect, position, relationship, target)
    SELECT urn, 'container', 0, 'IsPartOf', 'urn:li:container:c' || CASE type WHEN 'container' THEN 1 ELSE 10 + hashtext(urn) & 255 END
      FROM entities WHERE type <> 'tag'`);
  await db.query('VACUUM ANALYZE');

  /** @param page how many matches are wanted; null: their number */
  async function plan(changes: Partial<SearchRequest>, page: number | null = 10): Promise<Plan[]> {
    const [sql, params] = await matchQuery(db, searchRequest(changes));
    const statement = page === null ? `SELECT count(*) FROM (${sql}) x` : `${sql} LIMIT ${page}`;
    const rows = await db.query<Explained>(`EXPLAIN (FORMAT JSON) ${statement}`, params, {
      unprepared: true,
    });
    return listNodes(rows[0]!['QUERY PLAN'][0].Plan);
  }

  const subtree = /^entity_references_target_/;
  // Either costs about the same.
  const byTag = /^tagged_entities_(pkey|tag_urn_type_removed_idx)$/;
  const cases: [what: string, index: RegExp, request: Partial<SearchRequest>][] = [
    ['one tag', byTag, { filter: [[rule('tags', ['urn:li:tag:t50'])]] }],
    [
      'a tag with the rules of the SDK',
      byTag,
      {
        filter: [
          [
            rule('tags', ['urn:li:tag:t50']),
            rule('_entityType', ['DATASET']),
            rule('removed', ['true'], { negated: true }),
          ],
        ],
      },
    ],
    [
      'a tag with another rule',
      /^(tagged_entities_(pkey|tag_urn_type_removed_idx)|search_documents_fields_idx)$/,
      { filter: [[rule('tags', ['urn:li:tag:t50']), rule('origin', ['PROD'])]] },
    ],
    ['an owner', /^search_documents_fields_idx$/, { filter: [[rule('owners', ['urn:li:corpuser:u7'])]] }],
    [
      'an owner in an environment of either name',
      /^search_documents_fields_idx$/,
      {
        filter: ['origin', 'env'].map((name) => [
          rule('owners', ['urn:li:corpuser:u7', 'urn:li:corpuser:u8']),
          rule(name, ['DEV']),
        ]),
      },
    ],
    ['a word', /^search_documents_words_idx$/, { query: '/q 777' }],
    ['the beginning of a word', /^search_documents_words_idx$/, { query: '777' }],
    ['a word that is a tag', /^search_documents_words_idx$/, { query: 't50' }],
    ['two words', /^search_documents_words_idx$/, { query: 'tab 777' }],
    ['a part of a name', /^search_documents_names_idx$/, { query: '*b_777_*' }],
    ['a pattern', /^search_documents_names_idx$/, { query: 'db*_777_*' }],
    ['a tag by its name', byTag, { query: '/q tag:t50' }],
    [
      'a part of a name as a rule',
      /^search_documents_names_idx$/,
      { filter: [[rule('name', ['_777_'], { condition: 'CONTAIN' })]] },
    ],
    [
      'a subtree of containers',
      subtree,
      { filter: [[rule('browsePathV2', ['urn:li:container:c99'], { condition: 'CONTAIN' })]] },
    ],
    [
      'the datasets of a platform',
      /^search_documents_(pkey|fields_idx)$/,
      { types: ['dataset'], filter: [[rule('platform', ['urn:li:dataPlatform:p7'])]] },
    ],
    ['one of two tags', byTag, { filter: [49, 50].map((n) => [rule('tags', [`urn:li:tag:t${n}`])]) }],
    ['a type', /^search_documents_pkey$/, { types: ['tag'] }],
  ];
  for (const [what, index, request] of cases) {
    for (const page of [10, null]) {
      const nodes = await plan(request, page);
      const title = `${what}: ${page ?? 'count'}`;
      t.ok(
        nodes.some((node) => index.test(node['Index Name'] ?? '')),
        `${title}, by ${nodes.map((node) => node['Index Name'] ?? node['Node Type']).join(', ')}`,
      );
      // A subtree has as many entities as all containers together, as far as statistics know.
      t.notOk(
        index !== subtree &&
          nodes.some(
            (node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'search_documents',
          ),
        title,
      );
    }
    t.ok((await matches(db, request)).length > 0, what);
  }
  const counted = await plan(cases[0]![2], null);
  t.notOk(
    counted.some((node) => node['Relation Name'] === 'search_documents'),
    'documents are not read to count what has a tag',
  );
});
