import fp from 'fastify-plugin';
import { Counter, Histogram, type Registry } from 'prom-client';
import { batchChannel, deliveryChannel, eventsChannel, hashChannel } from '../../../core/channels.js';
import type { Services } from '../../../services.js';
import { addGauge, type Sample } from '../../metrics.js';

export interface CatalogMetricsOptions {
  readonly registry: Registry;
  readonly measured: Pick<Services['measured'], 'pools' | 'argon2' | 'waitingPolls'>;
}

/** Measures what is behind the routes: connections, batches and argon2. */
export const catalogMetrics = fp(
  async (app, { registry, measured }: CatalogMetricsOptions) => {
    const registers = [registry];

    const gauge = addGauge.bind(null, registry);

    const { pools, argon2, waitingPolls } = measured;
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
    gauge('catalog_database_connections_max', 'Maximum number of connections of a pool', ['pool'], () =>
      pools().map(({ pool, max }): Sample => [max, { pool }]),
    );
    gauge('catalog_database_waiting', 'Statements that wait for a connection', ['pool'], () =>
      pools().map(({ pool, waiting }): Sample => [waiting, { pool }]),
    );
    gauge(
      'catalog_argon2_calls',
      'Running and waiting argon2 calls, by queue and state',
      ['queue', 'state'],
      () =>
        Object.entries(argon2()).flatMap(([queue, { active, waiting }]): Sample[] => [
          [active, { queue, state: 'active' }],
          [waiting, { queue, state: 'waiting' }],
        ]),
    );

    gauge('catalog_event_polls_waiting', 'Polls that wait for events', [], () => [[waitingPolls()]]);
    const events = new Counter({
      name: 'catalog_events_total',
      help: 'Changes that clients have polled, by whether they were sent as events',
      labelNames: ['result'],
      registers,
    });
    const eventLag = new Histogram({
      name: 'catalog_event_lag_seconds',
      help: 'Time from the oldest change of an answer to the answer',
      buckets: [0.1, 0.5, 2, 10, 60, 600, 3_600, 86_400],
      registers,
    });

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
      help: 'Duration of one argon2 call, by queue',
      labelNames: ['queue'],
      buckets: argon2Buckets,
      registers,
    });
    const argon2Wait = new Histogram({
      name: 'catalog_argon2_wait_seconds',
      help: 'Time that an argon2 call waited, by queue',
      labelNames: ['queue'],
      buckets: argon2Buckets,
      registers,
    });
    const attempts = new Counter({
      name: 'catalog_webhook_attempts_total',
      help: 'Attempts of this process to deliver a message to a webhook, by outcome',
      labelNames: ['outcome'],
      registers,
    });
    for (const outcome of ['delivered', 'failed']) attempts.inc({ outcome }, 0);
    // The channels are the process's: of two applications in one process, each counts the batches of both.
    const subscriptions = [
      eventsChannel.subscribe(({ sent, leftOut, lagMs }) => {
        events.inc({ result: 'sent' }, sent);
        events.inc({ result: 'left_out' }, leftOut);
        eventLag.observe(lagMs / 1_000);
      }),
      batchChannel.subscribe(({ loader, size }) => batchSize.observe({ loader }, size)),
      deliveryChannel.subscribe(({ outcome }) => attempts.inc({ outcome })),
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
