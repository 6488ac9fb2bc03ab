import t from 'tap';
import { maxDetailBytes } from '../../src/history/change.js';
import { add, ingestUrl, patchProposal, proposal } from '../support/aspects.js';
import { call, column, done, tagCatalog, tagUrn } from '../support/metadata.js';
import { entityUrl } from '../support/openapi.js';
import { schemaWith } from '../support/schemas.js';
import { clearDeletedTags } from '../support/tagged-entities.js';

const catalog = await tagCatalog(t);
const writer = await catalog.user('writer', ['EDIT_ENTITY', 'DELETE_ENTITY', 'MANAGE_TAGS', 'CREATE_TAGS']);
const v2 = (path: string) => `[version=2.0].[type=string].${path}`;

interface Change {
  readonly id: string;
  readonly operation: string;
  readonly fieldPath: string | null;
  readonly modifier: string | null;
  readonly undoable: boolean;
  readonly detailed: boolean;
}

/** The changes of an entity, the newest first. */
const changesOf = async (urn: string, more: object = {}): Promise<Change[]> =>
  (
    await catalog.read(
      `query ($input: ChangesInput!) { changes(input: $input) { changes {
         id operation fieldPath modifier undoable detailed } } }`,
      { input: { urn, ...more } },
    )
  ).changes.changes;
const newest = async (urn: string): Promise<Change> => (await changesOf(urn, { count: 1 }))[0]!;
const undo = (id: string) => call(writer, 'undoChange', { id });

/** An aspect as programs read it, without who wrote it last. */
async function read(urn: string, name: string): Promise<Record<string, unknown> | null> {
  const { status, body } = await writer.get(`${entityUrl(urn)}?aspects=${name}`);
  if (status === 404) return null;
  const { lastModified, created, ...value } = body[name]?.value ?? {};
  return value;
}
const put = async (urn: string, name: string, value: object) => {
  const { status, body } = await writer.post(ingestUrl, { proposal: proposal(urn, name, value) });
  if (status !== 200) throw new Error(JSON.stringify(body));
};
const bySource = (tag: string, source: string, more: object = {}) => ({
  tag,
  ...more,
  attribution: { time: 1, actor: 'urn:li:corpuser:x', source, sourceDetail: {} },
});
const [a, b, c] = ['a', 'b', 'c'].map(tagUrn) as [string, string, string];
await catalog.tags('a', 'b', 'c');
const removal = (urn: string, tagUrn: string, place: object = {}) => ({
  input: { tagUrn, resourceUrn: urn, ...place },
});

t.test('a tag of a program comes back with its members and place; a second undo removes it', async (t) => {
  const tags = [{ tag: a }, bySource(b, 'urn:li:dataHubAction:x', { context: '{"n": 1.0}' }), { tag: c }];
  for (const [name, place, whole] of [
    ['globalTags', {}, { tags }],
    [
      'editableSchemaMetadata',
      column('id'),
      { editableSchemaFieldInfo: [{ fieldPath: 'id', globalTags: { tags } }] },
    ],
  ] as const) {
    const urn = await catalog.dataset('id');
    await put(urn, name, whole);
    const before = await read(urn, name);
    t.match(await call(writer, 'removeTag', removal(urn, b, place)), done);
    const without = await read(urn, name);
    const removed = await newest(urn);
    t.match(removed, { operation: 'REMOVE', undoable: true, detailed: true });
    t.match(await undo(removed.id), done);
    t.strictSame(await read(urn, name), before, name);
    t.match(await undo((await newest(urn)).id), done, 'the undo is undone');
    t.strictSame(await read(urn, name), without);
    t.match(await undo((await newest(urn)).id), done, 'once more');
    t.strictSame(await read(urn, name), before);
    t.match(await undo(removed.id), { error: { type: 'CONFLICT' } }, 'once');
  }
});

t.test('what a program removes comes back between the tags that stayed, of each source', async (t) => {
  const urn = await catalog.dataset();
  const all = [{ tag: a }, { tag: b }, bySource(b, 's1'), bySource(b, 's2'), { tag: c }];
  await put(urn, 'globalTags', { tags: all });
  const before = await read(urn, 'globalTags');
  await put(urn, 'globalTags', { tags: [{ tag: a }, { tag: c }, { tag: tagUrn('d') }] });
  const gone = (await changesOf(urn)).find(({ operation }) => operation === 'REMOVE')!;
  t.match(await undo(gone.id), done);
  t.strictSame(await read(urn, 'globalTags'), {
    tags: [...(before!.tags as object[]), { tag: tagUrn('d') }],
  });
});

t.test('undoing an addition leaves what a program has attached since', async (t) => {
  for (const [name, place, path] of [
    ['globalTags', {}, '/tags/'],
    ['editableSchemaMetadata', column('id'), '/editableSchemaFieldInfo/id/globalTags/tags/'],
  ] as const) {
    const urn = await catalog.dataset('id');
    await call(writer, 'addTag', removal(urn, a, place));
    const { id } = await newest(urn);
    const of = { arrayPrimaryKeys: { tags: ['attribution␟source', 'tag'] } };
    const body =
      name === 'globalTags'
        ? { ...of, patch: [add(`${path}s1/${a}`, bySource(a, 's1'))] }
        : [add(`${path}${a}`, { tag: a }), add(`${path}${b}`, { tag: b })];
    t.match(await writer.post(ingestUrl, { proposal: patchProposal(urn, name, body) }), { status: 200 });
    const total = (await changesOf(urn, { categories: ['TAG'] })).length;
    t.match(await undo(id), done);
    const left = JSON.stringify(await read(urn, name));
    t.equal(left.includes('s1') || left.includes(b), true, 'the association of the program stays');
    t.match(await undo(id), { error: { type: 'CONFLICT' } }, 'once');
    const lost = name === 'globalTags' ? 0 : 1;
    t.equal((await changesOf(urn, { categories: ['TAG'] })).length, total + lost);
  }
});

t.test('undo refuses when the members have changed since, or a person has kept the tag', async (t) => {
  const urn = await catalog.dataset();
  await put(urn, 'globalTags', { tags: [{ tag: a }] });
  const { id } = await newest(urn);
  await put(urn, 'globalTags', { tags: [{ tag: a, context: 'x' }] });
  t.match(await undo(id), { error: { type: 'CONFLICT' } });
  await put(urn, 'globalTags', { tags: [{ tag: a }] });
  await call(writer, 'addTag', removal(urn, a));
  t.match(await undo(id), { error: { type: 'CONFLICT' } });
  t.strictSame(await read(urn, 'globalTags'), { tags: [{ tag: a }] });
});

t.test('undo is of the path of the change, not of another edit of the column', async (t) => {
  const urn = await catalog.dataset(v2('a'));
  const edited = (simple: object, version2: object) => ({
    editableSchemaFieldInfo: [
      { fieldPath: 'a', ...simple },
      { fieldPath: v2('a'), ...version2 },
    ],
  });
  const tags = (...urns: string[]) => ({ globalTags: { tags: urns.map((tag) => ({ tag })) } });
  await put(urn, 'editableSchemaMetadata', edited({ ...tags() }, { description: 'B', ...tags(a) }));
  await put(
    urn,
    'editableSchemaMetadata',
    edited({ description: 'A', ...tags(b) }, { description: 'B', ...tags(a) }),
  );
  for (const { id, fieldPath } of (await changesOf(urn)).slice(0, 2)) {
    t.equal(fieldPath, 'a');
    t.match(await undo(id), done);
  }
  t.strictSame(
    await read(urn, 'editableSchemaMetadata'),
    edited({ ...tags() }, { description: 'B', ...tags(a) }),
  );
  t.match(await call(writer, 'removeTag', removal(urn, a, column('a'))), done);
  // Of a column that is gone.
  await put(urn, 'schemaMetadata', schemaWith());
  const gone = (await changesOf(urn)).find(
    ({ operation, modifier }) => operation === 'REMOVE' && modifier === a,
  )!;
  t.equal(gone.fieldPath, v2('a'));
  t.match(await undo(gone.id), done);
  t.strictSame(
    await read(urn, 'editableSchemaMetadata'),
    edited({ ...tags() }, { description: 'B', ...tags(a) }),
  );
});

t.test('a description is absent again, or empty again', async (t) => {
  for (const [name, place, toValue] of [
    ['editableDatasetProperties', {}, (more: object) => more],
    [
      'editableSchemaMetadata',
      column('id'),
      (more: object) => ({
        editableSchemaFieldInfo: [{ fieldPath: 'id', ...more, globalTags: { tags: [{ tag: a }] } }],
      }),
    ],
  ] as const)
    for (const more of [{}, { description: '' }, { description: 'old' }]) {
      const urn = await catalog.dataset('id');
      await put(urn, name, toValue(more));
      const describe = (description: string) =>
        call(writer, 'updateDescription', { input: { resourceUrn: urn, ...place, description } });
      const before = await read(urn, name);
      await describe('new');
      const { id } = await newest(urn);
      t.match(await undo(id), done);
      t.strictSame(await read(urn, name), before, `${name} ${JSON.stringify(more)}`);
      t.match(await undo((await newest(urn)).id), done);
      t.strictSame(await read(urn, name), toValue({ description: 'new' }));
    }
});

t.test('changes of 0.3.0 say that they lack the associations, and are refused if ambiguous', async (t) => {
  const forget = async (id: string) => {
    const [time, number] = id.split('-');
    await catalog.db.query(
      'UPDATE change_events SET detail = NULL WHERE (time, id) = ($1::bigint, $2::bigint)',
      [time, number],
      { changes: true },
    );
  };
  const urn = await catalog.dataset();
  await call(writer, 'addTag', removal(urn, a));
  const added = await newest(urn);
  await forget(added.id);
  t.match(await newest(urn), { undoable: true, detailed: false });
  await writer.post(ingestUrl, {
    proposal: patchProposal(urn, 'globalTags', {
      arrayPrimaryKeys: { tags: ['attribution␟source', 'tag'] },
      patch: [add(`/tags/s1/${a}`, bySource(a, 's1'))],
    }),
  });
  const before = await read(urn, 'globalTags');
  t.equal((before!.tags as object[]).length, 2);
  t.match(await undo(added.id), { error: { type: 'CONFLICT', message: /without the associations/ } });
  t.strictSame(await read(urn, 'globalTags'), before);
  await put(urn, 'globalTags', { tags: [{ tag: a }] });
  t.match(await undo(added.id), done);
  const removed = await newest(urn);
  t.match(removed, { operation: 'REMOVE', detailed: true });
  await forget(removed.id);
  t.match(await undo(removed.id), done);
  t.strictSame(await read(urn, 'globalTags'), { tags: [{ tag: a }] });
});

t.test('associations of more than 16 KiB are not recorded, and their change cannot be undone', async (t) => {
  const urn = await catalog.dataset();
  await put(urn, 'globalTags', { tags: [{ tag: a, context: 'x'.repeat(maxDetailBytes) }, { tag: b }] });
  const [second, first] = await changesOf(urn);
  t.match(first, { modifier: a, undoable: false });
  t.match(second, { modifier: b, undoable: true });
  await call(writer, 'removeTag', removal(urn, a));
  const removed = await newest(urn);
  t.match(removed, { operation: 'REMOVE', undoable: false });
  t.match(await undo(removed.id), { error: { type: 'BAD_REQUEST', message: /16 KiB/ } });
});

t.test('the deletion of a tag is not recorded of users and groups', async (t) => {
  const urn = await catalog.dataset();
  const [tag] = await catalog.tags('short-lived');
  const people = ['urn:li:corpuser:tagged', 'urn:li:corpGroup:tagged'];
  for (const holder of [urn, ...people])
    await catalog.put({
      ...{ urn: holder, entityType: holder.split(':')[2]!, name: 'globalTags' },
      value: { tags: [{ tag }] },
    });
  t.match(await call(writer, 'deleteTag', { urn: tag }), done);
  await clearDeletedTags(catalog.db);
  for (const holder of people) t.strictSame(await changesOf(holder), [], holder);
  const removed = await newest(urn);
  t.match(removed, { operation: 'REMOVE', modifier: tag });
  await catalog.tags('short-lived');
  t.match(await undo(removed.id), { error: { type: 'CONFLICT' } }, 'a deleted tag is another one');
});

t.test('changes of an entity that was deleted since', async (t) => {
  const urn = await catalog.dataset('gone');
  for (const [name, args] of [
    ['updateDescription', { input: { resourceUrn: urn, description: 'x' } }],
    ['addTag', { input: { tagUrn: a, resourceUrn: urn } }],
    ['removeTag', { input: { tagUrn: a, resourceUrn: urn } }],
  ] as const)
    t.match(await call(writer, name, args), done);
  const changes = await changesOf(urn, { categories: ['TAG', 'DOCUMENTATION'] });
  t.equal(changes.length, 3);
  t.equal((await writer.post('/entities?action=delete', { urn })).status, 200);
  for (const { id, operation } of changes)
    t.match(await undo(id), { error: { type: 'CONFLICT' } }, operation);
});

t.test('an entity whose tags only programs add says what can be undone', async (t) => {
  const urn = 'urn:li:glossaryTerm:tagged';
  await put(urn, 'globalTags', { tags: [{ tag: a }, { tag: b }] });
  await put(urn, 'globalTags', { tags: [{ tag: b }] });
  const [removed, ...others] = await changesOf(urn, { categories: ['TAG'] });
  t.match(removed, { operation: 'REMOVE', undoable: false });
  t.match(await undo(removed!.id), { error: { type: 'BAD_REQUEST' } });
  const added = others.find(({ modifier }) => modifier === b)!;
  t.match(added, { operation: 'ADD', undoable: true });
  t.match(await undo(added.id), done);
  t.strictSame(await read(urn, 'globalTags'), { tags: [] });
});
