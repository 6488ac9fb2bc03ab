import pg from 'pg';

export interface SettingsOptions {
  readonly schema: string | undefined;
  /** ms that a statement may run or wait for a lock; 0 for no limit */
  readonly timeoutMs: number;
  /** ms, where it differs */
  readonly lockTimeoutMs?: number;
}

/** What every statement relies on, as SQL: for a session, or for one transaction. */
export function settings(
  set: 'SET' | 'SET LOCAL',
  { schema, timeoutMs, lockTimeoutMs = timeoutMs }: SettingsOptions,
): string {
  const values = {
    statement_timeout: timeoutMs,
    lock_timeout: lockTimeoutMs,
    // Statements look up by keys, and one plan serves any; planning anew each time takes as long as the reading.
    plan_cache_mode: 'force_generic_plan',
    ...(schema === undefined ? {} : { search_path: pg.escapeIdentifier(schema) }),
  };
  return Object.entries(values)
    .map(([name, value]) => `${set} ${name} = ${value}`)
    .join('; ');
}
