import t from 'tap';
import { transaction } from '../../../src/db/transaction.js';
import { createRequest, operations } from '../../manifest/operations.js';
import { actorCatalog } from '../../support/actors.js';
import { batchUrl, proposal } from '../../support/aspects.js';
import { testDatabase } from '../../support/database.js';
import { column, datasetUrn, field, tagUrn } from '../../support/metadata.js';
import { collectStatements, filledTables, fillTables, wholeTables } from '../../support/plans.js';
import { seeded } from '../../support/random.js';
import { randomChanges } from '../../support/random-changes.js';
import { schemaWith } from '../../support/schemas.js';

const skip = process.env.TEST_DATABASE_URL ? false : 'needs a PostgreSQL';

/** Lists and counts of all tags, users, groups and tokens: what is asked for has no keys. */
const lists: readonly RegExp[] = [
  /^WITH found AS MATERIALIZED \(\s+SELECT t\.urn, sort_text\(.* AS sort_name/s,
  /^SELECT (COUNT\(\*\) AS "_count\$_all" FROM \(SELECT )?"public"\."(users|groups)"\."urn" FROM "public"\."\2" WHERE (1=1|"public"\."groups"\."removed" = |\("public"\."users"\."state" <>)/,
  /^SELECT count\(\*\) AS count FROM access_tokens\s+WHERE revoked_at IS NULL/,
  /"public"\."access_tokens" WHERE "public"\."access_tokens"\."revoked_at" IS NULL (ORDER BY|OFFSET)/,
];

/** Statements about all places of a tag: where a few tags are on everything, an index is of no use for them. */
const placesOfTag: readonly RegExp[] = [
  /FROM current_global_tags\s+WHERE tag_urn = \$1/,
  // Only while places of deleted tags are left.
  /FROM current_global_tags g WHERE g\.tag_urn = e\.urn\) RETURNING/,
];

/** Only months that exist have tables, so these statements are about tables that are not filled here. */
const ofMonth = /"[a-z0-9_]+_\d{6}"/;

const states = {
  'not analysed': { isAnalysed: false, tags: undefined, others: [] },
  analysed: { isAnalysed: true, tags: undefined, others: [] },
  'analysed, with three tags': { isAnalysed: true, tags: 3, others: placesOfTag },
};

const [dataset, model, tag] = [
  datasetUrn('wide'),
  'urn:li:mlModelGroup:(urn:li:dataPlatform:x,m,PROD)',
  tagUrn('x'),
];
const place = { resourceUrn: dataset, ...column('c1') };
const globalTags = { tags: [{ tag }] };
/** A dataset whose columns take several reads, and an entity of another type, both with a tag. */
const paths = Array.from({ length: 200 }, (_, index) => `c${index}`);
const wide = [
  proposal(dataset, 'schemaMetadata', schemaWith(...paths.map((path) => field(path, { globalTags })))),
  proposal(dataset, 'editableSchemaMetadata', {
    editableSchemaFieldInfo: paths.map((fieldPath) => ({ fieldPath, globalTags })),
  }),
  proposal(model, 'globalTags', globalTags),
];
const onColumn = { input: { tagUrns: [tag], resources: [place] } };
const remove = 'mutation ($input: BatchRemoveTagsInput!) { batchRemoveTags(input: $input) }';

/** What the requests of all operations do not ask for. */
const more: readonly (readonly [query: string, variables: Record<string, unknown>])[] = [
  [
    `query ($urn: String!) { tag(urn: $urn) { usage { entities columns } associations(count: 1) {
       total results { fieldPath entity { urn } } } } }`,
    { urn: tag },
  ],
  [
    'query ($urn: String!, $urns: [String!]!) { tag(urn: $urn) { associationsOn(urns: $urns) { fieldPath } } }',
    { urn: tag, urns: [dataset] },
  ],
  [
    `query ($urn: String!) { dataset(urn: $urn) { tags { tags { tag { urn } } } container { urn }
       schemaMetadata { fields(start: 1, count: 1) { fieldPath tags { tags { tag { urn } } } } }
       editableSchemaMetadata { editableSchemaFieldInfo(start: 1, count: 1) {
         fieldPath tags { tags { tag { urn } } } } } } }`,
    { urn: dataset },
  ],
  ['mutation ($input: BatchAddTagsInput!) { batchAddTags(input: $input) }', onColumn],
  [remove, onColumn],
  [remove, { input: { tagUrns: [tag], resources: [{ resourceUrn: model }] } }],
];

t.test(
  'no statement with keys reads a whole table of 100,000 rows',
  { skip, timeout: 280_000 },
  async (t) => {
    const collected = collectStatements();
    t.teardown(() => collected.end());
    const catalog = await actorCatalog(t, {});
    const { manager, onAnn } = catalog;
    const choose = seeded(t);
    const headers = { authorization: `Bearer ${manager.token}` };
    const send = (request: object) => catalog.app.inject({ ...request, headers } as never);
    for (const name of Object.keys(operations))
      await catalog.code(createRequest(name, await onAnn()), headers);
    const randomChange = randomChanges(choose);
    let accepted = 0;
    for (let change = 0; change < 300; change += 1)
      if ((await send(randomChange())).statusCode === 200) accepted += 1;
    t.ok(accepted > 150, `${accepted} changes`);
    t.match(await manager.post(batchUrl, { proposals: wide }), { status: 200 });
    for (const [query, variables] of more)
      t.match(await manager.graphql(query, variables), { body: { data: {} } });
    collected.end();
    t.ok(collected.statements.size > 150, `${collected.statements.size} statements`);

    const withKeys = [...collected.statements].filter(
      (sql) =>
        sql.includes('$1') &&
        !/^(--|DO )/.test(sql) &&
        !ofMonth.test(sql) &&
        !lists.some((text) => text.test(sql)),
    );
    for (const [state, { isAnalysed, tags, others }] of Object.entries(states)) {
      const db = await testDatabase(t);
      await fillTables(db.query, tags);
      if (isAnalysed) await db.query('VACUUM ANALYZE', [], { unprepared: true });
      const found: Record<string, string[]> = {};
      await transaction(db, async (tx) => {
        for (const sql of withKeys) {
          if (others.some((text) => text.test(sql))) continue;
          const tables = (await wholeTables(tx.query, sql)).filter((table) => filledTables.includes(table));
          if (tables.length > 0) found[sql] = tables;
        }
      });
      t.strictSame(found, {}, state);
    }
  },
);
