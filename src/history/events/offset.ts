import { badRequest } from '../../core/errors.js';
import { quoted } from '../../core/urn.js';
import type { LogPosition } from '../log-store.js';

/** The one topic. DataHub's others are those of its metadata change log. */
export const topic = 'PlatformEvent_v1';

const member = `${topic}-0`;
/** Longer than any offset. */
const maxLength = 512;

/** Where a client is in the log. */
export interface Offset {
  readonly epoch: string;
  /** The number of the last change that the client has read. */
  readonly afterSeq: number;
}

/** Returns the text of an offset: DataHub's form, the next number, with the epoch of the log. */
export const toOffsetId = ({ epoch, afterSeq }: Offset): string =>
  Buffer.from(JSON.stringify({ [member]: afterSeq + 1, epoch })).toString('base64');

/** @throws BAD_REQUEST */
export function parseOffsetId(text: string): Offset {
  try {
    if (text.length <= maxLength) {
      const { [member]: next, epoch } = JSON.parse(Buffer.from(text, 'base64').toString());
      if (Number.isSafeInteger(next) && next >= 0)
        return { epoch: String(epoch), afterSeq: Math.max(0, next - 1) };
    }
  } catch {
    // Not JSON.
  }
  throw badRequest(
    `offsetId ${quoted(text.slice(0, maxLength))} is not one of this catalog; without offsetId, an answer has the current one`,
  );
}

/** Where reading continues, and why it does not continue at the offset. */
export interface Resumed {
  readonly afterSeq: number;
  readonly jump: 'another epoch' | 'ahead of the log' | 'older than the oldest change' | null;
}

/** An offset that the log does not have continues at the oldest change: an event may come twice, and none is left out. */
export function resume({ epoch, afterSeq }: Offset, log: LogPosition): Resumed {
  const oldest = (log.oldestSeq ?? log.lastSeq + 1) - 1;
  if (epoch !== log.epoch) return { afterSeq: oldest, jump: 'another epoch' };
  if (afterSeq > log.lastSeq) return { afterSeq: oldest, jump: 'ahead of the log' };
  if (afterSeq < oldest) return { afterSeq: oldest, jump: 'older than the oldest change' };
  return { afterSeq, jump: null };
}
