import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { trustedProxies } from './trusted-proxies.js';
import '../../../request.js';

/**
 * Adds `request.clientAddress`, for limits and for the log. On a connection from a trusted proxy it is the last address
 * of X-Forwarded-For that is not a trusted proxy's. On any other connection, or if there is no such valid address, it
 * is the address of the connection. Authentication never uses it.
 */
export const clientAddress = fp(
  async (app, { proxies }: { proxies: readonly string[] }) => {
    const isTrustedProxy = trustedProxies(proxies);
    app.decorateRequest('clientAddress', {
      getter(this: FastifyRequest) {
        const own = this.socket.remoteAddress;
        return proxies.length > 0 && isTrustedProxy(own)
          ? (lastUntrusted(this.headers['x-forwarded-for'], isTrustedProxy) ?? own)
          : own;
      },
    });
  },
  { name: 'client-address' },
);

/** Node joins the values of several headers with commas, in their order. */
function lastUntrusted(
  forwarded: string | string[] | undefined,
  isTrustedProxy: (address: string) => boolean,
) {
  const addresses = String(forwarded ?? '').split(',');
  for (const address of addresses.reverse().map((text) => text.trim())) {
    if (isIP(address) === 0) return undefined;
    if (!isTrustedProxy(address)) return address;
  }
  return undefined;
}
