import t, { type Test } from 'tap';
import { simplePath } from '../../src/urn/field-path.js';
import { batchUrl, deletion, ingestUrl, proposal } from '../support/aspects.js';
import { call, column, containerUrn, field, refused, tagCatalog } from '../support/metadata.js';
import { seeded } from '../support/random.js';
import { schemaWith } from '../support/schemas.js';
import { checkTaggedEntities } from '../support/tagged-entities.js';

const catalog = await tagCatalog(t, { env: { PAGE_SIZE_MAX: '500' } });
const { db, editor, read } = catalog;
const writer = await catalog.user('writer', ['EDIT_ENTITY', 'DELETE_ENTITY', 'MANAGE_TAGS']);

async function usage(urn: string) {
  const { tag } = await read('query ($urn: String!) { tag(urn: $urn) { usage { entities columns } } }', {
    urn,
  });
  return tag && [tag.usage.entities, tag.usage.columns];
}

async function associations(urn: string, page: { start?: number; count?: number } = {}) {
  const { tag } = await read(
    `query ($urn: String!, $start: Int, $count: Int) { tag(urn: $urn) { associations(start: $start, count: $count) {
       start count total declaredTotal results { entity { urn type } fieldPath declared } } } }`,
    { urn, ...page },
  );
  return tag.associations;
}

/** Returns the places as texts: the name of the dataset, the column, and `declared`. */
async function places(urn: string) {
  const { results } = await associations(urn);
  return results.map(
    ({
      entity,
      fieldPath,
      declared,
    }: {
      entity: { urn: string };
      fieldPath: string | null;
      declared: boolean;
    }) => `${entity.urn.replace(/^.*,(set_\d+),PROD\)$/, '$1')} ${fieldPath}${declared ? ' declared' : ''}`,
  );
}
const toName = (urn: string) => urn.split(',')[1];

async function ingest(...proposals: object[]) {
  const [url, body] =
    proposals.length === 1 ? [ingestUrl, { proposal: proposals[0] }] : [batchUrl, { proposals }];
  const answer = await writer.post(url as string, body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}
const tagged = (...tags: string[]) => ({ globalTags: { tags: tags.map((tag) => ({ tag })) } });
const createSchema = (urn: string, ...fields: object[]) =>
  proposal(urn, 'schemaMetadata', {
    ...schemaWith(),
    fields,
  });

/** A test that ends with the comparison of all counts with the tables that they are made from. */
const test = (name: string, work: (t: Test) => Promise<unknown>) =>
  t.test(name, async (t) => {
    await work(t);
    await checkTaggedEntities(t, db);
  });

test('entities and columns are counted apart, however the tag came there', async (t) => {
  const [tag, other] = (await catalog.tags('counted', 'other')) as [string, string];
  t.strictSame(await usage(tag), [0, 0], 'on nothing');
  const [one, two] = [await catalog.dataset('x', 'y'), await catalog.dataset()];
  await call(editor, 'addTag', { input: { tagUrn: tag, resourceUrn: one } });
  await call(editor, 'addTags', { input: { tagUrns: [tag, other], resourceUrn: one, ...column('x') } });
  await call(editor, 'addTags', { input: { tagUrns: [tag], resourceUrn: one, ...column('x') } });
  t.strictSame(await usage(tag), [1, 1], 'added again, it counts once');
  await ingest(
    createSchema(one, field('x', tagged(tag)), field('y', tagged(tag, other))),
    proposal(two, 'globalTags', { tags: [{ tag }] }),
  );
  t.strictSame(await usage(tag), [2, 2], 'x is edited and declared, and counts once');
  t.strictSame(await usage(other), [0, 2]);
  t.strictSame(await places(tag), [
    `${toName(one)} null`,
    `${toName(one)} x`,
    `${toName(one)} x declared`,
    `${toName(one)} y declared`,
    `${toName(two)} null`,
  ]);
  const on = (...urns: string[]) =>
    editor.graphql(
      'query ($urns: [String!]!) { tag(urn: "' +
        tag +
        '") { associationsOn(urns: $urns) { fieldPath declared } } }',
      { urns },
    );
  t.strictSame((await on(one)).body.data.tag.associationsOn, [
    { fieldPath: null, declared: false },
    { fieldPath: 'x', declared: false },
    { fieldPath: 'x', declared: true },
    { fieldPath: 'y', declared: true },
  ]);
  t.strictSame((await on()).body.data.tag.associationsOn, [], 'on no entity');
  t.match((await on(...Array(101).fill(two))).body.errors[0].message, 'at most 100 entities are allowed');
  await ingest(createSchema(one, field('first'), field('y', tagged(tag)), field('x')));
  t.strictSame(await usage(tag), [2, 2], 'x is edited only, y has moved');
  await call(editor, 'removeTag', { input: { tagUrn: tag, resourceUrn: one, ...column('x') } });
  t.strictSame(await usage(tag), [2, 1]);
  await call(editor, 'removeTag', { input: { tagUrn: tag, resourceUrn: one } });
  t.strictSame(await usage(tag), [1, 1]);
  await ingest(deletion(one, 'schemaMetadata'));
  t.strictSame(await usage(tag), [1, 0]);
  await ingest(proposal(two, 'globalTags', { tags: [{ tag: other }] }));
  t.strictSame(await usage(tag), [0, 0]);
  t.strictSame(await usage(other), [1, 1]);
});

test('places of a tag on some entities are read from any one on, 1,000 at once', async (t) => {
  const [tag] = (await catalog.tags('wide')) as [string];
  const urn = await catalog.dataset();
  const paths = Array.from({ length: 1_200 }, (_, index) => `c${String(index).padStart(4, '0')}`);
  await ingest(
    proposal(urn, 'editableSchemaMetadata', {
      editableSchemaFieldInfo: paths.map((fieldPath) => ({ fieldPath, ...tagged(tag) })),
    }),
  );
  const from = async (start: number) =>
    (
      await read(
        `query ($tag: String!, $urns: [String!]!, $start: Int) {
           tag(urn: $tag) { associationsOn(urns: $urns, start: $start) { fieldPath } } }`,
        { tag, urns: [urn], start },
      )
    ).tag.associationsOn.map(({ fieldPath }: { fieldPath: string }) => fieldPath);
  t.strictSame(await from(0), paths.slice(0, 1_000));
  t.strictSame(await from(1_000), paths.slice(1_000));
  t.strictSame(await from(1_200), []);
  for (const [start, problem] of [
    [-1, 'start is -1; expected an integer of 0 or more'],
    [100_001, /start is 100001/],
  ] as const) {
    const { body } = await editor.graphql(
      'query ($tag: String!, $start: Int) { tag(urn: $tag) { associationsOn(urns: [], start: $start) { fieldPath } } }',
      { tag, start },
    );
    t.match(body.errors[0].message, problem);
  }
});

test('upserts, patches and deletions of aspects in one batch', async (t) => {
  const tags = await catalog.tags('b1', 'b2', 'b3');
  const [b1, b2, b3] = tags as [string, string, string];
  const sets = await Promise.all(Array.from({ length: 5 }, () => catalog.dataset('x')));
  await ingest(...sets.map((urn) => proposal(urn, 'globalTags', { tags: [{ tag: b1 }, { tag: b2 }] })));
  t.strictSame(await Promise.all(tags.map(usage)), [
    [5, 0],
    [5, 0],
    [0, 0],
  ]);
  const editedColumns = (tag: string) => ({
    editableSchemaFieldInfo: ['x', 'z'].map((fieldPath) => ({ fieldPath, ...tagged(tag) })),
  });
  await ingest(
    proposal(sets[0]!, 'globalTags', { tags: [{ tag: b3 }, { tag: b1 }] }),
    deletion(sets[1]!, 'globalTags'),
    proposal(sets[2]!, 'editableSchemaMetadata', editedColumns(b1)),
    proposal(sets[3]!, 'editableSchemaMetadata', editedColumns(b2)),
    deletion(sets[4]!, 'datasetKey'),
  );
  t.strictSame(await Promise.all(tags.map(usage)), [
    [3, 2],
    [2, 2],
    [1, 0],
  ]);
  await ingest(
    proposal(sets[2]!, 'editableSchemaMetadata', editedColumns(b3)),
    deletion(sets[3]!, 'editableSchemaMetadata'),
  );
  t.strictSame(await Promise.all(tags.map(usage)), [
    [3, 0],
    [2, 0],
    [1, 2],
  ]);
});

test('an edited column is the declared one whose path has the brackets of version 2', async (t) => {
  const [tag] = (await catalog.tags('brackets')) as [string];
  const urn = await catalog.dataset();
  const path = '[version=2.0].[type=struct].[type=array[string]].a.[type=string].b';
  await ingest(createSchema(urn, field(path, tagged(tag))));
  const edits = ['a.b', path].map((fieldPath) => ({ fieldPath, ...tagged(tag) }));
  await ingest(proposal(urn, 'editableSchemaMetadata', { editableSchemaFieldInfo: edits }));
  t.strictSame(await usage(tag), [0, 1]);
  await ingest(deletion(urn, 'schemaMetadata'));
  t.strictSame(await usage(tag), [0, 1], 'no schema is needed to know it');
});

test('a tag is listed on as many columns as it is counted on', async (t) => {
  const [tag, other] = (await catalog.tags('two-paths', 'one-version')) as [string, string];
  const [long, int] = ['long', 'int'].map((type) => `[version=2.0].[type=${type}].a`) as [string, string];
  const edit = (urn: string, ...paths: string[]) =>
    proposal(urn, 'editableSchemaMetadata', {
      editableSchemaFieldInfo: paths.map((fieldPath) => ({ fieldPath, ...tagged(tag) })),
    });
  const declare = (urn: string, ...paths: string[]) =>
    createSchema(urn, ...paths.map((path) => field(path, tagged(tag))));
  const urn = await catalog.dataset();
  const on = async (urns: string[]) =>
    (
      await read(
        'query ($tag: String!, $urns: [String!]!) { tag(urn: $tag) { associationsOn(urns: $urns) { fieldPath } } }',
        { tag, urns },
      )
    ).tag.associationsOn.length;
  const check = async (
    counts: readonly [columns: number, edited: number, declared: number],
    what: string,
  ) => {
    const [columns, edited, declared] = counts;
    t.strictSame(await usage(tag), [0, columns], what);
    const { total, declaredTotal, results } = await associations(tag);
    t.strictSame([total, declaredTotal], [edited + declared, declared], what);
    t.equal(results.length, total, what);
    t.equal(await on([urn]), total, what);
  };
  await ingest(edit(urn, 'a', long));
  await check([1, 1, 0], 'edited under both paths');
  t.strictSame(await places(tag), [`${toName(urn)} ${long}`]);
  await ingest(edit(urn, 'a', long, int));
  await check([3, 3, 0], 'two version 2 paths are two columns, and which one has the simple path is unknown');
  await ingest(edit(urn, 'a'), declare(urn, long));
  await check([1, 1, 1], 'edited under one path, declared under the other');
  await ingest(edit(urn, 'a', int), declare(urn, long));
  await check([3, 2, 1], 'another version 2 path is declared');
  await ingest(edit(urn), declare(urn, 'a', long));
  await check([1, 0, 1], 'declared under both paths');
  await ingest(declare(urn, long, int));
  await check([2, 0, 2], 'declared on two columns');
  await ingest(edit(urn, 'a', 'b', long), createSchema(urn, field(int, tagged(other)), field(long)));
  await check([2, 2, 0], 'another tag on the other column');
  t.strictSame((await associations(tag, { start: 1, count: 1 })).results.length, 1);
  t.strictSame(await usage(other), [0, 1]);
});

test('the database and the catalog find the same simple path', async (t) => {
  const choose = seeded(t);
  const parts = ['[version=2.0]', '[', ']', '.', '..', 'a', 'bé', '[type=x.y]', '.[type=[z]].', '.c'];
  const paths = Array.from(
    { length: 500 },
    (_, index) =>
      `${index % 5 === 0 ? '' : '[version=2.0]'}${Array.from({ length: 1 + (index % 9) }, () => choose.pick(parts)).join('')}`,
  );
  const rows = await db.query<{ path: string; simple: string }>(
    'SELECT path, simple_path(path) AS simple FROM unnest($1::text[]) AS path',
    [paths],
  );
  t.equal(rows.length, paths.length);
  for (const { path, simple } of rows) t.equal(simple, simplePath(path) || path, path);
});

test('containers, charts and tags are places too, with their names and platforms', async (t) => {
  const [tag, onTag] = (await catalog.tags('any', 'on-tag')) as [string, string];
  const [chart, container] = ['urn:li:chart:(looker,places)', containerUrn('places')];
  await ingest(
    proposal(chart, 'chartInfo', { title: 'Sales by day', description: '', lastModified: {} }),
    proposal(container, 'containerProperties', { name: 'Sales' }),
    ...[chart, container, onTag].map((urn) => proposal(urn, 'globalTags', { tags: [{ tag }] })),
  );
  t.strictSame(await usage(tag), [3, 0]);
  const named = `query ($urn: String!) { tag(urn: $urn) { associations { results { entity { urn type
    ... on Chart { properties { name } platform { name } }
    ... on Container { properties { name } platform { name } } } } } } }`;
  const { tag: found } = await read(named, { urn: tag });
  const looker = { properties: { name: 'Sales by day' }, platform: { name: 'looker' } };
  const unknown = { properties: { name: 'Sales' }, platform: { name: 'unknown' } };
  t.strictSame(found.associations.results, [
    { entity: { urn: chart, type: 'CHART', ...looker } },
    { entity: { urn: container, type: 'CONTAINER', ...unknown } },
    { entity: { urn: onTag, type: 'TAG' } },
  ]);
});

test('a deleted tag stays on columns that an ingested schema declares', async (t) => {
  const [tag] = (await catalog.tags('declared')) as [string];
  const [one, two] = [await catalog.dataset('x'), await catalog.dataset()];
  await ingest(createSchema(one, field('x', tagged(tag)), field('y')));
  await call(editor, 'batchAddTags', {
    input: {
      tagUrns: [tag],
      resources: [{ resourceUrn: one }, { resourceUrn: two }, { resourceUrn: one, ...column('y') }],
    },
  });
  t.match(await associations(tag), { total: 4, declaredTotal: 1 });
  t.strictSame(await usage(tag), [2, 2]);
  await call(editor, 'deleteTag', { urn: tag });
  t.equal(await usage(tag), null, 'there is no such tag');
  const declared = `query ($urn: String!) { dataset(urn: $urn) { schemaMetadata { fields { tags { tags { associatedUrn tag {
    urn name properties { name } usage { entities columns } associations { total results { fieldPath declared } } } } } } } } }`;
  const { dataset } = await read(declared, { urn: one });
  const [association] = dataset.schemaMetadata.fields[0].tags.tags;
  t.equal(association.associatedUrn, one);
  t.strictSame(association.tag, {
    ...{ urn: tag, name: 'declared', properties: null },
    usage: { entities: 0, columns: 1 },
    associations: { total: 1, results: [{ fieldPath: 'x', declared: true }] },
  });
  await catalog.tags('declared');
  t.strictSame(await places(tag), [`${toName(one)} x declared`], 'a new tag of this id has it again');
});

test('an entity that is deleted is left out', async (t) => {
  const [tag] = (await catalog.tags('leaving')) as [string];
  const [one, two] = [await catalog.dataset('x'), await catalog.dataset('x')];
  for (const urn of [one, two]) {
    await ingest(
      createSchema(urn, field('x', tagged(tag))),
      proposal(urn, 'globalTags', { tags: [{ tag }] }),
    );
    await call(editor, 'addTag', { input: { tagUrn: tag, resourceUrn: urn, ...column('x') } });
  }
  t.strictSame(await usage(tag), [2, 2]);
  t.equal((await writer.post('/entities?action=delete', { urn: one })).status, 200);
  t.strictSame(await usage(tag), [1, 1]);
  t.match(await associations(tag), { total: 3, declaredTotal: 1 });
});

test('a soft-deleted entity does not count, and is a place that a deletion meets', async (t) => {
  const [tag] = (await catalog.tags('soft')) as [string];
  const [one, two] = [await catalog.dataset('x'), await catalog.dataset('x')];
  const resources = [one, two].flatMap((resourceUrn) => [{ resourceUrn }, { resourceUrn, ...column('x') }]);
  await call(editor, 'batchAddTags', { input: { tagUrns: [tag], resources } });
  await ingest(proposal(one, 'status', { removed: true }));
  t.strictSame(await usage(tag), [1, 1]);
  t.match(await associations(tag), { total: 4, results: { length: 4 } });
  const soft = 'mutation ($input: BatchUpdateSoftDeletedInput!) { batchUpdateSoftDeleted(input: $input) }';
  await writer.graphql(soft, { input: { urns: [two], deleted: true } });
  t.strictSame(await usage(tag), [0, 0]);
  await call(editor, 'removeTag', { input: { tagUrn: tag, resourceUrn: one } });
  await call(editor, 'addTag', { input: { tagUrn: tag, resourceUrn: one } });
  t.strictSame(await usage(tag), [0, 0], 'a tag that is added to it does not count either');
  await ingest(proposal(one, 'status', { removed: false }));
  await ingest(deletion(two, 'status'));
  t.strictSame(await usage(tag), [2, 2]);
  const gone = await catalog.dataset();
  await ingest(
    proposal(gone, 'status', { removed: true }),
    proposal(gone, 'globalTags', { tags: [{ tag }] }),
    createSchema(gone, field('x', tagged(tag))),
  );
  t.strictSame(await usage(tag), [2, 2], 'nor one whose tags come with its status');
});

test('what searches never find does not count, and is no place', async (t) => {
  const [tag] = (await catalog.tags('hidden')) as [string];
  await ingest(proposal('urn:li:dataHubSecret:password', 'globalTags', { tags: [{ tag }] }));
  t.strictSame(await usage(tag), [0, 0]);
  t.match(await associations(tag), { total: 0, declaredTotal: 0, results: { length: 0 } });
  const { listTags } = await read(
    '{ listTags(input: { query: "hidden", unused: true }) { total tags { usage { entities columns } } } }',
    {},
  );
  t.match(listTags, { total: 1, tags: [{ usage: { entities: 0, columns: 0 } }] });
  const one = await catalog.dataset();
  await call(editor, 'addTag', { input: { tagUrn: tag, resourceUrn: one } });
  t.strictSame(await usage(tag), [1, 0]);
  t.strictSame((await associations(tag)).results, [
    { entity: { urn: one, type: 'DATASET' }, fieldPath: null, declared: false },
  ]);
});

test('places come in pages', async (t) => {
  const [tag] = (await catalog.tags('paged')) as [string];
  const columns = Array.from({ length: 250 }, (_, index) => `c${String(index).padStart(3, '0')}`);
  const urn = await catalog.dataset();
  await ingest(createSchema(urn, ...columns.map((path) => field(path, tagged(tag)))));
  t.match(await associations(tag), { start: 0, count: 20, total: 250, results: { length: 20 } });
  const all: (string | null)[] = [];
  for (let start = 0; start < 260; start += 120) {
    const { results, ...page } = await associations(tag, { start, count: 120 });
    t.match(page, { start, count: 120, total: 250 });
    all.push(...results.map(({ fieldPath }: { fieldPath: string }) => fieldPath));
  }
  t.strictSame(all, columns);
  t.strictSame((await associations(tag, { count: 0 })).results, []);
  t.strictSame((await associations(tag, { start: 100_000 })).results, []);
  const bad = async (args: string) => {
    const { body } = await editor.graphql(`{ tag(urn: "${tag}") { associations(${args}) { count } } }`);
    return body.errors?.[0];
  };
  t.match(await bad('count: 501'), { message: /count is 501; expected an integer from 0 to 500/ });
  t.match(await bad('start: 100001'), {
    message: /start is 100001; at most 100000 is allowed/,
    extensions: refused('BAD_REQUEST').error,
  });
});

test('the page of a tag in a long list is as large as its variables say', async (t) => {
  const ids = Array.from({ length: 120 }, (_, index) => `many${index}`);
  const tags = await catalog.tags(...ids);
  const [one, two] = [await catalog.dataset(), await catalog.dataset()];
  await ingest(
    ...[one, two].map((urn) => proposal(urn, 'globalTags', { tags: tags.map((tag) => ({ tag })) })),
  );
  const { dataset } = await read(
    `query ($urn: String!, $count: Int!, $no: Boolean!) { dataset(urn: $urn) { tags { tags { tag {
       usage { entities columns @skip(if: $no) } associations(start: 1, count: $count) { total results { entity { urn } } } } } } } }`,
    { urn: one, count: 1, no: true },
  );
  t.equal(dataset.tags.tags.length, 120);
  for (const { tag } of dataset.tags.tags)
    t.strictSame(tag, {
      usage: { entities: 2 },
      associations: { total: 2, results: [{ entity: { urn: two } }] },
    });
});
