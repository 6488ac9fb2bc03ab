import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { HttpError } from '../../http-error.js';
import { whenAnswered } from './when-answered.js';

export interface BodyRateOptions {
  /** 0: none. */
  readonly minBytesPerSecond: number;
  /** How long a body may take for as many bytes as the rate demands in this time. */
  readonly windowMs?: number;
}

/** Bodies of as many bytes, declared or arrived, keep little memory. They may take as long as any request. */
const smallBody = 65_536;

/**
 * Responds with 408 and closes the connection when a part of a large body arrives too slowly: a client that stops in
 * the middle of a body would keep memory.
 */
export const bodyRate = fp(
  async (app, { minBytesPerSecond, windowMs = 10_000 }: BodyRateOptions) => {
    if (minBytesPerSecond === 0) return;
    const minBytes = (minBytesPerSecond * windowMs) / 1_000;

    function refuse(reply: FastifyReply) {
      if (reply.sent) return;
      const message = `The body arrives at less than ${minBytesPerSecond} bytes per second (BODY_MIN_BYTES_PER_SECOND).`;
      reply.header('connection', 'close').send(new HttpError(408, message));
    }

    function watch({ raw }: FastifyRequest, reply: FastifyReply, declared: number) {
      const { socket } = raw;
      const start = socket.bytesRead;
      let before = start;
      const isLarge = () => Math.max(declared, socket.bytesRead - start) > smallBody;
      const isSlow = () => !raw.complete && isLarge() && socket.bytesRead - before < minBytes;
      const timer = setInterval(() => {
        if (raw.complete) clearInterval(timer);
        // After other work has kept the process busy, data that has arrived during this time is read first.
        else if (isSlow()) setImmediate(() => setImmediate(() => isSlow() && refuse(reply)));
        else before = socket.bytesRead;
      }, windowMs);
      whenAnswered(reply, () => clearInterval(timer));
    }

    app.addHook('preParsing', (request, reply, _payload, done) => {
      const { 'content-length': length = 0, 'transfer-encoding': chunked } = request.headers;
      const hasBody = chunked !== undefined || Number(length) > 0;
      if (hasBody && !request.raw.complete) watch(request, reply, Number(length));
      done();
    });
  },
  { name: 'body-rate' },
);
