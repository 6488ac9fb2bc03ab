import fp from 'fastify-plugin';
import { Gauge, Histogram, type Registry } from 'prom-client';
import { batchChannel, hashChannel } from '../../core/channels.js';
import type { Services } from '../../services.js';
import { type Figures, type KeptFigures, keptFigures } from './kept-figures.js';

export interface CatalogMetricsOptions {
  readonly registry: Registry;
  readonly measured: Services['measured'];
  readonly version: string;
}

type Sample = readonly [value: number, labels?: Record<string, string>];

/** Measures what is behind the routes: connections, batches, argon2, and figures of the database. */
export const catalogMetrics = fp(
  async (app, { registry, measured, version }: CatalogMetricsOptions) => {
    const registers = [registry];

    /** Reads its samples when somebody asks for the metrics. */
    function gauge(
      name: string,
      help: string,
      labelNames: readonly string[],
      read: () => readonly Sample[] | Promise<readonly Sample[]>,
    ) {
      const collected = new Gauge({
        name,
        help,
        labelNames,
        registers,
        async collect() {
          const samples = await read();
          collected.reset();
          // A gauge without labels would be 0.
          if (labelNames.length === 0) collected.remove();
          for (const [value, labels = {}] of samples) collected.set(labels, value);
        },
      });
    }

    gauge(
      'catalog_build_info',
      'The version of the catalog and of Node.js; always 1',
      ['version', 'node'],
      () => [[1, { version, node: process.version }]],
    );

    const { pools, argon2 } = measured;
    gauge(
      'catalog_database_connections',
      'Connections to PostgreSQL, by pool and state',
      ['pool', 'state'],
      () =>
        pools().flatMap(({ pool, inUse, idle }): Sample[] => [
          [inUse, { pool, state: 'in_use' }],
          [idle, { pool, state: 'idle' }],
        ]),
    );
    gauge('catalog_database_connections_max', 'Connections that a pool may open', ['pool'], () =>
      pools().map(({ pool, max }): Sample => [max, { pool }]),
    );
    gauge('catalog_database_waiting', 'Statements that wait for a connection', ['pool'], () =>
      pools().map(({ pool, waiting }): Sample => [waiting, { pool }]),
    );
    gauge('catalog_argon2_calls', 'Calls of argon2, by queue and state', ['queue', 'state'], () =>
      Object.entries(argon2()).flatMap(([queue, { active, waiting }]): Sample[] => [
        [active, { queue, state: 'active' }],
        [waiting, { queue, state: 'waiting' }],
      ]),
    );

    const read = keptFigures(measured.figures);
    const figure = (
      name: string,
      help: string,
      labelNames: readonly string[],
      samples: (kept: KeptFigures) => readonly Sample[],
    ) => gauge(name, help, labelNames, async () => samples(await read()));

    figure(
      'catalog_database_up',
      'Whether the last read of figures from the database succeeded',
      [],
      (kept) => [[kept.isUp ? 1 : 0]],
    );
    figure(
      'catalog_figures_age_seconds',
      'Age of the figures from the database: live tokens, index sizes, replica lag',
      [],
      ({ figures, ageSeconds }) => (figures ? [[ageSeconds]] : []),
    );
    figure('catalog_live_tokens', 'Access tokens that are neither revoked nor expired', [], ({ figures }) =>
      figures ? [[figures.liveTokens]] : [],
    );
    figure(
      'catalog_index_bytes',
      'Bytes of a time-series index on disk',
      ['index'],
      ({ figures }) =>
        figures?.indices.map(({ indexName, bytes }): Sample => [bytes, { index: indexName }]) ?? [],
    );
    /** Samples of a replica, where there is one. */
    const replica =
      (sample: (lag: NonNullable<Figures['replicaLag']>) => number | undefined) => (kept: KeptFigures) => {
        const lag = kept.figures?.replicaLag;
        const value = lag ? sample(lag) : undefined;
        return value === undefined ? [] : [[value] as const];
      };
    figure(
      'catalog_replica_up',
      'Whether the replica answered',
      [],
      replica((lag) => (lag === 'away' ? 0 : 1)),
    );
    figure(
      'catalog_replica_lag_bytes',
      "Bytes of the primary's log that the replica has not replayed",
      [],
      replica((lag) => (lag === 'away' ? undefined : lag.bytes)),
    );
    figure(
      'catalog_replica_lag_seconds',
      'Seconds since the last transaction that the replica has replayed',
      [],
      replica((lag) => (lag === 'away' ? undefined : lag.seconds)),
    );

    const batchSize = new Histogram({
      name: 'catalog_batch_size',
      help: 'Keys that one statement of a batch loader reads, by loader',
      labelNames: ['loader'],
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 500],
      registers,
    });
    const argon2Buckets = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5];
    const argon2Duration = new Histogram({
      name: 'catalog_argon2_duration_seconds',
      help: 'How long one call of argon2 took, by queue',
      labelNames: ['queue'],
      buckets: argon2Buckets,
      registers,
    });
    const argon2Wait = new Histogram({
      name: 'catalog_argon2_wait_seconds',
      help: 'How long a call of argon2 waited for its turn, by queue',
      labelNames: ['queue'],
      buckets: argon2Buckets,
      registers,
    });
    // The channels are the process's: of two applications in one process, each counts the batches of both.
    const subscriptions = [
      batchChannel.subscribe(({ loader, size }) => batchSize.observe({ loader }, size)),
      hashChannel.subscribe(({ queue, waitedMs, tookMs }) => {
        argon2Duration.observe({ queue }, tookMs / 1_000);
        argon2Wait.observe({ queue }, waitedMs / 1_000);
      }),
    ];
    app.addHook('onClose', async () => {
      for (const end of subscriptions) end();
    });
  },
  { name: 'catalog-metrics' },
);
