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
} from '../support/aspects.js';
import { tagsWith, tagUrn } from '../support/metadata.js';
import { checkTaggedEntities } from '../support/tagged-entities.js';

const catalog = await aspectCatalog(t, { env: { ASPECTS_UNKNOWN: 'store' } });
const { batch, readAspect } = catalog;
const addTag = (urn: string, id: string) =>
  patchProposal(urn, 'globalTags', [add(`/tags/${tagUrn(id)}`, { tag: tagUrn(id) })]);

const event = (urn: string) => proposal(urn, 'operation', { timestampMillis: 1 });
const tagged = (urn: string, ...ids: string[]) => proposal(urn, 'globalTags', tagsWith(...ids));
const gone = (urn: string) => deletion(urn, 'datasetKey');
const goneTag = (id: string) => deletion(tagUrn(id), 'tagKey');
const unchanged = (id: string) => patchProposal(tagUrn(id), 'ownership', [remove('/owners/x')]);

/** The result of a batch for a tag t and a dataset d: the dataset's tags and its number of events. */
const orders: [
  what: string,
  inputs: (d: string, t: string) => object[],
  tags: string[] | null,
  events?: number,
][] = [
  ['an event before the deletion of the entity is deleted', (d) => [event(d), gone(d)], null],
  ['an event after the deletion is kept', (d) => [gone(d), event(d)], null, 1],
  ['an aspect before the deletion is deleted', (d) => [tagged(d, 'a'), gone(d)], null],
  ['an aspect after the deletion is kept', (d) => [gone(d), tagged(d, 'a')], ['a']],
  ['a patch after it starts from nothing', (d) => [tagged(d, 'a'), gone(d), addTag(d, 'b')], ['b']],
  ['a deleted tag is removed from its entities', (d, t) => [tagged(d, 'a', t), goneTag(t)], ['a']],
  [
    'a patch after the deletion does not restore the tag',
    (d, t) => [tagged(d, t), goneTag(t), addTag(d, 'b')],
    ['b'],
  ],
  [
    'a tag that is referenced after its deletion is created again',
    (d, t) => [goneTag(t), tagged(d, t, 'a')],
    ['T', 'a'],
  ],
  [
    'a removal of an attribution that a tag does not have changes no other tag',
    (d, t) => [unchanged(t), tagged(d, t)],
    ['T'],
  ],
];

t.test('proposals of a batch apply in order', async (t) => {
  for (const [index, [what, inputs, expected, events = 0]] of orders.entries()) {
    const [urn, id] = [freshDataset(), `ordered${index}`];
    const { status, body } = await batch(inputs(urn, id));
    t.equal(status, 200, `${what} ${JSON.stringify(body)}`);
    const found = await readAspect(urn, 'globalTags');
    t.strictSame(found, expected && tagsWith(...expected.map((tag) => (tag === 'T' ? id : tag))), what);
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
