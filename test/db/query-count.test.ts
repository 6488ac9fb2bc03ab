import t from 'tap';
import type { Database } from '../../src/db/database.js';
import { assets } from '../support/assets.js';
import { aspect, call, column, done, field, refused, tagCatalog, tagUrn } from '../support/metadata.js';

const statements: string[] = [];

/** Records every statement, and every use of Prisma: no read may use it. */
function watched(db: Database): Database {
  const noted =
    (query: Database['query']): Database['query'] =>
    (sql, ...rest) => {
      statements.push(sql);
      return query(sql, ...rest);
    };
  return {
    ...db,
    query: noted(db.query),
    bounded: noted(db.bounded),
    read: noted(db.read),
    prisma: new Proxy(db.prisma, {
      get(target, name) {
        if (typeof name === 'string') statements.push(`prisma.${name}`);
        return Reflect.get(target, name);
      },
    }),
  };
}

const catalog = await tagCatalog(t, { wrap: watched });
const { editor } = catalog;
const view =
  'query ($urn: String!) { dataset(urn: $urn) { urn tags { tags { tag { urn name properties { colorHex } } } } } }';
const tags = await catalog.tags(...Array.from({ length: 10 }, (_, index) => `t${index}`));
const datasets: string[] = [];
for (let index = 0; index < 10; index += 1) {
  const urn = await catalog.dataset('x', 'y');
  const resources = [
    { resourceUrn: urn },
    { resourceUrn: urn, ...column('x') },
    { resourceUrn: urn, ...column('y') },
  ];
  await call(editor, 'batchAddTags', { input: { tagUrns: tags.slice(0, index), resources } });
  datasets.push(urn);
}
const box = await catalog.container();
await catalog.put(aspect(datasets[0]!, 'container', { container: box }));
await catalog.put(
  aspect(datasets[9]!, 'schemaMetadata', {
    fields: [0, 1, 2].map((index) =>
      field(`c${index}`, { globalTags: { tags: [{ tag: tagUrn(`t${index}`) }] } }),
    ),
  }),
);

/** Returns how many statements a document takes, and its result. */
async function cost(document: string, variables = {}) {
  const before = statements.length;
  const data = await catalog.read(document, variables);
  return { statements: statements.length - before, data };
}

// After this, the token's last use is recorded and the policies are compiled: only the cost of each request remains.
await editor.graphql(view, { urn: datasets[0] });
await catalog.services.flush();

t.test('an authenticated tag view costs two statements, with any number of tags', async (t) => {
  for (const [index, urn] of datasets.entries()) {
    const { statements, data } = await cost(view, { urn });
    t.equal(statements, 2, `${index} tags`);
    t.equal(data.dataset.tags?.tags.length ?? 0, index);
  }
});

t.test('a dataset that does not exist costs no further statements', async (t) => {
  const { statements, data } = await cost(view, { urn: datasets[0]!.replace('PROD', 'DEV') });
  t.strictSame({ statements, data }, { statements: 2, data: { dataset: null } });
});

t.test('ten datasets in one document cost as many statements as one', async (t) => {
  const parts = datasets.map(
    (urn, index) => `d${index}: dataset(urn: "${urn}") { tags { tags { tag { urn } } } }`,
  );
  const { statements, data } = await cost(`{ ${parts.join(' ')} }`);
  t.equal(statements, 2);
  for (const index of datasets.keys()) {
    const associations = data[`d${index}`].tags?.tags.map(({ tag }: { tag: { urn: string } }) => tag.urn);
    t.strictSame(associations ?? [], tags.slice(0, index), 'each with its own tags');
  }
});

t.test('entities of all types, in one list, cost a few statements, however many they are', async (t) => {
  const urns = [...datasets, box, ...assets.map(({ urn }) => urn), ...tags];
  await catalog.put(...assets.map(({ urn }) => aspect(urn, 'status', {})));
  const all = 'properties { name } platform { properties { displayName } } subTypes { typeNames }';
  const parts = ['Dataset', 'Container', 'Chart', 'Dashboard', 'DataFlow', 'DataJob'].map(
    (type) => `... on ${type} { lastIngested tags { tags { tag { name } } } ${all} }`,
  );
  const document = `query ($urns: [String!]!) { entities(urns: $urns) { urn ... on Tag { name } ${parts.join(' ')} } }`;
  // The token; the entities and the tags; their parts, the platforms of containers, times; then the parts of
  // platforms, which are known at up to three moments.
  const { statements, data } = await cost(document, { urns });
  t.equal(data.entities.filter(Boolean).length, urns.length);
  t.ok(statements <= 9, `${statements} statements for ${urns.length} entities`);
});

t.test('each further part of a dataset costs one statement, with any number of rows', async (t) => {
  const parts: [string, number][] = [
    ['tags { tags { tag { name } } } globalTags { tags { tag { name } } } name origin platform { name }', 2],
    ['properties { name description }', 3],
    ['container { urn tags { tags { tag { name } } } }', 4],
    ['container { urn properties { name } }', 5],
    ['editableSchemaMetadata { editableSchemaFieldInfo { fieldPath tags { tags { tag { name } } } } }', 3],
    ['schemaMetadata { fields { fieldPath } }', 3],
    [
      'schemaMetadata { fields { fieldPath } } editableSchemaMetadata { editableSchemaFieldInfo { fieldPath } }',
      4,
    ],
  ];
  for (const [selection, expected] of parts) {
    const { statements } = await cost(`query ($urn: String!) { dataset(urn: $urn) { ${selection} } }`, {
      urn: datasets[0],
    });
    t.equal(statements, expected, selection);
  }
  const withTags = 'schemaMetadata { fields { fieldPath tags { tags { tag { name } } } } }';
  const { statements } = await cost(`query ($urn: String!) { dataset(urn: $urn) { ${withTags} } }`, {
    urn: datasets[9],
  });
  t.equal(statements, 4, 'the tags of all columns cost one more');
});

t.test('fifty concurrent requests share their statements', async (t) => {
  const before = statements.length;
  const asked = Array.from({ length: 50 }, (_, index) => index % 10);
  const answers = await Promise.all(asked.map((index) => editor.graphql(view, { urn: datasets[index] })));
  for (const [place, { status, body }] of answers.entries()) {
    const index = asked[place]!;
    t.strictSame(
      [status, body.data.dataset.urn, body.data.dataset.tags?.tags.length ?? 0],
      [200, datasets[index], index],
    );
  }
  const used = statements.length - before;
  t.comment(`${used} statements for 50 requests`);
  t.ok(used <= 30, `${used} of 100`);
});

t.test('concurrent writes share their statements', async (t) => {
  const fresh = await Promise.all(Array.from({ length: 30 }, () => catalog.dataset()));
  const before = statements.length;
  const input = (resourceUrn: string, index: number) => ({
    input: { tagUrns: [tags[index % 10], tags[(index + 3) % 10]], resourceUrn },
  });
  t.strictSame(
    await Promise.all(fresh.map((urn, index) => call(editor, 'addTags', input(urn, index)))),
    fresh.map(() => done),
  );
  const used = statements.length - before;
  t.comment(`${used} statements for 30 requests`);
  t.ok(used <= 20, `${used} of 60`);
  for (const [index, urn] of fresh.entries()) {
    t.strictSame(await catalog.tagsOn(urn), [`t${index % 10}`, `t${(index + 3) % 10}`]);
  }
});

t.test('of concurrent writes, the invalid ones are rejected and the others applied', async (t) => {
  const fresh = await Promise.all(Array.from({ length: 30 }, () => catalog.dataset()));
  const nowhere = tagUrn('nowhere');
  const missing = (index: number) => fresh[index]!.replace('PROD', 'DEV');
  const inputs = fresh.map((urn, index) => ({
    resourceUrn: index % 3 === 2 ? missing(index) : urn,
    tagUrns: index % 3 === 1 ? [tags[0], nowhere] : [tags[0]],
  }));
  const is = (urn: string) => refused('NOT_FOUND', new RegExp(urn.replaceAll(/[()]/g, '\\$&')));

  const added = await Promise.all(inputs.map((input) => call(editor, 'addTags', { input })));
  for (const [index, urn] of fresh.entries()) {
    const expected = [done, is(nowhere), is(missing(index))][index % 3]!;
    t.match(added[index], expected, `${index} is added or refused`);
    t.strictSame(await catalog.tagsOn(urn), index % 3 === 0 ? ['t0'] : null);
  }

  const removed = await Promise.all(
    inputs.map(({ tagUrns, resourceUrn }) =>
      call(editor, 'batchRemoveTags', { input: { tagUrns, resources: [{ resourceUrn }] } }),
    ),
  );
  for (const [index, urn] of fresh.entries()) {
    // Removing a tag that does not exist changes nothing.
    t.match(removed[index], [done, done, is(missing(index))][index % 3]!, `${index} is removed or refused`);
    t.strictSame(await catalog.tagsOn(urn), index % 3 === 0 ? [] : null);
  }
});

t.test('no read uses Prisma', async (t) => {
  const before = statements.length;
  await editor.graphql(view, { urn: datasets[0] });
  t.strictSame(
    statements.slice(before).filter((statement) => statement.startsWith('prisma')),
    [],
  );
  await catalog.db.prisma.user.count();
  t.ok(
    statements.some((statement) => statement.startsWith('prisma')),
    'a use of Prisma would have been recorded',
  );
});
