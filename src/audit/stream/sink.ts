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

/** Returns an event as JSON without line breaks, and in ASCII: what reads syslog may take the bytes for any encoding. */
export const toLine = ({ detail, ...event }: RecordedEvent): string =>
  toAscii(
    JSON.stringify({
      timestamp: new Date(event.time).toISOString(),
      ...event,
      detail: detail === null ? null : JSON.parse(detail),
    }),
  );
