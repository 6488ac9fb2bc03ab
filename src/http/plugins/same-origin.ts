import type { FastifyRequest } from 'fastify';
import { CatalogError } from '../../core/errors.js';

/**
 * Returns a check that a request comes from a page of the catalog itself. Browsers indicate this with `Sec-Fetch-Site`,
 * or without TLS only with `Origin`. A request with neither is not from a current browser, and is refused too.
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
      'The cookie of the console is accepted only in requests of its own pages. This request comes from another site, or ' +
        'has neither Sec-Fetch-Site nor Origin. Scripts should send an access token instead.',
      `cross-site: Sec-Fetch-Site ${site ?? 'is missing'}, Origin ${origin === undefined ? 'is missing' : 'is there'}`,
    );
  };
}

export const forbidden = (message: string, detail: string) =>
  new CatalogError('UNAUTHORIZED', message, { detail });
