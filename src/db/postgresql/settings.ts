import pg from 'pg';

export interface SettingsOptions {
  readonly schema: string | undefined;
  /** ms that a statement may run or wait for a lock; 0: no limit. */
  readonly timeoutMs: number;
  /** ms that a statement may wait for a lock; default: `timeoutMs`. */
  readonly lockTimeoutMs?: number;
}

/** Values of plan_cache_mode. Most statements are key lookups, where planning costs as much as execution. */
export const planForAll = 'force_generic_plan';
export const customPlan = 'force_custom_plan';

/** Returns SQL that applies the settings that every statement needs, to a session or to one transaction. */
export function settings(
  set: 'SET' | 'SET LOCAL',
  { schema, timeoutMs, lockTimeoutMs = timeoutMs }: SettingsOptions,
): string {
  const values = {
    statement_timeout: timeoutMs,
    lock_timeout: lockTimeoutMs,
    plan_cache_mode: planForAll,
    // Compiling a search with many rules takes seconds, and running it milliseconds.
    jit: 'off',
    ...(schema === undefined ? {} : { search_path: pg.escapeIdentifier(schema) }),
  };
  return Object.entries(values)
    .map(([name, value]) => `${set} ${name} = ${value}`)
    .join('; ');
}
