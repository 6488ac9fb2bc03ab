import { setTimeout as sleep } from 'node:timers/promises';
import { tokenOfAnother } from '../catalog.js';
import type { Environment } from '../environment.js';
import { median, type Row } from '../measure.js';
import { type Candidate, load } from '../process.js';
import { searchRows } from '../search-data.js';
import { inTurns } from './processor.js';

/** Connections of the user whose facets keep the database busy: more than it gets connections to the database. */
const heavyConnections = 8;
/** The neighbour's searches: few enough that only the other user makes them wait. */
const [lightConnections, lightRate] = [4, 200];

const createCatalog = (environment: Environment, size: number) =>
  environment.catalogOn(`searches_${size}`, searchRows(size));

/** Pages by a tag of 400 datasets, 32 connections with the token of one user, beside the hand-written service. */
export async function searchesByOneUser(environment: Environment, size: number): Promise<Row[]> {
  const catalog = await createCatalog(environment, size);
  const bare = await environment.candidate('b4-search', {
    DATABASE_URL: environment.url(`searches_${size}`),
  });
  const tokens = catalog.tokens.slice(0, 1);
  const candidates = [catalog, bare].map((candidate) => ({ ...candidate, tokens }));
  const work = 'W8 a page by a tag, one user';
  const rows = await inTurns(environment, candidates, { work, kind: 'tagged', connections: 32 });
  await environment.stop('b4-search');
  return rows;
}

/** What a neighbour's light searches notice of one user's facets over the whole catalog. */
export async function searchesBesideFacets(environment: Environment, size: number): Promise<Row[]> {
  const catalog = await createCatalog(environment, size);
  return [
    await besideFacets(environment, catalog, 'tagged'),
    await besideFacets(environment, catalog, 'words'),
  ];
}

/** The latencies of one user's light searches without and beside another user's facets, in turns. */
async function besideFacets(
  { plan: { rounds, seconds, datasets } }: Environment,
  catalog: Candidate,
  kind: 'tagged' | 'words',
): Promise<Row> {
  const neighbour = { ...catalog, tokens: [await tokenOfAnother(catalog, kind)] };
  const runs = { without: [] as number[], p50: [] as number[], p99: [] as number[], facets: [] as number[] };
  const light = () =>
    load(neighbour, { kind, connections: lightConnections, seconds, datasets, rate: lightRate });
  for (let round = 0; round < rounds; round += 1) {
    runs.without.push((await light()).p99);
    const heavy = load(catalog, {
      kind: 'facets',
      connections: heavyConnections,
      seconds: seconds + 3,
      datasets,
    });
    // The load process has started by then.
    await sleep(1_500);
    const { p50, p99 } = await light();
    runs.p50.push(p50);
    runs.p99.push(p99);
    runs.facets.push((await heavy).perSecond);
  }
  return {
    work: `p99 of ${kind === 'tagged' ? 'pages by a tag' : 'pages by a word'}, beside facets of another user`,
    connections: lightConnections,
    candidate: catalog.name,
    'ms without': median(runs.without),
    'p50 beside': median(runs.p50),
    'p99 beside': median(runs.p99),
    'facets per second': median(runs.facets).toFixed(1),
  };
}
