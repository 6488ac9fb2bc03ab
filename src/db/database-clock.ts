import type { Clock } from '../core/clock.js';
import type { Database } from './database.js';

/** A difference that people should know of. */
const toldMs = 5_000;

export interface DatabaseClock {
  readonly now: Clock;
  /** Ends the measuring. */
  stop(): void;
}

export interface DatabaseClockOptions {
  onDifference(ms: number): void;
  onError(error: unknown): void;
  /** between measurements */
  readonly intervalMs?: number;
}

/**
 * The database's clock, by which all processes agree on what has expired, however wrong their own clocks are. The
 * difference is measured now and once a minute. It is exact to half of a round trip; when this process's clock is set
 * while it runs, only from the next measurement on.
 *
 * @param own of this process
 * @param onDifference hears how many ms the database is ahead, when that is some seconds or changes by some
 * @param onError hears why a later measurement failed; the difference stays as it was
 */
export async function databaseClock(
  db: Database,
  own: Clock,
  { onDifference, onError, intervalMs = 60_000 }: DatabaseClockOptions,
): Promise<DatabaseClock> {
  // The embedded database has this process's clock.
  if (db.kind === 'embedded') return { now: own, stop() {} };
  let ahead = 0;
  let told = 0;

  async function measure() {
    const before = own();
    const [row] = await db.query<{ now: number }>(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now',
    );
    const after = own();
    const measured = row!.now - (before + after) / 2;
    // What a measurement can't tell from the last one changes nothing.
    const doubt = Math.abs(after - before) / 2 + 1;
    if (Math.abs(measured - ahead) <= doubt) return;
    ahead = Math.round(measured);
    if (Math.abs(ahead - told) <= toldMs) return;
    told = ahead;
    onDifference(ahead);
  }

  await measure();
  const timer = setInterval(() => void measure().catch(onError), intervalMs).unref();
  return { now: () => own() + ahead, stop: () => clearInterval(timer) };
}
