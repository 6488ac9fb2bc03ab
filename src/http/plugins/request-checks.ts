import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.js';
import { pathOf } from './error-handler.js';

/**
 * Beyond its own limit Node 20 drops header lines without a word, and with them perhaps the one that says who is calling;
 * newer versions refuse the request.
 */
const maxHeaderLines = 2_000;

/** Refuses a request that would be misread, or that is for nothing here, before its body is looked at. */
export function checkRequests(app: FastifyInstance): void {
  // One more than allowed, so that it can be seen.
  app.server.maxHeadersCount = maxHeaderLines + 1;
  // Node would answer 417 itself, without a body.
  const unmet = new WeakSet<IncomingMessage>();
  app.server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    unmet.add(request);
    app.server.emit('request', request, response);
  });
  app.addHook('onRequest', (request, _reply, done) => {
    done(faultOf(request, unmet));
  });
}

function faultOf(request: FastifyRequest, unmet: WeakSet<IncomingMessage>): Refusal | undefined {
  const { raw, url } = request;
  if (raw.rawHeaders.length > 2 * maxHeaderLines) {
    return new Refusal(431, `The request has more than ${maxHeaderLines} header lines.`);
  }
  if (raw.headers.host === undefined && raw.httpVersion === '1.1') {
    return new Refusal(400, 'The request has no Host header.');
  }
  if (raw.headers.expect !== undefined && unmet.has(raw)) {
    return new Refusal(417, 'Of the Expect header, 100-continue alone is understood.');
  }
  if (request.is404) return new Refusal(404, `There is nothing at ${pathOf(request)}.`);
  return isQueryUtf8(url) ? undefined : new Refusal(400, 'The query string is not percent-encoded UTF-8.');
}

/** The router has seen to the path. */
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
