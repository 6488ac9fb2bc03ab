import { Transform } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import {
  busy,
  type MemoryBudget,
  MemoryShare,
  type Release,
  uncounted,
} from '../../../core/memory-budget.js';
import { findRoute } from '../../find-route.js';
import { mostExpansion } from '../encoding/decompress.js';
import { whenAnswered } from './when-answered.js';
import '../../../request.js';

/** Bytes of memory that one byte of a body needs: its text, the parsed value and the rows. */
const memoryPerByte = 12;
/** Bytes of a body whose memory is not counted (`MemoryShare.reach`). */
const smallBody = uncounted / memoryPerByte;

/**
 * Takes the memory for a body from the budget while it arrives, and responds with 503 if there is too little. A
 * declared length takes no memory, but causes 503 immediately if there is too little for it now. The memory is released
 * when the response is over and the route's handler has ended, which can be after the client has disconnected. Covers
 * the routes that are added after the plugin.
 */
export const requestMemory = fp(
  async (app, { memory }: { memory: MemoryBudget }) => {
    app.decorateRequest('work', undefined);
    app.decorateRequest('memory', undefined);
    app.addHook('onRoute', (route) => {
      const handle = route.handler as (request: FastifyRequest, reply: FastifyReply) => unknown;
      route.handler = function (this: unknown, request: FastifyRequest, reply: FastifyReply) {
        // The client has gone: no work is started for it.
        if (reply.raw.destroyed) return reply.hijack();
        request.work = handle.call(this, request, reply);
        return request.work;
      };
    });
    app.addHook('onRequest', (request, reply, done) => {
      const share = new MemoryShare(memory, (release) => whenDone(reply, release), request.actor.urn);
      request.memory = share;
      request.actor.memory = share;
      const declared = Number(request.headers['content-length'] ?? 0);
      // It is refused before it is read, however much memory is left.
      if (declared > (findRoute(request).bodyLimit ?? Number.POSITIVE_INFINITY)) return done();
      const length = decompressedLength(request, declared);
      done(share.fits(memoryPerByte * length) ? undefined : busy());
    });
    app.addHook('onResponse', (request, _reply, done) => {
      // Actors survive some collections of garbage. Without this, each keeps its whole request for as long. A request that
      // authentication has refused has neither memory nor actor.
      if (request.memory) request.actor.memory = undefined;
      done();
    });
    app.addHook('preParsing', (request, _reply, payload, done) => {
      if (isSmall(request)) return done(null, payload);
      let read = 0;
      const counting = new Transform({
        transform(chunk: Buffer, _encoding, next) {
          read += chunk.length;
          const length = decompressedLength(request, read);
          if (request.memory!.reach(memoryPerByte * length)) return next(null, chunk);
          request.memory!.release();
          return next(busy());
        },
      });
      payload.once('error', (error) => counting.destroy(error));
      done(null, payload.pipe(counting));
    });
  },
  { name: 'request-memory' },
);

/** Whether the length of the body, which is declared, is one that is not counted. */
function isSmall(request: FastifyRequest): boolean {
  const { 'transfer-encoding': chunked, 'content-length': length = '0' } = request.headers;
  return chunked === undefined && decompressedLength(request, Number(length)) <= smallBody;
}

/** Returns the most bytes that so many bytes of a body can have when they are decompressed. */
function decompressedLength(request: FastifyRequest, length: number): number {
  if (request.headers['content-encoding'] === undefined) return length;
  return Math.min(mostExpansion * length, findRoute(request).bodyLimit ?? Number.POSITIVE_INFINITY);
}

/** Calls `release` once, when the response is over and the route's handler has ended. */
const whenDone = (reply: FastifyReply, release: Release): void =>
  whenAnswered(reply, () => void Promise.resolve(reply.request.work).then(release, release));
