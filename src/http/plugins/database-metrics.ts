import fp from 'fastify-plugin';
import type { Registry } from 'prom-client';
import { addGauge, type Sample } from '../gauge.js';
import { addDatabaseUp, type Metrics } from '../metrics.js';
import { type Figures, type KeptFigures, keptFigures } from './kept-figures.js';

export interface DatabaseMetricsOptions {
  readonly metrics: Metrics;
  /** Reads the figures, which can take seconds. */
  readonly figures: () => Promise<Figures>;
}

/** Shows figures that only the database knows. */
export const databaseMetrics = fp(
  async (app, { metrics, figures: readFigures }: DatabaseMetricsOptions) => {
    const { open, tokens, indexSizes } = metrics;
    const read = keptFigures(readFigures);
    const add = (
      registry: Registry,
      name: string,
      help: string,
      labelNames: readonly string[],
      samples: (kept: KeptFigures) => readonly Sample[],
    ) => addGauge(registry, name, help, labelNames, async () => samples(await read()));

    addDatabaseUp(open, async () => (await read()).isUp);
    add(
      open,
      'catalog_figures_age_seconds',
      'Age of the figures from the database: live tokens, index sizes, replica lag',
      [],
      ({ figures, ageSeconds }) => (figures ? [[ageSeconds]] : []),
    );
    add(
      tokens,
      'catalog_live_tokens',
      'Access tokens that are neither revoked nor expired',
      [],
      ({ figures }) => (figures ? [[figures.liveTokens]] : []),
    );
    add(
      indexSizes,
      'catalog_index_bytes',
      'Bytes of a time-series index on disk',
      ['index'],
      ({ figures }) =>
        figures?.indices.map(({ indexName, bytes }): Sample => [bytes, { index: indexName }]) ?? [],
    );

    /** Adds a metric of the replica, where there is one. */
    const addReplica = (
      name: string,
      help: string,
      sample: (lag: NonNullable<Figures['replicaLag']>) => number | undefined,
    ) =>
      add(open, name, help, [], ({ figures }) => {
        const value = figures?.replicaLag ? sample(figures.replicaLag) : undefined;
        return value === undefined ? [] : [[value]];
      });
    addReplica('catalog_replica_up', 'Whether the replica responded', (lag) => (lag === 'away' ? 0 : 1));
    addReplica(
      'catalog_replica_lag_bytes',
      "Bytes of the primary's log that the replica has not replayed",
      (lag) => (lag === 'away' ? undefined : lag.bytes),
    );
    addReplica(
      'catalog_replica_lag_seconds',
      'Seconds since the last transaction that the replica has replayed',
      (lag) => (lag === 'away' ? undefined : lag.seconds),
    );

    app.addHook('onClose', async () => {
      tokens.clear();
      indexSizes.clear();
    });
  },
  { name: 'database-metrics' },
);
