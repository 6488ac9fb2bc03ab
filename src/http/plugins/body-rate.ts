import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { HttpError } from '../http-error.js';
import { whenAnswered } from './when-answered.js';

export interface BodyRateOptions {
  /** 0: none. */
  readonly minBytesPerSecond: number;
  /** How long a body may take for as many bytes as the rate demands in this time. */
  readonly windowMs?: number;
}

/**
 * Answers 408 and closes the connection when a part of a body arrives more slowly than it must: whoever stops in the
 * middle of a body would keep a connection and memory.
 */
export const bodyRate = fp(
  async (app, { minBytesPerSecond, windowMs = 10_000 }: BodyRateOptions) => {
    if (minBytesPerSecond === 0) return;
    const minBytes = (minBytesPerSecond * windowMs) / 1_000;

    function refuse(reply: FastifyReply) {
      if (reply.sent) return;
      const message = `The body arrives with less than ${minBytesPerSecond} bytes a second (BODY_MIN_BYTES_PER_SECOND).`;
      reply.header('connection', 'close').send(new HttpError(408, message));
    }

    function watch({ raw }: FastifyRequest, reply: FastifyReply) {
      const { socket } = raw;
      let before = socket.bytesRead;
      const isSlow = () => !raw.complete && socket.bytesRead - before < minBytes;
      const timer = setInterval(() => {
        if (raw.complete) clearInterval(timer);
        // After other work has kept the process busy, what has arrived meanwhile is read first.
        else if (isSlow()) setImmediate(() => setImmediate(() => isSlow() && refuse(reply)));
        else before = socket.bytesRead;
      }, windowMs);
      whenAnswered(reply, () => clearInterval(timer));
    }

    app.addHook('preParsing', (request, reply, _payload, done) => {
      const { 'content-length': length, 'transfer-encoding': chunked } = request.headers;
      if ((chunked !== undefined || Number(length) > 0) && !request.raw.complete) watch(request, reply);
      done();
    });
  },
  { name: 'body-rate' },
);
