import { setTimeout as wait } from 'node:timers/promises';
import fp from 'fastify-plugin';
import type { Registry } from 'prom-client';
import { shared } from '../../../scheduling/shared.js';
import type { Services } from '../../../services.js';
import { addDatabaseUp, addGauge, type Metrics, type Sample } from '../../metrics.js';

export type Figures = Awaited<ReturnType<Services['measured']['figures']>>;

export interface KeptFigures {
  /** The last figures; undefined when none were ever read. */
  readonly figures: Figures | undefined;
  readonly ageSeconds: number;
  /** Whether the last read succeeded. */
  readonly isUp: boolean;
}

/**
 * Caches figures that are expensive to read from the database. They are read again when they are requested, but at most
 * every `everyMs`, or `retryMs` after a failure. A request waits for them at most `waitMs`.
 */
export function keptFigures(
  read: () => Promise<Figures>,
  { everyMs = 60_000, retryMs = 5_000, waitMs = 1_000 } = {},
): () => Promise<KeptFigures> {
  let last: { figures: Figures; at: number } | undefined;
  let isUp = false;
  let nextAt = 0;

  const readAgain = shared(async () => {
    try {
      last = { figures: await read(), at: performance.now() };
      isUp = true;
    } catch {
      isUp = false;
    }
    nextAt = performance.now() + (isUp ? everyMs : retryMs);
  });

  return async () => {
    if (performance.now() >= nextAt) {
      const ended = new AbortController();
      const late = wait(waitMs, true, { signal: ended.signal }).catch(() => false);
      if (await Promise.race([late, readAgain().then(() => false)])) isUp = false;
      ended.abort();
    }
    return { figures: last?.figures, ageSeconds: last ? (performance.now() - last.at) / 1_000 : 0, isUp };
  };
}

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
    add(
      open,
      'catalog_changes_unnumbered',
      'Changes that no client and no webhook has asked for yet, up to 5,000',
      [],
      ({ figures }) => (figures ? [[figures.unnumberedChanges]] : []),
    );

    add(
      open,
      'catalog_webhook_lag_seconds',
      'Age of the oldest change that waits for its delivery to a webhook; 0: none waits',
      [],
      ({ figures }) => (figures ? [[figures.webhookLag / 1_000]] : []),
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
