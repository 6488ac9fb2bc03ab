import t from 'tap';
import {
  add,
  aspectCatalog,
  deletion,
  encoded,
  freshDataset,
  patchProposal,
  proposal,
  refusal,
  remove,
} from '../support/aspects.js';
import { tagsWith, tagUrn } from '../support/metadata.js';

const catalog = await aspectCatalog(t, {}, ['MANAGE_USERS_AND_GROUPS']);
const { writer, batch, put, readAspect } = catalog;
const addTag = (urn: string, id: string) =>
  patchProposal(urn, 'globalTags', [add(`/tags/${tagUrn(id)}`, { tag: tagUrn(id) })]);

/** The number of rows of each table. */
const census = async () => {
  const tables = [
    'entities',
    'aspects',
    'tags',
    'global_tags',
    'schema_fields',
    'editable_schema_fields',
    'timeseries_events',
    'users',
  ];
  const counts = tables.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`);
  return (await catalog.db.query(`SELECT ${counts}`))[0];
};

t.test('200: a batch has the result of its proposals one after another', async (t) => {
  const [urn, other] = [freshDataset(), freshDataset()];
  const answer = await batch([
    proposal(urn, 'globalTags', tagsWith('x')),
    addTag(urn, 'y'),
    proposal(other, 'globalTags', tagsWith('z')),
    patchProposal(urn, 'globalTags', [remove(`/tags/${tagUrn('x')}`)]),
    addTag(urn, 'z'),
    proposal(urn, 'datasetProperties', { name: 'first' }, { changeType: 'CREATE' }),
    proposal(urn, 'datasetProperties', { name: 'second' }, { changeType: 'UPDATE' }),
    proposal(urn, 'operation', { timestampMillis: 1 }),
    proposal(urn, 'status', { removed: true }),
    deletion(urn, 'status'),
  ]);
  t.match(answer, { status: 200, body: { value: 'success' } });
  t.strictSame(await readAspect(urn, 'globalTags'), tagsWith('y', 'z'));
  t.strictSame(await readAspect(other, 'globalTags'), tagsWith('z'));
  t.strictSame(await readAspect(urn, 'datasetProperties'), { name: 'second' });
  t.equal(await readAspect(urn, 'status'), null);
});

const wrong: [what: string, status: number, one: (urn: string) => object][] = [
  ['a bad URN', 400, () => proposal('urn:li:dataset:x', 'status', {})],
  ['a bad aspect', 422, (urn) => proposal(urn, 'globalTags', { tags: [{ tag: 'x' }] })],
  ['a bad event', 422, (urn) => proposal(urn, 'operation', {})],
  ['an update of a missing aspect', 404, (urn) => proposal(urn, 'ownership', {}, { changeType: 'UPDATE' })],
  [
    'a conflict with one before it',
    409,
    (urn) => proposal(urn, 'datasetProperties', {}, { changeType: 'CREATE' }),
  ],
  [
    'a patch that fails',
    400,
    (urn) => patchProposal(urn, 'globalTags', [{ op: 'test', path: '/tags', value: 1 }]),
  ],
  ['a patch whose result does not fit', 422, (urn) => patchProposal(urn, 'globalTags', [add('/tags', 1)])],
];

t.test('a batch is all or nothing, and the error names the rejected proposal', async (t) => {
  const known = freshDataset();
  await put(
    proposal(known, 'globalTags', tagsWith('a')),
    proposal(known, 'operation', { timestampMillis: 1 }),
  );
  for (const [what, status, one] of wrong) {
    const urn = freshDataset();
    const before = await census();
    const answer = await batch([
      proposal(urn, 'datasetProperties', { name: 'x' }),
      proposal(known, 'globalTags', tagsWith('b', 'brandNew')),
      proposal(urn, 'schemaMetadata', { fields: [] }),
      proposal(urn, 'operation', { timestampMillis: 2 }),
      proposal('urn:li:corpuser:brandNew', 'corpUserInfo', { active: true }),
      deletion(known, 'datasetKey'),
      one(urn),
      proposal(urn, 'status', {}),
    ]);
    t.match(answer, refusal(status, /^proposals\[6\]: /), what);
    t.strictSame(await census(), before, `${what}: nothing is written`);
    t.strictSame(await readAspect(known, 'globalTags'), tagsWith('a'), what);
  }
});

t.test('the error for a single proposal has no number', async (t) => {
  const one = proposal('urn:li:dataset:x', 'status', {});
  t.match(await catalog.ingest(one), refusal(400, /^entityUrn "urn:li:dataset:x"/));
  t.match(await batch([one]), refusal(400, /^entityUrn "urn:li:dataset:x"/));
});

t.test('BAD_REQUEST: no proposals', async (t) => {
  for (const body of [{}, { proposals: [] }, { proposals: {} }, { proposals: null }, [], undefined]) {
    t.match(await writer.post('/aspects?action=ingestProposalBatch', body), refusal(400, /proposals|body/));
  }
  t.match(await batch([null as never]), refusal(400, /proposal is invalid/));
  t.match((await writer.get(`/entitiesV2/${encoded(freshDataset())}`)).body, { aspects: {} });
});
