import t from 'tap';
import { aspectCatalog, encoded, freshDataset, prefixes, proposal, refusal } from '../support/aspects.js';
import { tagUrn } from '../support/metadata.js';
import { checkTaggedEntities } from '../support/tagged-entities.js';

const catalog = await aspectCatalog(t);
const { writer, put, readAspect } = catalog;
const remove = (urn: unknown, more = {}) => writer.post('/entities?action=delete', { urn, ...more });

t.test('200: an entity is deleted with all about it, and rows are counted, at every prefix', async (t) => {
  for (const prefix of prefixes) {
    const urn = freshDataset();
    await put(
      proposal(urn, 'globalTags', { tags: [{ tag: tagUrn('a') }] }),
      proposal(urn, 'schemaMetadata', { fields: [] }),
      proposal(urn, 'operation', { timestampMillis: 1 }),
      proposal(urn, 'operation', { timestampMillis: 2 }),
      proposal(urn, 'datasetProfile', { timestampMillis: 1_700_000_000_000 }),
    );
    const answer = await writer.post(`${prefix}/entities?action=delete`, { urn });
    t.match(answer, { status: 200, body: { value: { urn, rows: 3, timeseriesRows: 3 } } });
    t.strictSame((await writer.get(`/entitiesV2/${encoded(urn)}`)).body.aspects, {});
    t.equal(await catalog.view(urn), null);
    t.match(
      (await remove(urn)).body,
      { value: { urn, rows: 0, timeseriesRows: 0 } },
      'a second deletion is no error',
    );
  }
});

t.test('400: a member that is not known deletes nothing', async (t) => {
  const urn = freshDataset();
  await put(proposal(urn, 'status', {}), proposal(urn, 'operation', { timestampMillis: 1 }));
  t.match(await remove(urn, { aspect: 'operation' }), refusal(400, /"aspect"/));
  const typo = await writer.post('/entities?action=deleteReferences', { urn, dryrun: true });
  t.match(typo, refusal(400, /"dryrun"/));
  t.strictSame(await readAspect(urn, 'status'), {});
});

t.test('an entity that is created again starts empty', async (t) => {
  const urn = freshDataset();
  await put(proposal(urn, 'globalTags', { tags: [{ tag: tagUrn('a') }] }), proposal(urn, 'status', {}));
  await remove(urn);
  await put(proposal(urn, 'status', {}));
  t.match(await catalog.view(urn), { urn, tags: null });
});

t.test('other entities stay', async (t) => {
  const [urn, other] = [freshDataset(), freshDataset()];
  const tags = { tags: [{ tag: tagUrn('a') }] };
  await put(proposal(urn, 'globalTags', tags), proposal(other, 'globalTags', tags));
  await remove(urn);
  t.strictSame(await readAspect(other, 'globalTags'), tags);
});

t.test('400: no URN, an invalid URN, or times without an aspect', async (t) => {
  const urn = freshDataset();
  await put(proposal(urn, 'status', {}), proposal(urn, 'operation', { timestampMillis: 1 }));
  for (const [given, more, why] of [
    [undefined, {}, /urn/],
    [1, {}, /urn/],
    ['urn:li:dataset:x', {}, /wrong form/],
    [urn, { startTimeMillis: 1, endTimeMillis: 2 }, /need aspectName/],
  ] as const) {
    t.match(await remove(given, more), refusal(400, why));
  }
  t.match(await writer.post('/entities?action=delete'), refusal(400, /./));
  t.strictSame(await readAspect(urn, 'status'), {}, 'nothing was deleted');
});

t.test('the counted pairs of tags and entities are right', (t) => checkTaggedEntities(t, catalog.db));
