import t, { type Test } from 'tap';
import { changeMetadata } from '../../../src/aspects/change-metadata.js';
import { upsertAspects } from '../../../src/aspects/write.js';
import { type Privilege, privileges } from '../../../src/datahub/privileges.js';
import { chartUrn } from '../../support/assets.js';
import { type Answer, type Caller, testCatalog } from '../../support/catalog.js';
import { aspect } from '../../support/metadata.js';
import { createToken, listTokens, readError, revokeToken, toId, tokenMetadata } from '../tokens/api.js';

const missing = 'urn:li:dataset:(urn:li:dataPlatform:hive,missing,PROD)';
const hive = 'urn:li:dataset:(urn:li:dataPlatform:hive,fct_users_created,PROD)';
const container = 'urn:li:container:datahub_schema';
const legacy = 'urn:li:tag:Legacy';
const secret = 'urn:li:dataHubSecret:s';
const column = { subResourceType: 'DATASET_FIELD', subResource: 'user_id' };

const own = ['createOwn', 'listOwn', 'revokeOwn', 'metadataOwn'];
const others = ['createOther', 'listAll', 'revokeOther', 'metadataOther'];
const entityTags = [
  'addTag',
  'addTags',
  'removeTag',
  'batchAddTags',
  'batchRemoveTags',
  'addToContainer',
  'addToChart',
];
const descriptions = ['describe', 'describeContainer'];
const deletes = [
  ...['deleteTag', 'delete', 'deleteByKey', 'deleteEvents', 'deleteReferences', 'deleteTagReferences'],
];
const status = ['setStatus', 'updateSoftDeleted'];
const columnTags = ['addToColumn', 'removeFromColumn', 'batchToColumn'];

/** The operations that each privilege allows by itself. It allows no other operation of the table. */
const allows: Record<Privilege | 'none', string[]> = {
  none: [],
  GENERATE_PERSONAL_ACCESS_TOKENS: own,
  MANAGE_ACCESS_TOKENS: [...own, ...others],
  CREATE_TAGS: ['createTag'],
  MANAGE_TAGS: ['createTag', 'updateTag', 'setTagColor', 'deleteTag', 'restoreTag', 'deleteTagReferences'],
  EDIT_ENTITY_TAGS: entityTags,
  EDIT_DATASET_COL_TAGS: columnTags,
  EDIT_ENTITY: [
    ...[...entityTags, ...columnTags, ...descriptions, 'describeColumn', 'moveColumnEdits', 'ingest'],
    ...[...deletes, ...status],
  ],
  DELETE_ENTITY: deletes,
  EDIT_ENTITY_STATUS: status,
  EDIT_ENTITY_DOCS: descriptions,
  EDIT_DATASET_COL_DESCRIPTION: ['describeColumn'],
  GET_TIMESERIES_INDEX_SIZES_PRIVILEGE: ['getIndexSizes', 'timeseriesIndexes'],
  TRUNCATE_TIMESERIES_INDEX_PRIVILEGE: ['truncate', 'truncateByGraphql', 'cancelTruncation'],
  GET_ES_TASK_STATUS_PRIVILEGE: ['getEsTaskStatus', 'truncationTask', 'truncationTasks'],
  MANAGE_POLICIES: [],
  MANAGE_USERS_AND_GROUPS: [],
  MANAGE_SERVICE_ACCOUNTS: [],
  GET_AUDIT_EVENTS: ['auditEvents', 'auditSearch'],
  GET_PLATFORM_EVENTS: ['pollEvents'],
  MANAGE_WEBHOOKS: ['listWebhooks'],
  MANAGE_SECRETS: ['readSecret'],
};

type Try = (caller: Caller) => Promise<Answer>;

async function open(t: Test) {
  const { db, services, user } = await testCatalog(t, { sample: true });
  await changeMetadata(db, (tx) =>
    upsertAspects(
      tx,
      [
        aspect(chartUrn, 'status', {}),
        { urn: secret, entityType: 'dataHubSecret', name: 'dataHubSecretValue', value: {} },
      ],
      {
        time: 1,
        actor: 'urn:li:corpuser:a',
      },
    ),
  );
  const { id: task } = await db.prisma.truncationTask.create({
    data: { indexName: 'i', endTimeMillis: 0, batchSize: 1, createdAt: 0, createdBy: 'x', state: 'FAILED' },
  });
  const ended = `catalog:${task}`;
  const victim = await user('victim');
  const keeper = await user('keeper', ['MANAGE_TAGS']);
  const issue = async (actorUrn: string) =>
    (await services.tokens.issue({ actorUrn, duration: 'ONE_HOUR', name: 'to be revoked' })).text;

  const mutate = (field: string, type: string, input: object) => (caller: Caller) =>
    caller.graphql(`mutation m($input: ${type}!) { ${field}(input: $input) }`, { input });
  const one = (field: string, place: object) =>
    mutate(field, 'TagAssociationInput', { tagUrn: legacy, resourceUrn: hive, ...place });
  const batch = (field: string, type: string, place: object) =>
    mutate(field, type, { tagUrns: [legacy], resources: [{ resourceUrn: hive, ...place }] });
  const describe = (place: object) =>
    mutate('updateDescription', 'DescriptionUpdateInput', { description: 'd', resourceUrn: hive, ...place });
  const createTag = (id: string) => mutate('createTag', 'CreateTagInput', { id, name: id });

  const tries: Record<string, Try> = {
    createOwn: (caller) => createToken(caller, { actorUrn: caller.urn }),
    listOwn: (caller) => listTokens(caller, { filters: [{ field: 'actorUrn', value: caller.urn }] }),
    revokeOwn: async (caller) => revokeToken(caller, toId(await issue(caller.urn))),
    metadataOwn: (caller) => tokenMetadata(caller, caller.token),
    createOther: (caller) => createToken(caller, { actorUrn: victim.urn }),
    listAll: (caller) => listTokens(caller),
    revokeOther: async (caller) => revokeToken(caller, toId(await issue(victim.urn))),
    metadataOther: (caller) => tokenMetadata(caller, victim.token),

    auditEvents: (caller) => caller.graphql('{ auditEvents(input: {}) { total } }'),
    listWebhooks: (caller) => caller.graphql('{ listWebhooks { total } }'),
    auditSearch: (caller) => caller.post('/openapi/v1/events/audit/search', {}),
    readSecret: (caller) => caller.get(`/aspects/${secret}?aspect=dataHubSecretValue`),
    pollEvents: (caller) => caller.get('/openapi/v1/events/poll?topic=PlatformEvent_v1'),

    createTag: (caller) => createTag(`by-${caller.urn.slice('urn:li:corpuser:'.length)}`)(caller),
    updateTag: (caller) =>
      caller.graphql(
        `mutation { updateTag(urn: "${legacy}", input: {urn: "${legacy}", name: "L"}) { urn } }`,
      ),
    setTagColor: (caller) =>
      caller.graphql(`mutation { setTagColor(urn: "${legacy}", colorHex: "#aabbcc") }`),
    deleteTag: async (caller) => {
      await createTag('doomed')(keeper);
      return caller.graphql('mutation { deleteTag(urn: "urn:li:tag:doomed") }');
    },
    restoreTag: async (caller) => {
      const [urn, id] = ['urn:li:tag:restored', 'restored'];
      await createTag(id)(keeper);
      await keeper.graphql(`mutation { deleteTag(urn: "${urn}") }`);
      return caller.graphql(`mutation { restoreTag(urn: "${urn}") }`);
    },

    addTag: one('addTag', {}),
    addTags: mutate('addTags', 'AddTagsInput', { tagUrns: [legacy], resourceUrn: hive }),
    addToContainer: one('addTag', { resourceUrn: container }),
    addToChart: one('addTag', { resourceUrn: chartUrn }),
    batchAddTags: batch('batchAddTags', 'BatchAddTagsInput', {}),
    removeTag: one('removeTag', {}),
    batchRemoveTags: batch('batchRemoveTags', 'BatchRemoveTagsInput', {}),
    addToColumn: one('addTag', column),
    batchToColumn: batch('batchAddTags', 'BatchAddTagsInput', column),
    removeFromColumn: one('removeTag', column),

    describe: describe({}),
    describeContainer: describe({ resourceUrn: container }),
    describeColumn: describe(column),
    moveColumnEdits: (caller) =>
      caller.graphql(
        'mutation ($input: MoveColumnEditsInput!) { moveColumnEdits(input: $input) { moved { from } } }',
        { input: { urn: hive } },
      ),

    ingest: (caller) =>
      caller.post('/aspects?action=ingestProposal', {
        proposal: {
          entityType: 'dataset',
          entityUrn: hive,
          changeType: 'UPSERT',
          aspectName: 'domains',
          aspect: { contentType: 'application/json', value: '{"domains":[]}' },
        },
      }),
    setStatus: (caller) =>
      caller.post('/aspects?action=ingestProposal', {
        proposal: {
          entityType: 'dataset',
          entityUrn: hive,
          changeType: 'UPSERT',
          aspectName: 'status',
          aspect: { contentType: 'application/json', value: '{"removed":false}' },
        },
      }),
    updateSoftDeleted: mutate('batchUpdateSoftDeleted', 'BatchUpdateSoftDeletedInput', {
      urns: [hive, container],
      deleted: false,
    }),
    delete: (caller) => caller.post('/entities?action=delete', { urn: missing }),
    deleteEvents: (caller) => caller.post('/entities?action=delete', { urn: hive, aspectName: 'operation' }),
    deleteByKey: (caller) =>
      caller.post('/aspects?action=ingestProposal', {
        proposal: { entityUrn: missing, changeType: 'DELETE', aspectName: 'datasetKey' },
      }),
    deleteReferences: (caller) => caller.post('/entities?action=deleteReferences', { urn: missing }),
    deleteTagReferences: (caller) =>
      caller.post('/entities?action=deleteReferences', { urn: legacy, dryRun: true }),
    truncate: (caller) =>
      caller.post('/gms/operations?action=truncateTimeseriesAspect', {
        entityType: 'dataset',
        aspect: 'operation',
        endTimeMillis: 0,
      }),
    getIndexSizes: (caller) => caller.post('/gms/operations?action=getIndexSizes'),
    timeseriesIndexes: (caller) => caller.graphql('{ timeseriesIndexes { name } }'),
    truncateByGraphql: (caller) =>
      caller.graphql(
        'mutation { truncateTimeseriesAspect(input: {entityType: "dataset", aspect: "operation", endTimeMillis: 0}) { message } }',
      ),
    cancelTruncation: (caller) => caller.graphql(`mutation { cancelTruncation(id: "${ended}") }`),
    getEsTaskStatus: (caller) => caller.post('/gms/operations?action=getEsTaskStatus', { task: ended }),
    truncationTask: (caller) => caller.graphql(`{ truncationTask(id: "${ended}") { state } }`),
    truncationTasks: (caller) => caller.graphql('{ truncationTasks { state } }'),
  };
  return { user, tries };
}

/** Whether a request was served or refused for a missing privilege, or any other error. */
function outcome(answer: Answer): string {
  if (answer.status === 403) return 'refused';
  if (answer.status !== 200) return JSON.stringify(answer.body);
  const error = readError(answer);
  if (error === null) return 'served';
  return error.type === 'UNAUTHORIZED' && error.code === 403 ? 'refused' : JSON.stringify(answer.body);
}

t.test('a privilege allows its own operations only', async (t) => {
  const { user, tries } = await open(t);
  t.strictSame(Object.keys(allows).sort(), ['none', ...Object.keys(privileges)].sort(), 'all are tried');
  for (const [privilege, allowed] of Object.entries(allows)) {
    t.test(`${privilege}: ${allowed.join(', ') || 'nothing of this'}`, async (t) => {
      const caller = await user(`only-${privilege}`, privilege === 'none' ? [] : [privilege as Privilege]);
      for (const [name, attempt] of Object.entries(tries)) {
        t.equal(outcome(await attempt(caller)), allowed.includes(name) ? 'served' : 'refused', name);
      }
    });
  }
});

t.test('reads need an active user and no privilege', async (t) => {
  const { user } = await testCatalog(t, { sample: true });
  const guest = await user('nobody');
  const { body } = await guest.graphql(
    `{ dataset(urn: "${hive}") { urn } container(urn: "${container}") { urn } tag(urn: "${legacy}") { name } }`,
  );
  t.strictSame(body, {
    data: { dataset: { urn: hive }, container: { urn: container }, tag: { name: 'Legacy' } },
    extensions: {},
  });
  for (const url of [
    `/entitiesV2/${encodeURIComponent(hive)}`,
    '/aspects/urn%3Ali%3Atag%3ALegacy?aspect=tagProperties',
  ]) {
    t.equal((await guest.get(url)).status, 200, url);
  }
});
