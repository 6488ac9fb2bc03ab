import { dayMs } from '../../core/clock.js';
import type { Database } from '../../db/database.js';
import { databaseTime } from '../../db/database-clock.js';
import type { Bind } from '../../db/waiting-work.js';
import { changeTable } from '../../history/insert-sql.js';
import type { RecordedEvent } from '../event.js';
import { newestFirst } from '../event.js';
import { auditTable } from '../month-store.js';
import type { AuditSource } from '../source.js';

/** The last event that was sent, by its time and its id. */
type Cursor = readonly [time: number, id: number];

/**
 * How far a stream is. Refused authentications have a cursor of their own: they appear after their minute, and so
 * behind later events. Their order is that of their commits, because processes add them one after the other.
 */
export interface StreamPosition {
  readonly security: Cursor;
  readonly refused: Cursor;
  readonly metadata: Cursor;
}

export interface StreamPart {
  readonly events: readonly RecordedEvent[];
  readonly position: StreamPosition;
  /** Whether more events are waiting. */
  readonly hasMore: boolean;
}

export type StreamStore = ReturnType<typeof streamStore>;

/** Events of each cursor that are in memory at most. */
export const maxEvents = 200;
/** A process that does not say within this time that it still sends is replaced by another one. */
const leaseMs = 30_000;

const planned = { unprepared: true, customPlan: true } as const;

export function streamStore(
  db: Database,
  sources: { readonly security: AuditSource<never>; readonly metadata: AuditSource<never> },
) {
  const { security, metadata } = sources;

  const readAfter = async (
    table: string,
    source: AuditSource<never>,
    [time, id]: Cursor,
    condition: string,
  ): Promise<RecordedEvent[]> => {
    const rows = await db.query<never>(
      `SELECT ${source.columns} FROM ${table}
        WHERE time >= ${time} AND (time, id) > (${time}, ${id}) AND ${source.always} AND ${condition}
        ORDER BY time, id LIMIT ${maxEvents}`,
      [],
      planned,
    );
    return rows.map((row) => source.toEvent(row));
  };

  return {
    /**
     * Returns the time before which all events are committed. A transaction that is adding events holds a lock of the
     * table, and its events are no older than the transaction.
     */
    async readHorizon(): Promise<number> {
      const [row] = await db.query<{ horizon: number }>(horizonSql, [], planned);
      return row!.horizon;
    },

    /**
     * Lets a process send the events of a target, or goes on letting it.
     *
     * @param sent saved if the process is still the one that sends
     * @param start the position of a new target
     * @returns the saved position; null when another process sends
     */
    async claim(
      target: string,
      runner: string,
      { sent, start }: { readonly sent: StreamPosition | null; readonly start: StreamPosition },
    ): Promise<StreamPosition | null> {
      const saved = [sent && JSON.stringify(sent), JSON.stringify(start)];
      const [row] = await db.query<{ position: StreamPosition }>(claimSql, [target, runner, ...saved]);
      return row?.position ?? null;
    },

    /** Lets another process send at once. */
    async release(target: string, runner: string): Promise<void> {
      await db.query(
        'UPDATE audit_streams SET lease_until = 0 WHERE (target, runner) = ($1::text, $2::text)',
        [target, runner],
      );
    },

    /** Returns the end of all events: the position of a target that is new. */
    async findEnd(): Promise<StreamPosition> {
      const horizon = await this.readHorizon();
      if (horizon === 0)
        throw new Error('other transactions are adding events, and it is not known since when');
      const [last] = await db.query<{ time: number; id: number }>(
        `SELECT time, id FROM ${auditTable} WHERE actor_urn IS NULL AND time >= ${databaseTime} - ${dayMs}
          ORDER BY time DESC, id DESC LIMIT 1`,
        [],
        planned,
      );
      const end: Cursor = [horizon, 0];
      return {
        security: end,
        metadata: end,
        refused: last ? [last.time, last.id] : [Math.max(0, horizon - dayMs), 0],
      };
    },

    /** Returns the SQL of the time from which there is work: 0 when events wait after a position, `otherwise` at the latest. */
    waits(bind: Bind, position: StreamPosition, otherwise: number): string {
      const after = (table: string, [time, id]: Cursor, condition: string) =>
        `EXISTS (SELECT FROM ${table} WHERE time >= ${bind(time)}::bigint
                    AND (time, id) > (${bind(time)}::bigint, ${bind(id)}::bigint) AND ${condition})`;
      return `SELECT CASE WHEN ${after(auditTable, position.security, 'actor_urn IS NOT NULL')}
                            OR ${after(auditTable, position.refused, 'actor_urn IS NULL')}
                            OR ${after(changeTable, position.metadata, metadata.always)}
                          THEN 0 ELSE ${bind(otherwise)}::bigint END`;
    },

    /** Returns the events after a position, in the order of their times. */
    async read(position: StreamPosition): Promise<StreamPart> {
      const before = `time < ${await this.readHorizon()}`;
      const [acts, refused, changes] = [
        await readAfter(auditTable, security, position.security, `actor_urn IS NOT NULL AND ${before}`),
        await readAfter(auditTable, security, position.refused, 'actor_urn IS NULL'),
        await readAfter(changeTable, metadata, position.metadata, before),
      ];
      const last = (events: readonly RecordedEvent[], cursor: Cursor): Cursor => {
        const event = events.at(-1);
        return event ? [event.time, event.id] : cursor;
      };
      return {
        events: [...acts, ...refused, ...changes].sort((a, b) => newestFirst(b, a)),
        position: {
          security: last(acts, position.security),
          refused: last(refused, position.refused),
          metadata: last(changes, position.metadata),
        },
        hasMore: [acts, refused, changes].some(({ length }) => length === maxEvents),
      };
    },
  };
}

/**
 * The time is taken before the locks are read: who gets a lock after that adds later events. A transaction that has ended
 * in the meantime is visible to the next statement. The horizon is 0 while the beginning of a transaction is not known:
 * it is prepared, or of a role whose activity this one may not see.
 */
const horizonSql = `
  SELECT floor(extract(epoch FROM least(statement_timestamp(), min(CASE
           WHEN a.xact_start IS NOT NULL THEN a.xact_start
           WHEN l.pid IS NULL OR a.pid IS NOT NULL AND coalesce(a.state, 'disabled') = 'disabled' THEN to_timestamp(0)
         END))) * 1000)::bigint AS horizon
    FROM pg_locks l LEFT JOIN pg_stat_activity a ON a.pid = l.pid
   WHERE l.locktype = 'relation' AND l.mode = 'RowExclusiveLock' AND l.granted
     AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
     AND l.relation IN ('${auditTable}'::regclass, '${changeTable}'::regclass)`;

const claimSql = `
  INSERT INTO audit_streams (target, runner, lease_until, position)
  VALUES ($1::text, $2::text, ${databaseTime} + ${leaseMs}, $4::json)
  ON CONFLICT (target) DO UPDATE SET
    position = CASE WHEN audit_streams.runner = excluded.runner THEN coalesce($3::json, audit_streams.position)
                    ELSE audit_streams.position END,
    runner = excluded.runner, lease_until = excluded.lease_until
   WHERE audit_streams.runner = excluded.runner OR audit_streams.lease_until < ${databaseTime}
  RETURNING position`;
