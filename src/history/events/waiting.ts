import type { ChangeLogStore } from '../log-store.js';

/** ms between two looks at the log, which is one statement for all polls that wait. */
const everyMs = 250;
/** Looks after which the rights of the callers are checked again: once a second. */
const looksPerCheck = 4;

/** Polls that wait in this process. */
export const maxWaiting = 200;
/** Of one caller. */
export const maxWaitingPerActor = 20;

/** A refusal with the status 429. */
export class TooManyPolls extends Error {
  override readonly name = 'TooManyPolls';
  readonly statusCode = 429;
  readonly retryAfterSeconds = 5;

  constructor(whose: string, max: number) {
    super(`${max} polls ${whose} wait for events, which is the most. Try again later.`);
  }
}

export interface WaitingPoll {
  readonly actorUrn: string;
  /** The number of the last change that the client has read. */
  readonly afterSeq: number;
  readonly ms: number;
  /** Aborted when the poll must not wait any longer. */
  readonly signal: AbortSignal;
  /** Checks the caller and its right. */
  readonly check: () => Promise<void>;
}

interface Entry extends WaitingPoll {
  readonly end: () => void;
  readonly fail: (error: unknown) => void;
}

export type PollWaits = ReturnType<typeof pollWaits>;

/**
 * Lets polls wait for changes. They hold no connection: while any wait, one timer of the process looks at the log for all
 * of them, numbers new changes and wakes those that have something to read.
 */
export function pollWaits(log: Pick<ChangeLogStore, 'hasMore' | 'number' | 'position'>) {
  const entries = new Set<Entry>();
  let isLooking = false;
  let looks = 0;

  async function look() {
    if (entries.size === 0) return;
    const lowest = Math.min(...[...entries].map(({ afterSeq }) => afterSeq));
    if (await log.hasMore(lowest)) {
      await log.number();
      const { lastSeq } = await log.position();
      for (const { afterSeq, end } of entries) if (afterSeq < lastSeq) end();
    }
    looks += 1;
    if (looks % looksPerCheck === 0) for (const { check, fail } of entries) check().catch(fail);
  }

  function lookLater() {
    isLooking = true;
    setTimeout(() => {
      look()
        .catch((error) => {
          for (const { fail } of entries) fail(error);
        })
        .finally(() => {
          isLooking = false;
          if (entries.size > 0) lookLater();
        });
    }, everyMs);
  }

  return {
    /** The number of polls that wait. */
    count: () => entries.size,

    /**
     * Resolves when there may be a change to read, when the time is over, and when the signal is aborted.
     *
     * @throws TooManyPolls
     * @throws what `check` throws, and the errors of the database
     */
    async wait(poll: WaitingPoll): Promise<void> {
      const { signal, ms, actorUrn } = poll;
      if (signal.aborted) return;
      if (entries.size >= maxWaiting) throw new TooManyPolls('of all callers', maxWaiting);
      const own = [...entries].filter((one) => one.actorUrn === actorUrn).length;
      if (own >= maxWaitingPerActor) throw new TooManyPolls(`of ${actorUrn}`, maxWaitingPerActor);
      let leave = (): void => undefined;
      try {
        await new Promise<void>((end, fail) => {
          const entry = { ...poll, end, fail };
          const timeOver = setTimeout(end, ms);
          signal.addEventListener('abort', () => end(), { once: true });
          entries.add(entry);
          if (!isLooking) lookLater();
          leave = () => {
            clearTimeout(timeOver);
            entries.delete(entry);
          };
        });
      } finally {
        leave();
      }
    },
  };
}
