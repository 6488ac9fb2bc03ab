import t from 'tap';
import { aspectCatalog, encoded, freshDataset, proposal, refusal, valuesUrl } from '../support/aspects.js';
import { field } from '../support/metadata.js';

const catalog = await aspectCatalog(t, { env: { ANSWER_MAX_BYTES: '200000' } });
const { batch, put, writer } = catalog;
const urn = freshDataset();
const fields = (count: number) => Array.from({ length: count }, (_, index) => field(`column_${index}`));
const tags = Array.from({ length: 5_000 }, (_, index) => ({ tag: `urn:li:tag:number_${index}` }));
await put(
  proposal(urn, 'schemaMetadata', { fields: fields(2_000) }),
  proposal(urn, 'globalTags', { tags }),
  proposal(urn, 'editableSchemaMetadata', {
    editableSchemaFieldInfo: [{ fieldPath: 'column_1', globalTags: { tags } }],
  }),
  proposal(urn, 'status', { removed: false }),
  proposal(urn, 'ownership', { owners: ['x'.repeat(150_000)] }),
);

for (const name of ['schemaMetadata', 'globalTags', 'editableSchemaMetadata']) {
  t.test(`400: ${name} larger than an answer may be, with its size`, async (t) => {
    const message = new RegExp(
      `The aspects take more than 200000 bytes.*ANSWER_MAX_BYTES.*${name} has \\d{6}`,
    );
    t.match(await writer.get(`/aspects/${encoded(urn)}?aspect=${name}&version=0`), refusal(400, message));
    t.match(await writer.get(`/entitiesV2/${encoded(urn)}?aspects=List(${name})`), refusal(400, message));
  });
}

t.test('400: aspects that are too large together; some of them are served', async (t) => {
  const message = /schemaMetadata has \d+, .*; request fewer aspects, with aspects=List\(…\)$/;
  t.match(await writer.get(`/entitiesV2/${encoded(urn)}`), refusal(400, message));
  const { status, body } = await writer.get(`/entitiesV2/${encoded(urn)}?aspects=List(status,ownership)`);
  t.equal(status, 200);
  t.strictSame(Object.keys(body.aspects), ['ownership', 'status']);
});

t.test('400: events that are too large together; fewer are served', async (t) => {
  await batch(
    Array.from({ length: 30 }, (_, index) =>
      proposal(urn, 'datasetProfile', {
        timestampMillis: 1_700_000_000_000 + index,
        text: 'x'.repeat(10_000),
      }),
    ),
  );
  const ask = (limit: number) =>
    writer.post(valuesUrl, { urn, entity: 'dataset', aspect: 'datasetProfile', limit });
  t.match(await ask(30), refusal(400, /more than 200000 bytes.*ANSWER_MAX_BYTES/));
  const { status, body } = await ask(10);
  t.equal(status, 200);
  t.equal(body.value.values.length, 10);
});
