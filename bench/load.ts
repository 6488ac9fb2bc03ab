import autocannon from 'autocannon';
import { datasetUrn } from './data.js';

/** What a run is told, as JSON in its one argument. */
export interface LoadOptions {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly connections: number;
  readonly seconds: number;
  readonly datasets: number;
}

/** What a run answers, as JSON on standard output. Latencies in ms. */
export interface LoadResult {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
}

const query =
  'query($urn: String!) { dataset(urn: $urn) { urn tags { tags { tag { urn name properties { name description colorHex } } } } } }';

const options = JSON.parse(process.argv[2] ?? '{}') as LoadOptions;
const requests = Array.from({ length: 5_000 }, () => ({
  method: 'POST' as const,
  path: '/api/graphql',
  headers: { 'content-type': 'application/json', ...options.headers },
  body: JSON.stringify({
    query,
    variables: { urn: datasetUrn(Math.floor(Math.random() * options.datasets)) },
  }),
}));

const result = await autocannon({
  url: options.url,
  connections: options.connections,
  duration: options.seconds,
  requests,
});
console.log(
  JSON.stringify({
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
  } satisfies LoadResult),
);
