import type { FastifyReply } from 'fastify';
import fp from 'fastify-plugin';
import { busy, type MemoryBudget, type Release } from '../../../core/memory-budget.js';
import { TooLarge } from '../../../core/too-large.js';
import { whenAnswered } from './when-answered.js';
import '../../../request.js';

/** Bytes up to which a response is not counted: smaller texts are too short-lived to matter. */
const smallAnswer = 65_536;

export interface ResponseMemoryOptions {
  /** Maximum bytes of one response. */
  readonly maxBytes: number;
  /** The time in which a client must receive a response. Then its connection is closed. */
  readonly timeoutMs: number;
  /** The budget for responses that clients have not received yet. */
  readonly unsent: MemoryBudget;
}

/** Counts large responses against a budget until the client has received them. */
export const responseMemory = fp(
  async (app, { maxBytes, timeoutMs, unsent }: ResponseMemoryOptions) => {
    app.decorateReply('unsent', null);
    app.addHook('onSend', (request, reply, payload, done) => {
      const length = measureLength(payload);
      if (length < smallAnswer) return done(null, payload);
      if (length > maxBytes) {
        return done(new TooLarge('The response takes', maxBytes, 'request less at a time'));
      }
      const release = reply.unsent ?? unsent.tryTake(length);
      if (!release) return done(busy());
      const timer = setTimeout(() => request.raw.socket.destroy(), timeoutMs);
      whenAnswered(reply, () => {
        clearTimeout(timer);
        release();
      });
      done(null, payload);
    });
  },
  { name: 'response-memory' },
);

/** Bytes of memory that one byte of an aspect needs while it is read: its rows, and several copies of its text. */
const memoryPerByte = 8;

/** Takes memory for a read of so many bytes of aspects, and waits until the budget has it. */
export type ReserveMemory = (bytes: number) => Promise<void>;

/**
 * Runs a handler whose reads can be large, and releases the memory that it has reserved when it ends.
 *
 * @throws SERVICE_UNAVAILABLE when too many requests wait for memory
 */
export async function withMemory<T>(
  reply: FastifyReply,
  handle: (reserve: ReserveMemory) => Promise<T>,
): Promise<T> {
  const { raw, memory } = reply.request;
  const { socket } = raw;
  let release: Release = () => undefined;
  try {
    return await handle(async (bytes) => {
      if (memoryPerByte * bytes > smallAnswer)
        release = await memory!.take(memoryPerByte * bytes, () => !reply.sent && !socket.destroyed);
    });
  } finally {
    release();
  }
}

/** Returns 0 for short texts: no character has more than 3 bytes in UTF-8. */
function measureLength(payload: unknown): number {
  if (typeof payload === 'string') return payload.length < smallAnswer / 3 ? 0 : Buffer.byteLength(payload);
  return Buffer.isBuffer(payload) ? payload.length : 0;
}
