import t from 'tap';
import {
  add,
  aspectCatalog,
  batchUrl,
  deletion,
  freshDataset,
  ingestUrl,
  patchProposal,
  proposal,
  refusal,
} from '../support/aspects.js';

const { writer, ingest, readText } = await aspectCatalog(t);
const status = { removed: false };

for (const [given, nearest] of [
  ['datasetPropertes', 'datasetProperties'],
  ['GlobalTags', 'globalTags'],
  ['globaltag', 'globalTags'],
  ['editableSchemaMetaData', 'editableSchemaMetadata'],
  ['tatus', 'status'],
  ['corpuserInfo', 'corpUserInfo'],
  ['constructor', null],
] as const) {
  t.test(`BAD_REQUEST: the aspect ${given}, in every kind of change`, async (t) => {
    const urn = freshDataset();
    const named = nearest === null ? '' : `; the nearest name is ${nearest}`;
    const message = new RegExp(`"${given}" is not an aspect of DataHub${named}.*ASPECTS_UNKNOWN=store`);
    for (const changeType of ['UPSERT', 'CREATE', 'CREATE_ENTITY', 'RESTATE', 'UPDATE'])
      t.match(await ingest(proposal(urn, given, {}, { changeType })), refusal(400, message), changeType);
    t.match(await ingest(patchProposal(urn, given, [add('/a', 1)])), refusal(400, message), 'PATCH');
    const proposals = [proposal(urn, 'status', status), proposal(urn, given, {})];
    t.match(await writer.post(batchUrl, { proposals }), { status: 400, body: { failureCount: 1 } });
    t.equal(await readText(urn, 'status'), null, 'nothing of the batch is written');
  });
}

for (const [type, nearest] of [
  ['datasets', 'dataset'],
  ['corpUser', 'corpuser'],
  ['monitor', null],
] as const) {
  t.test(`BAD_REQUEST: an entity of the type ${type}`, async (t) => {
    const named = nearest === null ? '' : `; the nearest name is ${nearest}`;
    const message = new RegExp(`"${type}" is not an entity type of DataHub${named}`);
    t.match(await ingest(proposal(`urn:li:${type}:x`, 'status', status)), refusal(400, message));
    t.match(
      await writer.post(ingestUrl, {
        proposal: {
          entityType: type,
          entityKeyAspect: { value: '{"id":"x","username":"x"}' },
          aspectName: 'status',
          aspect: { value: '{}' },
        },
      }),
      refusal(400, message),
    );
  });
}

t.test('BAD_REQUEST: over OpenAPI, with the nearest name', async (t) => {
  const urn = freshDataset();
  const message = /"statuses" is not an aspect of DataHub; the nearest name is status/;
  const v3 = await writer.post('/openapi/v3/entity/dataset?async=false', [
    { urn, statuses: { value: status } },
  ]);
  t.match(v3, { status: 400, body: { message } });
  const path = `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}/statuses`;
  for (const method of ['POST', 'PATCH'] as const) {
    const body = method === 'POST' ? { value: status } : { patch: [add('/removed', true)] };
    const { status: code } = await writer.send(method, path, body);
    t.ok(code >= 400 && code < 500, `${method}: ${code}`);
  }
  t.equal(await readText(urn, 'statuses'), null);
});

t.test('what custom models have stored can be read and deleted', async (t) => {
  const urn = 'urn:li:ourOwn:x';
  const { ingest: store, writer: storing } = await aspectCatalog(t, { env: { ASPECTS_UNKNOWN: 'store' } });
  t.match(await store(proposal(urn, 'ourAspect', { a: 1 })), { status: 200 });
  t.match(await storing.get(`/aspects/${encodeURIComponent(urn)}?aspect=ourAspect`), { status: 200 });
  t.match(await ingest(deletion(urn, 'ourAspect')), { status: 200 }, 'a deletion is not refused');
});
