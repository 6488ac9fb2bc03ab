import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { addGauge } from './metrics.js';

const everyMs = 500;
const keptMs = 60_000;
/** Those that the mean is made of: of the last five seconds with requests. */
const newest = 10;

/**
 * Measures how late timers are, from a request until five seconds without one: an idle process does not wake for it. A
 * histogram of Node.js would wake the process a hundred times a second.
 *
 * @param app the routes whose requests are waited for
 * @returns the function that returns the mean delay of the newest measurements in ms; null without one in the last minute
 */
export function measureEventLoopDelay(app: FastifyInstance, registry: Registry): () => number | null {
  const measured: { readonly at: number; readonly ms: number }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let due = 0;
  let left = 0;
  const dropOld = () => {
    const since = performance.now() - keptMs;
    while (measured.length > 0 && measured[0]!.at < since) measured.shift();
  };
  const readDelays = () => {
    dropOld();
    return measured.map(({ ms }) => ms);
  };
  const measure = () => {
    const at = performance.now();
    measured.push({ at, ms: Math.max(0, at - due) });
    dropOld();
    due = at + everyMs;
    left -= 1;
    if (left <= 0) stop();
  };
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  app.addHook('onRequest', (_request, _reply, done) => {
    left = newest;
    if (!timer) {
      due = performance.now() + everyMs;
      timer = setInterval(measure, everyMs).unref();
    }
    done();
  });
  app.addHook('onClose', async () => stop());

  const add = (name: string, what: string, read: () => number | undefined) =>
    addGauge(registry, `nodejs_eventloop_lag_${name}_seconds`, `${what} of the last minute`, [], () => {
      const ms = read();
      return ms === undefined ? [] : [[ms / 1_000]];
    });
  add('mean', 'Mean lag of the event loop', () => mean(readDelays()));
  add('p99', '99th percentile of the lag of the event loop', () => percentile(readDelays(), 0.99));
  add('max', 'Largest lag of the event loop', () => percentile(readDelays(), 1));
  return () => mean(readDelays().slice(-newest)) ?? null;
}

/** Returns the least of the numbers that a share of them does not exceed. */
const percentile = (numbers: readonly number[], share: number): number | undefined =>
  [...numbers].sort((a, b) => a - b)[Math.ceil(share * numbers.length) - 1];

const mean = (numbers: readonly number[]): number | undefined =>
  numbers.length === 0 ? undefined : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
