import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { absentPath } from '../../absent.js';
import { findRoute } from '../../find-route.js';
import { HttpError } from '../../http-error.js';
import { isPublicPath, readPath } from '../../path-family.js';
import { hasSeveralHosts } from '../../several-hosts.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** Rejects a request without valid credentials. Set by the application when it can authenticate. */
    checkCaller: ((request: FastifyRequest) => Promise<void>) | null;
  }
}

/**
 * Beyond its own limit Node 20 drops header lines silently. The credentials can be among them. Newer versions reject
 * the request.
 */
const maxHeaderLines = 2_000;

/** Rejects a request that would be misread, or that has no route, before its body is read. */
export const requestChecks = fp(
  async (app) => {
    // One more than allowed, so that the hook can see that there are too many.
    app.server.maxHeadersCount = maxHeaderLines + 1;
    // Node itself would respond with 417 without a body.
    const unmet = new WeakSet<IncomingMessage>();
    app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      unmet.add(request);
      app.server.emit('request', request, response);
    });
    app.decorateRequest('route', null);
    app.decorate('checkCaller', null);
    app.addHook('onRequest', (request, _reply, done) => {
      const error = checkRequest(request, unmet);
      if (error || !isUnrouted(request)) done(error);
      else refuseUnrouted(app, request, absentPath(readPath(request)) ?? nothingAt(request)).catch(done);
    });
  },
  { name: 'request-checks' },
);

function checkRequest(request: FastifyRequest, unmet: WeakSet<IncomingMessage>): HttpError | undefined {
  const { raw, url } = request;
  if (raw.rawHeaders.length > 2 * maxHeaderLines) {
    return new HttpError(431, `The request has more than ${maxHeaderLines} header lines.`);
  }
  if (raw.headers.host === undefined && raw.httpVersion === '1.1') {
    return new HttpError(400, 'The request has no Host header.');
  }
  if (hasSeveralHosts(raw)) return new HttpError(400, 'The request has several Host headers.');
  if (raw.headers.expect !== undefined && unmet.has(raw)) {
    return new HttpError(417, 'Only 100-continue is supported in the Expect header.');
  }
  // The router would read it as the beginning of a query string, and other readers of the path would not.
  if (url.includes('#')) return new HttpError(400, 'The URL has a fragment ("#…"), which must not be sent.');
  if (isUnrouted(request)) return undefined;
  return isQueryUtf8(url) ? undefined : new HttpError(400, 'The query string is not percent-encoded UTF-8.');
}

// @fastify/cors has a route for OPTIONS on every path.
const isUnrouted = (request: FastifyRequest) => request.is404 || findRoute(request).url === '*';

/**
 * Refuses a request whose path or method does not exist. Only callers with valid credentials learn that, except below
 * public paths.
 */
export async function refuseUnrouted(
  app: FastifyInstance,
  request: FastifyRequest,
  refusal: HttpError,
): Promise<never> {
  if (!isPublicPath(request.url)) await app.checkCaller?.(request);
  throw refusal;
}

export const nothingAt = (request: FastifyRequest) =>
  new HttpError(404, `There is nothing at ${readPath(request)}.`);

/** The router has checked the path. */
function isQueryUtf8(url: string): boolean {
  const start = url.indexOf('?');
  if (start < 0 || !url.includes('%', start)) return true;
  try {
    decodeURIComponent(url.slice(start));
    return true;
  } catch {
    return false;
  }
}
