import t from 'tap';
import {
  add,
  aspectCatalog,
  freshDataset,
  keyed,
  patchProposal,
  proposal,
  refusal,
  remove,
  us,
} from '../support/aspects.js';
import { field, tagUrn } from '../support/metadata.js';
import { schemaWith } from '../support/schemas.js';

const catalog = await aspectCatalog(t);
const { ingest, put, readAspect, readText, view } = catalog;
const [a, b] = [tagUrn('a'), tagUrn('b')];
const source = `attribution${us}source`;
const robot = { time: 1, actor: 'urn:li:corpuser:robot', source: 'urn:li:dataHubAction:robot' };

t.test('globalTags: GraphQL shows the result of each patch', async (t) => {
  const urn = freshDataset();
  const steps: [what: string, patch: unknown, tags: string[] | null][] = [
    ['a removal from an aspect that was never written', [remove(`/tags/${a}`)], null],
    ['a removal by another key', keyed({ tags: ['tag', source] }, remove(`/tags/${a}`)), null],
    ['added', [add(`/tags/${a}`, { tag: a })], [a]],
    ['added again', [add(`/tags/${a}`, { tag: a })], [a]],
    ['added with a key', keyed({ tags: [source, 'tag'] }, add(`/tags//${b}`, { tag: b })), [a, b]],
    ['a removal of a value that does not exist', [remove(`/tags/${tagUrn('c')}`)], [a, b]],
    ['moved to the end', [remove(`/tags/${a}`), add(`/tags/${a}`, { tag: a })], [b, a]],
    ['a removal by a prefix', keyed({ tags: ['tag', source] }, remove(`/tags/${b}`)), [a]],
    ['a removal from every source', keyed({ tags: [source, 'tag'] }, remove(`/tags/*/${a}`)), []],
    ['a removal of the whole list', [remove('/tags')], []],
  ];
  for (const [what, patch, expected] of steps) {
    t.match(await ingest(patchProposal(urn, 'globalTags', patch)), { status: 200 }, what);
    const dataset = await view(urn);
    const found = dataset?.tags?.tags.map(({ tag }: { tag: { urn: string } }) => tag.urn) ?? null;
    t.strictSame(found, expected, what);
  }
});

t.test('a removal from an aspect that was never written creates neither aspect nor entity', async (t) => {
  const urn = freshDataset();
  await put(patchProposal(urn, 'globalTags', [remove(`/tags/${a}`)]));
  t.equal(await view(urn), null, 'there is no entity');
  await put(proposal(urn, 'status', {}), patchProposal(urn, 'globalTags', [remove(`/tags/${a}`)]));
  t.equal((await view(urn)).tags, null);
  t.equal(await readText(urn, 'globalTags'), null);
});

t.test('attribution and context are stored with a tag, for each source of its own', async (t) => {
  const urn = freshDataset();
  const attributed = { tag: a, context: 'c', attribution: robot };
  const patchBySource = (operation: object) =>
    put(patchProposal(urn, 'globalTags', keyed({ tags: [source, 'tag'] }, operation)));
  await patchBySource(add(`/tags/${robot.source}/${a}`, attributed));
  t.strictSame(await readAspect(urn, 'globalTags'), { tags: [attributed] });
  await patchBySource(remove(`/tags//${a}`));
  t.strictSame(
    await readAspect(urn, 'globalTags'),
    { tags: [attributed] },
    'the other source has no context',
  );
  const again = { tag: a, attribution: { ...robot, source: 'urn:li:dataHubAction:other' } };
  await patchBySource(add(`/tags/${again.attribution.source}/${a}`, again));
  t.strictSame(await readAspect(urn, 'globalTags'), { tags: [attributed, again] });
});

t.test('columns: patches address columns by paths of both versions, with slashes and tildes', async (t) => {
  const urn = freshDataset();
  const paths = [
    'plain',
    'a/b~c',
    '[version=2.0].[type=R].[type=string].x',
    'ünï.cödé',
    '*',
    'constructor',
    '2',
  ];
  await put(proposal(urn, 'schemaMetadata', { fields: paths.map((path) => field(path)) }));
  for (const path of paths) {
    const at = `/editableSchemaFieldInfo/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/globalTags/tags/${a}`;
    await put(patchProposal(urn, 'editableSchemaMetadata', [remove(at)]));
    await put(patchProposal(urn, 'editableSchemaMetadata', [add(at, { tag: a })]));
  }
  const { editableSchemaFieldInfo } = (await view(urn)).editableSchemaMetadata;
  t.strictSame(
    editableSchemaFieldInfo,
    paths.map((fieldPath) => ({
      fieldPath,
      description: null,
      tags: { tags: [{ tag: { urn: a } }] },
    })),
  );
  await put(
    patchProposal(urn, 'editableSchemaMetadata', [
      remove(`/editableSchemaFieldInfo/plain/globalTags/tags/${a}`),
    ]),
  );
  t.strictSame((await view(urn)).editableSchemaMetadata.editableSchemaFieldInfo[0].tags, { tags: [] });
});

t.test('other aspects: a patch keeps every digit of the rest', async (t) => {
  const urn = freshDataset();
  await put(
    proposal(urn, 'datasetProperties', '{"customProperties":{"b":"1"},"size":9007199254740993,"ratio":1.0}'),
    patchProposal(urn, 'datasetProperties', [add('/customProperties/a', '2'), add('/name', 'n')]),
  );
  t.equal(
    await readText(urn, 'datasetProperties'),
    '{"customProperties":{"b":"1","a":"2"},"size":9007199254740993,"ratio":1.0,"name":"n"}',
  );
});

t.test('a schema with a path twice keeps both columns', async (t) => {
  const urn = freshDataset();
  await put(
    proposal(urn, 'schemaMetadata', schemaWith(field('dup'), field('x'), field('dup', { n: 2 }))),
    patchProposal(urn, 'schemaMetadata', [add(`/fields/x/globalTags/tags/${a}`, { tag: a })]),
  );
  const { fields } = await readAspect(urn, 'schemaMetadata');
  t.strictSame(fields, [
    field('dup'),
    field('x', { globalTags: { tags: [{ tag: a }] } }),
    field('dup', { n: 2 }),
  ]);
});

t.test('a rejected patch changes nothing', async (t) => {
  const urn = freshDataset();
  await put(proposal(urn, 'globalTags', { tags: [{ tag: a }] }));
  const before = await readText(urn, 'globalTags');
  const refused: [patch: unknown, status: number, why: RegExp][] = [
    ['no JSON', 422, /is not JSON/],
    ['{"patch": 1}', 400, /is not RFC 6902/],
    [[{ op: 'nope', path: '/tags' }], 400, /is not RFC 6902/],
    [
      [add(`/tags/${b}`, { tag: b }), { op: 'replace', path: '/nope', value: 1 }],
      400,
      /replace "\/nope": the value does not exist/,
    ],
    [[add('/tags', 1)], 422, /tags must be a list; it is 1/],
    [[add('/tags/x', { tag: 'x' })], 422, /tags.1.tag: /],
    [[add('', [])], 422, /must be a JSON object/],
    [[add(`/${'a/'.repeat(200)}b`, 1)], 400, /nested more than 100/],
    ['[{"op":"add","path":"/x","value":"\\ud800"}]', 422, /an unpaired surrogate/],
    ['[{"op":"add","path":"/x","value":"\\u0000"}]', 422, /U\+0000/],
  ];
  for (const [patch, status, why] of refused) {
    t.match(await ingest(patchProposal(urn, 'globalTags', patch)), refusal(status, why), String(why));
    t.equal(await readText(urn, 'globalTags'), before);
  }
});

t.test('BAD_REQUEST: the columns of schemaMetadata as DatasetPatchBuilder names them', async (t) => {
  const urn = freshDataset();
  const [stored, path] = [{ fields: [field('x')] }, `/schemaFieldInfo/x/globalTags/tags/${a}`];
  await put(proposal(urn, 'schemaMetadata', stored));
  t.match(
    await ingest(patchProposal(urn, 'schemaMetadata', [add(path, { tag: a })])),
    refusal(400, /the columns are below \/fields\/, and what people edit is in editableSchemaMetadata/),
  );
  t.strictSame(await readAspect(urn, 'schemaMetadata'), stored);
});
