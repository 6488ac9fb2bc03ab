import { add, deletion, encoded, proposal } from '../support/aspects.js';
import type { Operations, Subject } from './operation.js';
import { groupEvents, statusEvents, userEvents } from './users.js';

const edit = ['EDIT_ENTITY'] as const;
const editStatus = ['EDIT_ENTITY_STATUS', 'EDIT_ENTITY'] as const;
const remove = ['DELETE_ENTITY', 'EDIT_ENTITY'] as const;
const people = ['MANAGE_USERS_AND_GROUPS'] as const;

const accessEvents = [
  ...['CreateUserEvent', 'CreateGroupEvent', 'UpdateGroupEvent', 'AddGroupMemberEvent'],
  ...['RemoveGroupMemberEvent', 'CreatePolicyEvent', 'UpdatePolicyEvent', 'DeletePolicyEvent'],
  ...statusEvents,
] as const;
const entityEvents = [
  ...['DeleteEntityEvent', 'DeletePolicyEvent'],
  ...[...userEvents, ...groupEvents],
] as const;
const deletionEvents = [...entityEvents, 'DeleteTimeseriesEvent'] as const;
const proposalEvents = ['DeleteAspectEvent', ...accessEvents, ...deletionEvents] as const;

const properties = { name: 'orders', description: 'One row for each order.' };
const snapshot = ({ dataset: urn }: Subject) => ({
  value: {
    'com.linkedin.metadata.snapshot.DatasetSnapshot': {
      urn,
      aspects: [{ 'com.linkedin.dataset.DatasetProperties': properties }],
    },
  },
});
const time = 1_735_689_600_000;
const profile = { timestampMillis: time, rowCount: 1_200, columnCount: 8 };
const operation = { timestampMillis: time, operationType: 'INSERT', lastUpdatedTimestamp: time };
const usage = {
  ...{ uniqueUserCount: 1, totalSqlQueries: 3, topSqlQueries: ['select count(*) from orders'] },
  ...{ users: [{ user: 'urn:li:corpuser:ann', count: 3 }], fields: [{ fieldName: 'id', count: 3 }] },
};
const ofDataset = ({ dataset: urn }: Subject) => ({ urn });
const async = () => '/openapi/v3/entity/dataset?async=false';
const aspectOf = ({ dataset }: Subject) => `/openapi/v3/entity/dataset/${encoded(dataset)}/datasetProperties`;
const one = 'POST /aspects?action=ingestProposal';

const eventTime = '2025-01-01T00:00:00.000Z';
const producer = 'https://github.com/apache/airflow/tree/providers-openlineage/2.0.0';
const runEvent = () => ({
  ...{ eventType: 'COMPLETE', eventTime, producer },
  run: { runId: '01936893-9751-7b10-a4a7-cd7454722d0f' },
  job: { namespace: 'warehouse', name: 'nightly.load_orders' },
  inputs: [{ namespace: 's3://landing', name: 'orders' }],
  outputs: [{ namespace: 'hive', name: 'orders' }],
});
const datasetEvent = ({ dataset }: Subject) => {
  const [namespace = '', name = dataset] = dataset.replace(/^.*:dataPlatform:/, '').split(',');
  const schema = { fields: [{ name: 'id', type: 'BIGINT' }] };
  return { eventTime, producer, dataset: { namespace, name, facets: { schema } } };
};

export const aspects: Operations = {
  [one]: {
    body: ({ dataset }) => ({ proposal: proposal(dataset, 'datasetProperties', properties) }),
    privileges: edit,
    events: proposalEvents,
  },
  [`${one} (a status)`]: {
    body: ({ dataset }) => ({ proposal: proposal(dataset, 'status', { removed: false }) }),
    privileges: editStatus,
  },
  [`${one} (an event)`]: {
    body: ({ dataset }) => ({ proposal: proposal(dataset, 'operation', operation) }),
    privileges: edit,
  },
  [`${one} (a group)`]: {
    body: ({ group }) => ({ proposal: proposal(group, 'corpGroupInfo', { displayName: 'y' }) }),
    privileges: people,
  },
  [`${one} (a deletion)`]: {
    body: ({ dataset }) => ({ proposal: deletion(dataset, 'datasetKey') }),
    privileges: remove,
  },
  'POST /aspects?action=ingestProposalBatch': {
    body: ({ dataset, tag }) => ({
      proposals: [
        proposal(dataset, 'globalTags', { tags: [{ tag }] }),
        proposal(dataset, 'datasetProfile', profile),
      ],
    }),
    privileges: edit,
    events: proposalEvents,
  },
  'POST /aspects?action=getTimeseriesAspectValues': {
    body: (on) => ({ ...ofDataset(on), entity: 'dataset', aspect: 'datasetProfile' }),
  },
  'POST /aspects?action=getCount': { body: () => ({ aspect: 'datasetProperties' }) },
  'GET /aspects/*': { url: ({ dataset }) => `/aspects/${encoded(dataset)}?aspect=datasetProperties` },
  'GET /aspects/* (a secret)': {
    url: ({ secret }) => `/aspects/${encoded(secret)}?aspect=dataHubSecretValue`,
    privileges: ['MANAGE_SECRETS'],
  },
  'GET /entitiesV2/*': {},
  'GET /entitiesV2/* (a policy)': {
    url: ({ policy }) => `/entitiesV2/${encoded(policy)}`,
    privileges: ['MANAGE_POLICIES'],
  },
  'GET /entitiesV2': { url: ({ dataset }) => `/entitiesV2?ids=List(${encoded(dataset)})` },
  'GET /entities/*': {},
  'POST /entities?action=listUrns': { body: () => ({ entity: 'dataset' }) },
  'POST /entities?action=delete': { body: ofDataset, privileges: remove, events: deletionEvents },
  'POST /entities?action=delete (events)': {
    body: (on) => ({ ...ofDataset(on), aspectName: 'operation' }),
    privileges: remove,
  },
  'POST /entities?action=deleteReferences': {
    body: ofDataset,
    privileges: remove,
    events: ['DeleteReferencesEvent', 'RemoveGroupMemberEvent'],
  },
  'POST /entities?action=deleteReferences (a tag)': {
    body: ({ tag: urn }) => ({ urn, dryRun: true }),
    privileges: ['MANAGE_TAGS', ...remove],
  },
  'POST /entities?action=ingest': {
    body: (on) => ({ entity: snapshot(on) }),
    privileges: edit,
    events: proposalEvents,
  },
  'POST /entities?action=batchIngest': {
    body: (on) => ({ entities: [snapshot(on)] }),
    privileges: edit,
    events: proposalEvents,
  },
  'POST /usageStats?action=batchIngest': {
    body: ({ dataset: resource }) => ({
      buckets: [{ bucket: time, duration: 'DAY', resource, metrics: usage }],
    }),
    privileges: edit,
  },
  'GET /openapi/relationships/v1': {
    url: ({ tag }) => `/openapi/relationships/v1?urn=${tag}&direction=INCOMING&relationshipTypes=TaggedWith`,
  },
  'GET /relationships': {
    url: ({ tag }) => `/relationships?urn=${tag}&direction=INCOMING&types=List(TaggedWith)`,
  },
  'POST /openapi/v3/lineage/scroll': { body: ({ dataset }) => ({ urns: [dataset] }) },
  'POST /openapi/v3/relationship/scroll': {
    body: ({ tag }) => ({
      destinationFilter: { and: [{ criteria: [{ field: 'urn', values: [tag], condition: 'EQUAL' }] }] },
    }),
  },
  'GET /openapi/v1/registry/models/entity/specifications': {
    url: () => '/openapi/v1/registry/models/entity/specifications?count=1',
  },
  'GET /openapi/v2/entity/dataHubExecutionRequest': {},
  'POST /openapi/v2/entity/batch/:type': {
    body: ({ dataset }) => ({ urns: [dataset], aspectNames: ['globalTags'] }),
  },
  'POST /openapi/v3/entity/scroll': { body: () => ({ entities: ['dataset'] }) },
  'GET /openapi/v3/entity/:type': { url: () => '/openapi/v3/entity/dataset?query=*' },
  'GET /openapi/v3/entity/:type/*': {},
  'POST /openapi/v3/entity/:type/batchGet': { body: (on) => [ofDataset(on)] },
  'POST /openapi/v3/entity/:type': {
    url: async,
    body: ({ dataset }) => [{ urn: dataset, datasetProperties: { value: properties } }],
    privileges: edit,
    events: proposalEvents,
  },
  'PATCH /openapi/v3/entity/:type': {
    url: async,
    body: ({ dataset }) => [
      {
        urn: dataset,
        datasetProperties: { value: { patch: [add('/description', 'One row for each order.')] } },
      },
    ],
    privileges: edit,
    events: proposalEvents,
  },
  'POST /openapi/v3/entity/:type/*': {
    url: (on) => `${aspectOf(on)}?createIfNotExists=false`,
    body: () => ({ value: properties }),
    privileges: edit,
    events: proposalEvents,
  },
  'PATCH /openapi/v3/entity/:type/*': {
    url: aspectOf,
    body: () => ({ patch: [add('/description', 'One row for each order.')] }),
    privileges: edit,
    events: proposalEvents,
  },
  'DELETE /openapi/v3/entity/:type/* (one aspect)': {
    url: aspectOf,
    privileges: edit,
    events: ['DeleteAspectEvent'],
  },
  'DELETE /openapi/v3/entity/:type/*': { privileges: remove, events: entityEvents },
  'POST /openapi/openlineage/api/v1/lineage': { body: runEvent, privileges: edit, isOfOthers: true },
  'POST /openapi/openlineage/api/v1/lineage (a dataset)': { body: datasetEvent, privileges: edit },
};
