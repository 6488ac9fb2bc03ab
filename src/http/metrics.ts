import { Registry } from 'prom-client';

/** The metrics of one application, by who may see them with a token. */
export interface Metrics {
  /** Every user. */
  readonly open: Registry;
  /** Callers who may manage everybody's tokens. */
  readonly tokens: Registry;
  /** Callers who may see the sizes of indices. */
  readonly indexSizes: Registry;
}

export const createMetrics = (): Metrics => ({
  open: new Registry(),
  tokens: new Registry(),
  indexSizes: new Registry(),
});

export const metricsContentType = Registry.PROMETHEUS_CONTENT_TYPE;

const running = new WeakMap<Registry, Promise<string>>();

/** Returns metrics in Prometheus' text format. Callers at the same time share one reading of a registry. */
export async function metricsText(...registries: readonly Registry[]): Promise<string> {
  const texts = await Promise.all(registries.map(textOf));
  return texts.join('\n');
}

function textOf(registry: Registry): Promise<string> {
  const shared = running.get(registry);
  if (shared) return shared;
  const text = registry.metrics().finally(() => running.delete(registry));
  running.set(registry, text);
  return text;
}
