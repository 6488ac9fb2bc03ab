import { Transform } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { busy, type MemoryBudget, type Release } from '../../core/memory-budget.js';
import { TooLarge } from '../../core/too-large.js';
import { mostExpansion } from './decompress.js';
import '../../request.js';

/** Smaller bodies and answers come and go faster than they could pile up. */
const [smallBody, smallAnswer] = [16_384, 65_536];

/** What the work on a body takes in memory, for each of its bytes: its text, what it is parsed to, and its rows. */
const workPerByte = 12;

/**
 * Bodies for whose work there is no memory are refused, before they are read where their length is told. The memory is
 * given back when the answer is over and the work has ended, which goes on for a while after a client has gone. For the
 * routes that are added from now on.
 */
export function limitBodies(app: FastifyInstance, memory: MemoryBudget): void {
  app.decorateRequest('work', undefined);
  app.addHook('onRoute', (route) => {
    const handle = route.handler as (request: FastifyRequest, reply: FastifyReply) => unknown;
    route.handler = function (this: unknown, request: FastifyRequest, reply: FastifyReply) {
      // The client has gone: there is nobody to answer, and nothing to do.
      if (reply.raw.destroyed) return reply.hijack();
      request.work = handle.call(this, request, reply);
      return request.work;
    };
  });
  app.addHook('onRequest', (request, reply, done) => {
    const length = plainLength(request, Number(request.headers['content-length'] ?? 0));
    if (!(length > smallBody)) return done();
    const release = memory.tryTake(workPerByte * length);
    if (!release) return done(busy());
    whenDone(reply, release);
    done();
  });
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.headers['transfer-encoding'] === undefined) return done(null, payload);
    let [read, counted] = [0, smallBody];
    const taken: Release[] = [];
    const counting = new Transform({
      transform(chunk: Buffer, _encoding, next) {
        read += chunk.length;
        const length = plainLength(request, read);
        if (length <= counted) return next(null, chunk);
        const release = memory.tryTake(workPerByte * (length - counted));
        if (!release) return next(busy());
        counted = length;
        taken.push(release);
        next(null, chunk);
      },
    });
    whenDone(reply, () => {
      for (const release of taken) release();
    });
    payload.once('error', (error) => counting.destroy(error));
    done(null, payload.pipe(counting));
  });
}

/** What so many bytes of a body may be when they are decompressed. */
function plainLength({ headers, routeOptions }: FastifyRequest, length: number): number {
  if (headers['content-encoding'] === undefined) return length;
  return Math.min(mostExpansion * length, routeOptions.bodyLimit ?? Number.POSITIVE_INFINITY);
}

/** Calls it once, when the answer is over and nothing works for it any more. */
const whenDone = (reply: FastifyReply, release: Release): void =>
  whenOver(reply, () => void Promise.resolve(reply.request.work).then(release, release));

export interface SendingLimits {
  /** Bytes of one answer. */
  readonly maxBytes: number;
  readonly timeoutMs: number;
  /** For answers that clients have not taken yet. */
  readonly unsent: MemoryBudget;
}

/** Large answers count until the client has taken them, for which it has so many ms. */
export function limitSending(app: FastifyInstance, { maxBytes, timeoutMs, unsent }: SendingLimits): void {
  app.decorateReply('unsent', null);
  app.addHook('onSend', (request, reply, payload, done) => {
    const length = lengthOf(payload);
    if (length < smallAnswer) return done(null, payload);
    if (length > maxBytes) return done(new TooLarge('The answer takes', maxBytes, 'ask for less at a time'));
    const release = reply.unsent ?? unsent.tryTake(length);
    if (!release) return done(busy());
    const timer = setTimeout(() => request.raw.socket.destroy(), timeoutMs);
    whenOver(reply, () => {
      clearTimeout(timer);
      release();
    });
    done(null, payload);
  });
}

/**
 * Runs work that reads what may be large.
 *
 * @param work gets what waits for the memory that so many bytes take
 * @throws SERVICE_UNAVAILABLE when many wait already
 */
export async function withMemory<T>(
  memory: MemoryBudget,
  reply: FastifyReply,
  work: (admit: (bytes: number) => Promise<void>) => Promise<T>,
): Promise<T> {
  const { socket } = reply.request.raw;
  let release: Release = () => undefined;
  try {
    return await work(async (bytes) => {
      if (bytes > smallAnswer) release = await memory.take(bytes, () => !reply.sent && !socket.destroyed);
    });
  } finally {
    release();
  }
}

function lengthOf(payload: unknown): number {
  if (typeof payload === 'string') return payload.length < smallAnswer / 3 ? 0 : Buffer.byteLength(payload);
  return Buffer.isBuffer(payload) ? payload.length : 0;
}

/** Calls it once, when the answer is sent or can't be any more. */
function whenOver(reply: FastifyReply, release: Release): void {
  const { raw, request } = reply;
  const { socket } = request.raw;
  function over() {
    raw.off('finish', over);
    raw.off('close', over);
    socket.off('close', over);
    release();
  }
  raw.once('finish', over);
  raw.once('close', over);
  // Of a connection that breaks, the answers that were waiting for their turn never close.
  socket.once('close', over);
}
