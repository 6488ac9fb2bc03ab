import autocannon from 'autocannon';
import { type RequestKind, requestsOf } from './requests.js';

/** What a run is told, as JSON in its one argument. */
export interface LoadOptions {
  readonly url: string;
  readonly kind: RequestKind;
  /** Each connection uses one of them; none: no authentication. */
  readonly tokens: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  readonly datasets: number;
  /** Requests a second over all connections; as many as it can without. */
  readonly rate?: number;
}

/** What a run answers, as JSON on standard output. Latencies in ms. */
export interface LoadResult {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
}

const { url, kind, tokens, connections, seconds, datasets, rate } = JSON.parse(
  process.argv[2] ?? '{}',
) as LoadOptions;

let clients = 0;
const result = await autocannon({
  url,
  connections,
  duration: seconds,
  ...(rate ? { overallRate: rate } : {}),
  // Requests of its own for each connection: together they would ask for the same key at the same time.
  setupClient: (client) =>
    client.setRequests(requestsOf(kind, { datasets, connections }, tokens[clients++ % tokens.length])),
});
// Whole milliseconds are too coarse for a table: by Little's law the mean latency is exact.
console.log(
  JSON.stringify({
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
  } satisfies LoadResult),
);
