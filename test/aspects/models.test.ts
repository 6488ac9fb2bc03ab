import t from 'tap';
import { aspectCatalog, freshDataset, proposal, refusal } from '../support/aspects.js';
import { tagUrn } from '../support/metadata.js';

const catalog = await aspectCatalog(t);
const { ingest } = catalog;

t.test('422: an aspect that does not fit its model', async (t) => {
  const urn = freshDataset();
  const column = { fieldPath: 'x', type: { type: {} }, nativeDataType: 'int' };
  for (const [of, name, value, why] of [
    [urn, 'status', '', /is not JSON/],
    [urn, 'status', '{', /is not JSON/],
    [urn, 'status', '[]', /must be a JSON object/],
    [urn, 'status', 'null', /must be a JSON object/],
    [urn, 'nobodyKnows', '"text"', /must be a JSON object/],
    [urn, 'nobodyKnows', '1.0', /must be a JSON object/],
    [urn, 'nobodyKnows', '{"a":"\\u0000"}', /U\+0000/],
    [urn, 'nobodyKnows', '{"\\u0000":1}', /U\+0000/],
    [urn, 'nobodyKnows', '{"a":"\0"}', /is not JSON/],
    [urn, 'nobodyKnows', '{"a":"\\ud800"}', /an unpaired surrogate/],
    [urn, 'nobodyKnows', '{"\\udc00":1}', /an unpaired surrogate/],
    [urn, 'nobodyKnows', `{"a":${'['.repeat(100)}${']'.repeat(100)}}`, /nested more than 100 levels/],
    [urn, 'nobodyKnows', '['.repeat(50), /is not JSON/],
    [urn, 'nobodyKnows', '['.repeat(4_000), /nested more than 100 levels/],
    [urn, 'status', { removed: 'yes' }, /removed/],
    [urn, 'globalTags', {}, /tags/],
    [urn, 'globalTags', { tags: {} }, /tags/],
    [urn, 'globalTags', { tags: ['urn:li:tag:a'] }, /tags.0/],
    [urn, 'globalTags', { tags: [{ tag: 1 }] }, /tags.0.tag/],
    [urn, 'globalTags', { tags: [{ tag: urn }] }, /tags.0.tag: .*expected urn:li:tag:<tag id>/],
    [urn, 'globalTags', '{"tags":1.0}', /tags/],
    [urn, 'editableSchemaMetadata', { editableSchemaFieldInfo: [{}] }, /editableSchemaFieldInfo.0.fieldPath/],
    [urn, 'editableSchemaMetadata', { editableSchemaFieldInfo: [{ fieldPath: '' }] }, /fieldPath/],
    [
      urn,
      'editableSchemaMetadata',
      '{"editableSchemaFieldInfo":[{"fieldPath":"a","globalTags":1.0}]}',
      /globalTags/,
    ],
    [urn, 'schemaMetadata', {}, /fields/],
    [
      urn,
      'schemaMetadata',
      { fields: [{ ...column, fieldPath: 'é'.repeat(751) }] },
      /fieldPath is "é{100}"…, which has 1502 bytes; the path of a column has at most 1,500 bytes of UTF-8/,
    ],
    [urn, 'schemaMetadata', { fields: [{ ...column, type: 'int' }] }, /fields.0.type/],
    [urn, 'schemaMetadata', { fields: [{ ...column, nullable: 1 }] }, /nullable/],
    [
      urn,
      'schemaMetadata',
      '{"fields":[{"fieldPath":1.0,"type":{"type":{}},"nativeDataType":"x"}]}',
      /fieldPath/,
    ],
    [urn, 'datasetProperties', { name: 1 }, /name/],
    [urn, 'container', { container: urn }, /container: .*expected urn:li:container/],
    [urn, 'tagProperties', { name: 'x' }, /is about a tag, not about a dataset/],
    [urn, 'containerProperties', { name: 'x' }, /is about a container, not about a dataset/],
    [tagUrn('x'), 'datasetProperties', {}, /is about a dataset, not about a tag/],
    [tagUrn('x'), 'schemaMetadata', { fields: [] }, /is about a dataset or a glossaryTerm, not about a tag/],
    [tagUrn('x'), 'tagProperties', {}, /name/],
  ] as const) {
    t.match(
      await ingest(proposal(of, name, value)),
      refusal(422, why),
      `${name} ${JSON.stringify(value).slice(0, 80)}`,
    );
  }
  t.match(await ingest(proposal(urn, 'status', {}, { systemMetadata: '5' })), refusal(422, /systemMetadata/));
  t.match(await ingest(proposal(urn, 'status', {}, { systemMetadata: '{' })), refusal(422, /systemMetadata/));
  const withNul = proposal(urn, 'status', {}, { systemMetadata: { runId: '\u000012345' } });
  t.match(await ingest(withNul), refusal(422, /systemMetadata .*U\+0000/));
  t.equal(await catalog.view(urn), null);
});

t.test('a message is short, however many issues there are', async (t) => {
  const tags = Array.from({ length: 500 }, () => ({}));
  const { body } = await ingest(proposal(freshDataset(), 'globalTags', { tags }));
  t.ok(body.message.length < 1_000);
});
