import t from 'tap';
import {
  add,
  aspectCatalog,
  deletion,
  freshDataset,
  patchProposal,
  proposal,
  refusal,
} from '../../support/aspects.js';

const catalog = await aspectCatalog(t);
const { put, readText } = catalog;

t.test('CREATE_ENTITY asks whether the entity exists, and not the aspect', async (t) => {
  const [old, fresh] = [freshDataset(), freshDataset()];
  const create = (urn: string, aspect: string) => proposal(urn, aspect, {}, { changeType: 'CREATE_ENTITY' });
  await put(proposal(old, 'status', {}));
  t.match(await catalog.ingest(create(old, 'subTypes')), refusal(409, `"${old}" already exists`));
  t.equal(await readText(old, 'subTypes'), null);
  t.match(await catalog.batch([create(fresh, 'datasetKey'), create(fresh, 'subTypes')]), { status: 200 });
  t.equal(await readText(fresh, 'subTypes'), '{}');
  const again = await catalog.batch([deletion(old, 'datasetKey'), create(old, 'subTypes')]);
  t.match(again, { status: 200 }, 'the batch itself has deleted it');
  t.equal(await readText(old, 'subTypes'), '{}');
  t.equal(await readText(old, 'status'), null);
  const event = proposal(
    freshDataset(),
    'operation',
    { timestampMillis: 1 },
    { changeType: 'CREATE_ENTITY' },
  );
  t.match(await catalog.ingest(event), refusal(400, /operation is a time-series aspect/));
});

t.test('with If-None-Match: *, a creation leaves what exists as it is', async (t) => {
  const urn = freshDataset();
  const headers = { 'If-None-Match': '*' };
  const create = (name: string, changeType: string, removed: boolean) =>
    proposal(urn, name, { removed }, { changeType, headers });
  t.match(await catalog.batch([create('status', 'CREATE', false)]), { status: 200 });
  const [status, entity] = [create('status', 'CREATE', true), create('subTypes', 'CREATE_ENTITY', true)];
  t.match(await catalog.batch([status, entity, proposal(urn, 'siblings', {})]), { status: 200 });
  t.match(await readText(urn, 'status'), '{"removed":false}');
  t.equal(await readText(urn, 'subTypes'), null);
  t.equal(await readText(urn, 'siblings'), '{}', 'the rest of the batch is written');
});

t.test('a patch after a creation of what exists starts from what is stored', async (t) => {
  const stored = { removed: false, other: 'kept' };
  for (const changeType of ['CREATE', 'CREATE_ENTITY']) {
    const urn = freshDataset();
    await put(proposal(urn, 'status', stored));
    const patch = patchProposal(urn, 'status', [add('/removed', true)]);
    const refused = proposal(urn, 'status', {}, { changeType });
    t.match(await catalog.batch([refused, patch]), { status: 409 }, changeType);
    t.equal(await readText(urn, 'status'), JSON.stringify(stored), 'the batch changes nothing');

    const skipped = { ...refused, headers: { 'If-None-Match': '*' } };
    t.match(await catalog.batch([skipped, patch]), { status: 200 }, changeType);
    t.equal(await readText(urn, 'status'), JSON.stringify({ ...stored, removed: true }));
  }
});

t.test('a condition that would be ignored is refused', async (t) => {
  for (const [headers, changeType] of [
    [{ 'If-None-Match': '*' }, 'UPSERT'],
    [{ 'If-None-Match': '1' }, 'CREATE'],
    [{ 'if-version-match': '1' }, 'CREATE'],
    [{ 'If-None-Match': '*', 'If-Version-Match': '1' }, 'CREATE'],
  ] as const) {
    const conditional = proposal(freshDataset(), 'status', {}, { changeType, headers });
    t.match(
      await catalog.ingest(conditional),
      refusal(400, /the header "[Ii]f-.* is not supported; only If-None-Match/),
    );
  }
  const other = proposal(
    freshDataset(),
    'status',
    {},
    { headers: { 'X-DataHub-Sync-Index-Update': 'true' } },
  );
  t.match(await catalog.ingest(other), { status: 200 });
});

t.test('of concurrent creations of an entity, one succeeds', async (t) => {
  const urn = freshDataset();
  const create = proposal(urn, 'datasetKey', {}, { changeType: 'CREATE_ENTITY' });
  const answers = await Promise.all(Array.from({ length: 8 }, () => catalog.ingest(create)));
  t.strictSame(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409, 409, 409]);
});
