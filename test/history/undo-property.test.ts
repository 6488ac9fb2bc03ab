import fc from 'fast-check';
import t from 'tap';
import { add, ingestUrl, patchProposal, proposal, remove } from '../support/aspects.js';
import { call, tagCatalog } from '../support/metadata.js';
import { entityUrl } from '../support/openapi.js';
import { readSeed } from '../support/random.js';

const catalog = await tagCatalog(t);
const writer = await catalog.user('writer', ['EDIT_ENTITY', 'MANAGE_TAGS']);
const tags = (await catalog.tags('a', 'b', 'c')) as [string, string, string];
const v2 = '[version=2.0].[type=string].x';
const paths = ['', 'x', v2, 'y'] as const;
const texts = ['', 'one', 'two'] as const;

interface Association {
  readonly tag: string;
  readonly context?: string;
  readonly attribution?: object;
}
interface Place {
  readonly description: string | null;
  readonly tags: readonly Association[];
}
/** The entity (an empty path) and its edited columns, without places that say nothing. */
type State = ReadonlyMap<string, Place>;

async function read(urn: string): Promise<State> {
  const { body } = await writer.get(entityUrl(urn));
  const state = new Map<string, Place>();
  const put = (path: string, description: string | undefined, list: readonly Association[] = []) => {
    if (description !== undefined || list.length > 0)
      state.set(path, { description: description ?? null, tags: list });
  };
  put('', body.editableDatasetProperties?.value.description, body.globalTags?.value.tags);
  for (const { fieldPath, description, globalTags } of body.editableSchemaMetadata?.value
    .editableSchemaFieldInfo ?? [])
    put(fieldPath, description, globalTags?.tags);
  return state;
}

interface Change {
  readonly id: string;
  readonly category: string;
  readonly operation: string;
  readonly fieldPath: string | null;
  readonly modifier: string | null;
}
const changesOf = async (urn: string): Promise<Change[]> =>
  (
    await catalog.read(
      `query ($input: ChangesInput!) { changes(input: $input) { changes {
         id category operation fieldPath modifier undoable } } }`,
      { input: { urn, count: 200 } },
    )
  ).changes.changes.filter(({ undoable }: { undoable: boolean }) => undoable);

const tag = fc.constantFrom(...tags);
const path = fc.constantFrom(...paths);
const association = fc
  .record({ tag, source: fc.constantFrom('', 's1', 's2'), context: fc.constantFrom('', '{"n": 1.0}') })
  .map(({ tag, source, context }): Association & { source: string } => ({
    tag,
    source,
    ...(context && { context }),
    ...(source && { attribution: { time: 1, actor: 'urn:li:corpuser:x', source, sourceDetail: {} } }),
  }));
const list = fc.uniqueArray(association, { maxLength: 4, selector: (one) => `${one.tag} ${one.source}` });
const withoutSource = (given: readonly (Association & { source: string })[]) =>
  given.map(({ source: _, ...one }) => one);

const operation = fc.oneof(
  fc.record({ kind: fc.constantFrom('addTag' as const, 'removeTag' as const), path, tag }),
  fc.record({ kind: fc.constant('describe' as const), path, text: fc.constantFrom(...texts) }),
  fc.record({ kind: fc.constant('whole' as const), tags: list }),
  fc.record({
    kind: fc.constant('columns' as const),
    columns: fc.uniqueArray(
      fc.record({
        path: fc.constantFrom(...paths.slice(1)),
        text: fc.option(fc.constantFrom(...texts)),
        tags: list,
      }),
      { maxLength: 3, selector: (one) => one.path },
    ),
  }),
  fc.record({ kind: fc.constantFrom('attach' as const, 'detach' as const), one: association }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

async function run(urn: string, one: Operation): Promise<void> {
  const place = (fieldPath: string) =>
    fieldPath === ''
      ? { resourceUrn: urn }
      : { resourceUrn: urn, subResource: fieldPath, subResourceType: 'DATASET_FIELD' };
  const send = async (sent: object) => {
    const { status, body } = await writer.post(ingestUrl, { proposal: sent });
    if (status !== 200) throw new Error(JSON.stringify(body));
  };
  if (one.kind === 'addTag' || one.kind === 'removeTag')
    await call(writer, one.kind, { input: { ...place(one.path), tagUrn: one.tag } });
  else if (one.kind === 'describe')
    await call(writer, 'updateDescription', { input: { ...place(one.path), description: one.text } });
  else if (one.kind === 'whole') await send(proposal(urn, 'globalTags', { tags: withoutSource(one.tags) }));
  else if (one.kind === 'columns')
    await send(
      proposal(urn, 'editableSchemaMetadata', {
        editableSchemaFieldInfo: one.columns.map(({ path: fieldPath, text, tags }) => ({
          fieldPath,
          ...(text !== null && { description: text }),
          globalTags: { tags: withoutSource(tags) },
        })),
      }),
    );
  else if (one.kind === 'attach' || one.kind === 'detach') {
    const { source, ...value } = one.one;
    const at = `/tags/${source}/${value.tag}`;
    await send(
      patchProposal(urn, 'globalTags', {
        arrayPrimaryKeys: { tags: ['attribution␟source', 'tag'] },
        patch: [one.kind === 'attach' ? add(at, value) : remove(at)],
      }),
    );
  }
}

const placeOf = (state: State, place: string): Place => state.get(place) ?? { description: null, tags: [] };
const key = (one: Association) => JSON.stringify(one);
const plain = (state: State) => [...state].sort(([one], [other]) => (one < other ? -1 : 1));

/** The state with another value of one thing; a place that says nothing is not there. */
function withPlace(state: State, place: string, value: Place): State {
  const changed = new Map(state);
  if (value.description === null && value.tags.length === 0) changed.delete(place);
  else changed.set(place, value);
  return changed;
}

t.test('undo of any change restores exactly, or refuses and changes nothing', async (t) => {
  const [done, refused] = [{ count: 0 }, { count: 0 }];
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { minLength: 1, maxLength: 8 }),
      fc.nat(),
      async (operations, pick) => {
        const urn = await catalog.dataset(v2, 'y');
        const made = new Map<string, { before: State; after: State; at: number }>();
        for (const [at, one] of operations.entries()) {
          const before = await read(urn);
          await run(urn, one);
          const after = await read(urn);
          for (const { id } of await changesOf(urn)) if (!made.has(id)) made.set(id, { before, after, at });
        }
        const changes = await changesOf(urn);
        if (changes.length === 0) return;
        const { id, category, fieldPath, operation, modifier } = changes[pick % changes.length]!;
        const { before: then, after: left, at } = made.get(id)!;
        const now = await read(urn);
        const total = changes.length;
        const { value, error } = await call(writer, 'undoChange', { id });
        const undone = await read(urn);
        const says = `${operation} ${category} ${modifier} of ${fieldPath} by ${JSON.stringify(operations[at])}`;
        if (error) {
          refused.count += 1;
          if (error.type !== 'CONFLICT') throw new Error(`${says}: ${JSON.stringify(error)}`);
          t.strictSame(plain(undone), plain(now), `refused: ${says}`);
          // What nothing has changed since is not refused.
          if (at === operations.length - 1) throw new Error(`${says}: ${error.message}`);
          return;
        }
        done.count += 1;
        t.equal(value, true);
        const place = fieldPath ?? '';
        const current = placeOf(now, place);
        const former = placeOf(then, place);
        if (category === 'DOCUMENTATION')
          t.strictSame(
            plain(undone),
            plain(withPlace(now, place, { ...current, description: former.description })),
            says,
          );
        else {
          const isIt = (one: Association) => one.tag === modifier;
          const added = new Set(placeOf(left, place).tags.filter(isIt).map(key));
          const others =
            operation === 'ADD' ? current.tags.filter((one) => !added.has(key(one))) : current.tags;
          const found = placeOf(undone, place).tags;
          const expected = operation === 'ADD' ? others : [...others, ...former.tags.filter(isIt)];
          t.strictSame(found.map(key).sort(), expected.map(key).sort(), says);
          t.strictSame(
            found.filter((one) => !isIt(one)),
            current.tags.filter((one) => !isIt(one)),
            'in their order',
          );
          t.strictSame(
            plain(withPlace(undone, place, { ...placeOf(undone, place), tags: [] })),
            plain(withPlace(now, place, { ...current, tags: [] })),
            `nothing else: ${says}`,
          );
          const alone = former.tags.filter((one) => !isIt(one)).map(key);
          if (at === operations.length - 1 && String(alone) === String(current.tags.map(key)))
            t.strictSame(found, former.tags, `in its place: ${says}`);
        }
        const back = await changesOf(urn);
        if (back.length === total) return;
        t.match(await call(writer, 'undoChange', { id: back[0]!.id }), { value: true }, `again: ${says}`);
        t.strictSame(plain(await read(urn)), plain(now), `as before the undo: ${says}`);
      },
    ),
    { numRuns: 25, seed: readSeed(t), endOnFailure: true },
  );
  t.ok(done.count > 5 && refused.count > 0, `${done.count} done, ${refused.count} refused`);
});
