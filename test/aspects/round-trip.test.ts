import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import t from 'tap';
import { aspectCatalog, freshDataset, proposal } from '../support/aspects.js';
import { tagUrn } from '../support/metadata.js';
import { readSeed } from '../support/random.js';

const catalog = await aspectCatalog(t, { env: { ASPECTS_UNKNOWN: 'store' } });
const { batch, readText, view } = catalog;

const characters = fc.constantFrom(...'aé名😀"\\/\n\u2028\'% ', '\\u0000', '$1', '~1');
const text = fc.array(characters, { maxLength: 6 }).map((parts) => parts.join(''));
const name = fc.constantFrom('x', 'y', '2', '1', '__proto__', 'constructor', 'toString', 'é "', '$upstream');
const exact = fc.constantFrom('1.0', '9007199254740993', '-0', '1e400', '0.10');
const json: fc.Arbitrary<string> = fc.letrec<{ json: string }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(
      text.map((value) => JSON.stringify(value)),
      fc.constantFrom('null', 'true', '0', '-1', '{}', '[]'),
      exact,
    ),
    fc.array(tie('json'), { maxLength: 3 }).map((items) => `[${items}]`),
    fc.dictionary(name, tie('json'), { maxKeys: 3, noNullPrototype: true }).map(object),
  ),
})).json;

/** Members as JSON texts. */
function object(members: Record<string, string>): string {
  return `{${Object.entries(members).map(([key, value]) => `${JSON.stringify(key)}:${value}`)}}`;
}

const unknown = fc.dictionary(
  name.map((key) => `${key}?`),
  json,
  { maxKeys: 2, noNullPrototype: true },
);
const record = (members: Record<string, fc.Arbitrary<string>>, optional: string[] = []) =>
  fc
    .tuple(
      fc.record(members, { requiredKeys: Object.keys(members).filter((key) => !optional.includes(key)) }),
      unknown,
    )
    .map(([known, others]) => object({ ...others, ...known }));
const list = (item: fc.Arbitrary<string>) => fc.array(item, { maxLength: 4 }).map((items) => `[${items}]`);
const string = (values: fc.Arbitrary<string>) => values.map((value) => JSON.stringify(value));

const tagged = record({
  tags: list(
    record({ tag: string(fc.constantFrom('a', 'b', 'é', '%2C').map(tagUrn)), context: string(text) }, [
      'context',
    ]),
  ),
});
const path = fc.constantFrom('a', 'a.b', '[version=2.0].[type=R].[type=int].x', '1', '0', 'é"', '__proto__');
const stamp = record({ time: fc.constantFrom('0', '9007199254740993'), actor: string(text) });
const aspects: Record<string, fc.Arbitrary<string>> = {
  globalTags: tagged,
  editableSchemaMetadata: record(
    {
      created: stamp,
      lastModified: stamp,
      editableSchemaFieldInfo: list(
        record({ fieldPath: string(path), description: string(text), globalTags: tagged }, [
          'description',
          'globalTags',
        ]),
      ),
    },
    ['created', 'lastModified', 'editableSchemaFieldInfo'],
  ),
  schemaMetadata: record({
    fields: list(
      record(
        {
          fieldPath: string(path),
          type: fc.constantFrom('{"type":{"com.linkedin.schema.StringType":{}}}', '{"type":{}}'),
          nativeDataType: string(text),
          nullable: fc.constantFrom('true', 'false'),
          description: string(text),
          globalTags: tagged,
        },
        ['nullable', 'description', 'globalTags'],
      ),
    ),
  }),
  datasetProperties: record({ name: string(text), description: string(text) }, ['name', 'description']),
  status: record({ removed: fc.constantFrom('true', 'false') }, ['removed']),
  ownership: fc.dictionary(name, json, { noNullPrototype: true }).map(object),
  nobodyKnows: fc.dictionary(name, json, { noNullPrototype: true }).map(object),
};
const names = Object.keys(aspects);
/** These aspects come back unchanged the first time, too. */
const verbatim = ['datasetProperties', 'status', 'ownership', 'nobodyKnows'];

t.test('sending back the aspects that were read changes nothing', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.record(aspects), async (texts) => {
      const urn = freshDataset();
      const send = async (values: Record<string, string>) => {
        const { status, body } = await batch(names.map((one) => proposal(urn, one, values[one])));
        equal(status, 200, JSON.stringify(body));
      };
      const read = async () => {
        const found = await Promise.all(names.map(async (one) => [one, await readText(urn, one)]));
        return Object.fromEntries(found) as Record<string, string>;
      };
      await send(texts);
      const [first, shown] = [await read(), await view(urn)];
      for (const one of verbatim) equal(first[one], texts[one], one);
      await send(first);
      deepEqual(await read(), first);
      deepEqual(await view(urn), shown);
    }),
    { seed: readSeed(t), numRuns: 40 },
  );
});
