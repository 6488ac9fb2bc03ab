import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Answer } from './catalog.js';

export type Browser = ReturnType<typeof browserOf>;

/** The address of a catalog on this machine, as its browsers name it. */
export const localOrigin = 'http://localhost:8080';

/**
 * A browser that shows a page of the console. It keeps the one cookie that it is given, and says where its requests come
 * from.
 *
 * @param headers in place of those that a browser sends with a request of the page's own origin
 */
export function browserOf(
  app: FastifyInstance,
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin', origin: localOrigin },
  host = new URL(localOrigin).host,
) {
  let cookie: string | undefined;

  async function send(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    { payload, headers: more }: Pick<InjectOptions, 'payload' | 'headers'> = {},
  ): Promise<Answer> {
    const all = { host, ...headers, ...(cookie !== undefined && { cookie }), ...more };
    const response = await app.inject({ method, url, headers: all, ...(payload && { payload }) });
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
    graphql: (query: string, variables: Record<string, unknown> = {}, more: Record<string, string> = {}) =>
      send('POST', '/api/graphql', { payload: { query, variables }, headers: more }),
    /** Returns the status of an ordinary request. */
    async status(): Promise<number> {
      return (await send('POST', '/api/graphql', { payload: { query: '{ __typename }' } })).status;
    },
    cookie: () => cookie,
    /** The same cookie in a browser that sends other headers. */
    elsewhere(other: Record<string, string>) {
      const one = browserOf(app, { ...other, ...(cookie !== undefined && { cookie }) }, host);
      return one;
    },
  };
}
