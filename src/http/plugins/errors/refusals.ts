import fp from 'fastify-plugin';
import { Counter, type Registry } from 'prom-client';
import type { BusyWith } from '../../../core/busy.js';
import { busyWith } from '../../../core/busy.js';
import { busyChannel } from '../../../core/channels.js';

export interface RefusalsOptions {
  readonly registry: Registry;
  /** ms between two lines of the log. */
  readonly everyMs?: number;
}

const minuteMs = 60_000;

/**
 * Counts requests that were refused because they would have waited too long behind others, for the metrics and the log: a
 * line at the first one, and then one for each minute with refusals. A line for each refusal would add to the load.
 */
export const refusals = fp(
  async (app, { registry, everyMs = minuteMs }: RefusalsOptions) => {
    const total = new Counter({
      name: 'catalog_requests_refused_total',
      help: 'Requests that were refused because they would have waited too long behind others, by what for',
      labelNames: ['class'],
      registers: [registry],
    });
    for (const one of busyWith) total.inc({ class: one }, 0);

    let counts = new Map<BusyWith, number>();
    let longestMs = 0;
    let timer: NodeJS.Timeout | undefined;

    /** Returns whether there was anything to log. */
    function log(): boolean {
      if (counts.size === 0) return false;
      app.log.warn(
        { refused: Object.fromEntries(counts), longestWaitSeconds: Math.round(longestMs / 1_000) },
        'requests are refused, because too many wait or the oldest one has waited too long',
      );
      counts = new Map();
      longestMs = 0;
      return true;
    }

    function logLater() {
      timer = setTimeout(() => {
        timer = undefined;
        if (log()) logLater();
      }, everyMs).unref();
    }

    const end = busyChannel.subscribe(({ busyWith: what, waitedMs }) => {
      total.inc({ class: what });
      counts.set(what, (counts.get(what) ?? 0) + 1);
      longestMs = Math.max(longestMs, waitedMs);
      if (timer) return;
      log();
      logLater();
    });
    app.addHook('onClose', async () => {
      end();
      clearTimeout(timer);
      log();
    });
  },
  { name: 'refusals' },
);
