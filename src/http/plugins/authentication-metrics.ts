import { Counter, type Registry } from 'prom-client';

/** What a refusal's reason ends with (src/access-tokens/authenticate.ts, authentication.ts), as a label. */
const kinds: Readonly<Record<string, string>> = {
  'no credentials': 'no_credentials',
  'malformed Authorization header': 'malformed',
  'malformed token': 'malformed',
  unknown: 'unknown',
  revoked: 'revoked',
  expired: 'expired',
  'wrong secret': 'wrong_secret',
  'its actor is suspended': 'inactive_user',
  'its actor is removed': 'inactive_user',
  suspended: 'inactive_user',
  removed: 'inactive_user',
  'too many failures with this token': 'too_many_failures',
  'too many failures from this address': 'too_many_failures',
};

export interface AuthenticationCounts {
  succeeded(): void;
  /** @param reason ends with the kind of refusal; what is before its last colon names a token or a user */
  refused(reason: string): void;
  /** The authentication could not be decided, for example without a database. */
  failed(): void;
}

/** Counts authentications. The counts become metrics when somebody asks for them, so that a request costs an addition. */
export function authenticationCounts(registry: Registry): AuthenticationCounts {
  let succeeded = 0;
  let failed = 0;
  const refusals = new Map([...Object.values(kinds), 'other'].map((kind) => [kind, 0]));
  const counter = new Counter({
    name: 'catalog_authentications_total',
    help: 'Authentications, by result: success, error, or why they were refused',
    labelNames: ['result'],
    registers: [registry],
    collect() {
      counter.reset();
      counter.inc({ result: 'success' }, succeeded);
      counter.inc({ result: 'error' }, failed);
      for (const [kind, count] of refusals) counter.inc({ result: kind }, count);
    },
  });
  return {
    succeeded() {
      succeeded += 1;
    },
    failed() {
      failed += 1;
    },
    refused(reason) {
      const kind = kinds[reason.slice(reason.lastIndexOf(': ') + 1).trim()] ?? 'other';
      refusals.set(kind, refusals.get(kind)! + 1);
    },
  };
}
