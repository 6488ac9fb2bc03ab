import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';

/** The responses are data: a browser that displays one runs and loads nothing for it. */
const securityHeaders = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
} as const;

/** Sets the headers of every response, and the security headers. */
export const responseHeaders = fp(
  async (app) => {
    app.addHook('onRequest', (request, reply, done) => {
      reply.headers(securityHeaders);
      setRequestHeaders(request, reply);
      done();
    });
  },
  { name: 'response-headers' },
);

/** Sets the headers of every response. */
export function setRequestHeaders(request: FastifyRequest, reply: FastifyReply): void {
  // A caller quotes this id, and the operator finds its lines in the log.
  reply.header('x-request-id', request.id);
  // Answers hold token texts and depend on the caller.
  reply.header('cache-control', 'no-store');
}
