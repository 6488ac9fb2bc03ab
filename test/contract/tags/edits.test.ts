import t from 'tap';
import { resolveEdits, simplePath } from '../../../src/metadata/field-path.js';
import {
  add,
  deletion,
  freshDataset,
  patchProposal,
  proposal,
  remove as removal,
} from '../../support/aspects.js';
import { call, column, done, field, refused, tagUrn } from '../../support/metadata.js';
import { seeded } from '../../support/random.js';
import { sourcesCatalog } from '../../support/tag-sources.js';

// What people have edited stays when a schema changes, and is found under every path of its column.

const catalog = await sourcesCatalog(t);
const { writer, put, read, schema, places, counted, test } = catalog;
const [a, b] = [tagUrn('a'), tagUrn('b')];
const text = '[version=2.0].[type=R].[type=string].x';
const int = '[version=2.0].[type=R].[type=int].x';
const broken = '[version=2.0].[type=R.x';

const schemaOf = (urn: string, ...paths: string[]) =>
  proposal(urn, 'schemaMetadata', { ...schema, fields: paths.map((path) => field(path)) });
const edits = (urn: string, ...infos: object[]) =>
  proposal(urn, 'editableSchemaMetadata', { editableSchemaFieldInfo: infos });
const tagged = (fieldPath: string, ...tags: string[]) => ({
  fieldPath,
  globalTags: { tags: tags.map((tag) => ({ tag })) },
});
const remove = (resourceUrn: string, path: string, tagUrn = a) =>
  call(writer, 'removeTag', { input: { tagUrn, resourceUrn, ...column(path) } });

/** Returns the edited columns as GraphQL shows them: the path, the description and the ids of the tags. */
async function shown(urn: string) {
  const { dataset } = await read(
    `query ($urn: String!) { dataset(urn: $urn) { editableSchemaMetadata { editableSchemaFieldInfo {
       fieldPath description tags { tags { tag { urn } } } } } } }`,
    { urn },
  );
  return dataset.editableSchemaMetadata.editableSchemaFieldInfo.map(
    (one: {
      fieldPath: string;
      description: string | null;
      tags: { tags: { tag: { urn: string } }[] } | null;
    }) => [
      one.fieldPath,
      one.description,
      one.tags?.tags.map(({ tag }) => tag.urn.split(':')[3]).join('') ?? null,
    ],
  );
}

/** The paths of the schema now, the paths of edits with a tag, the path that is given, and the paths that keep the tag. */
const removals: [what: string, columns: string[], edited: string[], given: string, left: string[]][] = [
  ['a column that the schema no longer has', ['y'], ['x'], 'x', []],
  ['a column without a schema', [], ['x'], 'x', []],
  ['an unparsable path that the schema no longer has', ['y'], [broken], broken, []],
  ['version 1 before, version 2 now, by the old path', [text], ['x'], 'x', []],
  ['version 1 before, version 2 now, by the new path', [text], ['x'], text, []],
  ['version 2 before, version 1 now, by the old path', ['x'], [text], text, []],
  ['version 2 before, version 1 now, by the new path', ['x'], [text], 'x', []],
  ['another type before', [text], [int], int, []],
  ['another type before, by the simple path', [text], [int], 'x', []],
  ['edits under both paths', [text], ['x', text], 'x', []],
  ['edits under both paths, without a schema', [], ['x', text], 'x', []],
  ['edits under both paths, without a schema, by the path of version 2', [], ['x', text], text, []],
  ['version 2 before, gone now, by the simple path', ['y'], [text], 'x', []],
  ['a member of a union', [text, int], [text, int], int, [text]],
  ['a member of a union that is gone', ['y'], [text, int], int, [text]],
  ['a simple path that could be any member', [text, int], ['x', text], 'x', [text]],
  ['a simple path that could be any member, all gone', [], ['x', text, int], 'x', [int, text]],
  ['a path of version 2 beside a column with the simple path', ['x', text], ['x', text], text, ['x']],
];

for (const [what, columns, edited, given, left] of removals) {
  test(`removeTag: ${what}`, async (t) => {
    const urn = await catalog.fresh();
    await put(
      columns.length > 0 ? schemaOf(urn, ...columns) : deletion(urn, 'schemaMetadata'),
      edits(urn, ...edited.map((path) => tagged(path, a, b))),
    );
    const input = { tagUrns: [a], resources: [{ resourceUrn: urn, ...column(given) }] };
    t.match(await call(writer, 'batchRemoveTags', { input }), done);
    t.strictSame(
      (await places(a)).map(({ fieldPath }) => fieldPath),
      left,
    );
    t.equal((await places(b)).length, edited.length, 'another tag stays');
    t.match(await remove(urn, given), done, 'again');
  });
}

test('what no edit and no schema has is NOT_FOUND, and what could be several is BAD_REQUEST', async (t) => {
  const urn = await catalog.fresh();
  await put(schemaOf(urn, 'y'), edits(urn, tagged(text, a), tagged(int, a)));
  t.match(await remove(urn, 'z'), refused('NOT_FOUND', /has no column "z"/));
  t.match(await remove(urn, 'x'), refused('BAD_REQUEST', /could be any of/));
  t.equal((await places(a)).length, 2);
});

test('GraphQL shows a column once, under the path of the schema, with all its edits', async (t) => {
  const urn = await catalog.fresh();
  const both = [
    { ...tagged('x', a), description: 'by its simple path' },
    tagged('y'),
    { ...tagged(text, b, a), description: 'by its own' },
  ];
  await put(schemaOf(urn, text, 'y'), edits(urn, ...both));
  t.strictSame(await shown(urn), [
    [text, 'by its own', 'ab'],
    ['y', null, ''],
  ]);
  t.strictSame(await counted(a), [0, 1]);
  await put(schemaOf(urn, 'x'));
  t.strictSame((await shown(urn))[0], ['x', 'by its simple path', 'ab']);
  await put(deletion(urn, 'schemaMetadata'));
  t.strictSame((await shown(urn))[0], ['x', 'by its simple path', 'ab']);
  await put(schemaOf(urn, text, int));
  t.strictSame(await shown(urn), [
    ['x', 'by its simple path', 'a'],
    ['y', null, ''],
    [text, 'by its own', 'ba'],
  ]);
});

test('what is written under a new path is not hidden by what was written under the old one', async (t) => {
  const urn = await catalog.fresh();
  await put(...[a, b].map((tag) => proposal(tag, 'tagProperties', { name: tag })));
  const describe = (description: string) =>
    writer.graphql('mutation ($input: DescriptionUpdateInput!) { updateDescription(input: $input) }', {
      input: { resourceUrn: urn, ...column('x'), description },
    });
  await describe('old');
  t.match(await call(writer, 'addTag', { input: { tagUrn: a, resourceUrn: urn, ...column('x') } }), done);
  await put(schemaOf(urn, text));
  t.strictSame(await shown(urn), [[text, 'old', 'a']]);
  const input = { tagUrns: [a, b], resourceUrn: urn, ...column('x') };
  t.match(await call(writer, 'addTags', { input }), done);
  t.strictSame(await shown(urn), [[text, 'old', 'ab']]);
  await describe('new');
  t.strictSame(await shown(urn), [[text, 'new', 'ab']]);
  await describe('');
  t.strictSame(await shown(urn), [[text, '', 'ab']], 'cleared');
  t.match(await remove(urn, text), done);
  t.strictSame(await shown(urn), [[text, '', 'b']]);
});

test('a patch changes the edits of a column under whichever version its path has', async (t) => {
  const of = (path: string) => `/editableSchemaFieldInfo/${path}/globalTags/tags`;
  const stored = async (urn: string) =>
    (await catalog.aspectOf(urn, 'editableSchemaMetadata')).editableSchemaFieldInfo.map(
      ({
        fieldPath,
        description,
        globalTags,
      }: {
        fieldPath: string;
        description?: string;
        globalTags: { tags: { tag: string }[] };
      }) => [
        fieldPath,
        ...globalTags.tags.map(({ tag }) => tag.split(':')[3]),
        ...(description === undefined ? [] : [description]),
      ],
    );
  const patch = (urn: string, ...operations: object[]) =>
    put(patchProposal(urn, 'editableSchemaMetadata', operations));
  for (const [one, other] of [
    ['x', text],
    [text, 'x'],
  ] as const) {
    const urn = await catalog.fresh();
    await put(edits(urn, tagged(one, a), tagged('y', a)));
    await patch(
      urn,
      add(`${of(other)}/${b}`, { tag: b }),
      add(`/editableSchemaFieldInfo/${other}/description`, 'd'),
    );
    t.strictSame(await stored(urn), [
      [one, 'a', 'b', 'd'],
      ['y', 'a'],
    ]);
    await patch(urn, removal(`${of(other)}/${a}`));
    t.strictSame(await stored(urn), [
      [one, 'b', 'd'],
      ['y', 'a'],
    ]);
    await put(edits(urn, tagged(one, a), tagged(other, a, b)));
    await patch(urn, removal(`${of(one)}/${a}`));
    t.strictSame(await stored(urn), [[one], [other, 'b']], 'removed under both paths');
    await patch(urn, add(`${of(one)}/${b}`, { tag: b }));
    t.strictSame(
      await stored(urn),
      [
        [one, 'b'],
        [other, 'b'],
      ],
      'added under its own',
    );
  }
  const urn = await catalog.fresh();
  await put(edits(urn, tagged(text, a)));
  await patch(urn, add(`${of(int)}/${b}`, { tag: b }), removal(`${of(int)}/${a}`));
  t.strictSame(
    await stored(urn),
    [
      [text, 'a'],
      [int, 'b'],
    ],
    'two paths of version 2 are two columns',
  );
  await patch(urn, add(`${of('x')}/${a}`, { tag: a }), removal(`${of('x')}/${b}`));
  t.strictSame(await stored(urn), [
    [text, 'a'],
    [int, 'b'],
    ['x', 'a'],
  ]);
});

test('an entity of a type that gets tags by ingestion only', async (t) => {
  const model = 'urn:li:mlModel:(urn:li:dataPlatform:science,m,PROD)';
  await put(proposal(model, 'globalTags', { tags: [{ tag: a }] }));
  const { results } = await read(
    'query ($urn: String!) { tag(urn: $urn) { associations { results { entity { urn } } } } }',
    { urn: a },
  ).then(({ tag }) => tag.associations);
  t.strictSame(results, [{ entity: { urn: model } }]);
  const input = { tagUrn: a, resourceUrn: model };
  const nobody = await catalog.user('nobody');
  t.match(await call(nobody, 'removeTag', { input }), refused('UNAUTHORIZED'));
  t.match(await call(writer, 'addTag', { input }), refused('BAD_REQUEST', /is a mlModel/));
  t.match(await call(writer, 'removeTag', { input }), done);
  t.match(await call(writer, 'removeTag', { input }), refused('BAD_REQUEST', /is a mlModel/));
  t.strictSame(await counted(a), [0, 0]);
});

t.test('every place that is listed can be removed, and no other column loses the tag with it', async (t) => {
  const choose = seeded(t);
  const all = ['x', text, int, '[version=2.0].[key=True].[type=R].[type=string].x', 'y', broken];
  const some = () => all.filter(() => choose.below(2) === 0);
  const asPaths = (paths: string[]) =>
    paths.map((fieldPath) => ({ fieldPath, simplePath: simplePath(fieldPath) }));
  for (let round = 0; round < 15; round += 1) {
    const urn = freshDataset();
    const [columns, edited] = [some(), some()];
    await put(
      schemaOf(urn, ...columns),
      edits(urn, ...edited.map((path) => ({ ...tagged(path, a), description: path }))),
    );
    const view = (await shown(urn)) as [string, string, string][];
    const columnsOfEdits = edited.map((path) => resolveEdits(asPaths(columns), asPaths(edited), path));
    const distinct = new Set(columnsOfEdits.map((found) => JSON.stringify(found)));
    t.equal(view.length, distinct.size, JSON.stringify({ columns, edited, view }));
    for (let left = edited; left.length > 0; ) {
      const path = choose.pick(left);
      const found = resolveEdits(asPaths(columns), asPaths(edited), path);
      if (found.kind !== 'found') throw new Error(JSON.stringify(found));
      t.match(await remove(urn, path), done);
      left = left.filter((one) => !found.fieldPaths.includes(one));
      const listed = (await places(a)).map(({ fieldPath }) => fieldPath);
      t.strictSame(listed, [...left].sort(), JSON.stringify({ columns, edited, path }));
    }
    t.ok((await shown(urn)).every(([, , tags]: [string, string, string]) => tags === ''));
    await put(deletion(urn, 'datasetKey'));
  }
});
