import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { trustedProxies } from './trusted-proxies.js';
import '../../request.js';

/**
 * Gives requests their `clientAddress`: of a connection from one of `ranges`, the last address of X-Forwarded-For that
 * is in none of them; of every other, and where there is no such address or it can't be read, the connection's own.
 * It is for counting and for the log. Who is calling never depends on it.
 */
export function clientAddresses(app: FastifyInstance, ranges: readonly string[]): void {
  const trusts = trustedProxies(ranges);
  app.decorateRequest('clientAddress', {
    getter(this: FastifyRequest) {
      const own = this.socket.remoteAddress;
      return ranges.length > 0 && trusts(own)
        ? (lastUntrusted(this.headers['x-forwarded-for'], trusts) ?? own)
        : own;
    },
  });
}

/** Node has joined several headers with commas, in their order. */
function lastUntrusted(forwarded: string | string[] | undefined, trusts: (address: string) => boolean) {
  const addresses = String(forwarded ?? '').split(',');
  for (const address of addresses.reverse().map((text) => text.trim())) {
    if (isIP(address) === 0) return undefined;
    if (!trusts(address)) return address;
  }
  return undefined;
}
