import { setTimeout as sleep } from 'node:timers/promises';
import { post, tokenOfAnother } from '../catalog.js';
import type { Environment } from '../environment.js';
import { hub, knotted, type LineagePlan, lineageRows, root } from '../lineage-data.js';
import { latencies, latenciesAtRate, median, percentile, type Row } from '../measure.js';
import type { Candidate } from '../process.js';
import { view } from '../requests.js';
import { datasetAt, searchRows } from '../search-data.js';

/** The neighbour's requests: few enough that only the other user makes them wait. */
const readsPerSecond = 200;

const round = (ms: number) => Math.round(10 * ms) / 10;

const document = `query($input: SearchAcrossLineageInput!) {
  searchAcrossLineage(input: $input) { total isPartial searchResults { degree entity { urn type } } } }`;

const ask = async ({ url, tokens }: Candidate, urn: string) => {
  const input = {
    ...{
      urn,
      direction: 'DOWNSTREAM',
      count: 100,
      searchFlags: { skipAggregates: true, skipHighlighting: true },
    },
    orFilters: [{ and: [{ field: 'degree', values: ['1', '2', '3+'] }] }],
  };
  const { data, errors } = await post(url, tokens[0] ?? '', '/api/graphql', {
    query: document,
    variables: { input },
  });
  if (errors) throw new Error(JSON.stringify(errors));
  return data.searchAcrossLineage as { total: number; isPartial: boolean };
};

/** Lineage among a million edges, beside a recursive query, and what other users notice of a walk from a hub. */
export async function lineage(environment: Environment, plan: LineagePlan, times: number): Promise<Row[]> {
  const name = `lineage_${plan.datasets}`;
  const catalog = await environment.catalogOn(name, [...searchRows(plan.datasets), ...lineageRows(plan)]);
  const bare = await environment.candidate('b6-lineage', { DATABASE_URL: environment.url(name) });
  const rows: Row[] = [];
  const cases: Readonly<Record<string, { urn: string; times: number }>> = {
    'three hops': { urn: root, times },
    [`from a hub of ${plan.hubSize.toLocaleString('en')}`]: { urn: hub, times: Math.ceil(times / 10) },
    'among many paths': { urn: knotted(plan), times: Math.ceil(times / 20) },
  };
  for (const [work, { urn, times }] of Object.entries(cases)) {
    const [own, other] = [await ask(catalog, urn), await ask(bare, urn)];
    const ms = await latencies({ catalog: () => ask(catalog, urn), bare: () => ask(bare, urn) }, times);
    rows.push({
      work: `W9 lineage, ${work}`,
      found: own.total,
      'of them by the recursive query': other.total,
      partial: String(own.isPartial),
      'p50 ms': round(ms.catalog!),
      'recursive query, p50 ms': round(ms.bare!),
      'catalog is': `${(ms.bare! / ms.catalog!).toFixed(2)} ×`,
    });
  }
  await environment.stop('b6-lineage');
  return rows;
}

/** The latencies of reads of tags without and beside another user's walks from a hub, in turns. */
export async function readsBesideWalks(environment: Environment, plan: LineagePlan): Promise<Row[]> {
  const { rounds, seconds } = environment.plan;
  const name = `lineage_${plan.datasets}`;
  const catalog = await environment.catalogOn(name, [...searchRows(plan.datasets), ...lineageRows(plan)]);
  const reader = await tokenOfAnother(catalog, 'reader');
  const runs = { without: [] as number[], p50: [] as number[], p99: [] as number[], walks: 0 };
  const readTags = () => {
    const urn = datasetAt(Math.floor(Math.random() * plan.datasets));
    return post(catalog.url, reader, '/api/graphql', { query: view, variables: { urn } });
  };
  const read = async () => {
    const sorted = await latenciesAtRate(readTags, { perSecond: readsPerSecond, seconds });
    return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
  };
  await read();
  for (let done = 0; done < rounds; done += 1) {
    runs.without.push((await read()).p99);
    const state = { isOver: false };
    const walk = async () => {
      while (!state.isOver) {
        await ask(catalog, hub);
        runs.walks += 1;
      }
    };
    const walks = walk();
    await sleep(1_000);
    const { p50, p99 } = await read();
    runs.p50.push(p50);
    runs.p99.push(p99);
    state.isOver = true;
    await walks;
  }
  return [
    {
      work: 'p99 of tag reads, beside a walk of another user from a hub',
      'per second': readsPerSecond,
      'ms without': round(median(runs.without)),
      'p50 beside': round(median(runs.p50)),
      'p99 beside': round(median(runs.p99)),
      ratio: `${(median(runs.p99) / median(runs.without)).toFixed(2)} ×`,
      walks: runs.walks,
    },
  ];
}
