import fp from 'fastify-plugin';
import { Counter, type Registry } from 'prom-client';
import type { Services } from '../../../services.js';
import { addGauge } from '../../metrics.js';

export interface AuditStreamMetricsOptions {
  readonly registry: Registry;
  readonly read: Services['measured']['auditStream'];
}

/** Shows what `AUDIT_STREAM` has sent. */
export const auditStreamMetrics = fp(
  async (_, { registry, read }: AuditStreamMetricsOptions) => {
    const addCounter = (name: string, help: string, value: 'sent' | 'dropped' | 'failures') =>
      new Counter({
        name,
        help,
        registers: [registry],
        collect() {
          this.reset();
          this.inc(read()?.[value] ?? 0);
        },
      });
    addCounter('catalog_audit_stream_sent_total', 'Audit events that were sent', 'sent');
    addCounter(
      'catalog_audit_stream_dropped_total',
      'Audit events that were left out, because they are too large for a datagram',
      'dropped',
    );
    addCounter('catalog_audit_stream_failures_total', 'Failed attempts to send audit events', 'failures');
    addGauge(
      registry,
      'catalog_audit_stream_behind_seconds',
      'Age of the oldest audit event that is not sent; 0: all are',
      [],
      () => [[read()?.behindSeconds ?? 0]],
    );
    addGauge(
      registry,
      'catalog_audit_stream_state',
      'The state of the audit stream; 1 for the current one',
      ['state'],
      () =>
        (['standby', 'sending', 'failing'] as const).map((state) => [
          read()?.state === state ? 1 : 0,
          { state },
        ]),
    );
  },
  { name: 'audit-stream-metrics' },
);
