import { setTimeout as sleep } from 'node:timers/promises';
import { toAscii } from '../../json/ascii.js';
import type { RecordedEvent } from '../event.js';

/** A receiver of events. It opens at the first write. */
export interface Sink {
  /** @returns the number of events that can never be sent, and were left out. @throws when it is not certain that all were sent */
  write(events: readonly RecordedEvent[]): Promise<number>;
  /** @throws when the receiver has gone since the last write, so that events of that write may be lost */
  check(): void;
  /** Sends what is written, and closes. The next write opens again. */
  close(): Promise<void>;
}

/** Waits for an answer of a receiver for a limited time. @throws Error with the text when there is none in time */
export async function within<T>(work: Promise<T>, ms: number, text: string): Promise<T> {
  const stopping = new AbortController();
  const late = sleep(ms, undefined, { signal: stopping.signal }).then(
    () => Promise.reject(new Error(text)),
    () => new Promise<never>(() => {}),
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    stopping.abort();
  }
}

/** A receiver that takes nothing for so long is taken for gone. */
export const writeMs = 10_000;

/** Returns an event as JSON without line breaks, and in ASCII: what reads syslog may take the bytes for any encoding. */
export const toLine = ({ detail, ...event }: RecordedEvent, added: Readonly<Record<string, string>> = {}) =>
  toAscii(
    JSON.stringify({
      ...added,
      timestamp: new Date(event.time).toISOString(),
      ...event,
      detail: detail === null ? null : JSON.parse(detail),
    }),
  );
