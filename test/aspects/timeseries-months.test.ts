import t from 'tap';
import { aspectCatalog, deletion, freshDataset, proposal, refusal, valuesUrl } from '../support/aspects.js';
import { addEvents, urn as eventful, truncateUrl } from '../support/timeseries.js';

const now = Date.UTC(2026, 10, 22);
const year = 366 * 86_400_000;
const env = { MONTHS_PER_REQUEST_MAX: '3' };
const open = (t: import('tap').Test) => aspectCatalog(t, { env, clock: () => now });
const operation = (urn: string, timestampMillis: unknown) => proposal(urn, 'operation', { timestampMillis });
const inMonths = (urn: string, first: number, count: number) =>
  Array.from({ length: count }, (_, month) => operation(urn, Date.UTC(2020, first + month)));

type Catalog = Awaited<ReturnType<typeof open>>;

async function countEvents({ writer }: Catalog, urn: string, more: object = {}) {
  const { body } = await writer.post(valuesUrl, { urn, entity: 'dataset', aspect: 'operation', ...more });
  return body.value.values.length;
}

const tables = async ({ db }: Catalog) => {
  const rows = await db.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class WHERE relname ~ '^dataset_' AND relkind IN ('r', 'p') ORDER BY 1`,
  );
  return rows.map(({ name }) => name.replace('dataset_operationaspect_v1', 'operation'));
};

t.test('400 names a time before 1970 or more than a year ahead, and the proposal of a batch', async (t) => {
  const { ingest, batch, view } = await open(t);
  const urn = freshDataset();
  for (const time of [-1, now + year + 1, 253_402_300_799_999, 2 ** 60, -(2 ** 60), 1e300]) {
    t.match(
      await ingest(operation(urn, time)),
      refusal(
        400,
        `timestampMillis is ${time}; expected milliseconds since the epoch from 0 (1970-01-01) to`,
      ),
    );
  }
  t.match(
    await batch([operation(urn, 0), operation(urn, -1)]),
    refusal(400, /^proposals\[1\]: operation: timestampMillis is -1;/),
  );
  t.equal(await view(urn), null, 'nothing is stored');
  for (const time of [0, now + year]) t.match(await ingest(operation(urn, time)), { status: 200 }, `${time}`);
});

t.test('422: more new months than one request may create', async (t) => {
  const catalog = await open(t);
  const { batch } = catalog;
  const urn = freshDataset();
  const why = /^the request has 4 new months of time series; at most 3 \(MONTHS_PER_REQUEST_MAX\)/;
  t.match(await batch(inMonths(urn, 0, 4)), refusal(422, why));
  t.same(await tables(catalog), [], 'no index and no month is created');
  t.match(await batch(inMonths(urn, 0, 3)), { status: 200 });
  t.match(await batch(inMonths(urn, 1, 6)), refusal(422, why));
  t.match(await batch(inMonths(urn, 1, 5)), { status: 200 }, 'existing months do not count');
  t.equal(await countEvents(catalog, urn), 6);
  t.match(
    await batch([...inMonths(urn, 6, 2), ...inMonths(urn, 8, 2)]),
    refusal(422, why),
    'the operations of all proposals together',
  );
});

t.test('a rejected batch creates no index, and creates months only after all checks', async (t) => {
  const catalog = await open(t);
  const { ingest, batch, put } = catalog;
  const [urn, known] = [freshDataset(), freshDataset()];
  await put(proposal(known, 'status', {}));
  const conflict = proposal(known, 'status', {}, { changeType: 'CREATE' });
  t.match(await batch([operation(urn, 0), conflict]), { status: 409 });
  t.same(await tables(catalog), []);

  await put(operation(known, 0));
  const made = ['operation', 'operation_197001'];
  t.same(await tables(catalog), made);
  const reader = await catalog.user('reader');
  t.match(await ingest(operation(urn, now), reader), { status: 403 });
  t.match(await batch([operation(urn, now), proposal(urn, 'operation', {})]), { status: 422 });
  t.match(await batch([operation(urn, now), operation(urn, -1)]), { status: 400 });
  t.same(await tables(catalog), made, 'shapes and rights are checked first');
  t.match(await batch([operation(urn, now), conflict]), { status: 409 });
  t.same(await tables(catalog), [...made, 'operation_202611'], 'an empty month is harmless');
  t.equal(await countEvents(catalog, urn), 0);
});

t.test('months beyond the bounds that are stored already can be read', async (t) => {
  const catalog = await open(t);
  const operator = await catalog.user('ops', ['TRUNCATE_TIMESERIES_INDEX_PRIVILEGE']);
  const late = 253_402_300_799_999;
  await catalog.put(proposal(eventful, 'status', {}));
  await addEvents(catalog.db, [now, late], 'operation');
  t.equal(await countEvents(catalog, eventful), 2);
  t.equal(await countEvents(catalog, eventful, { startTimeMillis: now + 1 }), 1);
  t.equal(await countEvents(catalog, eventful, { endTimeMillis: now }), 1);
  t.equal(await countEvents(catalog, eventful, { startTimeMillis: -5, endTimeMillis: -1 }), 0);
  t.equal(await countEvents(catalog, eventful, { startTimeMillis: late + 1 }), 0);
  t.equal(await countEvents(catalog, eventful, { startTimeMillis: late, endTimeMillis: now }), 0);
  const dryRun = { entityType: 'dataset', aspect: 'operation', endTimeMillis: late };
  t.match((await operator.post(truncateUrl, dryRun)).body.value, /^Delete 2 out of 2 rows/);
  const { body } = await catalog.writer.post('/entities?action=delete', { urn: eventful });
  t.equal(body.value.timeseriesRows, 2);
});

t.test('a batch adds, deletes and adds again in order, over several months', async (t) => {
  const catalog = await open(t);
  const urn = freshDataset();
  const answer = await catalog.batch([
    ...inMonths(urn, 0, 2),
    deletion(urn, 'datasetKey'),
    ...inMonths(urn, 1, 2),
  ]);
  t.match(answer, { status: 200 });
  t.equal(await countEvents(catalog, urn), 2);
});

t.test('concurrent requests create one index and one month', async (t) => {
  const catalog = await open(t);
  for (const time of [now, Date.UTC(2020, 1)]) {
    const urns = Array.from({ length: 10 }, () => freshDataset());
    const answers = await Promise.all(urns.map((urn) => catalog.ingest(operation(urn, time))));
    t.same(
      answers.map(({ status }) => status),
      Array(10).fill(200),
    );
    for (const urn of urns) t.equal(await countEvents(catalog, urn), 1);
  }
  t.same(await tables(catalog), ['operation', 'operation_202002', 'operation_202611']);
});
