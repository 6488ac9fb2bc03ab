import t from 'tap';
import { ingestUrl, proposal } from '../support/aspects.js';
import { call, column, done, tagCatalog, tagUrn } from '../support/metadata.js';
import { clearDeletedTags } from '../support/tagged-entities.js';

const catalog = await tagCatalog(t);
const { db } = catalog;
const writer = await catalog.user('writer', ['EDIT_ENTITY', 'DELETE_ENTITY', 'MANAGE_TAGS', 'CREATE_TAGS']);
const [a, b] = (await catalog.tags('a', 'b')) as [string, string];

interface Change {
  readonly id: string;
  readonly changeSet: string | null;
  readonly undone: boolean;
  readonly operation: string;
  readonly modifier: string | null;
}
const fields = 'total changes { id changeSet undone operation modifier }';
const changesOf = async (input: object): Promise<{ total: number; changes: Change[] }> =>
  (await catalog.read(`query ($input: ChangesInput!) { changes(input: $input) { ${fields} } }`, { input }))
    .changes;
const undo = (changeSet: string | null, by = writer) => call(by, 'undoChanges', { changeSet });
const newestSet = async (urn: string) => (await changesOf({ urn, count: 1 })).changes[0]!.changeSet;
const batch = (
  name: 'batchAddTags' | 'batchRemoveTags',
  tags: readonly string[],
  urns: readonly string[],
  by = writer,
) => call(by, name, { input: { tagUrns: tags, resources: urns.map((resourceUrn) => ({ resourceUrn })) } });
const countTagged = async (urns: readonly string[]) =>
  (await db.query('SELECT FROM global_tags WHERE resource_urn = ANY($1::text[])', [urns])).length;

t.test('all changes of a call have its id, over every transport', async (t) => {
  const urn = await catalog.dataset('id');
  const other = '5f0c8f0e-0000-4000-8000-000000000000';
  const input = { tagUrns: [a, b], resources: [{ resourceUrn: urn }, { resourceUrn: urn, ...column('id') }] };
  const sent = [
    await catalog.app
      .inject({
        method: 'POST',
        url: '/api/graphql',
        // The caller's own id is only in the log.
        headers: { authorization: `Bearer ${writer.token}`, 'x-request-id': other },
        payload: {
          query: 'mutation ($input: BatchAddTagsInput!) { batchAddTags(input: $input) }',
          variables: { input },
        },
      })
      .then(({ statusCode: status, headers }) => ({ status, headers })),
    await writer.post(ingestUrl, { proposal: proposal(urn, 'globalTags', { tags: [] }) }),
    await writer.send(
      'DELETE',
      `/openapi/v3/entity/dataset/${encodeURIComponent(urn)}?aspects=editableSchemaMetadata`,
    ),
  ];
  const sets = sent.map(({ status, headers }) => {
    t.match(String(status), /^20/);
    return headers['x-request-id'];
  });
  t.equal(new Set(sets).size, 3);
  for (const [at, total] of [4, 2, 2].entries()) {
    const found = await changesOf({ changeSet: sets[at] });
    t.equal(found.total, total);
    for (const one of found.changes) t.match(one, { changeSet: sets[at], undone: false });
  }
  t.match(await changesOf({ changeSet: other }), { total: 0 });
  const refused = await writer.graphql(`query { changes(input: { changeSet: "x" }) { total } }`, {});
  t.match(refused.body.errors, [{ message: /"x"/, extensions: { type: 'BAD_REQUEST' } }]);
  t.match(
    (await changesOf({ urn, categories: ['LIFECYCLE'] })).changes,
    [{ changeSet: null }],
    'work without a call',
  );
});

t.test('the places of a deleted tag are cleared in the name of the call that deleted it', async (t) => {
  const urn = await catalog.dataset();
  const [tag] = (await catalog.tags('cleared')) as [string];
  await batch('batchAddTags', [tag], [urn]);
  t.match(await call(writer, 'deleteTag', { urn: tag }), done);
  const set = await newestSet(tag);
  await clearDeletedTags(db);
  t.match((await changesOf({ urn })).changes[0], { operation: 'REMOVE', changeSet: set });
  t.match(await undo(set), {
    error: { type: 'BAD_REQUEST', message: /restoreTag/, changeIds: [/^\d+-\d+$/] },
  });
});

t.test('undoChanges takes a call back, in steps, and is taken back itself', async (t) => {
  const urns: string[] = [];
  for (let number = 0; number < 300; number += 1) urns.push(await catalog.dataset());
  t.match(await batch('batchAddTags', [a], urns.slice(0, 10)), done);
  t.match(await batch('batchAddTags', [a, b], urns), done);
  const set = await newestSet(urns[20]!);
  t.equal((await changesOf({ changeSet: set, count: 1 })).total, 590);
  t.match(await undo(set, catalog.editor), done);
  t.equal(await countTagged(urns), 10);
  const { changes } = await changesOf({ changeSet: set });
  t.equal(
    changes.every(({ undone }) => undone),
    true,
  );
  t.match(await undo(set), { error: { type: 'CONFLICT', message: /are undone, by/ } });
  const back = await newestSet(urns[20]!);
  t.match(await undo(back), done, 'again');
  t.equal(await countTagged(urns), 600);
});

t.test('it says before it writes what is in conflict, cannot be undone, or lacks a right', async (t) => {
  const urns = [await catalog.dataset(), await catalog.dataset()];
  await batch('batchAddTags', [a], urns);
  const set = await newestSet(urns[0]!);
  const { changes } = await changesOf({ changeSet: set });
  const nobody = await catalog.user('nobody', []);
  t.match(await undo(set, nobody), { error: { type: 'UNAUTHORIZED' } });
  await batch('batchRemoveTags', [a], [urns[0]!]);
  const conflict = { error: { type: 'CONFLICT', message: urns[0], changeIds: [changes.at(-1)!.id] } };
  const refused = await undo(set);
  t.equal(refused.error?.type, 'CONFLICT');
  t.ok(refused.error?.message.includes(urns[0]!) && !refused.error.message.includes(urns[1]!));
  t.equal(
    (refused.error as unknown as { changeIds: string[] }).changeIds.length,
    conflict.error.changeIds.length,
  );
  t.equal(await countTagged(urns), 1, 'nothing was changed');
  await writer.post(ingestUrl, { proposal: proposal(urns[1]!, 'status', { removed: true }) });
  t.match(await undo(await newestSet(urns[1]!)), {
    error: { type: 'BAD_REQUEST', message: /LIFECYCLE SOFT_DELETE/ },
  });
  t.match(await undo('5f0c8f0e-0000-4000-8000-000000000000'), { error: { type: 'NOT_FOUND' } });
});

t.test('several changes of one thing, and of descriptions, are undone newest first, in parts', async (t) => {
  const urn = await catalog.dataset('id');
  await call(writer, 'updateDescription', { input: { resourceUrn: urn, description: 'old' } });
  const { body } = await writer.graphql(
    `mutation ($tag: TagAssociationInput!, $one: DescriptionUpdateInput!, $two: DescriptionUpdateInput!) {
       a: addTag(input: $tag) b: updateDescription(input: $one) c: removeTag(input: $tag)
       d: updateDescription(input: $two) e: addTag(input: $tag) }`,
    {
      tag: { tagUrn: a, resourceUrn: urn },
      one: { resourceUrn: urn, description: 'one' },
      two: { resourceUrn: urn, description: 'two' },
    },
  );
  t.notOk(body.errors);
  const set = await newestSet(urn);
  t.match(await changesOf({ changeSet: set }), { total: 5 });
  const description = async () =>
    (
      await catalog.read(
        'query ($urn: String!) { dataset(urn: $urn) { editableProperties { description } } }',
        { urn },
      )
    ).dataset.editableProperties.description;
  // As a call that ended at its timeout after the first step: its changes do not count as changed since.
  const { changes } = await changesOf({ changeSet: set });
  t.match(await call(writer, 'undoChange', { id: changes[0]!.id }), done);
  t.strictSame(
    (await changesOf({ changeSet: set })).changes.map(({ undone }) => undone),
    [true, false, false, false, false],
  );
  t.match(await undo(set), done);
  t.equal(await description(), 'old');
  t.equal(await countTagged([urn]), 0);
  t.match(await undo(await newestSet(urn)), done, 'the rest again');
  t.equal(await description(), 'two');
  t.equal(tagUrn('a'), a);
});
