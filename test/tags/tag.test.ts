import t from 'tap';
import { aspect, call, column, tagCatalog, tagUrn } from '../support/metadata.js';

const catalog = await tagCatalog(t);
const whole = 'urn type name properties { name description colorHex }';
const tag = async (urn: string) =>
  (await catalog.read(`query ($urn: String!) { tag(urn: $urn) { ${whole} } }`, { urn })).tag;

/** The properties of a tag as they were written, and as a reader sees them. */
const views: [string, object | null, { name: string; properties: object | null }][] = [
  ['only known by its URN: the id as name, and no properties', null, { name: 'ID', properties: null }],
  [
    'a name alone',
    { name: 'Shown' },
    { name: 'Shown', properties: { name: 'Shown', description: null, colorHex: null } },
  ],
  [
    'all properties',
    { name: 'Shown', description: 'd', colorHex: '#AbCdEf' },
    { name: 'Shown', properties: { name: 'Shown', description: 'd', colorHex: '#AbCdEf' } },
  ],
  [
    'nulls, as clients write them',
    { name: 'Shown', description: null, colorHex: null },
    { name: 'Shown', properties: { name: 'Shown', description: null, colorHex: null } },
  ],
  [
    'an empty description is a description',
    { name: 'Shown', description: '' },
    { name: 'Shown', properties: { name: 'Shown', description: '', colorHex: null } },
  ],
];

t.test('a tag looks the same alone, on a dataset, on a column and on a container', async (t) => {
  for (const [index, [what, properties, seen]] of views.entries()) {
    const id = `tag:${index}`;
    const urn = tagUrn(id);
    const [dataset, box] = [await catalog.dataset('x'), await catalog.container()];
    await catalog.put(aspect(dataset, 'globalTags', { tags: [{ tag: urn }] }));
    if (properties) await catalog.put(aspect(urn, 'tagProperties', properties));
    const resources = [{ resourceUrn: dataset, ...column('x') }, { resourceUrn: box }];
    await call(catalog.editor, 'batchAddTags', { input: { tagUrns: [urn], resources } });

    const expected = { urn, type: 'TAG', ...seen, ...(seen.properties === null && { name: id }) };
    t.strictSame(await tag(urn), expected, what);
    const data = await catalog.read(
      `query ($d: String!, $c: String!) {
         dataset(urn: $d) { tags { ...T } globalTags { ...T }
           editableSchemaMetadata { editableSchemaFieldInfo { tags { ...T } globalTags { ...T } } } }
         container(urn: $c) { tags { ...T } } }
       fragment T on GlobalTags { tags { tag { ${whole} } associatedUrn } }`,
      { d: dataset, c: box },
    );
    const [info] = data.dataset.editableSchemaMetadata.editableSchemaFieldInfo;
    const on = (associatedUrn: string) => ({ tags: [{ tag: expected, associatedUrn }] });
    for (const tags of [data.dataset.tags, data.dataset.globalTags, info.tags, info.globalTags])
      t.strictSame(tags, on(dataset), what);
    t.strictSame(data.container.tags, on(box), what);
  }
});
