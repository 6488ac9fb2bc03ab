import t from 'tap';
import {
  add,
  aspectCatalog,
  deletion,
  freshDataset,
  patchProposal,
  proposal,
  refusal,
  remove,
} from '../../support/aspects.js';
import { tagUrn } from '../../support/metadata.js';
import { checkTaggedEntities } from '../../support/tagged-entities.js';

const catalog = await aspectCatalog(t, { env: { ASPECTS_UNKNOWN: 'store' } });
const { batch, readAspect } = catalog;
const tags = (...ids: string[]) => ({ tags: ids.map((id) => ({ tag: tagUrn(id) })) });
const addTag = (urn: string, id: string) =>
  patchProposal(urn, 'globalTags', [add(`/tags/${tagUrn(id)}`, { tag: tagUrn(id) })]);

/** The result of a batch for a tag t and a dataset d: the dataset's tags and its number of events. */
const orders: [
  what: string,
  inputs: (d: string, t: string) => object[],
  tags: string[] | null,
  events: number,
][] = [
  [
    'an event before the deletion of the entity is deleted',
    (d) => [proposal(d, 'operation', { timestampMillis: 1 }), deletion(d, 'datasetKey')],
    null,
    0,
  ],
  [
    'an event after the deletion is kept',
    (d) => [deletion(d, 'datasetKey'), proposal(d, 'operation', { timestampMillis: 1 })],
    null,
    1,
  ],
  [
    'an aspect before the deletion is deleted',
    (d) => [proposal(d, 'globalTags', tags('a')), deletion(d, 'datasetKey')],
    null,
    0,
  ],
  [
    'an aspect after the deletion is kept',
    (d) => [deletion(d, 'datasetKey'), proposal(d, 'globalTags', tags('a'))],
    ['a'],
    0,
  ],
  [
    'a patch after it starts from nothing',
    (d) => [proposal(d, 'globalTags', tags('a')), deletion(d, 'datasetKey'), addTag(d, 'b')],
    ['b'],
    0,
  ],
  [
    'a deleted tag is removed from its entities',
    (d, t) => [proposal(d, 'globalTags', tags('a', t)), deletion(tagUrn(t), 'tagKey')],
    ['a'],
    0,
  ],
  [
    'a patch after the deletion does not restore the tag',
    (d, t) => [proposal(d, 'globalTags', tags(t)), deletion(tagUrn(t), 'tagKey'), addTag(d, 'b')],
    ['b'],
    0,
  ],
  [
    'a tag that is referenced after its deletion is created again',
    (d, t) => [deletion(tagUrn(t), 'tagKey'), proposal(d, 'globalTags', tags(t, 'a'))],
    ['T', 'a'],
    0,
  ],
  [
    'a removal of an attribution that a tag does not have changes no other tag',
    (d, t) => [
      patchProposal(tagUrn(t), 'ownership', [remove('/owners/x')]),
      proposal(d, 'globalTags', tags(t)),
    ],
    ['T'],
    0,
  ],
];

t.test('proposals of a batch apply in order', async (t) => {
  for (const [index, [what, inputs, expected, events]] of orders.entries()) {
    const [urn, id] = [freshDataset(), `ordered${index}`];
    const { status, body } = await batch(inputs(urn, id));
    t.equal(status, 200, `${what} ${JSON.stringify(body)}`);
    const found = await readAspect(urn, 'globalTags');
    t.strictSame(found, expected && tags(...expected.map((tag) => (tag === 'T' ? id : tag))), what);
    const rows = await catalog.db.query('SELECT FROM timeseries_events WHERE urn = $1', [urn]);
    t.equal(rows.length, events, what);
    const { dataset } = await catalog.read('query ($urn: String!) { dataset(urn: $urn) { urn } }', { urn });
    t.strictSame(dataset, expected || events ? { urn } : null, what);
  }
});

t.test('an entity exists if something of it was written', async (t) => {
  const [removedFrom, deleted, unwritten] = [freshDataset(), freshDataset(), freshDataset()];
  await batch([
    patchProposal(removedFrom, 'globalTags', [remove(`/tags/${tagUrn('a')}`)]),
    deletion(unwritten, 'status'),
    proposal(deleted, 'status', {}),
    deletion(deleted, 'status'),
  ]);
  t.equal(await catalog.view(removedFrom), null);
  t.equal(await catalog.view(unwritten), null);
  t.match(await catalog.view(deleted), { urn: deleted, tags: null });
});

t.test('the counted pairs of tags and entities are right', (t) => checkTaggedEntities(t, catalog.db));

t.test('BAD_REQUEST: a batch that changes between writing and deleting more often than it may', async (t) => {
  const urn = freshDataset();
  const pairs = Array.from({ length: 1_000 }, () => [proposal(urn, 'x', {}), deletion(urn, 'x')]).flat();
  t.match(await batch(pairs), { status: 200 });
  t.match(
    await batch([proposal(urn, 'y', {}), ...pairs, proposal(urn, 'x', {}), deletion(urn, 'x')]),
    refusal(400, /switch 1001 times between writing and deleting; at most 1000 times are allowed/),
  );
  t.equal(await readAspect(urn, 'y'), null, 'nothing is written');
});
