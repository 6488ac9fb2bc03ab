import type { FastifyRequest } from 'fastify';
import { CatalogError } from '../../core/errors.js';

/**
 * Returns a check that a page of the catalog itself has sent a request. Browsers say so by `Sec-Fetch-Site`, or without
 * TLS by `Origin` alone. A request that has neither is no browser's, or an old one's, and is refused as well.
 *
 * @param publicUrl the address that people use; by default that of the request's `Host`
 */
export function sameOriginCheck(publicUrl: string | undefined): (request: FastifyRequest) => void {
  const publicOrigin = publicUrl && new URL(publicUrl).origin;
  return ({ headers, host }) => {
    const { 'sec-fetch-site': site, origin } = headers;
    if (site === 'same-origin') return;
    const own = publicOrigin ? [publicOrigin] : [`http://${host}`, `https://${host}`];
    if (site === undefined && origin !== undefined && own.includes(origin)) return;
    throw forbidden(
      'The cookie of the console counts only for requests of its own pages. This request comes from another site, or ' +
        'says neither in Sec-Fetch-Site nor in Origin that it does not. Scripts send an access token instead.',
      `cross-site: Sec-Fetch-Site ${site ?? 'is missing'}, Origin ${origin === undefined ? 'is missing' : 'is there'}`,
    );
  };
}

export const forbidden = (message: string, detail: string) =>
  new CatalogError('UNAUTHORIZED', message, { detail });
