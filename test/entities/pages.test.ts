import t from 'tap';
import { aspect, field, tagCatalog, tagUrn } from '../support/metadata.js';

const maxBytes = 200_000;
const catalog = await tagCatalog(t, { env: { ANSWER_MAX_BYTES: `${maxBytes}` } });
const { editor } = catalog;

const names = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);
const createTags = (index: number) => ({ tags: [{ tag: tagUrn(`t${index % 7}`) }] });

/** Makes a dataset with `count` columns, each with a tag in the ingested and in the edited schema. */
async function wide(count: number): Promise<string> {
  const urn = await catalog.dataset();
  const columns = names(count);
  await catalog.put(
    aspect(tagUrn('t3'), 'tagProperties', { name: 'Three' }),
    aspect(urn, 'schemaMetadata', {
      fields: columns.map((path, index) => field(path, { globalTags: createTags(index) })),
    }),
    aspect(urn, 'editableSchemaMetadata', {
      editableSchemaFieldInfo: columns.map((fieldPath, index) => ({
        fieldPath,
        globalTags: createTags(index),
      })),
    }),
  );
  return urn;
}

const [few, many] = [await wide(10), await wide(1_000)];
const lists = [
  ['schemaMetadata', 'fields'],
  ['editableSchemaMetadata', 'editableSchemaFieldInfo'],
] as const;

for (const [parent, list] of lists) {
  const ask = (urn: string, args: string, selection = 'fieldPath') =>
    editor.graphql(
      `query ($urn: String!) { dataset(urn: $urn) { ${parent} { ${list}${args} { ${selection} } } } }`,
      { urn },
    );
  const pathsIn = ({ body }: Awaited<ReturnType<typeof ask>>): string[] =>
    body.data.dataset[parent][list].map(({ fieldPath }: { fieldPath: string }) => fieldPath);

  t.test(`${list}: few and many columns can be read by the page`, async (t) => {
    for (const [urn, count] of [
      [few, 10],
      [many, 1_000],
    ] as const) {
      const all = names(count);
      t.strictSame(pathsIn(await ask(urn, '')), all);
      t.strictSame(pathsIn(await ask(urn, '(start: null, count: null)')), all);
      t.strictSame(pathsIn(await ask(urn, '(start: 4)')), all.slice(4));
      t.strictSame(pathsIn(await ask(urn, '(count: 3)')), all.slice(0, 3));
      t.strictSame(
        pathsIn(await ask(urn, `(start: ${count - 2}, count: 100)`)),
        all.slice(-2),
        'the last is short',
      );
      for (const args of [`(start: ${count})`, '(start: 2147483647, count: 1)', '(count: 0)']) {
        t.strictSame(pathsIn(await ask(urn, args)), [], args);
      }
    }
  });

  t.test(`${list}: a page out of bounds is rejected`, async (t) => {
    for (const [args, message] of [
      ['(start: -1)', 'start is -1; expected an integer of 0 or more'],
      ['(count: -1)', 'count is -1; expected an integer from 0 to 100000, or none for all'],
      ['(count: 100001)', 'count is 100001; expected an integer from 0 to 100000, or none for all'],
    ]) {
      const { body } = await ask(few, args!);
      t.match(body, { data: { dataset: { [parent]: null } }, errors: [{ message }] });
      t.equal(body.errors[0].extensions.type, 'BAD_REQUEST');
    }
  });

  t.test(`${list}: many columns are returned as few are, whatever the selection`, async (t) => {
    const selection = `...F tags @include(if: $with) { tags { tag { ...T } associatedUrn } }
                       named: tags { tags { tag { name properties { name } } } } skipped: fieldPath @skip(if: $with)`;
    const query = `query ($urn: String!, $with: Boolean = true, $count: Int) {
      other: tag(urn: "${tagUrn('t3')}") { name }
      dataset(urn: $urn) { name ${parent} { page: ${list}(start: 3, count: $count) { ${selection} } __typename
        second: ${list}(count: 1) { fieldPath } } urn } }
      fragment F on ${parent === 'schemaMetadata' ? 'SchemaField' : 'EditableSchemaFieldInfo'} { __typename fieldPath description }
      fragment T on Tag { urn type }`;
    const [short, long] = [
      await editor.graphql(query, { urn: few, count: 2 }),
      await editor.graphql(query, { urn: many, count: 2 }),
    ];
    const text = (body: object, urn: string) =>
      JSON.stringify(body)
        .replaceAll(urn, 'URN')
        .replaceAll(/set_\d+/g, 'set');
    t.match(short.body.data.dataset[parent].page[0], {
      fieldPath: 'c3',
      named: { tags: [{ tag: { name: 'Three' } }] },
    });
    t.equal(text(long.body, many), text(short.body, few), 'the same text, keys in the same order');
    t.equal(long.headers['content-type'], short.headers['content-type']);
    for (let time = 0; time < 6; time += 1) {
      t.equal(pathsIn(await ask(many, '')).length, 1_000);
    }
  });

  t.test(`${list}: an answer that would be too large is rejected as a whole`, async (t) => {
    const whole = `dataset(urn: $urn) { ${parent} { ${list} { fieldPath tags { tags { tag { urn name } associatedUrn } } } } }`;
    const one = await editor.graphql(`query ($urn: String!) { ${whole} }`, { urn: many });
    const size = JSON.stringify(one.body).length;
    t.ok(one.body.data && size < maxBytes, `one of ${size} bytes is served`);
    const { status, body } = await editor.graphql(`query ($urn: String!) { a: ${whole} b: ${whole} }`, {
      urn: many,
    });
    t.equal(status, 200);
    t.strictSame([body.data, body.errors.length, body.extensions], [null, 1, {}]);
    t.match(body.errors[0], {
      message: /more than 200000 bytes.*ANSWER_MAX_BYTES.*fields\(start: 0, count: 1000\)/,
      extensions: { code: 400, type: 'BAD_REQUEST' },
    });
  });
}

t.test('a dataset can have a thousand tags, which count towards the size of the answer', async (t) => {
  const urn = await catalog.dataset();
  const ids = names(1_000);
  await catalog.put(aspect(urn, 'globalTags', { tags: ids.map((id) => ({ tag: tagUrn(id) })) }));
  t.strictSame(await catalog.tagsOn(urn), ids);
  const view = (alias: string) =>
    `${alias}: dataset(urn: $urn) { tags { tags { tag { urn } associatedUrn } } globalTags { tags { tag { name } } } }`;
  const { body } = await editor.graphql(`query ($urn: String!) { ${view('a')} }`, { urn });
  t.strictSame(
    body.data.a.globalTags.tags.map(({ tag }: { tag: { name: string } }) => tag.name),
    ids,
  );
  const refused = await editor.graphql(`query ($urn: String!) { ${['a', 'b', 'c', 'd'].map(view)} }`, {
    urn,
  });
  t.match(refused.body, { data: null, errors: [{ extensions: { type: 'BAD_REQUEST' } }] });
});

t.test('long texts count as often as the query selects them', async (t) => {
  const urn = await catalog.dataset();
  await catalog.put(aspect(urn, 'datasetProperties', { description: 'x'.repeat(60_000) }));
  const view = (selection: string) =>
    catalog.editor.graphql(`query ($urn: String!) { dataset(urn: $urn) { properties { ${selection} } } }`, {
      urn,
    });
  t.equal((await view('description')).body.data.dataset.properties.description.length, 60_000);
  const { body } = await view('a: description b: description c: description d: description');
  t.match(body, { data: null, errors: [{ extensions: { type: 'BAD_REQUEST' } }] });
});
