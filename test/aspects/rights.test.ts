import t from 'tap';
import {
  add,
  aspectCatalog,
  deletion,
  forbidden,
  freshDataset,
  patchProposal,
  proposal,
} from '../support/aspects.js';
import { containerUrn, tagUrn } from '../support/metadata.js';

const catalog = await aspectCatalog(t);
const { ingest, batch, put, readAspect } = catalog;
const [own, other] = [freshDataset('own'), freshDataset('other')];

const nobody = await catalog.user('nobody');
const tagger = await catalog.user('tagger', [
  'EDIT_ENTITY_TAGS',
  'EDIT_DATASET_COL_TAGS',
  'MANAGE_TAGS',
  'CREATE_TAGS',
  'MANAGE_USERS_AND_GROUPS',
  'MANAGE_POLICIES',
]);
const ofDatasets = await catalog.user('datasets', ['EDIT_ENTITY'], { type: 'dataset', urns: [] });
const ofOne = await catalog.user('one', ['EDIT_ENTITY'], { type: null, urns: [own] });
const ofTag = await catalog.user('tag', ['EDIT_ENTITY'], { type: 'tag', urns: [tagUrn('mine')] });
const users = { nobody, tagger, ofDatasets, ofOne, ofTag };

/** Who may write what. */
const allowed: [urn: string, who: (keyof typeof users)[]][] = [
  [own, ['ofDatasets', 'ofOne']],
  [other, ['ofDatasets']],
  [tagUrn('mine'), ['ofTag']],
  [tagUrn('theirs'), []],
  [containerUrn('c'), []],
  ['urn:li:glossaryTerm:nobodys', []],
];

t.test('only Edit Entity, by type or by URN, allows writes', async (t) => {
  for (const [urn, who] of allowed) {
    for (const [name, by] of Object.entries(users)) {
      const may = (who as string[]).includes(name);
      const expected = may ? { status: 200 } : forbidden;
      const what = `${name} ${urn}`;
      t.match(await ingest(proposal(urn, 'status', {}), by), expected, what);
      t.match(await ingest(patchProposal(urn, 'ownership', [add('/owners/a/NONE', {})]), by), expected, what);
      t.match(await ingest(deletion(urn, 'ownership'), by), expected, what);
      t.match(await by.post('/entities?action=delete', { urn }), expected, what);
    }
  }
});

t.test('the right is checked before existence, so that callers cannot probe for entities', async (t) => {
  await put(proposal(other, 'datasetProperties', {}));
  for (const one of [
    proposal(other, 'datasetProperties', {}, { changeType: 'CREATE' }),
    proposal(freshDataset(), 'datasetProperties', {}, { changeType: 'UPDATE' }),
    patchProposal(other, 'datasetProperties', [{ op: 'test', path: '/name', value: 'x' }]),
  ]) {
    t.match(await ingest(one, nobody), forbidden);
  }
});

t.test('one entity without the right rejects the whole batch', async (t) => {
  await put(
    proposal(own, 'datasetProperties', { name: 'before' }),
    proposal(other, 'datasetProperties', { name: 'before' }),
  );
  const mine = proposal(own, 'datasetProperties', { name: 'after' });
  for (const more of [
    proposal(other, 'datasetProperties', { name: 'after' }),
    proposal(other, 'operation', { timestampMillis: 1 }),
    deletion(other, 'datasetKey'),
    proposal(tagUrn('x'), 'tagProperties', { name: 'x' }),
  ]) {
    t.match(await batch([mine, more], ofOne), forbidden);
    t.match(await batch([more, mine], ofOne), forbidden);
    t.strictSame(await readAspect(own, 'datasetProperties'), { name: 'before' });
    t.strictSame(await readAspect(other, 'datasetProperties'), { name: 'before' });
  }
  t.match(await batch([mine, proposal(own, 'operation', { timestampMillis: 1 })], ofOne), { status: 200 });
});

t.test('a reference to a tag needs no right on the tag and does not change it', async (t) => {
  await put(proposal(tagUrn('theirs'), 'tagProperties', { name: 'Theirs', colorHex: '#000000' }));
  const tags = { tags: [{ tag: tagUrn('theirs') }, { tag: tagUrn('brandNew') }] };
  t.match(await ingest(proposal(own, 'globalTags', tags), ofOne), { status: 200 });
  t.strictSame(await readAspect(tagUrn('theirs'), 'tagProperties'), { name: 'Theirs', colorHex: '#000000' });
  t.strictSame(await readAspect(own, 'globalTags'), tags);
});

t.test('a changed policy filter applies to the next request', async (t) => {
  const passing = await catalog.user('passing', ['EDIT_ENTITY']);
  t.match(await ingest(proposal(own, 'status', {}), passing), { status: 200 });
  await catalog.db.prisma.policy.updateMany({
    where: { id: 'passing-metadata' },
    data: { resourceType: 'chart' },
  });
  t.match(await ingest(proposal(own, 'status', {}), passing), forbidden);
});
