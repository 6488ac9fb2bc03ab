import t from 'tap';
import type { AspectUpsert } from '../../../src/aspects/aspect.js';
import { addReferences, type Reference } from '../../../src/aspects/references/references.js';
import { migrate } from '../../../src/db/migrations/migrate.js';
import { parseLossless } from '../../../src/json/lossless-json-parser.js';
import { finish } from '../../../src/scheduling/steps.js';
import { databases, folderBefore } from '../../support/migrations.js';

const own = '20261122020000_references';
const others = ['20261122035000_run_references', '20261124010000_dashboard_references'];
const dataset = 'urn:li:dataset:(urn:li:dataPlatform:hive,a,PROD)';
const user = 'urn:li:corpuser:u';
const term = 'urn:li:glossaryTerm:t';
const tag = 'urn:li:tag:t';
const column = (name: string) => `urn:li:schemaField:(${dataset},${name})`;
const edges = [{ destinationUrn: dataset }];
const schemaFields = [
  { fieldPath: 'a', globalTags: { tags: [{ tag }, { tag }] }, glossaryTerms: { terms: [{ urn: term }] } },
  { fieldPath: 'b', globalTags: { tags: [{ tag }] } },
  { fieldPath: 'c', globalTags: null, glossaryTerms: { terms: {} } },
];
const editedFields = [{ fieldPath: 'a', glossaryTerms: { terms: [{ urn: term }, 1] } }];

/** One aspect of an entity each, as JSON texts. */
const aspects: [name: string, text: string][] = (
  [
    ['chartInfo', { inputs: [dataset, { string: column('a') }, { other: user }], inputEdges: edges }],
    ['container', { container: 'urn:li:container:c' }],
    [
      'dashboardInfo',
      {
        ...{
          charts: ['urn:li:chart:(looker,a)'],
          chartEdges: [{ destinationUrn: 'urn:li:chart:(looker,b)' }],
        },
        ...{ datasets: [dataset], datasetEdges: [{ destinationUrn: column('b') }] },
      },
    ],
    ['corpUserInfo', { active: true, managerUrn: user }],
    [
      'dataJobInputOutput',
      {
        ...{ inputDatasets: [dataset], outputDatasets: [], inputDatasetEdges: edges },
        ...{
          outputDatasetEdges: edges,
          inputDatasetFields: [column('a')],
          outputDatasetFields: [column('b')],
        },
        ...{
          inputDatajobs: ['urn:li:dataJob:(urn:li:dataFlow:(airflow,f,PROD),j)'],
          inputDatajobEdges: edges,
        },
      },
    ],
    [
      'dataPlatformInstance',
      {
        platform: 'urn:li:dataPlatform:hive',
        instance: 'urn:li:dataPlatformInstance:(urn:li:dataPlatform:hive,i)',
      },
    ],
    ['dataProductProperties', { assets: edges, parentDataProduct: 'urn:li:dataProduct:p' }],
    [
      'dataProcessInstanceRelationships',
      {
        parentTemplate: 'urn:li:dataJob:(urn:li:dataFlow:(airflow,f,PROD),j)',
        parentInstance: 'urn:li:dataProcessInstance:p',
        upstreamInstances: ['urn:li:dataProcessInstance:p', 'urn:li:dataProcessInstance:q'],
      },
    ],
    ['domainProperties', { parentDomain: 'urn:li:domain:d' }],
    ['domains', { domains: ['urn:li:domain:d', 'urn:li:domain:d'] }],
    ['glossaryNodeInfo', { parentNode: 'urn:li:glossaryNode:n' }],
    ['glossaryTermInfo', { parentNode: 'urn:li:glossaryNode:n' }],
    ['glossaryTerms', { terms: [{ urn: term }, { urn: 1 }, {}, term, [term]] }],
    ['groupMembership', { groups: ['urn:li:corpGroup:g'] }],
    ['nativeGroupMembership', { nativeGroups: ['urn:li:corpGroup:g'] }],
    [
      'ownership',
      { owners: [{ owner: user, typeUrn: 'urn:li:ownershipType:o' }, { owner: 'urn:li:corpuser:é' }] },
    ],
    ['siblings', { siblings: [dataset, ['x'], { y: 1 }, null, true] }],
    [
      'upstreamLineage',
      {
        upstreams: [{ dataset }],
        fineGrainedLineages: [
          { upstreams: [column('a'), column('b')], downstreams: [column('c')] },
          { upstreams: [column('a')], downstreams: [column('c'), column('d')] },
          { upstreams: [column('a')], downstreams: 'x' },
          { upstreams: 'x' },
          null,
        ],
      },
    ],
    ['schemaMetadata', { fields: schemaFields }],
    ['editableSchemaMetadata', { editableSchemaFieldInfo: editedFields }],
    ['status', { removed: true, owner: user }],
  ] as [string, object][]
).map(([name, value]) => [name, JSON.stringify(value)]);

/** What these aspects can hold without being refused: any shape, numbers that no type takes, and no URNs. */
const hostile: typeof aspects = [
  ['ownership', '{"owners":{"owner":"urn:li:corpuser:u"}}'],
  ['domains', '{"domains":"urn:li:domain:d","x":1e999999}'],
  [
    'siblings',
    `{"siblings":["no urn","urn:li:","urn:li:corpuser:${'x'.repeat(513)}","urn:li:tag:a\\nb",1e999999]}`,
  ],
  ['glossaryTerms', '{"terms":null}'],
  ['upstreamLineage', '{"upstreams":[[]],"fineGrainedLineages":{"upstreams":[]}}'],
  ['container', '{"container":{"container":"urn:li:container:c"}}'],
  ['groupMembership', '{}'],
  ['chartInfo', '{"inputs":[{"string":["urn:li:tag:t"]},[1e999999],{}],"inputEdges":"urn:li:tag:t"}'],
  ['dashboardInfo', '{"charts":{"string":"urn:li:tag:t"},"datasetEdges":["urn:li:tag:t"]}'],
  [
    'dataProcessInstanceRelationships',
    '{"parentTemplate":["urn:li:tag:t"],"parentInstance":1e999999,"upstreamInstances":{"x":"urn:li:tag:t"}}',
  ],
];

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;
const sortedTexts = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).sort();

/** What the service writes for these aspects. */
function written(source: string, named: typeof aspects) {
  const references: Reference[] = [];
  for (const [name, text] of named) {
    const value = parseLossless(text) as AspectUpsert['value'];
    finish(addReferences({ urn: source, name, value }, [], references));
  }
  return references.map(({ position: _, stamps: __, ...row }) => row);
}

for (const [database, open] of Object.entries(databases)) {
  t.test(`${database}: the references of stored aspects are those that writing them gives`, async (t) => {
    const { target, run } = await open(t);
    await migrate(target, await folderBefore(t.testdir(), own));
    const [one, other] = ['urn:li:x:one', 'urn:li:x:other'];
    for (const [urn, named] of [
      [one, aspects],
      [other, hostile],
    ] as const) {
      await run(`INSERT INTO entities VALUES ('${urn}', 'x', 0, 'x')`);
      for (const [name, text] of named) {
        const body = ['schemaMetadata', 'editableSchemaMetadata'].includes(name) ? '{}' : text;
        await run(
          `INSERT INTO aspects (urn, name, body, created_at, created_by, updated_at, updated_by)
           VALUES ('${urn}', '${name}', ${literal(body)}, 0, 'x', 0, 'x')`,
        );
      }
    }
    for (const [position, field] of schemaFields.entries()) {
      await run(
        `INSERT INTO schema_fields (dataset_urn, field_path, position, simple_path, type, native_data_type, nullable, body)
         VALUES ('${one}', '${field.fieldPath}', ${position}, 'x', 'x', 'x', true, ${literal(JSON.stringify(field))})`,
      );
    }
    for (const { fieldPath, ...body } of editedFields) {
      await run(
        `INSERT INTO editable_schema_fields (dataset_urn, field_path, body)
         VALUES ('${one}', '${fieldPath}', ${literal(JSON.stringify(body))})`,
      );
    }
    const { applied } = await migrate(target);
    t.ok([own, ...others].every((name) => applied.includes(name)));
    const rows = await target.query<Omit<Reference, 'position'>>(
      `SELECT source, aspect, relationship, target, field_path AS "fieldPath" FROM entity_references`,
    );
    const expected = [...written(one, aspects), ...written(other, hostile)];
    t.ok(expected.length > 30, `${expected.length} references`);
    t.strictSame(sortedTexts(rows), sortedTexts(expected));
    t.strictSame(
      rows.filter(({ source }) => source === other),
      [],
      'none of a hostile shape',
    );
    const positions = await target.query<{ aspect: string; dense: boolean }>(
      'SELECT aspect, max(position) + 1 = count(*) AS dense FROM entity_references GROUP BY source, aspect',
    );
    t.strictSame(
      positions.filter(({ dense }) => !dense),
      [],
    );
  });
}
