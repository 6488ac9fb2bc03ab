import t from 'tap';
import { aspectNames, findModel } from '../../../src/datahub/aspects/models.js';
import { patchDefaults } from '../../../src/datahub/patch-defaults.js';
import { add, aspectCatalog, freshDataset, patchProposal, proposal, refusal } from '../../support/aspects.js';

const { ingest, batch, put, readAspect } = await aspectCatalog(t);
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

for (const [urn, aspect, operation, message] of [
  [
    'urn:li:dataJob:(urn:li:dataFlow:(a,b,PROD),c)',
    'dataJobInfo',
    add('/customProperties/a', 'b'),
    /name is required; type is required/,
  ],
  ['urn:li:dataFlow:(a,b,PROD)', 'dataFlowInfo', add('/description', 'd'), /name is required/],
  ['urn:li:chart:(looker,b)', 'chartInfo', add('/title', 7), /title must be a text; it is 7/],
  ['urn:li:chart:(looker,b)', 'chartInfo', add('/type', 'PYRAMID'), /type is "PYRAMID"; expected one of BAR/],
  [
    'urn:li:chart:(looker,b)',
    'chartInfo',
    add('/lastRefreshed', 1.5),
    /lastRefreshed must be a whole number; it is 1.5/,
  ],
  [
    'urn:li:chart:(looker,b)',
    'chartInfo',
    add('/customProperties/a', []),
    /customProperties.a must be a text; it is a list/,
  ],
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

t.test('the record of each default exists, and the default fits it', async (t) => {
  const records = new Map(aspectNames.map((name) => [findModel(name)!.name, findModel(name)!]));
  for (const [name, fields] of Object.entries(patchDefaults)) {
    const model = records.get(name);
    t.ok(model, name);
    for (const field of Object.keys(fields)) t.ok(model?.fields.has(field), `${name}.${field}`);
  }
});
