import { Counter, type Registry } from 'prom-client';
import { type Refusal, refusals } from '../../../core/errors.js';

export interface AuthenticationCounts {
  succeeded(): void;
  refused(refusal: Refusal): void;
  /** The authentication could not be decided, for example without a database. */
  failed(): void;
}

/**
 * Counts authentications. The counts become metrics when the metrics are requested, so that a request costs one
 * addition.
 */
export function authenticationCounts(registry: Registry): AuthenticationCounts {
  let succeeded = 0;
  let failed = 0;
  const refused = new Map<Refusal, number>(refusals.map((refusal) => [refusal, 0]));
  const counter = new Counter({
    name: 'catalog_authentications_total',
    help: 'Authentications, by result: success, error, or the reason of the refusal',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      counter.reset();
      counter.inc({ result: 'success' }, succeeded);
      counter.inc({ result: 'error' }, failed);
      for (const [refusal, count] of refused) counter.inc({ result: refusal }, count);
    },
  });
  return {
    succeeded() {
      succeeded += 1;
    },
    failed() {
      failed += 1;
    },
    refused(refusal) {
      refused.set(refusal, refused.get(refusal)! + 1);
    },
  };
}
