import { setTimeout as sleep } from 'node:timers/promises';
import { post } from '../catalog.js';
import { datasetUrn, eventsOfFirstDataset, fill, monthRows } from '../data.js';
import type { Environment } from '../environment.js';
import { median, type Row } from '../measure.js';
import type { Candidate } from '../process.js';

const profile = { urn: datasetUrn(0), entity: 'dataset', aspect: 'datasetProfile' };

/** Requests that are not about the months that another caller created. */
const tasks: Readonly<Record<string, (catalog: Candidate) => Promise<unknown>>> = {
  'latest event of another index': ({ url, tokens }) =>
    post(url, tokens[0]!, '/aspects?action=getTimeseriesAspectValues', { ...profile, limit: 1 }),
  'an event of another index': ({ url, tokens }) =>
    post(url, tokens[0]!, '/aspects?action=ingestProposal', {
      proposal: {
        entityType: 'dataset',
        entityUrn: datasetUrn(0),
        changeType: 'UPSERT',
        aspectName: 'datasetProfile',
        aspect: { contentType: 'application/json', value: `{"timestampMillis": ${Date.now()}}` },
      },
    }),
  'a token': ({ url, tokens }) => post(url, tokens[0]!, '/api/graphql', { query: '{ __typename }' }),
  'all events of a dataset, months': ({ url, tokens }) =>
    post(url, tokens[0]!, '/aspects?action=getTimeseriesAspectValues', { ...profile, aspect: 'operation' }),
  getIndexSizes: ({ url, tokens }) => post(url, tokens[0]!, '/gms/operations?action=getIndexSizes', {}),
  'deletion of a dataset': ({ url, tokens }) =>
    post(url, tokens[0]!, '/entities?action=delete', { urn: datasetUrn(1_000_000) }),
};

/** The latency of unrelated requests while other indices have many months, each a partition. */
export async function months(
  environment: Environment,
  counts: readonly number[],
  times: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of counts) {
    const name = `months_${count}`;
    const catalog = await environment.catalogOn(name, monthRows(count));
    // The events that one caller reads while others are measured.
    await fill(environment.url(name), eventsOfFirstDataset);
    for (const [work, task] of Object.entries(tasks)) {
      rows.push({ work, months: count, ...(await measureTimes(() => task(catalog), times)) });
    }
    rows.push({
      work: 'a token, beside reads of all months',
      months: count,
      ...(await beside(catalog, times)),
    });
    await environment.stop(name);
  }
  return rows;
}

/** Latencies in ms. A task that takes seconds runs fewer times. */
async function measureTimes(task: () => Promise<unknown>, times: number): Promise<Row> {
  const measured: number[] = [];
  let failed = 0;
  const begun = performance.now();
  // More requests than idle connections, so that some run on connections without a cached plan.
  await Promise.all(Array.from({ length: 10 }, () => task().catch(() => (failed += 1))));
  const atOnce = performance.now() - begun;
  const end = performance.now() + 10_000;
  for (let time = 0; time < times && (time < 3 || performance.now() < end); time += 1) {
    const begin = performance.now();
    await task().catch(() => {
      failed += 1;
    });
    measured.push(performance.now() - begin);
  }
  return {
    'ms, median': median(measured).toFixed(1),
    'ten at once': atOnce.toFixed(0),
    'the worst': Math.max(...measured).toFixed(0),
    failed,
  };
}

async function beside(catalog: Candidate, times: number): Promise<Row> {
  let done = false;
  const wide = async () => {
    while (!done) await tasks['all events of a dataset, months']!(catalog).catch(() => sleep(100));
  };
  const others = Array.from({ length: 4 }, wide);
  const row = await measureTimes(() => tasks['a token']!(catalog), times);
  done = true;
  await Promise.all(others);
  return row;
}
