import type { FastifyReply } from 'fastify';
import type { MemoryBudget } from '../domain/memory-budget.js';
import { busy } from '../domain/memory-budget.js';
import { answerTooLarge } from '../domain/too-large.js';
import type { Context } from './builder.js';
import { jsonPieces } from './long-list.js';

/** What an answer's rows take in memory while it is built, beside its JSON. */
const rowsPerByte = 6;

const bufferSize = 65_536;

export interface LargeAnswers {
  readonly maxBytes: number;
  /** For rows, until the answer is built. */
  readonly memory: MemoryBudget;
  /** For answers that are built, until they are sent. */
  readonly unsent: MemoryBudget;
}

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
  { maxBytes, memory, unsent }: LargeAnswers,
): Promise<Buffer> {
  const wanted = () => !reply.sent && !reply.raw.destroyed && !reply.request.raw.socket.destroyed;
  const { bytes } = context.answer;
  const toSend = await unsent.take(bytes, wanted);
  try {
    const built = await memory.take(rowsPerByte * bytes, wanted);
    try {
      const json = await collected(jsonPieces(result, result.data, context), maxBytes, wanted);
      reply.type('application/json; charset=utf-8').unsent = toSend;
      return json;
    } finally {
      built();
    }
  } catch (error) {
    toSend();
    throw error;
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
