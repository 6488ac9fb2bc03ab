import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** The metrics of one application, by who may see them with a token. */
export interface Metrics {
  /** Every user. */
  readonly open: Registry;
  /** Callers who may manage everybody's tokens. */
  readonly tokens: Registry;
  /** Callers who may see the sizes of indices. */
  readonly indexSizes: Registry;
}

/** The metrics of a histogram that wakes the process a hundred times a second. `event-loop-delay.ts` has others. */
const histogram = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'].map(
  (name) => `nodejs_eventloop_lag_${name}_seconds`,
);
const never = 2 ** 31 - 1;

const databaseUp = 'catalog_database_up';

/** Makes the metrics with those of the process, which it has before the application is built. */
export function createMetrics(version: string): Metrics {
  const open = new Registry();
  collectDefaultMetrics({ register: open, eventLoopMonitoringPrecision: never });
  for (const name of histogram) open.removeSingleMetric(name);
  addGauge(
    open,
    'catalog_build_info',
    'The version of the catalog and of Node.js; always 1',
    ['version', 'node'],
    () => [[1, { version, node: process.version }]],
  );
  addDatabaseUp(open, async () => false);
  return { open, tokens: new Registry(), indexSizes: new Registry() };
}

/** Replaces the gauge of whether the database responds. Until the application is built, no figures have been read. */
export function addDatabaseUp(registry: Registry, isUp: () => Promise<boolean>): void {
  registry.removeSingleMetric(databaseUp);
  addGauge(
    registry,
    databaseUp,
    'Whether the last read of figures from the database succeeded',
    [],
    async () => [[(await isUp()) ? 1 : 0]],
  );
}

export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE;

const running = new WeakMap<Registry, Promise<string>>();

/** Returns metrics in Prometheus' text format. Callers at the same time share one reading of a registry. */
export async function metricsText(...registries: readonly Registry[]): Promise<string> {
  const texts = await Promise.all(registries.map(toText));
  return texts.join('\n');
}

function toText(registry: Registry): Promise<string> {
  const shared = running.get(registry);
  if (shared) return shared;
  const text = registry.metrics().finally(() => running.delete(registry));
  running.set(registry, text);
  return text;
}

export type Sample = readonly [value: number, labels?: Record<string, string>];

/** Adds a gauge that reads its samples when the metrics are requested. */
export function addGauge(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly string[],
  read: () => readonly Sample[] | Promise<readonly Sample[]>,
): void {
  const gauge = new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      const samples = await read();
      gauge.reset();
      // A gauge without labels would be 0.
      if (labelNames.length === 0) gauge.remove();
      for (const [value, labels = {}] of samples) gauge.set(labels, value);
    },
  });
}
