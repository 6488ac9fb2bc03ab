import type { Actor } from '../../core/actor.js';
import { lacking, mayReadEvents, toReadEvents } from '../../core/authorization.js';
import { eventsChannel } from '../../core/channels.js';
import { type Clock, dayMs } from '../../core/clock.js';
import { DeadlinePassed } from '../../core/deadline.js';
import type { Limited } from '../../db/actor-limit.js';
import { toCatalogError } from '../../db/errors.js';
import { runInTurns, type Steps } from '../../scheduling/steps.js';
import type { Visibility } from '../../visibility/visibility.js';
import type { ChangeLogStore, NumberedChange } from '../log-store.js';
import { toPlatformEvent } from './entity-change.js';
import { type Offset, parseOffsetId, type Resumed, resume, toOffsetId } from './offset.js';
import type { PollWaits } from './waiting.js';

export interface EventQuery {
  /** Undefined: the client has not read anything yet. */
  readonly offsetId: string | undefined;
  readonly limit: number;
  /** Seconds that an empty answer may be held. */
  readonly timeoutSeconds: number;
  /** Without an offset: where to begin; undefined: after the last change. */
  readonly lookbackDays: number | undefined;
}

export interface PolledEvents {
  readonly offsetId: string;
  /** JSON texts of PlatformEvents. */
  readonly events: readonly string[];
  /** Why the events do not continue at the offset of the query. */
  readonly jump: Resumed['jump'];
}

interface Deps {
  readonly log: ChangeLogStore;
  readonly waits: PollWaits;
  readonly limited: Limited;
  readonly visibility: Visibility;
  readonly clock: Clock;
  /** Bytes of rows for one answer. */
  readonly maxBytes: number;
  /** The longest time that an answer is held. */
  readonly maxWaitMs: number;
}

function checkRight(actor: Actor) {
  if (!mayReadEvents(actor)) throw lacking(actor, 'read events', toReadEvents);
}

/**
 * Returns the events after an offset. An answer without events is held until there is one or the time is over.
 *
 * @param stopping aborted when the service stops
 * @throws UNAUTHORIZED, UNAUTHENTICATED, BAD_REQUEST, TooManyPolls
 */
export const pollEvents = (deps: Deps) => {
  const { log, waits, limited, visibility, clock, maxBytes, maxWaitMs } = deps;

  /** Begins after the last change, or at the first one of the last days. All earlier changes get their numbers. */
  async function begin(actor: Actor, lookbackDays: number | undefined): Promise<Offset> {
    const { deadline } = actor;
    await log.numberAll(deadline);
    const { epoch, lastSeq } = await log.position(deadline);
    if (lookbackDays === undefined) return { epoch, afterSeq: lastSeq };
    const first = await log.firstSince(Math.max(0, clock() - lookbackDays * dayMs), deadline);
    return { epoch, afterSeq: first === null ? lastSeq : first - 1 };
  }

  async function find(actor: Actor, { offsetId, lookbackDays }: EventQuery): Promise<Offset & Resumed> {
    if (offsetId === undefined) return { ...(await begin(actor, lookbackDays)), jump: null };
    const offset = parseOffsetId(offsetId);
    await log.number(actor.deadline);
    const position = await log.position(actor.deadline);
    return { epoch: position.epoch, ...resume(offset, position) };
  }

  /** Waits without a connection, then checks the caller again. */
  async function wait(actor: Actor, afterSeq: number, ms: number, stopping: AbortSignal): Promise<void> {
    const { deadline } = actor;
    const over = new AbortController();
    const end = () => over.abort();
    const forget = deadline?.onPass(end);
    stopping.addEventListener('abort', end);
    const check = async () => {
      await actor.standing?.renew();
      checkRight(actor);
    };
    try {
      await waits.wait({ actorUrn: actor.urn, afterSeq, ms, signal: over.signal, check });
      if (deadline?.passed) throw toCatalogError(new DeadlinePassed({ wasWaiting: true }));
      await check();
    } finally {
      forget?.();
      stopping.removeEventListener('abort', end);
    }
  }

  return async (actor: Actor, query: EventQuery, stopping: AbortSignal): Promise<PolledEvents> => {
    checkRight(actor);
    const isNew = query.offsetId === undefined;
    const end = performance.now() + (isNew ? 0 : Math.min(query.timeoutSeconds * 1_000, maxWaitMs));
    const { epoch, afterSeq: start, jump } = await limited(actor, () => find(actor, query));
    for (let afterSeq = start; ; ) {
      const changes = await limited(actor, () => log.read(afterSeq, query.limit, maxBytes, actor.deadline));
      afterSeq = changes.at(-1)?.seq ?? afterSeq;
      const seen = await visibility.keep(actor, changes, ({ entityUrn }) => [entityUrn]);
      const events = await runInTurns(toEvents(seen));
      const leftMs = end - performance.now();
      if (events.length > 0 || leftMs <= 0 || stopping.aborted) {
        measure(changes, events, clock());
        return { offsetId: toOffsetId({ epoch, afterSeq }), events, jump };
      }
      if (changes.length === 0) await wait(actor, afterSeq, leftMs, stopping);
    }
  };
};

function* toEvents(changes: readonly NumberedChange[]): Steps<string[]> {
  const events: string[] = [];
  for (const change of changes) {
    try {
      const text = toPlatformEvent(change);
      if (text !== null) events.push(text);
    } catch {
      // Counted as left out: one change that cannot be written would stop all clients for good.
    }
    yield;
  }
  return events;
}

function measure(changes: readonly NumberedChange[], events: readonly string[], now: number) {
  const [oldest] = changes;
  if (!oldest) return;
  const leftOut = changes.length - events.length;
  eventsChannel.publish({ sent: events.length, leftOut, lagMs: Math.max(0, now - oldest.time) });
}
