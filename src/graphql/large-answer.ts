import type { FastifyReply } from 'fastify';
import pLimit from 'p-limit';
import { busy, type MemoryBudget } from '../core/memory-budget.js';
import { answerTooLarge } from '../core/too-large.js';
import { jsonPieces } from './long-list.js';
import type { Context } from './schema/builder.js';

/** Bytes of memory that the rows of a response take for each byte of its JSON. */
const rowBytesPerByte = 6;

/** Bytes of JSON that are collected before they are counted. */
const bufferSize = 65_536;

/**
 * The maximum number of large responses that are built at the same time. With more, the first response would be as late
 * as the last.
 */
const maxConcurrentBuilds = 2;

/** The maximum number of others that wait for their turn. */
const maxWaiting = 200;

/** Whether a response is built in pieces. */
export const isLarge = ({ answer }: Context): boolean =>
  answer.longLists.length > 0 || answer.bytes > bufferSize;

/** @param unsent the budget for responses until they are sent */
export function largeAnswers({ maxBytes, unsent }: { maxBytes: number; unsent: MemoryBudget }) {
  const inTurn = pLimit(maxConcurrentBuilds);

  async function build(result: { readonly data?: unknown }, context: Context, reply: FastifyReply) {
    const { request } = reply;
    const isWanted = () => !reply.sent && !reply.raw.destroyed && !request.raw.socket.destroyed;
    if (!isWanted()) throw busy();
    const { bytes } = context.answer;
    // For the rows, until the response is built.
    const release = await request.memory!.take(rowBytesPerByte * bytes, isWanted);
    try {
      reply.unsent = await unsent.take(bytes, isWanted);
      const json = await collect(jsonPieces(result, result.data, context), maxBytes, isWanted);
      if (!isWanted()) throw busy();
      if (!reply.hasHeader('content-type')) reply.type('application/json; charset=utf-8');
      return json;
    } catch (error) {
      reply.unsent?.();
      reply.unsent = null;
      throw error;
    } finally {
      release();
    }
  }

  /**
   * Builds the JSON of a response in pieces, when there is memory for it.
   *
   * @param result its `data` is changed
   * @throws TooLarge
   * @throws SERVICE_UNAVAILABLE when too many requests wait for memory, or the client has disconnected
   */
  return async (...args: Parameters<typeof build>): Promise<Buffer> => {
    if (inTurn.pendingCount >= maxWaiting) throw busy();
    return inTurn(build, ...args);
  };
}

async function collect(
  pieces: AsyncIterable<string>,
  maxBytes: number,
  isWanted: () => boolean,
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
    if (!isWanted()) throw busy();
    text += piece;
    if (text.length > bufferSize) flush();
  }
  flush();
  return Buffer.concat(buffers);
}
