import t from 'tap';
import { lockEntities } from '../../src/aspects/lock-store.js';
import { resolveEdits } from '../../src/core/field-path.js';
import { FieldPaths } from '../../src/core/field-paths.js';
import type { Transaction } from '../../src/db/query.js';
import { simplePath } from '../../src/urn/field-path.js';
import {
  add,
  deletion,
  freshDataset,
  patchProposal,
  proposal,
  remove as removal,
} from '../support/aspects.js';
import { call, column, done, field, refused, tagUrn } from '../support/metadata.js';
import { seeded } from '../support/random.js';
import { paths, sourcesCatalog, toEdits } from '../support/tag-sources.js';
import { waitFor } from '../support/wait-for.js';

// What people have edited stays when a schema changes, and is found under every path of its column.

const catalog = await sourcesCatalog(t);
const { writer, put, read, schema, places, counted, test } = catalog;
const [a, b] = [tagUrn('a'), tagUrn('b')];
const { text, int, broken } = paths;

const createSchema = (urn: string, ...paths: string[]) =>
  proposal(urn, 'schemaMetadata', { ...schema, fields: paths.map((path) => field(path)) });
const edits = (urn: string, ...infos: object[]) =>
  proposal(urn, 'editableSchemaMetadata', { editableSchemaFieldInfo: infos });
const tagged = (fieldPath: string, ...tags: string[]) => ({
  fieldPath,
  globalTags: { tags: tags.map((tag) => ({ tag })) },
});
const remove = (resourceUrn: string, path: string, tagUrn = a) =>
  call(writer, 'removeTag', { input: { tagUrn, resourceUrn, ...column(path) } });
const describe = (resourceUrn: string, path: string, description: string) =>
  writer.graphql('mutation ($input: DescriptionUpdateInput!) { updateDescription(input: $input) }', {
    input: { resourceUrn, ...column(path), description },
  });

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

/** Returns the edits as REST reads them: the path, the ids of the tags and the description. */
async function stored(urn: string) {
  const { editableSchemaFieldInfo } = await catalog.readAspect(urn, 'editableSchemaMetadata');
  return editableSchemaFieldInfo.map(
    ({
      fieldPath,
      description,
      globalTags,
    }: {
      fieldPath: string;
      description?: string;
      globalTags?: { tags: { tag: string }[] };
    }) => [
      fieldPath,
      ...(globalTags?.tags ?? []).map(({ tag }) => tag.split(':')[3]),
      ...(description === undefined ? [] : [description]),
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
      columns.length > 0 ? createSchema(urn, ...columns) : deletion(urn, 'schemaMetadata'),
      edits(urn, ...edited.map((path) => tagged(path, a, b))),
    );
    const input = { tagUrns: [a], resources: [{ resourceUrn: urn, ...column(given) }] };
    t.match(await call(writer, 'batchRemoveTags', { input }), done);
    t.strictSame(
      (await places(a)).map(({ fieldPath }) => fieldPath),
      left,
    );
    const paths = new FieldPaths(edited);
    const columnsOfB = new Set(edited.map((path) => [...paths.sameAs(path)].sort().join()));
    t.equal((await places(b)).length, columnsOfB.size, 'another tag stays');
    t.match(await remove(urn, given), done, 'again');
  });
}

test('what no edit and no schema has is NOT_FOUND, and what could be several is BAD_REQUEST', async (t) => {
  const urn = await catalog.fresh();
  await put(createSchema(urn, 'y'), edits(urn, tagged(text, a), tagged(int, a)));
  t.match(await remove(urn, 'z'), refused('NOT_FOUND', /has no column "z"/));
  t.match(await remove(urn, 'x'), refused('BAD_REQUEST', /could be any of/));
  t.equal((await places(a)).length, 2);
});

/** The paths of the schema, the path that is given, the edits before, and those with the tags `a` and `b`. */
const additions: [what: string, columns: string[], given: string, before: string, after: string][] = [
  ['version 1 before, by the old path', [text], 'x', 'x:a', 'x:ab'],
  ['version 1 before, by the new path', [text], text, 'x:a', 'x:ab'],
  ['version 2 before, by the old path', ['x'], text, 'text:a', 'text:ab'],
  ['version 2 before, by the new path', ['x'], 'x', 'text:a', 'text:ab'],
  ['another type before', [text], text, 'int:a', 'int:ab'],
  ['an edit without tags', [text], text, 'x', 'x:ab'],
  ['edits under both paths, tagged under the old one', [text], text, 'x:a text', 'x:a text:b'],
  ['edits under both paths, tagged under both', [text], 'x', 'x:ab text:b', 'x:ab text:b'],
  ['edits under two other paths', [text], text, 'x:a int', 'x:a int:b'],
  ['a simple path that could be any member of a union', [text, int], text, 'x:a', 'x:a text:ab'],
  ['a path of version 2 beside a column with the simple path', ['x', text], text, 'x:a', 'x:a text:ab'],
  ['an unparsable path', [broken], broken, 'broken:a', 'broken:ab'],
];

for (const [what, columns, given, before, after] of additions) {
  test(`addTags: ${what}`, async (t) => {
    const urn = await catalog.fresh();
    await put(
      ...[a, b].map((tag) => proposal(tag, 'tagProperties', { name: tag })),
      createSchema(urn, ...columns),
      edits(urn, ...toEdits(before).map(([path, ...tags]) => tagged(path, ...tags.map(tagUrn)))),
    );
    const resources = [{ resourceUrn: urn, ...column(given) }];
    const addAll = () => call(writer, 'batchAddTags', { input: { tagUrns: [a, b], resources } });
    t.match(await addAll(), done);
    t.strictSame(await stored(urn), toEdits(after));
    t.match(await addAll(), done, 'again');
    t.strictSame(await stored(urn), toEdits(after), 'again');
  });
}

test('a tag that a program has put on a column is added beside it, under the same path', async (t) => {
  const urn = await catalog.fresh();
  const byProgram = { tag: a, attribution: { time: 1, actor: writer.urn, source: 'urn:li:platform:p' } };
  await put(
    proposal(a, 'tagProperties', { name: a }),
    createSchema(urn, text),
    edits(urn, { fieldPath: 'x', globalTags: { tags: [byProgram] } }, tagged(text)),
  );
  t.match(await call(writer, 'addTag', { input: { tagUrn: a, resourceUrn: urn, ...column(text) } }), done);
  t.strictSame(await stored(urn), [['x', 'a', 'a'], [text]]);
  t.equal((await places(a)).length, 1);
});

test('a tag that another writer puts on the column meanwhile, under the other path, is added once', async (t) => {
  const { db } = catalog;
  const urn = await catalog.fresh();
  await put(proposal(a, 'tagProperties', { name: a }), createSchema(urn, text), edits(urn));
  let adding: Promise<unknown> | undefined;
  await db.inTransaction(async (tx) => {
    await lockEntities(tx, [urn], 'write');
    adding = call(writer, 'addTag', { input: { tagUrn: a, resourceUrn: urn, ...column(text) } });
    // The embedded database has one connection, for which the other writer waits.
    if (db.kind !== 'embedded') await waitFor(async () => (await waiting(tx)) > 0);
    await tx.query(
      `INSERT INTO editable_schema_fields (dataset_urn, field_path, has_tags) VALUES ($1, 'x', true)`,
      [urn],
    );
    await tx.query(
      `INSERT INTO global_tags (resource_urn, field_path, tag_urn, created_at, created_by) VALUES ($1, 'x', $2, 1, $3)`,
      [urn, a, writer.urn],
    );
  });
  t.match(await adding, done);
  t.strictSame(await stored(urn), [['x', 'a']]);
});

/** How many connections wait for a row that another has locked. */
async function waiting({ query }: Transaction): Promise<number> {
  const [row] = await query<{ count: number }>(
    `SELECT count(*) AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return row!.count;
}

test('a description changes the edit that shows it, under whichever path that is', async (t) => {
  const createColumn = (path: string, description?: string) => ({ fieldPath: path, description });
  for (const [columns, before, after] of [
    [[text], [createColumn('x')], [['x', 'new']]],
    [['x'], [createColumn(text, 'old')], [[text, 'new']]],
    [[text], [createColumn('x', 'old'), createColumn(text)], [['x', 'new'], [text]]],
    [
      [text],
      [createColumn(text, 'own'), createColumn('x', 'old')],
      [
        [text, 'new'],
        ['x', 'old'],
      ],
    ],
    [
      [text],
      [createColumn('x', 'older'), createColumn(int, 'old')],
      [
        ['x', 'older'],
        [int, 'new'],
      ],
    ],
    [
      [text, int],
      [createColumn('x', 'of any')],
      [
        ['x', 'of any'],
        [text, 'new'],
      ],
    ],
  ] as const) {
    const urn = await catalog.fresh();
    await put(createSchema(urn, ...columns), edits(urn, ...before));
    await describe(urn, columns[0], 'new');
    t.strictSame(await stored(urn), after);
    t.ok((await shown(urn)).some(([path, text]: string[]) => path === columns[0] && text === 'new'));
  }
});

test('GraphQL shows a column once, under the path of the schema, with all its edits', async (t) => {
  const urn = await catalog.fresh();
  const both = [
    { ...tagged('x', a), description: 'by its simple path' },
    tagged('y'),
    { ...tagged(text, b, a), description: 'by its own' },
  ];
  await put(createSchema(urn, text, 'y'), edits(urn, ...both));
  t.strictSame(await shown(urn), [
    [text, 'by its own', 'ab'],
    ['y', null, ''],
  ]);
  t.strictSame(await counted(a), [0, 1]);
  await put(createSchema(urn, 'x'));
  t.strictSame((await shown(urn))[0], ['x', 'by its simple path', 'ab']);
  await put(deletion(urn, 'schemaMetadata'));
  t.strictSame((await shown(urn))[0], ['x', 'by its simple path', 'ab']);
  await put(createSchema(urn, text, int));
  t.strictSame(await shown(urn), [
    ['x', 'by its simple path', 'a'],
    ['y', null, ''],
    [text, 'by its own', 'ba'],
  ]);
});

test('what is written under a new path is not hidden by what was written under the old one', async (t) => {
  const urn = await catalog.fresh();
  await put(...[a, b].map((tag) => proposal(tag, 'tagProperties', { name: tag })));
  await describe(urn, 'x', 'old');
  t.match(await call(writer, 'addTag', { input: { tagUrn: a, resourceUrn: urn, ...column('x') } }), done);
  await put(createSchema(urn, text));
  t.strictSame(await shown(urn), [[text, 'old', 'a']]);
  const input = { tagUrns: [a, b], resourceUrn: urn, ...column('x') };
  t.match(await call(writer, 'addTags', { input }), done);
  t.strictSame(await shown(urn), [[text, 'old', 'ab']]);
  await describe(urn, 'x', 'new');
  t.strictSame(await shown(urn), [[text, 'new', 'ab']]);
  await describe(urn, 'x', '');
  t.strictSame(await shown(urn), [[text, '', 'ab']], 'cleared');
  t.match(await remove(urn, text), done);
  t.strictSame(await shown(urn), [[text, '', 'b']]);
});

test('a patch changes the edits of a column under whichever version its path has', async (t) => {
  const of = (path: string) => `/editableSchemaFieldInfo/${path}/globalTags/tags`;
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
      createSchema(urn, ...columns),
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
      const paths = new FieldPaths(left);
      // The list has a column with two paths once, whatever the schema says.
      const once = left.filter((one) => paths.sameAs(one).length === 1 || one !== simplePath(one));
      t.strictSame(listed, once.sort(), JSON.stringify({ columns, edited, path }));
    }
    t.ok((await shown(urn)).every(([, , tags]: [string, string, string]) => tags === ''));
    await put(deletion(urn, 'datasetKey'));
  }
});
