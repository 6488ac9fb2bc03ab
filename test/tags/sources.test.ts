import t, { type Test } from 'tap';
import { add, keyed, patchProposal, proposal, remove, us } from '../support/aspects.js';
import { call, column, done, field, tagUrn } from '../support/metadata.js';
import { entityUrl } from '../support/openapi.js';
import { deleteReferences, related } from '../support/references.js';
import { sourcesCatalog } from '../support/tag-sources.js';

// A tag has one association for each source of its attribution.

const catalog = await sourcesCatalog(t);
const { writer, put, readAspect, fresh, counted, places, test, ingestKeeping } = catalog;
const [a, b] = [tagUrn('a'), tagUrn('b')];
const by = (source: unknown, tag = a) => ({
  tag,
  attribution: { time: 1, actor: 'urn:li:corpuser:x', source },
});
const [one, two] = ['urn:li:dataHubAction:one', 'urn:li:dataHubAction:two'];
const all = [{ tag: a, context: 'by hand' }, by(one), { tag: b }, by(two)];

/** An entity and a column: how to write, read and name each. */
const kinds = {
  'an entity': {
    aspect: 'globalTags',
    keys: 'tags',
    at: '',
    value: (tags: object[]) => ({ tags }),
    place: {},
    count: [1, 0],
  },
  'a column': {
    aspect: 'editableSchemaMetadata',
    keys: `editableSchemaFieldInfo${us}globalTags${us}tags`,
    at: '/editableSchemaFieldInfo/x/globalTags',
    value: (tags: object[]) => ({ editableSchemaFieldInfo: [{ fieldPath: 'x', globalTags: { tags } }] }),
    place: column('x'),
    count: [0, 1],
  },
} as const;

for (const [what, { aspect, keys, at, value, place, count }] of Object.entries(kinds)) {
  const write = (urn: string, tags: object[]) => put(proposal(urn, aspect, value(tags)));
  const bySource = (...operations: object[]) =>
    keyed(
      { editableSchemaFieldInfo: ['fieldPath'], [keys]: [`attribution${us}source`, 'tag'] },
      ...operations,
    );
  const patch = (urn: string, operations: unknown) => put(patchProposal(urn, aspect, operations));
  async function stored(urn: string) {
    const { tags, editableSchemaFieldInfo } = await readAspect(urn, aspect);
    return tags ?? editableSchemaFieldInfo[0].globalTags.tags;
  }
  const tagsIn = async (urn: string) => {
    const { dataset } = await catalog.read(
      `query ($urn: String!) { dataset(urn: $urn) { tags { tags { tag { urn } } }
         editableSchemaMetadata { editableSchemaFieldInfo { tags { tags { tag { urn } } } } } } }`,
      { urn },
    );
    const found = dataset.editableSchemaMetadata?.editableSchemaFieldInfo[0].tags ?? dataset.tags;
    return found.tags.map(({ tag }: { tag: { urn: string } }) => tag.urn);
  };

  test(`${what}: reads back as it was written, and has a tag once for GraphQL`, async (t) => {
    const urn = await fresh();
    await write(urn, all);
    t.strictSame(await stored(urn), all);
    const { text } = await catalog.wire('GET', `${entityUrl(urn)}?aspects=${aspect}`);
    t.strictSame(JSON.parse(text)[aspect].value.tags ?? all, all, 'OpenAPI');
    t.strictSame(await tagsIn(urn), [a, b]);
    t.strictSame(await counted(a), count);
    t.equal((await places(a)).length, 1);
    await write(urn, [by(two), { tag: a }, by('urn:li:dataHubAction:three'), by(two)]);
    t.strictSame(await stored(urn), [by(two), { tag: a }, by('urn:li:dataHubAction:three')]);
    t.strictSame(await counted(b), [0, 0]);
  });

  test(`${what}: a tag is added without a source, and removed from every source`, async (t) => {
    const urn = await fresh();
    const input = { tagUrns: [a], resources: [{ resourceUrn: urn, ...place }] };
    await write(urn, [by(one), by(two)]);
    t.match(await call(writer, 'batchAddTags', { input }), done);
    t.match(await call(writer, 'addTag', { input: { tagUrn: a, resourceUrn: urn, ...place } }), done);
    t.strictSame(await stored(urn), [by(one), by(two), { tag: a }]);
    t.match(await call(writer, 'removeTag', { input: { tagUrn: a, resourceUrn: urn, ...place } }), done);
    t.strictSame(await stored(urn), []);
    await write(urn, all);
    t.match(await call(writer, 'batchRemoveTags', { input }), done);
    t.strictSame(await stored(urn), [{ tag: b }]);
    t.strictSame(await counted(a), [0, 0]);
    await write(urn, all);
    t.match(await deleteReferences(writer, a), { body: { value: { total: 1 } } });
    t.strictSame(await stored(urn), [{ tag: b }]);
    await write(urn, all);
    t.match(await call(writer, 'deleteTag', { urn: a }), done);
    t.strictSame(await stored(urn), [{ tag: b }]);
  });

  test(`${what}: a patch whose keys have the source acts on one source`, async (t) => {
    const urn = await fresh();
    await write(urn, [{ tag: a }]);
    await patch(
      urn,
      bySource(add(`${at}/tags/${one}/${a}`, by(one)), add(`${at}/tags/${two}/${a}`, by(two))),
    );
    t.strictSame(await stored(urn), [{ tag: a }, by(one), by(two)]);
    await patch(urn, bySource(remove(`${at}/tags//${a}`)));
    t.strictSame(await stored(urn), [by(one), by(two)]);
    t.strictSame(await counted(a), count, 'it still has the tag');
    await patch(urn, bySource(add(`${at}/tags/${one}/${a}`, { ...by(one), context: 'again' })));
    t.strictSame(await stored(urn), [{ ...by(one), context: 'again' }, by(two)]);
    await patch(urn, bySource(remove(`${at}/tags/${one}/${a}`)));
    t.strictSame(await stored(urn), [by(two)]);
    await patch(urn, bySource(remove(`${at}/tags/*/${a}`)));
    t.strictSame(await stored(urn), []);
    t.strictSame(await counted(a), [0, 0]);
  });

  test(`${what}: a patch by the tag adds for its source, and removes from every source`, async (t) => {
    const urn = await fresh();
    await write(urn, [by(one)]);
    await patch(urn, [add(`${at}/tags/${a}`, { tag: a })]);
    t.strictSame(await stored(urn), [by(one), { tag: a }]);
    await patch(urn, [add(`${at}/tags/${a}`, by(two)), add(`${at}/tags/${a}`, { ...by(one), context: 'c' })]);
    t.strictSame(await stored(urn), [{ ...by(one), context: 'c' }, { tag: a }, by(two)]);
    await patch(urn, [remove(`${at}/tags/${a}`)]);
    t.strictSame(await stored(urn), []);
  });

  test(`${what}: what is no text is no source, and a source has any length`, async (t) => {
    const urn = await fresh();
    const long = [by('x'.repeat(5_000)), by(`${'x'.repeat(5_000)}y`), by('é "\\')];
    await write(urn, [by(null), ...long, by(7), by({ x: 1 }), by(''), { tag: a, attribution: null }]);
    t.strictSame(await stored(urn), [{ tag: a, attribution: null }, ...long], 'the last without a source');
    await patch(urn, bySource(remove(`${at}/tags/${'x'.repeat(5_000)}/${a}`)));
    t.strictSame(await stored(urn), [{ tag: a, attribution: null }, ...long.slice(1)]);
  });
}

test('a tag that an ingested schema has from two sources is shown and counted once', async (t) => {
  const urn = await fresh();
  const fields = [field('x', { globalTags: { tags: all } })];
  await put(proposal(urn, 'schemaMetadata', { ...catalog.schema, fields }));
  t.strictSame((await readAspect(urn, 'schemaMetadata')).fields, fields);
  const { dataset } = await catalog.read(
    'query ($urn: String!) { dataset(urn: $urn) { schemaMetadata { fields { tags { tags { tag { urn } } } } } } }',
    { urn },
  );
  t.strictSame(dataset.schemaMetadata.fields[0].tags.tags, [{ tag: { urn: a } }, { tag: { urn: b } }]);
  t.strictSame(await counted(a), [0, 1]);
  t.equal((await places(a)).length, 1);
});

test('searches and relationships find an entity once', async (t) => {
  const urn = await fresh();
  await put(
    proposal(urn, 'globalTags', { tags: all }),
    proposal(urn, 'editableSchemaMetadata', kinds['a column'].value(all)),
  );
  const { searchAcrossEntities: found } = await catalog.read(
    `query ($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) {
       total searchResults { entity { urn } matchedFields { name value } } } }`,
    { input: { query: '*', orFilters: [{ and: [{ field: 'tags', values: [a] }] }] } },
  );
  t.match(found, { total: 1, searchResults: [{ entity: { urn } }] });
  const { matchedFields } = found.searchResults[0];
  t.equal(matchedFields.length, new Set(matchedFields.map((one: object) => JSON.stringify(one))).size);
  const types = '&relationshipTypes=TaggedWith&relationshipTypes=EditableSchemaFieldTaggedWith';
  t.strictSame(
    await related(writer, a, 'INCOMING', types),
    [`TaggedWith ${urn}`, `EditableSchemaFieldTaggedWith ${urn}`].sort(),
  );
  t.strictSame((await related(writer, urn, 'OUTGOING', types)).length, 4);
});

test('a kept tag of a column keeps its members, and nothing else of the column stays', async (t) => {
  const urn = await fresh();
  const columns = (...infos: object[]) =>
    proposal(urn, 'editableSchemaMetadata', { editableSchemaFieldInfo: infos });
  const marked = { tag: a, context: '{"score":1.0}' };
  await put(columns({ fieldPath: 'x', description: 'old', globalTags: { tags: [marked, { tag: b }] } }));
  await call(writer, 'addTag', { input: { tagUrn: a, resourceUrn: urn, ...column('x') } });
  const named = { fieldPath: 'x', description: 'new', globalTags: { tags: [{ tag: b }], more: 1 } };
  for (const [given, kept] of [
    [
      [{ fieldPath: 'y', description: 'y' }],
      [
        { fieldPath: 'y', description: 'y' },
        { fieldPath: 'x', globalTags: { tags: [marked] } },
      ],
    ],
    [[named], [{ ...named, globalTags: { ...named.globalTags, tags: [{ tag: b }, marked] } }]],
  ] as const) {
    t.equal((await ingestKeeping('true', columns(...given))).kept, 1);
    t.strictSame((await readAspect(urn, 'editableSchemaMetadata')).editableSchemaFieldInfo, kept);
  }
});

t.test('the same tag from 10,000 sources is written, patched and removed', async (t: Test) => {
  const urn = await fresh();
  const many = Array.from({ length: 10_000 }, (_, index) => by(`urn:li:dataHubAction:${index}`));
  await put(proposal(urn, 'globalTags', { tags: many }));
  await put(
    patchProposal(
      urn,
      'globalTags',
      many.map((one) => add(`/tags/${a}`, { ...one, context: 'c' })),
    ),
  );
  const { tags } = await readAspect(urn, 'globalTags');
  t.equal(tags.length, many.length);
  t.ok(tags.every(({ context }: { context?: string }) => context === 'c'));
  t.match(await call(writer, 'removeTag', { input: { tagUrn: a, resourceUrn: urn } }), done);
  t.strictSame(await readAspect(urn, 'globalTags'), { tags: [] });
});
