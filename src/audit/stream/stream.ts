import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AuditTarget, nameTarget, type WriteLines } from '../../core/audit-target.js';
import type { Clock } from '../../core/clock.js';
import type { WaitingWork } from '../../db/waiting-work.js';
import { fileSink } from './file-sink.js';
import type { Sink } from './sink.js';
import { stdoutSink } from './stdout-sink.js';
import type { StreamPosition, StreamStore } from './stream-store.js';
import { datagramSyslogSink, streamSyslogSink } from './syslog-sink.js';

/** What a process has sent, and whether it can. */
interface StreamState {
  /** Another process sends, or it is not known yet which one does: standby. */
  state: 'standby' | 'sending' | 'failing';
  sent: number;
  /** Events that cannot be sent, such as those that are too large for a datagram. */
  dropped: number;
  failures: number;
  /** The time of the oldest event that may be unsent, in ms since the epoch; null: there is none. */
  behind: number | null;
}

/** A position is saved when nothing was sent for so long, and a failed attempt is repeated after so long at first. */
const defaultPauseMs = 1_000;
/** A process renews its lease so often. */
const renewMs = 10_000;
/** A process that does not send asks so often, in pauses, whether it may. */
const standbyPauses = 5;
const maxPauseMs = 60_000;
/** The time for the events that are left when the service stops. */
const stopMs = 5_000;

export const openSink = (target: AuditTarget, writeLines: WriteLines): Sink => {
  if (target.kind === 'stdout') return stdoutSink(writeLines);
  if (target.kind === 'file') return fileSink(target.path);
  return target.protocol === 'udp' ? datagramSyslogSink(target) : streamSyslogSink(target);
};

/**
 * Sends the events of the database to a target. A position is saved a second after its events were sent: a
 * connection that has broken by then leaves the saved position where it was, and the events are sent again.
 */
export function auditStream({
  target,
  store,
  clock,
  onError,
  sink,
  pauseMs = defaultPauseMs,
}: {
  readonly target: AuditTarget;
  readonly store: StreamStore;
  readonly clock: Clock;
  readonly sink: Sink;
  readonly pauseMs?: number;
  onError(error: unknown): void;
}) {
  const [name, runner] = [nameTarget(target), randomUUID()];
  const state: StreamState = { state: 'standby', sent: 0, dropped: 0, failures: 0, behind: null };
  let start: StreamPosition | undefined;
  /** How far this process is; null: it does not send, or the last events may be lost. */
  let position: StreamPosition | null = null;
  let saved: StreamPosition | null = null;
  let claimedAt = Number.NEGATIVE_INFINITY;
  let writtenAt = 0;
  let failedTurns = 0;
  /** Without a position, the time of the next turn. */
  let nextAt = 0;

  async function claim() {
    start ??= await store.findEnd();
    claimedAt = clock();
    saved = await store.claim(name, runner, { sent: position, start });
    if (!saved && state.state !== 'standby') await sink.close();
    position = saved;
  }

  /** Sends the next events. @returns whether more are waiting */
  async function turn(): Promise<boolean> {
    sink.check();
    const time = clock();
    const isSettled = position !== saved && time - writtenAt >= pauseMs;
    if (position === null || isSettled || time - claimedAt > renewMs) await claim();
    if (position === null) {
      state.state = 'standby';
      nextAt = time + standbyPauses * pauseMs;
      return false;
    }
    const part = await store.read(position);
    state.behind = part.events[0]?.time ?? null;
    if (part.events.length > 0) {
      const dropped = await sink.write(part.events);
      state.sent += part.events.length - dropped;
      state.dropped += dropped;
      position = part.position;
      writtenAt = clock();
    }
    if (!part.hasMore) state.behind = null;
    state.state = 'sending';
    return part.hasMore;
  }

  /** Another process may reach the target. */
  async function fail(error: unknown) {
    state.state = 'failing';
    state.failures += 1;
    position = null;
    failedTurns += 1;
    nextAt = clock() + Math.min(maxPauseMs, pauseMs * 2 ** failedTurns) * (0.5 + Math.random() / 2);
    const reason = error instanceof Error ? error.message : String(error);
    onError(new Error(`audit events are not sent to ${name}: ${reason}`, { cause: error }));
    await store.release(name, runner).catch(onError);
  }

  /** Sends what is left, and lets another process go on. */
  async function finish() {
    if (state.state === 'sending') {
      while (await turn());
      sink.check();
      await sink.close();
      await claim();
    }
    await store.release(name, runner);
  }

  return {
    read: () => ({
      ...state,
      behindSeconds: state.behind === null ? 0 : Math.max(0, (clock() - state.behind) / 1_000),
    }),
    waiting: {
      waits: (bind) =>
        position === null
          ? bind(Math.ceil(nextAt))
          : store.waits(
              bind,
              position,
              Math.ceil(position === saved ? claimedAt + renewMs : writtenAt + pauseMs),
            ),
      customPlan: true,
      async run(signal) {
        try {
          while (!signal.aborted && (await turn()));
          failedTurns = 0;
        } catch (error) {
          await fail(error);
        }
      },
      retryMs: 10_000,
      async stop() {
        const late = sleep(stopMs, undefined, { ref: false });
        await Promise.race([finish().catch(fail), late]);
        await sink.close();
      },
    } satisfies WaitingWork,
  };
}
