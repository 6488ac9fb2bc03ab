import type { FastifyRequest } from 'fastify';
import { Histogram, type Registry } from 'prom-client';

/**
 * Returns the function that measures an answered GraphQL request, once for each of its root fields.
 *
 * @param fields the root fields of the schema; all other names count as `other`
 */
export function operationMetrics(registry: Registry, fields: ReadonlySet<string>) {
  const duration = new Histogram({
    name: 'catalog_graphql_operation_duration_seconds',
    help: 'GraphQL operations and how long their answers took, by root field and the outcome of the whole request',
    labelNames: ['operation', 'field', 'outcome'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  /** The labels of operations, which are the texts of `describeOperation`. */
  const known = new Map<string, readonly (readonly [operation: string, field: string])[]>();

  function labelsOf(text: string) {
    const seen = known.get(text);
    if (seen) return seen;
    // An operation that was refused before its fields were known has none.
    const [operation = 'none', ...names] = text === 'none' ? ['none', 'none'] : text.split(/,? /);
    const counted = new Set(names.map((name) => (name === 'none' || fields.has(name) ? name : 'other')));
    const labels = [...counted].map((field) => [operation, field] as const);
    // Callers choose how the fields are combined.
    if (known.size < 1_000) known.set(text, labels);
    return labels;
  }

  return ({ operation: text, failure }: FastifyRequest, statusCode: number, elapsedMs: number): void => {
    const outcome = failure ?? (statusCode < 400 ? 'success' : statusCode < 500 ? 'refused' : 'error');
    const seconds = elapsedMs / 1_000;
    for (const [operation, field] of labelsOf(text ?? 'none')) {
      duration.observe({ operation, field, outcome }, seconds);
    }
  };
}
