import type { Clock } from '../core/clock.js';
import type { Database } from './database.js';

/** SQL: the time of the database's clock, in ms since the epoch. It goes on within a transaction. */
export const databaseTime = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

/** Smaller differences are not reported. */
const reportMs = 5_000;

export interface DatabaseClock {
  readonly now: Clock;
  /** Ends the measurements. */
  stop(): void;
}

export interface DatabaseClockOptions {
  /** Called with the lead of the database's clock in ms, when it changes by more than 5 s. */
  onDifference(ms: number): void;
  /** Called when a later measurement fails; the difference stays as it was. */
  onError(error: unknown): void;
  /** ms between measurements */
  readonly intervalMs?: number;
}

/**
 * Returns the database's clock, so that all processes agree on what has expired even if their own clocks differ.
 * Measures the difference now and once a minute, exact to half a round trip. When this process's clock is set, the
 * result is wrong until the next measurement.
 *
 * @param own the clock of this process
 */
export async function databaseClock(
  db: Database,
  own: Clock,
  { onDifference, onError, intervalMs = 60_000 }: DatabaseClockOptions,
): Promise<DatabaseClock> {
  // The embedded database has this process's clock.
  if (db.kind === 'embedded') return { now: own, stop() {} };
  let ahead = 0;
  let reported = 0;

  async function measure() {
    const before = own();
    const [row] = await db.query<{ now: number }>(`SELECT ${databaseTime} AS now`);
    const after = own();
    const measured = row!.now - (before + after) / 2;
    // A change within the measurement error is ignored.
    const uncertainty = Math.abs(after - before) / 2 + 1;
    if (Math.abs(measured - ahead) <= uncertainty) return;
    ahead = Math.round(measured);
    if (Math.abs(ahead - reported) <= reportMs) return;
    reported = ahead;
    onDifference(ahead);
  }

  await measure();
  const timer = setInterval(() => void measure().catch(onError), intervalMs).unref();
  return { now: () => own() + ahead, stop: () => clearInterval(timer) };
}
