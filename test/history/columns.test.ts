import t, { type Test } from 'tap';
import type { Json } from '../../src/json/lossless-json.js';
import { aspect, call, column, field, tagCatalog } from '../support/metadata.js';

// docs/wire-contract.md, "Field paths": a simple path and the only version 2 path with it are one column.

const catalog = await tagCatalog(t);
const { editor } = catalog;
const reader = await catalog.user('reader', ['GET_PLATFORM_EVENTS']);
const v2 = (name: string, type = 'string') => `[version=2.0].[type=R].[type=${type}].${name}`;

const changesOf = async (input: object): Promise<Record<string, string>[]> => {
  const { changes } = await catalog.read(
    `query ($input: ChangesInput!) { changes(input: $input) { total changes {
      fieldPath aspectName category operation modifier from to } } }`,
    { input: { count: 100, ...input } },
  );
  return changes.changes.reverse();
};
const tell = ({ category, operation, fieldPath, from, to }: Record<string, string>) =>
  [category, operation, fieldPath, from, to].filter((part) => part != null).join(' ');
const told = async (input: object) => (await changesOf(input)).map(tell);

/** Returns what changed while some work was done. */
async function during(urn: string, work: () => Promise<unknown>) {
  const before = (await told({ urn })).length;
  await work();
  return (await told({ urn })).slice(before);
}

const put = (urn: string, name: string, value: object) => catalog.put(aspect(urn, name, value));
const schema = (urn: string, ...fields: object[]) => put(urn, 'schemaMetadata', { fields });
const edits = (urn: string, ...editableSchemaFieldInfo: object[]) =>
  put(urn, 'editableSchemaMetadata', { editableSchemaFieldInfo });
const tagged = (...tags: string[]) => ({ globalTags: { tags: tags.map((tag) => ({ tag })) } });

async function offset(): Promise<string> {
  return (await reader.get('/openapi/v1/events/poll?topic=PlatformEvent_v1')).body.offsetId;
}
async function eventsAfter(t: Test, offsetId: string): Promise<Json[]> {
  const query = new URLSearchParams({ topic: 'PlatformEvent_v1', offsetId, pollTimeoutSeconds: '0' });
  const { status, body } = await reader.get(`/openapi/v1/events/poll?${query}`);
  t.equal(status, 200);
  return body.events.map(({ value }: { value: string }) => JSON.parse(JSON.parse(value).payload.value));
}

t.test('a source that goes over to version 2 paths changes nothing, and back', async (t) => {
  const urn = await catalog.dataset('a', 'b.c');
  const [tag = ''] = await catalog.tags('moved');
  const columns = (name: (path: string) => string, nativeDataType = 'varchar') => [
    field(name('a'), { description: 'x', nativeDataType, ...tagged(tag) }),
    field(name('b.c')),
  ];
  const edited = (name: (path: string) => string) => [
    { fieldPath: name('a'), description: 'edited', ...tagged(tag) },
  ];
  await schema(urn, ...columns((path) => path));
  await edits(urn, ...edited((path) => path));
  const start = await offset();
  for (const name of [v2, (path: string) => path, v2])
    t.strictSame(
      await during(urn, async () => {
        await schema(urn, ...columns(name));
        await edits(urn, ...edited(name));
      }),
      [],
    );
  t.strictSame(await eventsAfter(t, start), []);
  t.strictSame(await during(urn, () => schema(urn, ...columns((path) => path, 'text'))), [
    'TECHNICAL_SCHEMA MODIFY a varchar text',
  ]);
  t.match(await eventsAfter(t, start), [{ category: 'TECHNICAL_SCHEMA', operation: 'MODIFY' }]);
});

t.test('what changes together with the path is a change of the column', async (t) => {
  const urn = await catalog.dataset();
  const [one = '', two = ''] = await catalog.tags('one', 'two');
  await edits(urn, { fieldPath: 'a', description: 'x', ...tagged(one) });
  t.strictSame(
    await during(urn, () => edits(urn, { fieldPath: v2('a'), description: 'y', ...tagged(two) })),
    [`DOCUMENTATION MODIFY ${v2('a')} x y`, `TAG ADD ${v2('a')} ${two}`, `TAG REMOVE a ${one}`],
  );
  const both = [
    { fieldPath: v2('a'), description: 'y', ...tagged(two) },
    { fieldPath: 'a', description: 'z', ...tagged(two, one) },
  ];
  t.strictSame(
    await during(urn, () => edits(urn, ...both)),
    ['DOCUMENTATION ADD a z', `TAG ADD a ${one}`],
    'a second path of the column has what the first one lacks',
  );
  t.strictSame(
    await during(urn, () => edits(urn, both[1]!)),
    [`DOCUMENTATION REMOVE ${v2('a')} y`],
    'and keeps what both had',
  );
});

t.test('two version 2 paths with one simple path stay two columns', async (t) => {
  const urn = await catalog.dataset();
  await schema(urn, field('a'));
  t.strictSame(await during(urn, () => schema(urn, field(v2('a', 'int')), field(v2('a', 'long')))), [
    `TECHNICAL_SCHEMA ADD ${v2('a', 'int')} varchar`,
    `TECHNICAL_SCHEMA ADD ${v2('a', 'long')} varchar`,
    'TECHNICAL_SCHEMA REMOVE a varchar',
  ]);
  t.strictSame(await during(urn, () => schema(urn, field(v2('a', 'int')))), [
    `TECHNICAL_SCHEMA REMOVE ${v2('a', 'long')} varchar`,
  ]);
  const [tag = ''] = await catalog.tags('apart');
  await edits(urn, { fieldPath: 'b', ...tagged(tag) });
  t.strictSame(
    await during(urn, () =>
      edits(urn, { fieldPath: v2('b', 'int'), ...tagged(tag) }, { fieldPath: v2('b', 'long') }),
    ),
    [`TAG ADD ${v2('b', 'int')} ${tag}`, `TAG REMOVE b ${tag}`],
    'also if one of them has no facts',
  );
  // Neither of these has a simple path.
  await schema(urn, field('[version=2.0].[type=R]'));
  t.equal((await during(urn, () => schema(urn, field('[version=2.0].[type=S]')))).length, 2);
});

t.test('the history of a column has its changes under either path', async (t) => {
  const urn = await catalog.dataset('a', 'b');
  const [tag = ''] = await catalog.tags('before');
  await call(editor, 'addTag', { input: { tagUrn: tag, resourceUrn: urn, ...column('a') } });
  await schema(urn, field(v2('a'), { nativeDataType: 'text' }), field('b'));
  const history = [
    'TECHNICAL_SCHEMA ADD a varchar',
    `TAG ADD a ${tag}`,
    `TECHNICAL_SCHEMA MODIFY ${v2('a')} varchar text`,
  ];
  for (const fieldPath of ['a', v2('a')]) t.strictSame(await told({ urn, fieldPath }), history, fieldPath);
  t.strictSame(await told({ urn, fieldPath: 'b' }), ['TECHNICAL_SCHEMA ADD b varchar']);

  // Only changes still know the column.
  await put(urn, 'editableSchemaMetadata', {});
  await schema(urn, field('b'));
  for (const fieldPath of ['a', v2('a')])
    t.strictSame(
      await told({ urn, fieldPath }),
      [...history, `TAG REMOVE a ${tag}`, `TECHNICAL_SCHEMA REMOVE ${v2('a')} text`],
      fieldPath,
    );

  await schema(urn, field('b'), field(v2('a', 'long')));
  t.strictSame(await told({ urn, fieldPath: v2('a', 'long') }), [
    `TECHNICAL_SCHEMA ADD ${v2('a', 'long')} varchar`,
  ]);
  t.strictSame(await told({ urn, fieldPath: v2('a') }), [
    history[2],
    `TECHNICAL_SCHEMA REMOVE ${v2('a')} text`,
  ]);
  t.strictSame(await told({ urn, fieldPath: '[version=2.0].[type=R]' }), []);
  t.strictSame(await told({ urn, fieldPath: '' }), ['LIFECYCLE CREATE']);
});
