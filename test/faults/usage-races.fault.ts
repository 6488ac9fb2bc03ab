import t from 'tap';
import { batchUrl, proposal } from '../support/aspects.js';
import { call, column, deadlocks, field, tagCatalog, tagUrn } from '../support/metadata.js';
import { seeded } from '../support/random.js';
import { schemaWith } from '../support/schemas.js';
import { checkTaggedEntities } from '../support/tagged-entities.js';

const catalog = await tagCatalog(t);
const { db, editor } = catalog;
const writer = await catalog.user('writer', ['EDIT_ENTITY', 'DELETE_ENTITY', 'MANAGE_TAGS']);
const choose = seeded(t);
const ids = ['r0', 'r1'];
const datasets = await Promise.all(Array.from({ length: 3 }, () => catalog.dataset('x', 'y')));

const some = () => ({
  globalTags: { tags: ids.filter(() => choose.pick([true, false])).map((id) => ({ tag: tagUrn(id) })) },
});
const createSchema = (urn: string) =>
  proposal(urn, 'schemaMetadata', {
    ...schemaWith(),
    fields: choose.rotate(['x', 'y', 'z']).map((path) => field(path, some())),
  });
const ingest = async (...proposals: object[]) => {
  const { status, body } = await writer.post(batchUrl, { proposals });
  return status === 200 ? undefined : { status, body };
};
const outcome = async (called: ReturnType<typeof call>) => {
  const { error } = await called;
  return error === undefined || error.type === 'CONFLICT' || error.type === 'NOT_FOUND' ? undefined : error;
};
const resources = () =>
  choose.rotate(datasets.flatMap((resourceUrn) => [{ resourceUrn }, { resourceUrn, ...column('x') }]));

const operations: (() => Promise<unknown>)[] = [
  () => outcome(call(editor, 'createTag', { input: { id: choose.pick(ids), name: 'r' } })),
  () => outcome(call(editor, 'deleteTag', { urn: tagUrn(choose.pick(ids)) })),
  () =>
    outcome(
      call(editor, 'batchAddTags', {
        input: { tagUrns: [tagUrn(choose.pick(ids))], resources: resources() },
      }),
    ),
  () =>
    outcome(call(editor, 'batchRemoveTags', { input: { tagUrns: ids.map(tagUrn), resources: resources() } })),
  () => ingest(...choose.rotate(datasets).map(createSchema)),
  () => ingest(createSchema(choose.pick(datasets))),
  () => ingest(...choose.rotate(datasets).map((urn) => proposal(urn, 'globalTags', some().globalTags))),
  () =>
    ingest(
      ...choose
        .rotate(datasets)
        .map((urn) => proposal(urn, 'status', { removed: choose.pick([true, false]) })),
    ),
  () => ingest(proposal(choose.pick(datasets), 'status', { removed: choose.pick([true, false]) })),
];

t.test('tags are deleted while schemas that declare them are ingested', async (t) => {
  const unexpected: unknown[] = [];
  for (let round = 0; round < 12; round += 1) {
    for (const id of ids) await call(editor, 'createTag', { input: { id, name: id } });
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (let count = 0; count < 3; count += 1) {
          const found = await choose.pick(operations)();
          if (found !== undefined) unexpected.push(found);
        }
      }),
    );
    await checkTaggedEntities(t, db, `round ${round}`);
  }
  t.strictSame(unexpected, []);
});

t.test('the requests never deadlocked', async (t) => {
  if (db.kind === 'embedded') return t.pass('one connection, so no two can wait for each other');
  t.equal(await deadlocks(db), 0);
});
