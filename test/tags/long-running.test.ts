import t from 'tap';
import { ingestUrl, patchProposal, proposal } from '../support/aspects.js';
import { embedded } from '../support/embedded.js';
import { lookedAt } from '../support/looked-at.js';
import { aspect, call, column, field, tagCatalog } from '../support/metadata.js';

// The embedded database has no statistics, and keeps the plans that it made when its tables were almost empty.

const { wrap, take } = lookedAt();
const catalog = await tagCatalog(t, { open: embedded, wrap });
const writer = await catalog.user('writer', ['EDIT_ENTITY']);
const mover = await catalog.user('mover', ['EDIT_DATASET_COL_TAGS', 'EDIT_DATASET_COL_DESCRIPTION']);
const { editor, put, dataset } = catalog;
const [one, two] = (await catalog.tags('one', 'two')) as [string, string];

async function makeWide(size: number) {
  const urn = await dataset();
  const paths = Array.from({ length: size }, (_, n) => `c${n}`);
  const schema = (name: (path: string) => string) =>
    put(aspect(urn, 'schemaMetadata', { fields: paths.map((path) => field(name(path))) }));
  const edits = (description: string) => ({
    editableSchemaFieldInfo: paths.map((fieldPath) => ({
      ...{ fieldPath, description },
      globalTags: { tags: [{ tag: one }, { tag: two }] },
    })),
  });
  const write = async (value: object) => {
    const { status } = await writer.post(ingestUrl, { proposal: value });
    if (status !== 200) throw new Error(String(status));
  };
  const tagColumns = (name: 'batchAddTags' | 'batchRemoveTags', tagUrns: string[]) => async () => {
    const resources = paths.map((path) => ({ resourceUrn: urn, ...column(path) }));
    const { value } = await call(editor, name, { input: { tagUrns, resources } });
    if (value !== true) throw new Error(name);
  };
  await schema((path) => path);
  return { urn, paths, schema, edits, write, tagColumns };
}

/** The calls that are counted, in this order. */
const callsOn = ({ urn, paths, schema, edits, write, tagColumns }: Awaited<ReturnType<typeof makeWide>>) => ({
  'a first write': () => write(proposal(urn, 'editableSchemaMetadata', edits('a'))),
  'a write again': () => write(proposal(urn, 'editableSchemaMetadata', edits('b'))),
  removals: tagColumns('batchRemoveTags', [one]),
  'additions after removals': tagColumns('batchAddTags', [one]),
  'removals again': tagColumns('batchRemoveTags', [one, two]),
  'a patch after removals': () =>
    write(
      patchProposal(
        urn,
        'editableSchemaMetadata',
        paths.map((path) => ({
          op: 'add',
          path: `/editableSchemaFieldInfo/${path}/globalTags/tags/${two}`,
          value: { tag: two },
        })),
      ),
    ),
  'another schema': () => schema((path) => path.toUpperCase()),
  'a move of edits': async () => {
    const { body } = await mover.graphql(
      'mutation ($input: MoveColumnEditsInput!) { moveColumnEdits(input: $input) { moved { from } } }',
      { input: { urn } },
    );
    if (body.data?.moveColumnEdits.moved.length !== paths.length) throw new Error(JSON.stringify(body));
  },
});

t.test('what a call looks at grows as its members', async (t) => {
  const counts = new Map<string, number>();
  const [few, many] = [100, 400];
  // The first runs make the plans.
  for (const size of [1, few, many])
    for (const [name, run] of Object.entries(callsOn(await makeWide(size)))) {
      take();
      await run();
      for (const [sql, count] of take()) {
        const key = `${name}: ${sql.replace(/\s+/g, ' ').slice(0, 200)}`;
        const before = counts.get(key) ?? 0;
        if (size === many && count > 10 * many && count / many > 1.5 * before)
          t.fail(`${key}: ${count / many} for each of ${many}, ${before} for each of ${few}`);
        counts.set(key, count / size);
      }
    }
  t.ok(counts.size > 40, 'they are counted');
});

t.test('a change of one tag looks at no more as others have more tags', async (t) => {
  const change = async () => {
    const urn = await dataset('a', 'b');
    const counts: number[] = [];
    for (const name of ['addTag', 'removeTag', 'addTag'] as const)
      for (const place of [{}, column('a')]) {
        take();
        t.match(await call(editor, name, { input: { tagUrn: one, resourceUrn: urn, ...place } }), {
          value: true,
        });
        counts.push([...take().values()].reduce((sum, count) => sum + count, 0));
      }
    return counts;
  };
  await change();
  const before = await change();
  const { urn, edits, write } = await makeWide(1_000);
  await write(proposal(urn, 'editableSchemaMetadata', edits('a')));
  for (const [n, count] of (await change()).entries())
    t.ok(count < before[n]! + 300, `${count} after ${before[n]}, for 2,000 more tags`);
});
