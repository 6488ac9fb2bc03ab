import t from 'tap';
import { aspectCatalog, freshDataset, proposal } from '../support/aspects.js';
import { call, column, tagUrn } from '../support/metadata.js';

const catalog = await aspectCatalog(t, { env: { ASPECTS_UNKNOWN: 'store' } });
const { writer, put, readText } = catalog;
const a = tagUrn('a');
await put(proposal(a, 'tagProperties', { name: 'a' }));

t.test('an aspect without tables of its own comes back as the JSON text that was sent', async (t) => {
  for (const text of [
    '{}',
    '{ "b" : 1,\n "a" : 2 }',
    '{"a":12345678901234567890123456789,"b":-0,"c":1.0,"d":1e400,"e":0.1000}',
    '{"z":1,"10":2,"9":3,"a":4}',
    '{"text":"é ☃ 😀 \\u00e9 \\ud83d\\ude00 \u2028 \\/ \\u007f"}',
    '{"\\\\u0000":"\\\\u0000 is not U+0000"}',
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    `{"deep":${'['.repeat(99)}${']'.repeat(99)}}`,
    '{"null":null,"list":[null,[],{}]}',
  ]) {
    for (const name of ['ownership', 'nobodyKnowsThis', 'constructor', 'datasetProperties', 'status']) {
      const urn = freshDataset();
      await put(proposal(urn, name, text));
      t.equal(await readText(urn, name), text, name);
    }
  }
  t.equal(({} as { polluted?: number }).polluted, undefined);
});

/** Modelled aspects with unknown fields at every level, as they come back. */
const known: [name: string, text: string][] = [
  ['globalTags', `{"x":9007199254740993,"tags":[{"tag":"${a}","context":"c","x":1.0,"y":{"__proto__":1}}]}`],
  [
    'schemaMetadata',
    '{"schemaName":"s","version":9007199254740993,"x":{"y":1.0},"fields":[{"fieldPath":"f","type":{"type":{"com.linkedin.schema.NumberType":{"z":1.0}}},"nativeDataType":"int","x":12345678901234567890,"globalTags":{"tags":[],"x":1.0}}]}',
  ],
  [
    'editableSchemaMetadata',
    `{"created":{"time":1,"actor":"urn:li:corpuser:x"},"lastModified":{"time":2.0,"actor":"urn:li:corpuser:y"},"x":1.0,"editableSchemaFieldInfo":[{"fieldPath":"f","description":"d","x":9007199254740993,"globalTags":{"x":1.0,"tags":[{"tag":"${a}","y":2.0}]}}]}`,
  ],
  ['datasetProperties', '{"name":"n","x":1.0}'],
];

t.test('unknown fields are kept at every level, to the last digit', async (t) => {
  for (const [name, text] of known) {
    const urn = freshDataset();
    await put(proposal(urn, name, text));
    t.equal(await readText(urn, name), text, name);
  }
  const text = '{"x":1.0,"name":"n","description":"d","colorHex":"#000000"}';
  await put(proposal(tagUrn('more'), 'tagProperties', text));
  t.equal(await readText(tagUrn('more'), 'tagProperties'), text);
});

t.test('GraphQL mutations keep unknown fields', async (t) => {
  const urn = freshDataset();
  await put(...known.map(([name, text]) => proposal(urn, name, text)));
  const b = tagUrn('b');
  await put(proposal(b, 'tagProperties', { name: 'b' }));
  for (const more of [{}, column('f')]) {
    const input = { tagUrns: [b], resourceUrn: urn, ...more };
    t.match(await call(writer, 'addTags', { input }), { value: true });
  }
  const expected = new Map(known);
  const added = (text: string) => text.replace(/(\{"tag":"urn:li:tag:a".*?\})\]/, `$1,{"tag":"${b}"}]`);
  t.equal(await readText(urn, 'globalTags'), added(expected.get('globalTags')!));
  const edited = await readText(urn, 'editableSchemaMetadata');
  const columns = (text: string | null) => text?.slice(text.indexOf('"editableSchemaFieldInfo"'));
  t.equal(columns(edited), columns(added(expected.get('editableSchemaMetadata')!)));
  t.match(edited, /"x":1\.0,"editableSchemaFieldInfo"/);
  t.equal(await readText(urn, 'schemaMetadata'), expected.get('schemaMetadata'));
});
