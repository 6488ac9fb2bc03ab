import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Answer } from './catalog.js';

export type Browser = ReturnType<typeof createBrowser>;

/** The address of a catalog on this machine, as its browsers name it. */
export const localOrigin = 'http://localhost:8080';
/** The headers of a request of one of the catalog's own pages. */
export const ownPage = { 'sec-fetch-site': 'same-origin', origin: localOrigin };

/**
 * A browser that shows the console. It keeps the one cookie that it is given.
 *
 * @param headers say where its requests come from
 */
export function createBrowser(
  app: FastifyInstance,
  headers: Record<string, string> = ownPage,
  host = new URL(localOrigin).host,
) {
  let cookie: string | undefined;

  async function send(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    { payload, headers: more }: Pick<InjectOptions, 'payload' | 'headers'> = {},
  ): Promise<Answer> {
    const own = { host, ...headers, ...(cookie !== undefined && { cookie }) };
    const response = await app.inject({
      method,
      url,
      headers: { ...own, ...more },
      ...(payload && { payload }),
    });
    const [set] = [response.headers['set-cookie'] ?? []].flat();
    if (set !== undefined) cookie = set.includes('Max-Age=0') ? undefined : set.split(';')[0];
    return {
      status: response.statusCode,
      body: response.body && JSON.parse(response.body),
      headers: response.headers,
    };
  }

  return {
    send,
    signIn: (token: string) => send('POST', '/console/session', { payload: { token } }),
    signOut: () => send('DELETE', '/console/session'),
    endAll: () => send('DELETE', '/console/sessions'),
    graphql: (query: string, variables: Record<string, unknown> = {}) =>
      send('POST', '/api/graphql', { payload: { query, variables } }),
    /** Returns the status of a request that every caller may make. */
    async status(more: Record<string, string> = {}): Promise<number> {
      const payload = { query: '{ __typename }' };
      return (await send('POST', '/api/graphql', { payload, headers: more })).status;
    },
    /** The cookie with its name; undefined when the browser has none. */
    cookie: () => cookie,
  };
}
