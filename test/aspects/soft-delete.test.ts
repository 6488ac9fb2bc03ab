import t from 'tap';
import {
  aspectCatalog,
  batchUrl,
  deletion,
  forbidden,
  freshDataset,
  patchProposal,
  proposal,
} from '../support/aspects.js';
import type { Caller } from '../support/catalog.js';
import { call, containerUrn, done, refused, tagUrn } from '../support/metadata.js';
import { checkTaggedEntities } from '../support/tagged-entities.js';

const catalog = await aspectCatalog(t, { env: { RESOURCES_PER_BATCH_MAX: '3' } });
const { writer, put, ingest, batch, readAspect } = catalog;
const status = await catalog.user('status', ['EDIT_ENTITY_STATUS']);
const deleter = await catalog.user('deleter', ['DELETE_ENTITY']);
const nobody = await catalog.user('nobody', ['EDIT_ENTITY_TAGS', 'MANAGE_TAGS']);

const update = (urns: readonly string[], deleted: boolean, by: Caller = writer) =>
  call(by, 'batchUpdateSoftDeleted', { input: { urns, deleted } });

t.test('entities of any type are marked as removed and brought back', async (t) => {
  const urns = [freshDataset(), containerUrn('c'), tagUrn('t')];
  for (const urn of urns) await put(proposal(urn, 'domains', {}));
  for (const [deleted, by] of [
    [true, writer],
    [false, status],
    [true, status],
  ] as const) {
    t.strictSame(await update([...urns.slice(1), urns[0]!], deleted, by), done);
    for (const urn of urns) t.strictSame(await readAspect(urn, 'status'), { removed: deleted });
  }
  t.strictSame(await update([], true), done);
  t.strictSame(await update([urns[0]!, urns[0]!], false), done, 'the same one twice');
});

t.test('the other fields of the aspect stay', async (t) => {
  const urn = freshDataset();
  await put(proposal(urn, 'status', '{"removed":false,"more":1.0}'));
  t.strictSame(await update([urn], true), done);
  t.equal(await catalog.readText(urn, 'status'), '{"removed":true,"more":1.0}');
});

t.test('all or nothing: shapes, then rights, then existence', async (t) => {
  const [urn, missing] = [freshDataset(), freshDataset()];
  await put(proposal(urn, 'status', { removed: false }));
  const ofOne = await catalog.user('one', ['EDIT_ENTITY_STATUS'], { type: null, urns: [urn] });
  t.match(await update([urn, missing], true), refused('NOT_FOUND', /no entity/));
  t.match(await update([urn, missing], true, ofOne), refused('UNAUTHORIZED', /./));
  t.match(await update([urn], true, nobody), refused('UNAUTHORIZED', /./));
  t.match(await update([urn], true, deleter), refused('UNAUTHORIZED', /./));
  t.match(await update([urn, 'urn:li:dataset:x'], true, nobody), refused('BAD_REQUEST', /wrong form/));
  t.match(await update([urn, urn, urn, urn], true), refused('BAD_REQUEST', /at most 3/));
  t.strictSame(await readAspect(urn, 'status'), { removed: false });
});

t.test('an active user is not removed by it, which takes a privilege over users', async (t) => {
  await put(proposal(nobody.urn, 'corpUserEditableInfo', {}));
  t.match(await update([nobody.urn], true), refused('UNAUTHORIZED', /./));
  t.equal(await readAspect(nobody.urn, 'status'), null);
  t.match(await update(['urn:li:dataHubPolicy:p'], true), refused('UNAUTHORIZED', /./));
});

t.test('Edit Status allows the aspect status by every change, and no other aspect', async (t) => {
  const urn = freshDataset();
  await put(proposal(urn, 'domains', { domains: [] }));
  for (const one of [
    proposal(urn, 'status', { removed: true }),
    proposal(urn, 'status', { removed: true }, { changeType: 'UPDATE' }),
    patchProposal(urn, 'status', [{ op: 'add', path: '/removed', value: false }]),
    deletion(urn, 'status'),
    proposal(urn, 'status', {}, { changeType: 'CREATE' }),
  ]) {
    t.match(await ingest(one, status), { status: 200 }, one.changeType);
    t.match(await ingest({ ...one, aspectName: 'domains' }, status), forbidden);
    t.match(await ingest(one, deleter), forbidden, 'Delete does not set it');
  }
  t.strictSame(await readAspect(urn, 'domains'), { domains: [], domainAssociations: [] });
});

t.test('Edit Status creates no entity, and does not tell which exist', async (t) => {
  const urn = freshDataset();
  for (const one of [
    proposal(urn, 'status', {}),
    patchProposal(urn, 'status', [{ op: 'add', path: '/removed', value: false }]),
  ]) {
    t.match(await ingest(one, status), forbidden);
    t.match(await batch([proposal(urn, 'status', {}), one], status), { status: 403 });
  }
  t.match(await ingest(deletion(urn, 'status'), status), { status: 200 }, 'nothing to delete');
  t.equal((await writer.get(`/entitiesV2/${encodeURIComponent(urn)}`)).body.aspects.datasetKey, undefined);
  const both = await catalog.user('both', ['EDIT_ENTITY_STATUS', 'DELETE_ENTITY']);
  await put(proposal(urn, 'domains', {}));
  const again = [deletion(urn, 'datasetKey'), proposal(urn, 'status', {})];
  t.match(await both.post(batchUrl, { proposals: again }), { status: 403 }, 'nor after its deletion');
  t.strictSame(await readAspect(urn, 'domains'), {});
});

t.test('Delete deletes an entity on every way, and Edit Status on none', async (t) => {
  for (const remove of [
    (urn: string, by: Caller) => by.post('/entities?action=delete', { urn }),
    (urn: string, by: Caller) => ingest(deletion(urn, 'tagKey'), by),
    async (urn: string, by: Caller) => {
      const { body } = await by.graphql('mutation ($urn: String!) { deleteTag(urn: $urn) }', { urn });
      return { status: body.errors?.[0]?.extensions.code ?? 200, body, headers: {} };
    },
  ]) {
    const urn = tagUrn('doomed');
    await put(proposal(urn, 'tagProperties', { name: 'd' }));
    t.match(await remove(urn, status), { status: 403 });
    t.strictSame(await readAspect(urn, 'tagProperties'), { name: 'd' });
    t.match(await remove(urn, deleter), { status: 200 });
    t.equal(await readAspect(urn, 'tagProperties'), null);
  }
});

t.test('the counted pairs of tags and entities are right', (t) => checkTaggedEntities(t, catalog.db));
