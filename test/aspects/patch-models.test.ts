import t from 'tap';
import { aspectNames, findModel } from '../../src/datahub/aspects/models.js';
import { patchDefaults } from '../../src/datahub/patch-defaults.js';
import {
  add,
  aspectCatalog,
  freshDataset,
  ingestUrl,
  patchProposal,
  proposal,
  refusal,
  remove,
} from '../support/aspects.js';
import { warningsIn } from '../support/warnings.js';

const { writer, ingest, batch, put, readAspect } = await aspectCatalog(t);
const stamp = { time: 0, actor: 'urn:li:corpuser:unknown' };
const stamps = { created: stamp, lastModified: stamp };
const column = (term: string) => `/editableSchemaFieldInfo/c/glossaryTerms/terms/${term}`;
const term = 'urn:li:glossaryTerm:a';

for (const [urn, aspect, operation, result] of [
  [
    freshDataset(),
    'editableSchemaMetadata',
    add(column(term), { urn: term }),
    {
      editableSchemaFieldInfo: [
        { fieldPath: 'c', glossaryTerms: { terms: [{ urn: term }], auditStamp: stamp } },
      ],
    },
  ],
  [
    freshDataset(),
    'glossaryTerms',
    add(`/terms/${term}`, { urn: term }),
    { terms: [{ urn: term }], auditStamp: stamp },
  ],
  [
    'urn:li:chart:(looker,a)',
    'chartInfo',
    add('/title', 'A'),
    { title: 'A', description: '', lastModified: stamps },
  ],
  [
    'urn:li:dashboard:(looker,a)',
    'dashboardInfo',
    add('/customProperties/a', 'b'),
    { title: '', description: '', lastModified: stamps, customProperties: { a: 'b' } },
  ],
  ['urn:li:form:a', 'formInfo', add('/description', 'A'), { name: '', description: 'A' }],
  [
    'urn:li:structuredProperty:a.b',
    'propertyDefinition',
    add('/displayName', 'A'),
    { qualifiedName: '', valueType: 'urn:li:dataType:datahub.string', entityTypes: [], displayName: 'A' },
  ],
] as const)
  t.test(`a patch of a missing ${aspect} starts from DataHub's defaults`, async (t) => {
    t.match(await ingest(patchProposal(urn, aspect, [operation])), { status: 200 });
    const value = await readAspect(urn, aspect);
    for (const [name, expected] of Object.entries(result)) t.same(value[name], expected, name);
  });

t.test('a patch of a stored aspect that lacks required fields adds their defaults', async (t) => {
  const chart = 'urn:li:chart:(looker,broken)';
  await put(proposal(chart, 'chartInfo', { title: 'kept', other: [1.0] }));
  t.match(await ingest(patchProposal(chart, 'chartInfo', [add('/description', 'd')])), { status: 200 });
  t.same(await readAspect(chart, 'chartInfo'), {
    title: 'kept',
    other: [1],
    description: 'd',
    lastModified: stamps,
  });
  const urn = freshDataset();
  const columns = [{ fieldPath: 'c', glossaryTerms: { terms: [{ urn: term }] } }];
  await put(proposal(urn, 'editableSchemaMetadata', { editableSchemaFieldInfo: columns }));
  t.match(
    await ingest(
      patchProposal(urn, 'editableSchemaMetadata', [add('/editableSchemaFieldInfo/d/description', 'd')]),
    ),
    { status: 200 },
  );
  const { editableSchemaFieldInfo } = await readAspect(urn, 'editableSchemaMetadata');
  t.match(editableSchemaFieldInfo, [
    { fieldPath: 'c', glossaryTerms: { auditStamp: stamp } },
    { fieldPath: 'd' },
  ]);
});

const chartB = 'urn:li:chart:(looker,b)';
for (const [urn, aspect, operation, message] of [
  [
    'urn:li:dataJob:(urn:li:dataFlow:(a,b,PROD),c)',
    'dataJobInfo',
    add('/customProperties/a', 'b'),
    /name is required; type is required/,
  ],
  ['urn:li:dataFlow:(a,b,PROD)', 'dataFlowInfo', add('/description', 'd'), /name is required/],
  [chartB, 'chartInfo', add('/title', 7), /title must be a text; it is 7/],
  [chartB, 'chartInfo', add('/type', 'PYRAMID'), /type is "PYRAMID"; expected one of BAR/],
  [chartB, 'chartInfo', add('/lastRefreshed', 1.5), /lastRefreshed must be a whole number; it is 1.5/],
  [chartB, 'chartInfo', add('/customProperties/a', []), /customProperties.a must be a text; it is a list/],
  [
    'urn:li:form:b',
    'formInfo',
    add('/prompts/p', { id: 'p', type: 'STRUCTURED_PROPERTY' }),
    /prompts.0.title is required/,
  ],
  [
    'urn:li:structuredProperty:b',
    'propertyDefinition',
    add('/allowedValues/a', { value: { text: 'a' } }),
    /allowedValues.0.value/,
  ],
] as const)
  t.test(`INVALID_ASPECT: a patch after which ${aspect} does not fit: ${message}`, async (t) => {
    t.match(await ingest(patchProposal(urn, aspect, [operation])), refusal(422, message));
    t.equal(await readAspect(urn, aspect), null);
    const good = patchProposal(freshDataset(), 'ownership', [add('/description', 'd')]);
    t.match(await batch([good, patchProposal(urn, aspect, [operation])]), {
      status: 422,
      body: { failureCount: 1 },
    });
  });

const escaped = (text: string) => text.replaceAll(/[()".]/g, '\\$&');
const string = 'urn:li:dataType:datahub.string';
let count = 0;
const dataset = 'urn:li:entityType:datahub.dataset';
const property = (more: object) => ({
  qualifiedName: 'a',
  valueType: string,
  entityTypes: [dataset],
  ...more,
});

for (const [operation, message] of [
  [
    add('/valueType', 'urn:li:dataType:datahub.numbr'),
    /valueType is "urn:li:dataType:datahub.numbr", .*; the nearest name is urn:li:dataType:datahub.number$/,
  ],
  [add('/valueType', 'urn:li:dataType:datahub.STRING'), /nearest name is urn:li:dataType:datahub.string$/],
  [add('/valueType', ''), /valueType is "", .*; expected a URN such as urn:li:dataType:datahub/],
  [
    add('/entityTypes/urn:li:entityType:datahub.datasets', 'urn:li:entityType:datahub.datasets'),
    /entityTypes.0 is .*, which is not an entity type .*; the nearest name is urn:li:entityType:datahub.dataset$/,
  ],
  [
    add('/entityTypes/urn:li:entityType:dataset', 'urn:li:entityType:dataset'),
    /entityTypes.0 .* urn:li:entityType:datahub.dataset$/,
  ],
  [
    add('/typeQualifier', { allowedTypes: [dataset, 'Dataset'] }),
    /typeQualifier.allowedTypes.1 is "Dataset"/,
  ],
  [add('/typeQualifier', { others: [] }), /typeQualifier.allowedTypes is required/],
] as const)
  t.test(
    `a property that ends the client's list is refused in a patch, else stored: ${message}`,
    async (t) => {
      count += 1;
      const id = `urn:li:structuredProperty:types${count}`;
      t.match(await ingest(patchProposal(id, 'propertyDefinition', [operation])), refusal(422, message));
      t.equal(await readAspect(id, 'propertyDefinition'), null);
      const [, member = ''] = operation.path.split('/');
      const value = property({ [member]: member === 'entityTypes' ? [operation.value] : operation.value });
      const stored = await ingest(proposal(id, 'propertyDefinition', value));
      t.match(stored, { status: 200 });
      t.match(warningsIn(stored), [
        new RegExp(
          `clients may fail to read 1 of 1 aspects: propertyDefinition of ${id}: .*${message.source}`,
        ),
      ]);
      t.same(await readAspect(id, 'propertyDefinition'), value);
    },
  );

t.test('every spelling of a type that the client lists is accepted in a patch', async (t) => {
  for (const value of [
    'string',
    'STRING',
    'datahub.number',
    'urn:li:dataType:date',
    'urn:li:dataType:datahub.urn',
  ]) {
    const id = 'urn:li:structuredProperty:spelled';
    const patch = [
      add('/valueType', value),
      add('/entityTypes/dataset', 'dataset'),
      add('/typeQualifier', {}),
    ];
    t.match(await ingest(patchProposal(id, 'propertyDefinition', patch)), { status: 200 }, value);
  }
});

t.test('whole aspects that clients cannot read are stored as sent, with a warning', async (t) => {
  const chart = 'urn:li:chart:(looker,whole)';
  const broken = { title: 7, type: 'PYRAMID', more: [1] };
  const first = `chartInfo of ${chart}: description is required; lastModified is required; title must be a text; it is 7; type is "PYRAMID"; expected one of BAR`;
  const one = await ingest(proposal(chart, 'chartInfo', broken));
  t.match(
    [one.status, warningsIn(one)],
    [200, [new RegExp(`may fail to read 1 of 1 aspects: ${escaped(first)}`)]],
  );
  t.same(await readAspect(chart, 'chartInfo'), broken);

  const columns = [{ fieldPath: 'c', glossaryTerms: { terms: [{ urn: term }] } }];
  const urns = Array.from({ length: 5 }, () => freshDataset());
  const several = await batch([
    ...urns.map((urn) => proposal(urn, 'editableSchemaMetadata', { editableSchemaFieldInfo: columns })),
    proposal(urns[0]!, 'datasetProperties', { description: 'good', customProperties: {} }),
    proposal(urns[0]!, 'datasetProfile', { timestampMillis: 1_700_000_000_000, rowCount: 1.5 }),
  ]);
  t.match(several.status, 200);
  const [text = '', ...others] = warningsIn(several);
  t.match(
    text,
    /clients may fail to read 6 of 7 aspects: editableSchemaMetadata of .*auditStamp is required.*; and 3 more$/,
  );
  t.same(others, []);

  const snapshot = {
    'com.linkedin.metadata.snapshot.ChartSnapshot': {
      urn: chart,
      aspects: [{ 'com.linkedin.chart.ChartInfo': broken }],
    },
  };
  t.match(warningsIn(await writer.post('/entities?action=ingest', { entity: { value: snapshot } })), [
    /1 of 1/,
  ]);
  const openapi = [{ urn: chart, chartInfo: { value: broken } }];
  t.match(warningsIn(await writer.post('/openapi/v3/entity/chart?async=false', openapi)), [/1 of 1/]);
});

t.test('no warning for what clients can read, what is refused, or what the batch repairs', async (t) => {
  const chart = 'urn:li:chart:(looker,repaired)';
  const good = { title: '', description: '', lastModified: stamps, unknown: 1, chartUrl: null };
  t.same(warningsIn(await ingest(proposal(chart, 'chartInfo', good))), []);
  t.same(warningsIn(await writer.post(ingestUrl, { proposal: proposal(chart, 'chartInfo', []) })), []);
  const repairing = await batch([
    proposal(chart, 'chartInfo', { title: 'a' }),
    patchProposal(chart, 'chartInfo', [remove('/nothing')]),
    proposal(chart, 'status', { removed: 1 }),
  ]);
  t.same([repairing.status, warningsIn(repairing)], [422, []]);
  const repaired = await batch([
    proposal(chart, 'chartInfo', { title: 'a' }),
    patchProposal(chart, 'chartInfo', [remove('/nothing')]),
  ]);
  t.same([repaired.status, warningsIn(repaired)], [200, []]);
  t.same((await readAspect(chart, 'chartInfo')).lastModified, stamps);
});

t.test('the record of each default exists, and the default fits it', async (t) => {
  const records = new Map(aspectNames.map((name) => [findModel(name)!.name, findModel(name)!]));
  for (const [name, fields] of Object.entries(patchDefaults)) {
    const model = records.get(name);
    t.ok(model, name);
    for (const field of Object.keys(fields)) t.ok(model?.fields.has(field), `${name}.${field}`);
  }
});
