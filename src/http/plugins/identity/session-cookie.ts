import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback } from '../../../config.js';
import { CatalogError } from '../../../core/errors.js';
import { basePath } from '../../base-path.js';

/** The cookie that has the id of a session of the console. */
export interface SessionCookie {
  /**
   * Returns the id of the session that a request may use; null when it may use none, or sends no cookie; empty when it
   * sends several.
   *
   * @throws UNAUTHORIZED when another site sends it
   */
  read(request: FastifyRequest): string | null;
  /** @throws UNAUTHORIZED when another site sends the request, or when the cookie would not be safe at its address */
  checkSignIn(request: FastifyRequest): void;
  set(reply: FastifyReply, id: string, lifetimeMs: number): void;
  clear(reply: FastifyReply): void;
}

/** @param host the address that the service listens on */
export function sessionCookie(host: string, publicUrl: string | undefined): SessionCookie {
  const isSecure = publicUrl?.startsWith('https:') ?? false;
  const base = basePath(publicUrl);
  // Browsers take a cookie of a prefixed name only with Secure, and with `__Host-` only for all paths and from this host
  // alone. Below a path, other services share the host.
  const prefix = base === '' ? '__Host-' : '__Secure-';
  const name = isSecure ? `${prefix}catalog` : 'catalog';
  const attributes = `Path=${base === '' ? '/' : base}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  const checkOrigin = sameOriginCheck(publicUrl);
  const isLocal = isLoopback(host) || (publicUrl !== undefined && isLoopback(parseHost(publicUrl)));

  return {
    read(request) {
      if (request.headers.cookie === undefined || !mayUseSession(request)) return null;
      const values = readValues(request.headers.cookie, name);
      if (values.length === 0) return null;
      checkOrigin(request);
      return values.length === 1 ? values[0]! : '';
    },

    checkSignIn(request) {
      checkOrigin(request);
      if (isSecure || (isLocal && isOnThisMachine(request))) return;
      throw forbidden(
        'Signing in requires TLS, unless the browser is on the same machine as the catalog. Use a reverse proxy with TLS ' +
          'and set PUBLIC_URL to its https address.',
        'sign-in without TLS',
      );
    },

    set(reply, id, lifetimeMs) {
      reply.header('set-cookie', `${name}=${id}; Max-Age=${Math.floor(lifetimeMs / 1_000)}; ${attributes}`);
    },

    clear(reply) {
      reply.header('set-cookie', `${name}=; Max-Age=0; ${attributes}`);
    },
  };
}

/** A link or a form of another site can cause a GET. The other paths are for clients that send a token. */
const mayUseSession = ({ method, routeOptions: { url } }: FastifyRequest) =>
  (method === 'POST' || method === 'DELETE') &&
  (url === '/api/graphql' || (url?.startsWith('/console/') ?? false));

const readValues = (cookies: string, name: string): string[] =>
  cookies
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(`${name}=`))
    .map((cookie) => cookie.slice(name.length + 1));

/** By the addresses that the browser knows. A proxy with TLS on this machine changes `Host`, but not `Origin`. */
function isOnThisMachine({ headers: { origin }, hostname }: FastifyRequest): boolean {
  return [hostname, ...(origin === undefined ? [] : [parseHost(origin)])]
    .map(withoutBrackets)
    .every(isLoopback);
}

const parseHost = (url: string) => (URL.canParse(url) ? withoutBrackets(new URL(url).hostname) : '');
const withoutBrackets = (host: string) => host.replace(/^\[(.*)\]$/, '$1');

/**
 * Returns a check that a request comes from a page of the catalog itself. Browsers indicate this with `Sec-Fetch-Site`,
 * or without TLS only with `Origin`. A request with neither is not from a current browser, and is refused too.
 *
 * @param publicUrl the address that people use; by default that of the request's `Host`
 */
function sameOriginCheck(publicUrl: string | undefined): (request: FastifyRequest) => void {
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
