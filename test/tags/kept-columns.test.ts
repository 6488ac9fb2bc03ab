import t from 'tap';
import { add, deletion, patchProposal, proposal } from '../support/aspects.js';
import { call, column, done, field, tagUrn } from '../support/metadata.js';
import { type Edit, paths, sourcesCatalog, toEdits } from '../support/tag-sources.js';

// For ingestion that keeps edited tags, a simple path and the only version 2 path with this simple path are one column.

const catalog = await sourcesCatalog(t);
const { writer, db, put, readAspect, fresh, schema, test, ingestKeeping } = catalog;
const [a, b, c] = [tagUrn('a'), tagUrn('b'), tagUrn('c')];
await put(...[a, b, c].map((tag) => proposal(tag, 'tagProperties', { name: tag })));
const { text, int, broken } = paths;

const columns = (urn: string, ...all: string[]) =>
  all.length === 0
    ? deletion(urn, 'schemaMetadata')
    : proposal(urn, 'schemaMetadata', { ...schema, fields: all.map((path) => field(path)) });
const edits = (urn: string, ...infos: Edit[]) =>
  proposal(urn, 'editableSchemaMetadata', {
    editableSchemaFieldInfo: infos.map(([fieldPath, ...tags]) => ({
      fieldPath,
      globalTags: { tags: tags.map((id) => ({ tag: tagUrn(id) })) },
    })),
  });
async function stored(urn: string): Promise<Edit[]> {
  const { editableSchemaFieldInfo } = await readAspect(urn, 'editableSchemaMetadata');
  return editableSchemaFieldInfo.map(
    ({ fieldPath, globalTags }: { fieldPath: string; globalTags?: { tags: { tag: string }[] } }) => [
      fieldPath,
      ...(globalTags?.tags ?? []).map(({ tag }) => tag.split(':')[3]),
    ],
  );
}
async function edit(name: 'addTag' | 'removeTag', resourceUrn: string, path: string, tagUrn: string) {
  const { value } = await call(writer, name, { input: { tagUrn, resourceUrn, ...column(path) } });
  if (value !== true) throw new Error(`${name} ${tagUrn} ${path}`);
}
const remembered = async (urn: string) =>
  (
    await db.query<{ path: string }>(
      'SELECT field_path AS path FROM removed_associations WHERE resource_urn = $1 ORDER BY 1',
      [urn],
    )
  ).map(({ path }) => path);

/** The schema, the column to which a person adds `a`, what is ingested, and what is there then; how many tags are kept. */
const additions: [
  what: string,
  columns: string[],
  added: string,
  given: string,
  after: string,
  kept: number,
][] = [
  ['the other path, with the tag', ['x'], 'x', 'text:a', 'text:a', 0],
  ['the other path, without the tag', ['x'], 'x', 'text:b', 'text:ba', 1],
  ['the simple path, with the tag', [text], text, 'x:ba', 'x:ba', 0],
  ['the simple path, without the tag', [text], text, 'x:b', 'x:ba', 1],
  ['both paths, the tag under the other one', ['x'], 'x', 'x:b text:a', 'x:b text:a', 0],
  ['both paths, without the tag', ['x'], 'x', 'text x', 'text x:a', 1],
  ['a path twice, the tag in the last', ['x'], 'x', 'x x:a', 'x:a', 0],
  ['a path twice, the tag in the first', ['x'], 'x', 'x:a x', 'x:a', 1],
  ['another column', ['x'], 'x', 'y:b', 'y:b x:a', 1],
  ['another type', [text], text, 'int:a', 'int:a text:a', 1],
  ['members of a union', [text, int], text, 'int:a text:b', 'int:a text:ba', 1],
  ['the simple path of a union', [text, int], text, 'x:a', 'x:a text:a', 1],
  ['an unparsable path', [broken], broken, 'x:a', 'x:a broken:a', 1],
];

for (const [what, present, added, given, after, kept] of additions) {
  const edited = toEdits(given);
  test(`a tag that a person added to a column stays: ${what}`, async (t) => {
    const urn = await fresh();
    await put(columns(urn, ...present));
    await edit('addTag', urn, added, a);
    t.strictSame(await ingestKeeping('true', edits(urn, ...edited)), { kept, leftOut: 0 });
    t.strictSame(await stored(urn), toEdits(after));
    const without = edited.map(([path, ...tags]): Edit => [path, ...tags.filter((id) => id !== 'a')]);
    await ingestKeeping('true', edits(urn, ...without));
    t.equal((await stored(urn)).flat().filter((id) => id === 'a').length, 1, 'it is still edited');
  });
}

/** The schema, the column from which a person removes `a`, what is ingested, and what is there then. */
const removals: [what: string, columns: string[], removed: string, given: string, after: string][] = [
  ['the same path', ['x'], 'x', 'x:ab', 'x:b'],
  ['the other path', ['x'], 'x', 'text:ab', 'text:b'],
  ['the simple path', [text], text, 'x:ba', 'x:b'],
  ['both paths', [text], text, 'x:a text:ab', 'x text:b'],
  ['a path twice', ['x'], 'x', 'x:a x:ab', 'x:b'],
  ['another column', ['x', 'y'], 'x', 'y:a x:a', 'y:a x'],
  ['another type', [text], text, 'int:a', 'int:a'],
  ['members of a union', [text, int], text, 'int:a text:a', 'int:a text'],
  ['one member of a union', [text, int], text, 'int:a', 'int:a'],
  ['the simple path of a union', [text, int], text, 'x:a', 'x:a'],
  ['an unparsable path', [broken], broken, 'x:a broken:a', 'x:a broken'],
];

for (const [what, present, removed, given, after] of removals) {
  const [edited, left] = [toEdits(given), toEdits(after)];
  const count = (all: Edit[]) => all.flat().filter((id) => id === 'a').length;
  test(`a tag that a person removed from a column does not come back: ${what}`, async (t) => {
    const urn = await fresh();
    await put(columns(urn, ...present), edits(urn, [removed, 'a']));
    await edit('removeTag', urn, removed, a);
    for (const _ of [1, 2]) {
      const { leftOut } = await ingestKeeping('true', edits(urn, ...edited));
      t.equal(leftOut, count(edited) > count(left) ? 1 : 0);
      t.strictSame(await stored(urn), left);
    }
  });
}

test('a person and a patch name a column by either path', async (t) => {
  for (const [before, path] of [
    ['x', text],
    [text, 'x'],
  ] as const) {
    const urn = await fresh();
    const removed = async () => {
      await put(columns(urn, before), edits(urn, [before, 'a']));
      await edit('removeTag', urn, before, a);
      t.strictSame(await remembered(urn), [before]);
      await put(edits(urn), columns(urn, path));
    };
    await removed();
    await edit('addTag', urn, path, a);
    t.strictSame(await remembered(urn), []);
    await removed();
    const place = `/editableSchemaFieldInfo/${path}/globalTags/tags/${a}`;
    await put(patchProposal(urn, 'editableSchemaMetadata', [add(place, { tag: a })]));
    t.strictSame(await remembered(urn), []);
    await removed();
    const entry = { fieldPath: path, globalTags: { tags: [{ tag: a }] } };
    await put(patchProposal(urn, 'editableSchemaMetadata', [add('/editableSchemaFieldInfo', [entry])]));
    t.strictSame(await remembered(urn), []);
  }
});

test('a person and a patch name one member of a union', async (t) => {
  const urn = await fresh();
  await put(columns(urn, text, int), edits(urn, [text, 'a'], [int, 'a']));
  const removeBoth = async () => {
    for (const path of [text, int]) await edit('removeTag', urn, path, a);
    t.strictSame(await remembered(urn), [int, text]);
  };
  await removeBoth();
  await edit('addTag', urn, text, a);
  t.strictSame(await remembered(urn), [int]);
  await removeBoth().catch((error) => t.fail(String(error)));
  const place = `/editableSchemaFieldInfo/${int}/globalTags/tags/${a}`;
  await put(patchProposal(urn, 'editableSchemaMetadata', [add(place, { tag: a })]));
  t.strictSame(await remembered(urn), [text]);
});

/** The schema, the column from which a tag is removed, the schema that follows, and whether the removal is remembered. */
const schemas: [what: string, before: string[], removed: string, after: string[], remembered: boolean][] = [
  ['the same columns', ['x', 'y'], 'x', ['x', 'y'], true],
  ['another column goes', ['x', 'y'], 'x', ['x'], true],
  ['the column goes', ['x', 'y'], 'x', ['y'], false],
  ['the schema goes', ['x'], 'x', [], false],
  ['version 2 now', ['x'], 'x', [text], true],
  ['version 1 now', [text], text, ['x'], true],
  ['another type', [text], text, [int], false],
  ['a union now', ['x'], 'x', [text, int], false],
  ['one member of a union goes', [text, int], int, [text], false],
  ['the other member of a union goes', [text, int], int, [int], true],
  ['an unparsable path goes', [broken, 'y'], broken, ['y'], false],
  ['a column that only edits have', ['y'], 'x', ['y', 'z'], true],
  ['a column that only edits have, and the schema goes', ['y'], 'x', [], true],
  ['a simple path that could be any member', [text, int], 'x', [text, int, 'y'], true],
];

for (const [what, before, removed, after, isRemembered] of schemas) {
  test(`the memory of a removal ends with the column: ${what}`, async (t) => {
    const urn = await fresh();
    const other = await fresh();
    for (const one of [urn, other]) {
      await put(columns(one, ...before), edits(one, [removed, 'a']));
      await edit('removeTag', one, removed, a);
      t.strictSame(await remembered(one), [removed]);
    }
    await put(columns(urn, ...after));
    t.strictSame(await remembered(urn), isRemembered ? [removed] : []);
    t.strictSame(await remembered(other), [removed], 'of another dataset');
    // In one request, the schema is written before or after the tags.
    if (after.length === 0) return;
    const again = edits(other, [removed, 'a']);
    const { leftOut } = await ingestKeeping('true', columns(other, ...after), again);
    t.equal(leftOut, isRemembered ? 1 : 0, 'in one request');
    t.strictSame(await remembered(other), isRemembered ? [removed] : [], 'in one request');
  });
}

test('a column that goes after its tags were given is forgotten after they were left out', async (t) => {
  const urn = await fresh();
  await put(columns(urn, 'x', 'y'), edits(urn, ['x', 'a']));
  await edit('removeTag', urn, 'x', a);
  const { leftOut } = await ingestKeeping('true', edits(urn, ['x', 'a']), columns(urn, 'y'));
  t.equal(leftOut, 1);
  t.strictSame(await remembered(urn), []);
  const gone = patchProposal(urn, 'schemaMetadata', [{ op: 'remove', path: '/fields/x' }]);
  await put(columns(urn, 'x', 'y'), edits(urn, ['x', 'a']));
  await edit('removeTag', urn, 'x', a);
  t.strictSame(await ingestKeeping('true', gone, edits(urn, ['x', 'a'])), { kept: 0, leftOut: 0 });
  t.strictSame(await stored(urn), [['x', 'a']]);
  t.strictSame(await remembered(urn), []);
});

test('what people do to tags of the entity and of a column is apart', async (t) => {
  const urn = await fresh();
  await put(proposal(urn, 'globalTags', { tags: [{ tag: a }] }), edits(urn, ['x', 'a']));
  t.match(await call(writer, 'removeTag', { input: { tagUrn: a, resourceUrn: urn } }), done);
  const both = [proposal(urn, 'globalTags', { tags: [{ tag: a }] }), edits(urn, ['x', 'a'])];
  t.strictSame(await ingestKeeping('true', ...both), { kept: 0, leftOut: 1 });
  t.strictSame(await stored(urn), [['x', 'a']]);
  t.strictSame((await readAspect(urn, 'globalTags')).tags, []);
});
