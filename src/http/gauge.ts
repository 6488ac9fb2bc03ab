import { Gauge, type Registry } from 'prom-client';

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
