import t from 'tap';
import { aspectCatalog, freshDataset, prefixes, proposal, refusal, valuesUrl } from '../support/aspects.js';

const catalog = await aspectCatalog(t);
const { writer, put, readAspect } = catalog;
const day = 86_400_000;

const remove = (urn: string, more: object, by = writer, prefix = '') =>
  by.post(`${prefix}/entities?action=delete`, { urn, aspectName: 'operation', ...more });

/** The days of the events that are left. */
async function readDays(urn: string, aspect = 'operation'): Promise<number[]> {
  const { body } = await writer.post(valuesUrl, { urn, entity: 'dataset', aspect });
  const events: { aspect: { value: string } }[] = body.value.values;
  return events.map(({ aspect: { value } }) => JSON.parse(value).timestampMillis / day).sort((a, b) => a - b);
}

async function withEvents(...days: number[]): Promise<string> {
  const urn = freshDataset();
  await put(proposal(urn, 'status', {}), proposal(urn, 'datasetProfile', { timestampMillis: day }));
  for (const number of days) await put(proposal(urn, 'operation', { timestampMillis: number * day }));
  return urn;
}

t.test('200: the events between two times, both inclusive, of several months, at every prefix', async (t) => {
  for (const prefix of prefixes) {
    const urn = await withEvents(1, 2, 40, 80, 81);
    const range = { startTimeMillis: 2 * day, endTimeMillis: 80 * day };
    t.match(await remove(urn, range, writer, prefix), {
      status: 200,
      body: { value: { urn, rows: 0, timeseriesRows: 3 } },
    });
    t.strictSame(await readDays(urn), [1, 81]);
    t.match(await remove(urn, range), { body: { value: { timeseriesRows: 0 } } }, 'again is no error');
    t.strictSame(await readDays(urn, 'datasetProfile'), [1], 'other aspects stay');
    t.strictSame(await readAspect(urn, 'status'), {}, 'and the entity');
  }
});

t.test('without a start, an end or both, from the first event to the last', async (t) => {
  for (const [range, left] of [
    [{ startTimeMillis: 2 * day }, [1]],
    [{ endTimeMillis: 2 * day }, [3]],
    [{ startTimeMillis: null, endTimeMillis: null }, []],
    [{}, []],
  ] as const) {
    const urn = await withEvents(1, 2, 3);
    t.match(await remove(urn, range), { status: 200 });
    t.strictSame(await readDays(urn), left);
  }
});

t.test('other entities keep their events', async (t) => {
  const [urn, other] = [await withEvents(1), await withEvents(1)];
  await remove(urn, {});
  t.strictSame(await readDays(other), [1]);
  t.match(await remove(freshDataset(), {}), { status: 200, body: { value: { rows: 0, timeseriesRows: 0 } } });
});

t.test('400: an aspect that is no time series of the entity, and times that are none', async (t) => {
  const urn = await withEvents(1);
  for (const [more, why] of [
    [{ aspectName: 'status' }, /"status" is not a time-series aspect/],
    [{ aspectName: 'dashboardUsageStatistics' }, /about a dashboard/],
    [{ startTimeMillis: 2, endTimeMillis: 1 }, /after endTimeMillis/],
    [{ startTimeMillis: '1' }, /startTimeMillis/],
    [{ aspectName: undefined, startTimeMillis: 1 }, /need aspectName/],
    [{ aspectName: null, endTimeMillis: 1 }, /need aspectName/],
    [{ aspectName: 1 }, /aspectName/],
  ] as const) {
    t.match(await remove(urn, more), refusal(400, why));
  }
  t.strictSame(await readDays(urn), [1]);
  t.strictSame(await readAspect(urn, 'status'), {});
});
