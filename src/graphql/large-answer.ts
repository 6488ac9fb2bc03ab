import type { FastifyReply } from 'fastify';
import { busy, MemoryBudget, type Release } from '../core/memory-budget.js';
import { answerTooLarge } from '../core/too-large.js';
import { jsonPieces } from './long-list.js';
import type { Context } from './schema/builder.js';

/** What an answer's rows take in memory while it is built, beside its JSON. */
const rowsPerByte = 6;

const bufferSize = 65_536;

/** Answers that are built at once: more would all be done late, where one after the other the first are done soon. */
const atOnce = 2;

export interface LargeAnswers {
  /** Of `buildSlots`. */
  readonly slots: MemoryBudget;
  readonly maxBytes: number;
  /** For rows, until the answer is built. */
  readonly memory: MemoryBudget;
  /** For answers that are built, until they are sent. */
  readonly unsent: MemoryBudget;
}

/** Counts answers, not bytes. */
export const buildSlots = () => new MemoryBudget(atOnce);

/** Whether an answer is built in pieces. */
export const isLarge = ({ answer }: Context): boolean =>
  answer.longLists.length > 0 || answer.bytes > bufferSize;

/**
 * Builds an answer of known size in pieces, when there is memory for it.
 *
 * @param result with `data`; is changed
 * @throws TooLarge, or SERVICE_UNAVAILABLE when many wait already
 */
export async function largeAnswer(
  result: { readonly data?: unknown },
  context: Context,
  reply: FastifyReply,
  { maxBytes, slots, memory, unsent }: LargeAnswers,
): Promise<Buffer> {
  const wanted = () => !reply.sent && !reply.raw.destroyed && !reply.request.raw.socket.destroyed;
  const { bytes } = context.answer;
  const taken: Release[] = [];
  const take = async (budget: MemoryBudget, amount: number) =>
    void taken.push(await budget.take(amount, wanted));
  try {
    await take(slots, 1);
    await take(memory, rowsPerByte * bytes);
    const toSend = await unsent.take(bytes, wanted);
    reply.unsent = toSend;
    const json = await collected(jsonPieces(result, result.data, context), maxBytes, wanted);
    if (!wanted()) throw busy();
    reply.type('application/json; charset=utf-8');
    return json;
  } catch (error) {
    reply.unsent?.();
    reply.unsent = null;
    throw error;
  } finally {
    for (const release of taken) release();
  }
}

async function collected(
  pieces: AsyncIterable<string>,
  maxBytes: number,
  wanted: () => boolean,
): Promise<Buffer> {
  const buffers: Buffer[] = [];
  let [text, bytes] = ['', 0];
  function flush() {
    const buffer = Buffer.from(text);
    text = '';
    bytes += buffer.length;
    if (bytes > maxBytes) throw answerTooLarge(maxBytes);
    buffers.push(buffer);
  }
  for await (const piece of pieces) {
    if (!wanted()) throw busy();
    text += piece;
    if (text.length > bufferSize) flush();
  }
  flush();
  return Buffer.concat(buffers);
}
