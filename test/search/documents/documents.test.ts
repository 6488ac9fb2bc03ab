import t from 'tap';
import {
  add,
  aspectCatalog,
  deletion,
  freshDataset,
  patchProposal,
  proposal,
} from '../../support/aspects.js';
import { column, schemaWith } from '../../support/schemas.js';
import {
  documentsAndRefilled,
  refill,
  searchableUrns,
  storedDocuments,
} from '../../support/stored-documents.js';

const catalog = await aspectCatalog(t, { sample: true }, [
  'MANAGE_USERS_AND_GROUPS',
  'EDIT_ENTITY_DOCS',
  'EDIT_DATASET_COL_DESCRIPTION',
  'MANAGE_POLICIES',
]);
const { db, writer, put, batch } = catalog;

const readDocument = async (urn: string) => (await storedDocuments(db)).find((row) => row.urn === urn);
t.test('the document of a dataset has what its aspects say', async (t) => {
  const urn = freshDataset('orders.fctDaily');
  await put(
    proposal(urn, 'datasetProperties', {
      name: 'Fact Orders',
      description: 'All orders of a day',
      customProperties: { team: 'sales' },
      lastModified: { time: 1_700_000_000_000 },
    }),
    proposal(urn, 'ownership', { owners: [{ owner: 'urn:li:corpuser:ann', type: 'DATAOWNER' }] }),
    proposal(urn, 'subTypes', { typeNames: ['View'] }),
    proposal(urn, 'schemaMetadata', schemaWith(column('customer_id', { description: 'who buys' }))),
    proposal(urn, 'status', { removed: true }),
  );
  const document = (await readDocument(urn))!;
  const id = urn.split(',')[1];
  t.match(document, {
    type: 'dataset',
    removed: true,
    platform: 'urn:li:dataPlatform:hive',
    origin: 'PROD',
    names: `${urn.split(',')[1]!.toLowerCase()}\nfact orders`,
    fields: {
      id: [id],
      name: ['Fact Orders'],
      customProperties: ['team=sales'],
      lastModifiedAt: ['1700000000000'],
      owners: ['urn:li:corpuser:ann'],
      typeNames: ['View'],
    },
  });
  for (const word of ["'fctdaily':", "'fct':", "'fact':", "'sales':", "'customer':", "'buys':"])
    t.match(document.words, word);

  await put(deletion(urn, 'datasetProperties'), deletion(urn, 'status'), deletion(urn, 'schemaMetadata'));
  const left = (await readDocument(urn))!;
  t.match(left, { removed: false, names: String(id).toLowerCase() });
  t.notMatch(left.words, /'fact'|'customer'/);
  t.strictSame(Object.keys(left.fields as object).sort(), [
    'browsePathV2',
    'id',
    'origin',
    'owners',
    'platform',
    'typeNames',
  ]);
});

t.test('a platform is of the URN, else of the aspect dataPlatformInstance', async (t) => {
  const platform = async (urn: string) => (await readDocument(urn))!.platform;
  const container = 'urn:li:container:of-a-platform';
  const dataset = freshDataset('of-a-platform');
  for (const urn of [container, dataset])
    await put(proposal(urn, 'dataPlatformInstance', { platform: 'urn:li:dataPlatform:looker' }));
  t.equal(await platform(container), 'urn:li:dataPlatform:looker');
  t.equal(await platform(dataset), 'urn:li:dataPlatform:hive');
  for (const urn of [container, dataset]) await put(proposal(urn, 'status', { removed: false }));
  t.equal(await platform(container), 'urn:li:dataPlatform:looker', 'stays after a change of another aspect');
  for (const urn of [container, dataset]) await put(deletion(urn, 'dataPlatformInstance'));
  t.equal(await platform(container), null);
  t.equal(await platform(dataset), 'urn:li:dataPlatform:hive');
});

t.test('a tag that is edited is still found by what GraphQL does not show of it', async (t) => {
  const urn = 'urn:li:tag:of-a-directory';
  await put(proposal(urn, 'tagProperties', { name: 'Old', qualifiedName: 'Directory.Sensitive' }));
  await writer.graphql(
    'mutation ($urn: String!) { updateTag(urn: $urn, input: { urn: $urn, name: "New" }) { urn } }',
    { urn },
  );
  t.match(await readDocument(urn), {
    fields: { name: ['New'], qualifiedName: ['Directory.Sensitive'] },
    words: /'sensitive'/,
  });
});

t.test('of a column that is edited twice, the later entry is found', async (t) => {
  const urn = freshDataset('edited-twice');
  const editableSchemaFieldInfo = ['earlier', 'later'].map((description) => ({
    fieldPath: 'a',
    description,
  }));
  await put(proposal(urn, 'editableSchemaMetadata', { editableSchemaFieldInfo }));
  const { words } = (await readDocument(urn))!;
  t.match(words, "'later'");
  t.notMatch(words, "'earlier'");
});

t.test('a long text is cut between its characters', async (t) => {
  const urn = freshDataset('long');
  for (const text of ['🙂'.repeat(9_000), `x${'🙂'.repeat(9_000)}`]) {
    await put(proposal(urn, 'datasetProperties', { name: text, description: text }));
    const { fields, names } = (await readDocument(urn))! as {
      fields: Record<string, string[]>;
      names: string;
    };
    t.strictSame(fields.description, [text.slice(0, text.startsWith('x') ? 9_999 : 10_000)]);
    t.equal(names.split('\n')[1], text.slice(0, text.startsWith('x') ? 999 : 1_000));
  }
});

t.test('documents are what they would be if they were made again, whoever wrote', async (t) => {
  const urn = freshDataset('edited');
  await put(proposal(urn, 'schemaMetadata', schemaWith(column('a'), column('b'))));
  await writer.graphql(
    `mutation ($urn: String!) {
       a: updateDescription(input: { resourceUrn: $urn, description: "people say" })
       b: updateDescription(input: { resourceUrn: $urn, subResource: "a", subResourceType: DATASET_FIELD, description: "of a" })
       c: createTag(input: { id: "PII", name: "Personal", description: "about people" })
       d: updateTag(urn: "urn:li:tag:PII", input: { urn: "urn:li:tag:PII", name: "Private" }) { urn }
       e: createUser(input: { id: "eva", displayName: "Eva Example" })
       f: createGroup(input: { id: "team", name: "The Team" })
       g: addGroupMembers(input: { groupUrn: "urn:li:corpGroup:team", userUrns: ["urn:li:corpuser:eva"] })
       h: updateUserStatus(urn: "urn:li:corpuser:eva", status: SUSPENDED)
       i: createTag(input: { id: "gone", name: "Gone" })
       j: deleteTag(urn: "urn:li:tag:gone")
     }`,
    { urn },
  );
  const event = { timestampMillis: 1_700_000_000_000, operationType: 'INSERT', lastUpdatedTimestamp: 1 };
  const many = Array.from({ length: 30 }, (_, index) => freshDataset(`batch${index}`));
  await batch([
    ...many.map((one) => proposal(one, 'globalTags', { tags: [{ tag: `urn:li:tag:new${one.length}` }] })),
    ...many.slice(0, 9).map((one) => proposal(one, 'operation', event)),
    ...many.slice(20).map((one) => proposal(one, 'upstreamLineage', { upstreams: [] })),
    ...many
      .slice(5, 15)
      .map((one) =>
        patchProposal(one, 'ownership', [
          add('/owners/urn:li:corpuser:ann/NONE', { owner: 'urn:li:corpuser:ann', type: 'NONE' }),
        ]),
      ),
    proposal(freshDataset('only-events'), 'operation', event),
    proposal('urn:li:glossaryTerm:Finance.Revenue', 'glossaryTermInfo', {
      name: 'Revenue',
      definition: 'what comes in',
      termSource: 'INTERNAL',
    }),
    proposal('urn:li:dashboard:(looker,7)', 'dashboardInfo', {
      title: 'Sales',
      description: '',
      lastModified: {
        created: { time: 1, actor: 'urn:li:corpuser:ann' },
        lastModified: { time: 2, actor: 'urn:li:corpuser:ann' },
      },
    }),
    proposal('urn:li:container:looks', 'dataPlatformInstance', { platform: 'urn:li:dataPlatform:looker' }),
    proposal('urn:li:dataJob:(urn:li:dataFlow:(airflow,nightly,PROD),load)', 'dataJobInfo', {
      name: 'Load',
      type: { string: 'x' },
    }),
  ]);
  await writer.post('/entities?action=delete', { urn: many[3] });
  const { stored, refilled } = await documentsAndRefilled(db);
  t.strictSame(
    stored.map(({ urn }) => urn),
    await searchableUrns(db),
  );
  t.strictSame(stored, refilled);
  t.match(
    stored.find(({ urn }) => urn === 'urn:li:tag:PII'),
    { names: 'pii\nprivate' },
  );
  t.notOk(
    stored.some(({ type }) => type === 'dataHubPolicy'),
    'policies are not found',
  );
});

t.test('a fill goes on where it has stopped, and overwrites what is wrong', async (t) => {
  const before = await storedDocuments(db);
  await db.query(`UPDATE search_documents SET fields = '{}', property_words = '', edited_names = 'x'`);
  t.ok((await refill(db, 10)) > 2);
  t.strictSame(await storedDocuments(db), before);
});
