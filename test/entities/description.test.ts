import t from 'tap';
import { add, patchProposal, proposal } from '../support/aspects.js';
import { assetCatalog, chartUrn, dashboardUrn, flowUrn, jobUrn } from '../support/assets.js';
import type { Caller } from '../support/catalog.js';
import { call, column, containerUrn, datasetUrn, done, field, refused, tagUrn } from '../support/metadata.js';

let now = 1_000;
const catalog = await assetCatalog(t, { clock: () => now });
const { put, one, readAspect, readText, writer } = catalog;
const nobody = await catalog.user('nobody');

const describe = (by: Caller, resourceUrn: string, description: unknown, place: object = {}) =>
  call(by, 'updateDescription', { input: { resourceUrn, description, ...place } });
const bad = (message: RegExp) => refused('BAD_REQUEST', message);
const by = (time: number) => ({ time, actor: writer.urn });

let made = 0;
async function dataset(...columns: string[]) {
  const urn = datasetUrn(`described_${made++}`);
  await put(proposal(urn, 'datasetProperties', { name: 'n', description: 'ingested' }));
  if (columns.length > 0)
    await put(
      proposal(urn, 'schemaMetadata', {
        fields: columns.map((path) => field(path, { description: 'ingested' })),
      }),
    );
  return urn;
}

t.test("people's description of a dataset is beside the ingested one", async (t) => {
  const urn = await dataset();
  const view = 'properties { description } editableProperties { name description }';
  t.strictSame(await one('dataset', urn, view), {
    properties: { description: 'ingested' },
    editableProperties: null,
  });
  now = 2_000;
  t.strictSame(await describe(writer, urn, 'edited'), done);
  t.strictSame(await one('dataset', urn, view), {
    properties: { description: 'ingested' },
    editableProperties: { name: null, description: 'edited' },
  });
  now = 3_000;
  t.strictSame(await describe(writer, urn, ''), done);
  t.strictSame(await readAspect(urn, 'editableDatasetProperties'), {
    created: by(2_000),
    description: '',
    lastModified: by(3_000),
  });
});

t.test('everything else of the aspect stays as it was sent', async (t) => {
  const urn = await dataset();
  const created = { time: 5, actor: 'urn:li:corpuser:ann', message: 'first' };
  const sent = `{"name":"N","future":{"big":12345678901234567890.10},"description":"old","created":${JSON.stringify(created)}}`;
  await put(proposal(urn, 'editableDatasetProperties', sent));
  now = 4_000;
  t.strictSame(await describe(writer, urn, 'new "quoted" ünï'), done);
  const text = await readText(urn, 'editableDatasetProperties');
  t.match(text, '"future":{"big":12345678901234567890.10}');
  t.match(JSON.parse(text!), {
    name: 'N',
    created,
    lastModified: by(4_000),
    description: 'new "quoted" ünï',
  });
  t.match(await one('dataset', urn, 'editableProperties { name }'), { editableProperties: { name: 'N' } });
});

t.test('the description of a container', async (t) => {
  const urn = containerUrn('described');
  await put(proposal(urn, 'containerProperties', { name: 'n', description: 'ingested' }));
  t.strictSame(await describe(writer, urn, 'edited'), done);
  t.strictSame(await one('container', urn, 'properties { description } editableProperties { description }'), {
    properties: { description: 'ingested' },
    editableProperties: { description: 'edited' },
  });
  t.strictSame(await readAspect(urn, 'editableContainerProperties'), { description: 'edited' });
});

t.test('every type that people can describe, in an aspect that the model accepts', async (t) => {
  const unknown = { time: 0, actor: 'urn:li:corpuser:unknown' };
  now = 5_000;
  const stamps = { created: by(now), lastModified: by(now) };
  const feature = 'urn:li:mlFeature:(shop,price)';
  const model = 'urn:li:dataPlatform:mlflow,churn,PROD';
  const places: [urn: string, aspect: string, stored: object | null, after: object][] = [
    [chartUrn, 'editableChartProperties', null, stamps],
    [dashboardUrn, 'editableDashboardProperties', null, stamps],
    [flowUrn, 'editableDataFlowProperties', null, stamps],
    [jobUrn, 'editableDataJobProperties', null, stamps],
    ['urn:li:notebook:(querybook,1)', 'editableNotebookProperties', null, stamps],
    ['urn:li:corpGroup:shop', 'corpGroupEditableInfo', { slack: '#shop' }, { slack: '#shop' }],
    [`urn:li:mlModel:(${model})`, 'editableMlModelProperties', null, {}],
    [`urn:li:mlModelGroup:(${model})`, 'editableMlModelGroupProperties', null, {}],
    ['urn:li:mlFeatureTable:(urn:li:dataPlatform:feast,shop)', 'editableMlFeatureTableProperties', null, {}],
    [feature, 'editableMlFeatureProperties', null, {}],
    ['urn:li:mlPrimaryKey:(shop,id)', 'editableMlPrimaryKeyProperties', null, {}],
    ['urn:li:application:shop', 'applicationProperties', { name: 'Shop' }, { name: 'Shop' }],
    ['urn:li:dataProduct:sales', 'dataProductProperties', null, {}],
    ['urn:li:domain:sales', 'domainProperties', { name: 'Sales' }, { name: 'Sales' }],
    [
      'urn:li:businessAttribute:net',
      'businessAttributeInfo',
      { fieldPath: 'net', name: 'Net', created: unknown },
      { fieldPath: 'net', name: 'Net', created: unknown, lastModified: by(now) },
    ],
    [tagUrn('bare'), 'tagProperties', null, { name: 'bare' }],
    [tagUrn('pii'), 'tagProperties', { name: 'P', colorHex: '#ff0000' }, { name: 'P', colorHex: '#ff0000' }],
  ];
  for (const [urn, aspect, stored, after] of places) {
    await put(stored ? proposal(urn, aspect, stored) : proposal(urn, 'status', {}));
    t.strictSame(await describe(writer, urn, 'edited'), done, urn);
    t.strictSame(await readAspect(urn, aspect), { ...after, description: 'edited' }, urn);
  }
  const terms = [
    ['urn:li:glossaryNode:sales', 'glossaryNodeInfo', {}],
    ['urn:li:glossaryTerm:net', 'glossaryTermInfo', { termSource: 'INTERNAL' }],
  ] as const;
  for (const [urn, aspect, defaults] of terms) {
    await put(proposal(urn, 'status', {}));
    t.strictSame(await describe(writer, urn, 'edited'), done);
    t.strictSame(await readAspect(urn, aspect), { definition: 'edited', ...defaults });
    const kept = { definition: 'old', termSource: 'EXTERNAL', parentNode: 'urn:li:glossaryNode:top' };
    await put(proposal(urn, aspect, kept));
    t.strictSame(await describe(writer, urn, ''), done);
    t.strictSame(await readAspect(urn, aspect), { ...kept, definition: '' });
  }
  t.strictSame(
    await one('chart', chartUrn, 'description properties { description } editableProperties { description }'),
    {
      description: 'edited',
      properties: null,
      editableProperties: { description: 'edited' },
    },
  );
  for (const [urn, aspect, lacking] of [
    ['urn:li:domain:bare', 'domainProperties', /domainProperties .*name is required.*Write the aspect first/],
    ['urn:li:businessAttribute:bare', 'businessAttributeInfo', /fieldPath is required; name is required/],
  ] as const) {
    await put(proposal(urn, 'status', {}));
    t.match(await describe(writer, urn, 'edited'), bad(lacking));
    t.equal(await readAspect(urn, aspect), null, 'nothing is stored that clients cannot read');
  }
});

t.test('the group of createGroup can be described like one of a directory', async (t) => {
  const admin = await catalog.user('group_admin', ['MANAGE_USERS_AND_GROUPS']);
  const { body } = await admin.graphql('mutation { createGroup(input: { id: "native", name: "N" }) }');
  t.match(await describe(admin, body.data.createGroup, 'd'), refused('UNAUTHORIZED'));
  t.strictSame(await describe(writer, body.data.createGroup, 'edited'), done);
  t.strictSame(await readAspect(body.data.createGroup, 'corpGroupEditableInfo'), { description: 'edited' });
});

t.test('the description of a column, under the path of the schema; its tags stay', async (t) => {
  const path = '[version=2.0].[type=E].[type=string].a';
  const urn = await dataset(path, 'b');
  await put(
    proposal(tagUrn('pii'), 'tagProperties', { name: 'pii' }),
    proposal(urn, 'editableSchemaMetadata', {
      editableSchemaFieldInfo: [
        { fieldPath: path, globalTags: { tags: [{ tag: tagUrn('pii') }] }, glossaryTerms: { terms: [] } },
      ],
      lastModified: { time: 1, actor: 'urn:li:corpuser:ann' },
      created: { time: 1, actor: 'urn:li:corpuser:ann' },
    }),
  );
  now = 6_000;
  t.strictSame(await describe(writer, urn, 'first', column('a')), done);
  t.strictSame(await describe(writer, urn, 'second', column(path)), done);
  t.strictSame(await describe(writer, urn, 'of b', column('b')), done);
  const { editableSchemaFieldInfo, lastModified, created } = await readAspect(urn, 'editableSchemaMetadata');
  t.strictSame(editableSchemaFieldInfo, [
    {
      fieldPath: path,
      description: 'second',
      glossaryTerms: { terms: [] },
      globalTags: { tags: [{ tag: tagUrn('pii') }] },
    },
    { fieldPath: 'b', description: 'of b' },
  ]);
  t.strictSame(
    { lastModified, created },
    { lastModified: by(6_000), created: { time: 1, actor: 'urn:li:corpuser:ann' } },
  );
  t.strictSame(
    await one(
      'dataset',
      urn,
      'schemaMetadata { fields { description } } editableSchemaMetadata { editableSchemaFieldInfo { fieldPath description tags { tags { tag { urn } } } } }',
    ),
    {
      schemaMetadata: { fields: [{ description: 'ingested' }, { description: 'ingested' }] },
      editableSchemaMetadata: {
        editableSchemaFieldInfo: [
          { fieldPath: path, description: 'second', tags: { tags: [{ tag: { urn: tagUrn('pii') } }] } },
          { fieldPath: 'b', description: 'of b', tags: null },
        ],
      },
    },
  );
});

t.test('the checks, in their order', async (t) => {
  const urn = await dataset(
    'a',
    '[version=2.0].[type=A].[type=int].u',
    '[version=2.0].[type=B].[type=int].u',
  );
  const missing = datasetUrn('missing');
  const half = { subResource: 'a' };
  t.match(await describe(nobody, 'junk', 'd', half), bad(/resourceUrn "junk"/));
  t.match(
    await describe(nobody, 'urn:li:query:q', 'd', half),
    bad(/is a query; descriptions can be written for dataset columns and for entities .* tag$/),
  );
  t.match(await describe(nobody, missing, 'd', half), refused('UNAUTHORIZED'));
  t.match(await describe(nobody, urn, 'd', half), refused('UNAUTHORIZED'));
  t.match(await describe(writer, missing, 'd', half), refused('NOT_FOUND', /There is no entity .*missing/));
  t.match(
    await describe(writer, urn, 'd', half),
    bad(/subResourceType and subResource must be set together/),
  );
  t.match(await describe(writer, urn, 'd', column('nope')), refused('NOT_FOUND', /has no column "nope"/));
  t.match(await describe(writer, urn, 'd', column('u')), bad(/could be any of/));
  const box = containerUrn('without_columns');
  await put(proposal(box, 'status', {}));
  t.match(await describe(writer, box, 'd', column('a')), bad(/has no columns/));
  for (const text of ['x'.repeat(10_001), 'a\u0000b', '\ud800'])
    t.match(await describe(nobody, urn, text), bad(/expected at most 10000 characters/));
  t.strictSame(await describe(writer, urn, '\u{1f600}'.repeat(10_000)), done);
  t.equal(await readAspect(urn, 'editableSchemaMetadata'), null, 'the refused requests wrote nothing');
  t.equal(await readAspect(box, 'editableContainerProperties'), null);
});

t.test('one privilege for entities, one for columns', async (t) => {
  const urn = await dataset('a');
  const docs = await catalog.user('docs', ['EDIT_ENTITY_DOCS']);
  const columns = await catalog.user('columns', ['EDIT_DATASET_COL_DESCRIPTION']);
  const tagger = await catalog.user('tagger', [
    'EDIT_ENTITY_TAGS',
    'EDIT_DATASET_COL_TAGS',
    'EDIT_ENTITY_STATUS',
    'DELETE_ENTITY',
  ]);
  const forbidden = refused('UNAUTHORIZED');
  t.strictSame(await describe(docs, urn, 'd'), done);
  t.match(await describe(docs, urn, 'd', column('a')), forbidden);
  t.strictSame(await describe(docs, tagUrn('pii'), 'd'), done);
  t.strictSame(await describe(columns, urn, 'd', column('a')), done);
  t.match(await describe(columns, urn, 'd'), forbidden);
  for (const place of [{}, column('a')]) t.match(await describe(tagger, urn, 'd', place), forbidden);
  t.match(await describe(tagger, tagUrn('pii'), 'd'), forbidden);
  const other = await dataset('a');
  const narrow = await catalog.user('narrow', ['EDIT_ENTITY'], { type: 'dataset', urns: [urn] });
  t.strictSame(await describe(narrow, urn, 'd', column('a')), done);
  t.match(await describe(narrow, other, 'd'), forbidden);
});

t.test('concurrent changes of descriptions and tags lose nothing of each other', async (t) => {
  const paths = ['a', 'b', 'c', 'd'];
  const urn = await dataset(...paths);
  await put(proposal(tagUrn('busy'), 'tagProperties', { name: 'busy' }));
  const rename = (name: string) => patchProposal(urn, 'editableDatasetProperties', [add(`/${name}`, name)]);
  const answers = await Promise.all([
    ...paths.map((path) => describe(writer, urn, `of ${path}`, column(path))),
    ...paths.map((path) =>
      call(writer, 'addTags', { input: { tagUrns: [tagUrn('busy')], resourceUrn: urn, ...column(path) } }),
    ),
    ...paths.map((name) => catalog.ingest(rename(name))),
    ...paths.map(() => describe(writer, urn, 'of all')),
  ]);
  for (const { status } of answers) t.equal(status, 200);
  const { editableSchemaFieldInfo } = await readAspect(urn, 'editableSchemaMetadata');
  t.strictSame(
    editableSchemaFieldInfo.sort((x: { fieldPath: string }, y: { fieldPath: string }) =>
      x.fieldPath < y.fieldPath ? -1 : 1,
    ),
    paths.map((fieldPath) => ({
      fieldPath,
      description: `of ${fieldPath}`,
      globalTags: { tags: [{ tag: tagUrn('busy') }] },
    })),
  );
  t.match(await readAspect(urn, 'editableDatasetProperties'), {
    ...Object.fromEntries(paths.map((p) => [p, p])),
    description: 'of all',
  });
});
