import autocannon from 'autocannon';
import { createRequests, type RequestKind } from './requests.js';

/** The options of a run, as JSON in its only argument. */
export interface LoadOptions {
  readonly url: string;
  readonly kind: RequestKind;
  /** Each connection uses one of them. Empty: no authentication. */
  readonly tokens: readonly string[];
  readonly connections: number;
  readonly seconds: number;
  readonly datasets: number;
  /** Requests per second over all connections. Undefined: no limit. */
  readonly rate?: number;
}

/** The result of a run, as JSON on standard output. Latencies are in ms. */
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
  // Each connection has different requests; otherwise all would ask for the same key at the same time.
  setupClient: (client) =>
    client.setRequests(createRequests(kind, { datasets, connections }, tokens[clients++ % tokens.length])),
});
// Latencies in whole milliseconds are too coarse for a table. Little's law gives the exact mean from the throughput.
console.log(
  JSON.stringify({
    perSecond: result['2xx'] / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
  } satisfies LoadResult),
);
