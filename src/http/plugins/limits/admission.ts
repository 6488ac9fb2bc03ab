import { getHeapStatistics } from 'node:v8';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Registry } from 'prom-client';
import type { Config } from '../../../config.js';
import { Admission } from '../../../core/admission.js';
import { Busy, type RequestClass, requestClasses } from '../../../core/busy.js';
import { findRoute } from '../../find-route.js';
import { addGauge } from '../../metrics.js';
import { whenAnswered } from './when-answered.js';
import '../../../request.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * How requests of the route are counted: not at all, when they have limits of their own or must always be served; by the
     * handler, which knows their class later; or as reads, all of them or those with these actions. By default, requests
     * are writes, unless their method is GET or HEAD.
     */
    admission?: 'free' | 'by handler' | 'read' | { readonly reads: readonly string[] };
  }
}

export interface AdmissionOptions {
  readonly config: Pick<Config, 'REQUEST_QUEUE_MAX' | 'REQUEST_WAIT_MAX_MS'>;
  readonly registry: Registry;
}

/** Share of the heap above which requests are refused while others run. */
const maxHeap = 0.9;
/** How long a measurement of the heap is used. */
const heapMs = 1_000;

/**
 * Refuses requests with 503 that would wait too long behind others (`src/core/admission.ts`): before their body is read,
 * and again when it is complete. A request counts from then on, because a client that sends its body slowly does not
 * wait for others, until its response is built. Covers the routes that are added after the plugin, which have an actor.
 */
export const admission = fp(
  async (app, { config, registry }: AdmissionOptions) => {
    const limits = { waitingMax: config.REQUEST_QUEUE_MAX, waitMaxMs: config.REQUEST_WAIT_MAX_MS };
    const classes = { read: new Admission('read', limits), write: new Admission('write', limits) };
    const isHeapFull = heapCheck();
    addGauge(
      registry,
      'catalog_requests_waiting',
      'Requests that wait behind others, by class',
      ['class'],
      () => requestClasses.map((one) => [classes[one].waiting, { class: one }]),
    );

    function refusal(request: FastifyRequest, requestClass: RequestClass | null): Busy | null {
      // Without other requests, the heap has only garbage, or what a refusal would not release.
      const isAlone = requestClasses.every((one) => classes[one].size === 0);
      if (!isAlone && isHeapFull()) return new Busy('memory');
      return requestClass && classes[requestClass].refusal(request.actor.urn);
    }

    app.decorateReply('admit', function (this: FastifyReply, requestClass: RequestClass) {
      const leave = classes[requestClass].enter(this.request.actor.urn);
      this.leave = leave;
      this.requestClass = requestClass;
      whenAnswered(this, leave);
    });
    app.decorateReply('leave', null);
    app.decorateReply('requestClass', null);
    app.addHook('onRequest', (request, _reply, done) => {
      if (findRoute(request).config.admission === 'free') return done();
      done(refusal(request, findClass(request)) ?? undefined);
    });
    app.addHook('preHandler', (request, reply, done) => {
      const requestClass = findClass(request);
      try {
        if (requestClass) reply.admit(requestClass);
      } catch (error) {
        return done(error as Error);
      }
      done();
    });
    app.addHook('onSend', (_request, reply, _payload, done) => {
      reply.leave?.();
      done();
    });
  },
  { name: 'admission' },
);

/** Returns null for a request that its handler counts, or that is not counted. */
function findClass(request: FastifyRequest): RequestClass | null {
  const { admission: how } = findRoute(request).config;
  if (how === 'free' || how === 'by handler') return null;
  if (how === 'read' || request.method === 'GET' || request.method === 'HEAD') return 'read';
  const { action } = Object(request.query) as { action?: unknown };
  return how && typeof action === 'string' && how.reads.includes(action) ? 'read' : 'write';
}

/** Returns the function that checks whether the heap is almost full, which it measures at most once a second. */
function heapCheck(): () => boolean {
  let isFull = false;
  let measuredAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - measuredAt < heapMs) return isFull;
    measuredAt = now;
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    isFull = used > maxHeap * limit;
    return isFull;
  };
}
