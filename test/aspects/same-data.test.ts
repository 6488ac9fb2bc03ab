import t from 'tap';
import { add, aspectCatalog, freshDataset, patchProposal, proposal } from '../support/aspects.js';
import { call, column, containerUrn, field, tagUrn } from '../support/metadata.js';

// GraphQL and ingestion read and write the same data.

const catalog = await aspectCatalog(t);
const { writer, put, readAspect, readText, view } = catalog;
const [a, b, c] = ['a', 'b', 'c'].map(tagUrn) as [string, string, string];
await put(...[a, b].map((urn) => proposal(urn, 'tagProperties', { name: urn })));
const addTags = (resourceUrn: string, tagUrns: string[], more = {}) =>
  call(writer, 'addTags', { input: { tagUrns, resourceUrn, ...more } });
const removeTag = (resourceUrn: string, tag: string, more = {}) =>
  call(writer, 'removeTag', { input: { tagUrn: tag, resourceUrn, ...more } });
const attribution = { time: 9_007_199_254_740_991, actor: 'urn:li:corpuser:robot', sourceDetail: { k: 'v' } };

t.test('GraphQL and ingestion share the tags of a dataset', async (t) => {
  const urn = freshDataset();
  await put(proposal(urn, 'status', {}));
  t.equal(await readText(urn, 'globalTags'), null);
  await addTags(urn, [a]);
  t.strictSame(await readAspect(urn, 'globalTags'), { tags: [{ tag: a }] });
  await put(proposal(urn, 'globalTags', { tags: [{ tag: b, context: 'why', attribution }, { tag: a }] }));
  t.match(await view(urn), {
    tags: { tags: [{ tag: { urn: b }, associatedUrn: urn }, { tag: { urn: a } }] },
  });
  await removeTag(urn, a);
  await addTags(urn, [a, b]);
  t.strictSame(
    await readAspect(urn, 'globalTags'),
    { tags: [{ tag: b, context: 'why', attribution }, { tag: a }] },
    'attribution and context are kept when other tags change',
  );
  await put(proposal(urn, 'globalTags', { tags: [] }));
  t.strictSame((await view(urn)).tags, { tags: [] });
});

t.test('of a tag that is given twice, the later entry is kept', async (t) => {
  const urn = freshDataset();
  await put(
    proposal(urn, 'globalTags', { tags: [{ tag: a, context: '1' }, { tag: b }, { tag: a, context: '2' }] }),
  );
  t.strictSame(await readAspect(urn, 'globalTags'), { tags: [{ tag: a, context: '2' }, { tag: b }] });
});

t.test('GraphQL and ingestion share the tags of columns', async (t) => {
  const urn = freshDataset();
  await put(
    proposal(urn, 'schemaMetadata', { fields: [field('x'), field('y')] }),
    proposal(urn, 'editableSchemaMetadata', {
      editableSchemaFieldInfo: [
        { fieldPath: 'y', description: 'd', glossaryTerms: { terms: [] } },
        { fieldPath: 'x', globalTags: { tags: [{ tag: b, attribution }], note: 1 }, isNew: true },
      ],
      extra: { kept: true },
    }),
  );
  await addTags(urn, [a], column('x'));
  await addTags(urn, [a], column('y'));
  await removeTag(urn, a, column('x'));
  const { created: _, lastModified: __, ...value } = await readAspect(urn, 'editableSchemaMetadata');
  t.strictSame(value, {
    extra: { kept: true },
    editableSchemaFieldInfo: [
      { fieldPath: 'y', description: 'd', glossaryTerms: { terms: [] }, globalTags: { tags: [{ tag: a }] } },
      { fieldPath: 'x', isNew: true, globalTags: { note: 1, tags: [{ tag: b, attribution }] } },
    ],
  });
  t.strictSame((await view(urn)).editableSchemaMetadata.editableSchemaFieldInfo, [
    { fieldPath: 'y', description: 'd', tags: { tags: [{ tag: { urn: a } }] } },
    { fieldPath: 'x', description: null, tags: { tags: [{ tag: { urn: b } }] } },
  ]);
  await removeTag(urn, a, column('y'));
  const [y] = (await readAspect(urn, 'editableSchemaMetadata')).editableSchemaFieldInfo;
  t.strictSame(y.globalTags, { tags: [] }, 'an emptied aspect exists');
});

t.test('GraphQL and ingestion share the properties of a tag, and unknown fields are kept', async (t) => {
  await put(proposal(c, 'tagProperties', { name: 'C', description: 'd', more: { x: 1 } }));
  await call(writer, 'setTagColor', { urn: c, colorHex: '#112233' });
  await call(writer, 'updateTag', { urn: c, input: { urn: c, name: 'C2', description: null } });
  t.strictSame(await readAspect(c, 'tagProperties'), { more: { x: 1 }, name: 'C2', colorHex: '#112233' });
  await put(patchProposal(c, 'tagProperties', [add('/description', 'again')]));
  const { tag } = await catalog.read(
    `{ tag(urn: "${c}") { name properties { name description colorHex } } }`,
    {},
  );
  t.strictSame(tag, { name: 'C2', properties: { name: 'C2', description: 'again', colorHex: '#112233' } });
});

t.test('a referenced tag that does not exist is created from its URN', async (t) => {
  const urn = freshDataset();
  const [onSet, onColumn] = [tagUrn('early.set'), tagUrn('early.column')];
  await put(
    proposal(urn, 'globalTags', { tags: [{ tag: onSet }] }),
    proposal(urn, 'editableSchemaMetadata', {
      editableSchemaFieldInfo: [{ fieldPath: 'x', globalTags: { tags: [{ tag: onColumn }] } }],
    }),
  );
  for (const tag of [onSet, onColumn]) {
    const read = () =>
      catalog.read('query ($tag: String!) { tag(urn: $tag) { name properties { name } } }', { tag });
    t.strictSame((await read()).tag, { name: tag.slice('urn:li:tag:'.length), properties: null });
    t.equal(await readText(tag, 'tagProperties'), null);
    await put(proposal(tag, 'tagProperties', { name: 'Late' }));
    t.strictSame((await read()).tag, { name: 'Late', properties: { name: 'Late' } });
    t.match(await addTags(urn, [tag]), { value: true });
  }
});

t.test('deleting a tag removes it everywhere', async (t) => {
  const urn = freshDataset();
  const tag = tagUrn('doomed');
  await put(
    proposal(urn, 'globalTags', { tags: [{ tag }, { tag: a }] }),
    proposal(urn, 'editableSchemaMetadata', {
      editableSchemaFieldInfo: [{ fieldPath: 'x', globalTags: { tags: [{ tag }] } }],
    }),
  );
  t.match(await writer.post('/entities?action=delete', { urn: tag }), { status: 200 });
  t.strictSame(await readAspect(urn, 'globalTags'), { tags: [{ tag: a }] });
  const { editableSchemaFieldInfo } = await readAspect(urn, 'editableSchemaMetadata');
  t.strictSame(editableSchemaFieldInfo, [{ fieldPath: 'x', globalTags: { tags: [] } }]);
});

t.test('GraphQL shows ingested properties and containers', async (t) => {
  const [urn, box, outer] = [freshDataset(), containerUrn('box'), containerUrn('outer')];
  await put(
    proposal(urn, 'datasetProperties', { name: 'N', description: 'D', customProperties: {} }),
    proposal(urn, 'container', { container: box }),
    proposal(box, 'containerProperties', { name: 'B' }),
    proposal(box, 'container', { container: outer }),
    proposal(box, 'globalTags', { tags: [{ tag: a }] }),
  );
  t.match(await view(urn), { properties: { name: 'N', description: 'D' }, container: { urn: box } });
  const { container } = await catalog.read(
    'query ($box: String!) { container(urn: $box) { properties { name } tags { tags { tag { urn } } } } }',
    { box },
  );
  t.strictSame(container, { properties: { name: 'B' }, tags: { tags: [{ tag: { urn: a } }] } });
});
