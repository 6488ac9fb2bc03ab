import t from 'tap';
import { add, aspectCatalog, freshDataset, patchProposal, proposal, remove } from '../support/aspects.js';
import { call, column, field, tagUrn } from '../support/metadata.js';
import { checkTaggedEntities } from '../support/tagged-entities.js';

const catalog = await aspectCatalog(t);
const { writer, ingest, put, readAspect } = catalog;
const ids = Array.from({ length: 20 }, (_, index) => `race${index}`);
await put(...ids.map((id) => proposal(tagUrn(id), 'tagProperties', { name: id })));
const sorted = (tags: { tag: string }[]) => tags.map(({ tag }) => tag).sort();

t.test('concurrent patches and additions over GraphQL lose nothing', async (t) => {
  const urn = freshDataset();
  await put(
    proposal(urn, 'schemaMetadata', { fields: [field('c')] }),
    proposal(urn, 'globalTags', { tags: [] }),
  );
  const answers = await Promise.all(
    ids.flatMap((id, index) => {
      const tag = tagUrn(id);
      const input = { tagUrns: [tag], resourceUrn: urn };
      return index % 2
        ? [
            ingest(patchProposal(urn, 'globalTags', [add(`/tags/${tag}`, { tag, context: id })])),
            call(writer, 'addTags', { input: { ...input, ...column('c') } }),
          ]
        : [
            call(writer, 'addTags', { input }),
            ingest(
              patchProposal(urn, 'editableSchemaMetadata', [
                add(`/editableSchemaFieldInfo/c/globalTags/tags/${tag}`, { tag }),
              ]),
            ),
          ];
    }),
  );
  for (const answer of answers) t.match(answer, { status: 200 });
  const expected = ids.map(tagUrn).sort();
  t.strictSame(sorted((await readAspect(urn, 'globalTags')).tags), expected);
  const { editableSchemaFieldInfo } = await readAspect(urn, 'editableSchemaMetadata');
  t.equal(editableSchemaFieldInfo.length, 1);
  t.strictSame(sorted(editableSchemaFieldInfo[0].globalTags.tags), expected);
});

t.test('concurrent patches that create an aspect, its entity and its tags all apply', async (t) => {
  const urn = freshDataset();
  const fresh = ids.map((id) => tagUrn(`fresh_${id}`));
  const answers = await Promise.all(
    fresh.map((tag) => ingest(patchProposal(urn, 'globalTags', [add(`/tags/${tag}`, { tag })]))),
  );
  for (const answer of answers) t.match(answer, { status: 200 });
  t.strictSame(sorted((await readAspect(urn, 'globalTags')).tags), [...fresh].sort());
});

t.test('one of several concurrent creations wins', async (t) => {
  const urn = freshDataset();
  const answers = await Promise.all(
    ids.map((name) => ingest(proposal(urn, 'datasetProperties', { name }, { changeType: 'CREATE' }))),
  );
  const [winner, ...others] = answers
    .map(({ status }, index) => ({ status, name: ids[index] }))
    .filter(({ status }) => status === 200);
  t.equal(others.length, 0);
  t.equal(answers.filter(({ status }) => status === 409).length, ids.length - 1);
  t.strictSame(await readAspect(urn, 'datasetProperties'), { name: winner?.name });
});

t.test('deleting a tag while it is added leaves it added or not, and no request fails', async (t) => {
  for (let round = 0; round < 5; round += 1) {
    const [urn, tag] = [freshDataset(), tagUrn(`vanishing${round}`)];
    await put(proposal(tag, 'tagProperties', { name: 'v' }));
    const answers = await Promise.all([
      ingest(proposal(urn, 'globalTags', { tags: [{ tag }] })),
      call(writer, 'deleteTag', { urn: tag }),
      ingest(
        patchProposal(urn, 'globalTags', [remove(`/tags/${tagUrn('none')}`), add(`/tags/${tag}`, { tag })]),
      ),
    ]);
    for (const answer of answers) t.match(answer, { status: 200 });
    const { tags } = await readAspect(urn, 'globalTags');
    const { tag: found } = await catalog.read('query ($tag: String!) { tag(urn: $tag) { urn } }', { tag });
    t.strictSame(tags.length > 0, found !== null);
  }
});

t.test('a reader never sees a part of a write', async (t) => {
  const urn = freshDataset();
  const version = (n: number) =>
    proposal(urn, 'schemaMetadata', {
      version: n,
      fields: Array.from({ length: 1 + n }, (_, index) => field(`v${n}_${index}`)),
    });
  await put(version(0));
  const writing = (async () => {
    for (let n = 1; n <= 20; n += 1) await put(version(n));
  })();
  let done = false;
  void writing.finally(() => {
    done = true;
  });
  do {
    const { version: n, fields } = await readAspect(urn, 'schemaMetadata');
    t.equal(fields.length, 1 + n, `version ${n}`);
    t.equal(fields[0].fieldPath, `v${n}_0`);
  } while (!done);
  await writing;
});

t.test('the counted pairs of tags and entities are right', (t) => checkTaggedEntities(t, catalog.db));
