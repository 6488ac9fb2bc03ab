import t from 'tap';
import { aspectCatalog, deletion, freshDataset, proposal, refusal } from '../../support/aspects.js';

const catalog = await aspectCatalog(t);
const { put, textOf } = catalog;

t.test('CREATE_ENTITY asks whether the entity exists, and not the aspect', async (t) => {
  const [old, fresh] = [freshDataset(), freshDataset()];
  const create = (urn: string, aspect: string) => proposal(urn, aspect, {}, { changeType: 'CREATE_ENTITY' });
  await put(proposal(old, 'status', {}));
  t.match(await catalog.ingest(create(old, 'subTypes')), refusal(409, `"${old}" exists already`));
  t.equal(await textOf(old, 'subTypes'), null);
  t.match(await catalog.batch([create(fresh, 'datasetKey'), create(fresh, 'subTypes')]), { status: 200 });
  t.equal(await textOf(fresh, 'subTypes'), '{}');
  const again = await catalog.batch([deletion(old, 'datasetKey'), create(old, 'subTypes')]);
  t.match(again, { status: 200 }, 'the batch itself has deleted it');
  t.equal(await textOf(old, 'subTypes'), '{}');
  t.equal(await textOf(old, 'status'), null);
  const event = proposal(
    freshDataset(),
    'operation',
    { timestampMillis: 1 },
    { changeType: 'CREATE_ENTITY' },
  );
  t.match(await catalog.ingest(event), refusal(400, /operation is a time series/));
});

t.test('of concurrent creations of an entity, one succeeds', async (t) => {
  const urn = freshDataset();
  const create = proposal(urn, 'datasetKey', {}, { changeType: 'CREATE_ENTITY' });
  const answers = await Promise.all(Array.from({ length: 8 }, () => catalog.ingest(create)));
  t.strictSame(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409, 409, 409]);
});
