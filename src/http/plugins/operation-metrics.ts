import type { FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { noOperation, type Operation } from '../../core/operation.js';
import { addDurations } from '../durations.js';
import '../../request.js';

/**
 * Returns the function that measures a completed GraphQL request, once for each of its root fields.
 *
 * @param fields the root fields of the schema; all other names count as `other`
 */
export function operationMetrics(registry: Registry, fields: ReadonlySet<string>) {
  const observe = addDurations(registry, {
    name: 'catalog_graphql_operation_duration_seconds',
    help: 'Time to respond to GraphQL operations, by root field and the outcome of the whole request',
    labelNames: ['operation', 'field', 'outcome'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
  });
  /** The labels of operations. Cached documents share theirs. */
  const known = new WeakMap<Operation, readonly string[]>();

  function toLabels(operation: Operation) {
    const seen = known.get(operation);
    if (seen) return seen;
    const names = operation.fields.map((name) =>
      operation === noOperation || fields.has(name) ? name : 'other',
    );
    const labels = [...new Set(names)];
    known.set(operation, labels);
    return labels;
  }

  return (
    { operation = noOperation, failure }: FastifyRequest,
    statusCode: number,
    elapsedMs: number,
  ): void => {
    const outcome = failure ?? (statusCode < 400 ? 'success' : statusCode < 500 ? 'refused' : 'error');
    const seconds = elapsedMs / 1_000;
    for (const field of toLabels(operation)) observe(seconds, operation.type, field, outcome);
  };
}
