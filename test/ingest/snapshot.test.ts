import t from 'tap';
import { findAspectName, getRecordName } from '../../src/ingest/record-name.js';
import { proposalsOfSnapshot } from '../../src/ingest/snapshot.js';
import { finish } from '../../src/scheduling/steps.js';

/** The snapshots of DataHub's MetadataChangeEvent, each with the URN of an entity and the record of its key. */
const snapshots: [name: string, urn: string, key: string, aspect: string][] = [
  ['Chart', 'urn:li:chart:(looker,1)', 'ChartKey', 'chartKey'],
  ['CorpGroup', 'urn:li:corpGroup:g', 'CorpGroupKey', 'corpGroupKey'],
  ['CorpUser', 'urn:li:corpuser:u', 'CorpUserKey', 'corpUserKey'],
  ['Dashboard', 'urn:li:dashboard:(looker,1)', 'DashboardKey', 'dashboardKey'],
  ['DataFlow', 'urn:li:dataFlow:(airflow,f,PROD)', 'DataFlowKey', 'dataFlowKey'],
  ['DataJob', 'urn:li:dataJob:(urn:li:dataFlow:(airflow,f,PROD),j)', 'DataJobKey', 'dataJobKey'],
  ['Dataset', 'urn:li:dataset:(urn:li:dataPlatform:hive,d,PROD)', 'DatasetKey', 'datasetKey'],
  ['DataProcess', 'urn:li:dataProcess:(p,airflow,PROD)', 'DataProcessKey', 'dataProcessKey'],
  ['DataPlatform', 'urn:li:dataPlatform:hive', 'DataPlatformKey', 'dataPlatformKey'],
  ['MLModel', 'urn:li:mlModel:(urn:li:dataPlatform:mlflow,m,PROD)', 'MLModelKey', 'mlModelKey'],
  ['MLPrimaryKey', 'urn:li:mlPrimaryKey:(n,k)', 'MLPrimaryKeyKey', 'mlPrimaryKeyKey'],
  ['MLFeature', 'urn:li:mlFeature:(n,f)', 'MLFeatureKey', 'mlFeatureKey'],
  ['MLFeatureTable', 'urn:li:mlFeatureTable:(p,t)', 'MLFeatureTableKey', 'mlFeatureTableKey'],
  [
    'MLModelDeployment',
    'urn:li:mlModelDeployment:(p,d,PROD)',
    'MLModelDeploymentKey',
    'mlModelDeploymentKey',
  ],
  ['MLModelGroup', 'urn:li:mlModelGroup:(p,g,PROD)', 'MLModelGroupKey', 'mlModelGroupKey'],
  ['Tag', 'urn:li:tag:t', 'TagKey', 'tagKey'],
  ['GlossaryTerm', 'urn:li:glossaryTerm:t', 'GlossaryTermKey', 'glossaryTermKey'],
  ['GlossaryNode', 'urn:li:glossaryNode:n', 'GlossaryNodeKey', 'glossaryNodeKey'],
  ['DataHubPolicy', 'urn:li:dataHubPolicy:p', 'DataHubPolicyKey', 'dataHubPolicyKey'],
  ['SchemaField', 'urn:li:schemaField:(urn:li:tag:x,a)', 'SchemaFieldKey', 'schemaFieldKey'],
  ['DataHubRetention', 'urn:li:dataHubRetention:r', 'DataHubRetentionKey', 'dataHubRetentionKey'],
];

const toProposals = (name: string, urn: string, aspects: unknown[], systemMetadata?: unknown) =>
  finish(
    proposalsOfSnapshot(
      { [`com.linkedin.metadata.snapshot.${name}Snapshot`]: { urn, aspects } },
      systemMetadata,
    ),
  );

t.test('each snapshot of DataHub is known, with the record of its key', async (t) => {
  for (const [name, urn, key, aspectName] of snapshots) {
    const record = { [`com.linkedin.metadata.key.${key}`]: { x: 1 } };
    const [proposal, ...others] = toProposals(name, urn, [record], { runId: 'r' });
    t.same(others, []);
    t.same(proposal, {
      entityUrn: urn,
      entityType: urn.split(':')[2],
      changeType: 'UPSERT',
      systemMetadata: '{"runId":"r"}',
      aspectName,
      aspect: { contentType: 'application/json', value: '{"x":1}' },
    });
  }
});

t.test('a snapshot without aspects is its key', async (t) => {
  const urn = 'urn:li:mlPrimaryKey:(n,k)';
  t.match(toProposals('MLPrimaryKey', urn, []), [
    { aspectName: 'mlPrimaryKeyKey', aspect: { value: '{"featureNamespace":"n","name":"k"}' } },
  ]);
});

t.test('the record of an aspect leads back to the aspect', async (t) => {
  for (const aspect of [
    'globalTags',
    'mlModelMetrics',
    'mlModelProperties',
    'cost',
    'datasetUpstreamLineage',
  ]) {
    t.equal(findAspectName(getRecordName(aspect)), aspect);
  }
  for (const record of ['globalTags', 'com.linkedin.common.globalTags', 'constructor', '']) {
    t.equal(findAspectName(record), undefined, record);
  }
});
