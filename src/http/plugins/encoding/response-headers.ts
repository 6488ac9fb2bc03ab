import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { Config } from '../../../config.js';

/** The responses are data: a browser that displays one runs and loads nothing for it. */
const securityHeaders = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
} as const;

/**
 * Returns the header by which browsers use TLS for a year. Without an https address, the service could not be reached any
 * more, and neither could other services of the host.
 */
function transportSecurity({ PUBLIC_URL, HSTS_INCLUDE_SUBDOMAINS }: Config): Record<string, string> {
  if (!PUBLIC_URL?.startsWith('https:')) return {};
  const scope = HSTS_INCLUDE_SUBDOMAINS ? '; includeSubDomains' : '';
  return { 'strict-transport-security': `max-age=31536000${scope}` };
}

/** Sets the headers of every response, and the security headers. */
export const responseHeaders = fp(
  async (app, config: Config) => {
    const headers = { ...securityHeaders, ...transportSecurity(config) };
    app.addHook('onRequest', (request, reply, done) => {
      reply.headers(headers);
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
